"""Playing by a clock that the test turns."""

import pytest
from stepping_documents import INDEXING, Clock, session_of

from app.model.metrics import metrics
from app.model.player import SPEEDS
from core.debug.breakpoints import OnEvent, Stop
from core.debug.steps import StepSize

FRAME = 16


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def stepping(clock):
    return session_of(INDEXING, clock).stepping


def run(stepping, clock, most=10_000):
    """Turns the clock frame by frame until nothing plays; gives where the cursor was, each time it moved."""
    places = [stepping.index]
    for _ in range(most):
        if not stepping.player.tick():
            break
        if stepping.index != places[-1]:
            places.append(stepping.index)
        clock.advance(FRAME)
    return places


def test_plays_every_step_to_the_end_and_stops_there(stepping, clock):
    stepping.player.play()
    places = run(stepping, clock)
    assert places == [0, *(step.last for step in stepping.recording.steps)]
    assert not stepping.player.is_playing


def test_plays_backwards_through_the_same_places(stepping, clock):
    stepping.player.play()
    forward = run(stepping, clock)
    stepping.player.play(forward=False)
    assert run(stepping, clock) == forward[::-1]


@pytest.mark.parametrize("size", [StepSize.MICRO, StepSize.WAVE])
def test_plays_other_steps(stepping, clock, size):
    stepping.player.use_size(size)
    stepping.player.play()
    places = run(stepping, clock)
    stepping.to_start()
    expected = [0]
    while stepping.move(size).moved:
        expected.append(stepping.index)
    assert places == expected


def test_twice_the_speed_takes_half_the_time(stepping, clock):
    taken = []
    for speed in (1.0, 2.0):
        stepping.restart()
        stepping.player.use_speed(speed)
        start = clock.now
        stepping.player.play()
        run(stepping, clock)
        taken.append(clock.now - start)
    assert taken[0] / taken[1] == pytest.approx(2, rel=0.05)


def test_a_slow_machine_takes_one_step_in_a_tick(stepping, clock):
    stepping.player.play()
    stepping.player.tick()
    before = stepping.step.number
    clock.advance(60_000)
    stepping.player.tick()
    stepping.player.tick()
    assert stepping.step.number == before + 1


def test_the_same_key_pauses_and_the_other_one_turns_round(stepping):
    player = stepping.player
    changes = []
    player.changed.connect(lambda _: changes.append((player.is_playing, player.is_forward)))
    player.play()
    player.play(forward=False)
    player.play(forward=False)
    assert changes == [(True, True), (True, False), (False, False)]


def test_pauses_at_a_stop_and_goes_on_from_there(stepping, clock):
    stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    visited = []
    for _ in stepping.stops.marks:
        stepping.player.play()
        run(stepping, clock)
        visited.append(stepping.index)
    assert tuple(visited) == stepping.stops.marks


def test_speeds_end_at_the_slowest_and_the_fastest(stepping):
    player = stepping.player
    for _ in SPEEDS:
        player.faster()
    assert player.speed == SPEEDS[-1]
    for _ in range(2 * len(SPEEDS)):
        player.faster(-1)
    assert player.speed == SPEEDS[0]
    player.use_speed(3.7)
    assert player.speed == 4


def test_a_step_is_shown_on_its_way(stepping, clock):
    stepping.move(StepSize.NODE)
    clock.advance(1000)
    before = stepping.index
    stepping.move(StepSize.NODE)
    motion = stepping.player.motion
    assert (motion.before, motion.after, motion.start) == (before, stepping.index, clock.now)
    assert motion.duration == metrics().timing.node_step / 1000


def test_speed_and_reduced_motion_shorten_what_is_shown(stepping, clock):
    stepping.player.use_speed(2)
    stepping.move(StepSize.NODE)
    assert stepping.player.motion.duration == metrics().timing.node_step / 2000
    stepping.player.reduce_motion(True)
    clock.advance(1000)
    stepping.move(StepSize.NODE)
    assert stepping.player.motion.duration == metrics().timing.reduced_fade / 1000


def test_holding_a_key_down_moves_at_once_each_time(stepping, clock):
    lengths = []
    for _ in stepping.recording.steps:
        stepping.move(StepSize.NODE)
        lengths.append(stepping.player.motion.duration)
        clock.advance(1000 / 30)
    assert lengths[0] > 0
    assert set(lengths[1:]) == {0}


def test_jumps_and_steps_back_are_not_shown_on_their_way(stepping, clock):
    stepping.to_end()
    assert stepping.player.motion is None
    clock.advance(1000)
    stepping.move(StepSize.NODE, forward=False)
    assert stepping.player.motion is None
