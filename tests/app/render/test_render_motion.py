"""Motion is a function of time: it starts and ends where it should and never goes back."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.metrics import metrics
from app.render.motion import Pace, Phase, ease, fade, step_at, step_duration

TIMING = metrics().timing
TRAVEL = TIMING.ease_travel
ORDER = list(Phase)


def test_a_step_takes_its_time_at_any_speed():
    assert step_duration(Pace()) == TIMING.node_step
    assert step_duration(Pace(2.0)) == TIMING.node_step / 2
    assert step_duration(Pace(4.0, reduced=True)) == TIMING.reduced_fade


@pytest.mark.parametrize(
    ("elapsed", "phase"),
    [
        (-1, Phase.BEFORE),
        (0, Phase.BEFORE),
        (90, Phase.RECEIVE),
        (250, Phase.COMPUTE),
        (500, Phase.DELIVER),
        (700, Phase.AFTER),
    ],
)  # fmt: skip
def test_a_step_receives_computes_and_delivers(elapsed, phase):
    assert step_at(elapsed).phase is phase
    assert step_at(elapsed / 2, Pace(2.0)) == step_at(elapsed)


def test_progress_never_goes_back():
    moments = [step_at(time / 2) for time in range(1401)]
    for before, after in itertools.pairwise(moments):
        assert ORDER.index(before.phase) <= ORDER.index(after.phase)
        if before.phase is after.phase:
            assert before.progress <= after.progress


@pytest.mark.parametrize("time", range(0, 100, 7))
def test_with_reduced_motion_nothing_travels(time):
    moment = step_at(time, Pace(reduced=True))
    assert moment.phase in (Phase.BEFORE, Phase.COMPUTE, Phase.AFTER)


def test_fading_ends_opaque():
    assert fade(0, 200) == 0.0
    assert fade(200, 200) == fade(999, 200) == fade(5, 0) == 1.0


@given(st.floats(0, 1), st.floats(0, 1))
def test_easing_is_monotone_and_keeps_its_ends(one, other):
    low, high = sorted((one, other))
    assert 0.0 <= ease(low, TRAVEL) <= ease(high, TRAVEL) + 1e-6 <= 1.0 + 1e-6
    assert (ease(0.0, TRAVEL), ease(1.0, TRAVEL)) == (0.0, 1.0)
    assert (ease(-3.0, TRAVEL), ease(3.0, TRAVEL)) == (0.0, 1.0)


@given(st.floats(0.01, 0.99))
def test_a_straight_curve_changes_nothing(share):
    assert ease(share, (1 / 3, 1 / 3, 2 / 3, 2 / 3)) == pytest.approx(share, abs=1e-3)


def test_a_known_value_of_the_standard_curve():
    """CSS `cubic-bezier(.4, 0, .2, 1)` is at 0.7756 halfway."""
    assert ease(0.5, TRAVEL) == pytest.approx(0.7756, abs=2e-3)
