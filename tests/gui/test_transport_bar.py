"""The transport: buttons, the choice of a step, speed, counters, and what it says."""

from itertools import pairwise

import pytest
from panel_stage import at_first_nan, is_gone, listeners, node, session_of, shown
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.model.player import SPEEDS
from app.panels.transport.bar import TransportBar
from app.panels.transport.place import counts_of, place_of, summary_at
from core.debug.breakpoints import OnEvent, Stop
from core.debug.events import Blocked, Error, NonFinite, PassBegin, PassEnd
from core.debug.steps import StepSize
from core.debug.text import plain
from core.expr import edits


@pytest.fixture
def session(clock):
    return session_of("indexing", clock)


@pytest.fixture
def bar(qtbot, session):
    return shown(qtbot, TransportBar(session), (1440, 44))


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_every_button_leads_where_its_command_does(session, bar):
    stepping = session.stepping
    stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    steps, marks = stepping.recording.steps, stepping.stops.marks
    for button, expected in (
        (bar.forward, steps[0].last),
        (bar.forward, steps[1].last),
        (bar.back, steps[0].last),
        (bar.on_to_stop, marks[0]),
        (bar.on_to_stop, marks[1]),
        (bar.back_to_stop, marks[0]),
        (bar.end, len(stepping.recording.events) - 1),
        (bar.start, 0),
    ):
        press(button)
        assert stepping.index == expected


def test_the_choice_of_a_step_is_that_of_the_buttons(session, bar):
    for size in (StepSize.MICRO, StepSize.WAVE, StepSize.NODE):
        bar.sizes.chosen.emit(size)
        session.stepping.to_event(12)
        press(bar.forward)
        reached = session.stepping.index
        session.stepping.to_event(12)
        assert session.stepping.move(size).after == reached


def test_buttons_that_lead_nowhere_are_off(session, bar):
    assert not bar.back.isEnabled()
    assert not bar.start.isEnabled()
    assert bar.forward.isEnabled()
    press(bar.forward)
    assert bar.back.isEnabled()


def test_without_a_pass_nothing_can_be_pressed_and_it_is_said_why(qtbot):
    session = session_of("vector_root")
    bar = shown(qtbot, TransportBar(session), (1440, 44))
    assert not any(button.isEnabled() for button in (bar.start, bar.back, bar.play, bar.forward, bar.end))
    assert bar.place.place.step == "No steps"
    assert "scalar" in bar.place.accessibleName()


def test_the_button_plays_and_pauses(session, bar):
    press(bar.play)
    assert session.stepping.player.is_playing
    assert bar.play.accessibleName() == "Pause"
    press(bar.play)
    assert not session.stepping.player.is_playing
    assert bar.play.accessibleName() == "Play"


def test_the_menu_of_speeds(session, bar):
    texts = [action.text() for action in bar.speed.menu.actions()]
    assert texts == ["0.25×", "0.5×", "1×", "2×", "4×", "8×"]
    bar.speed.menu.actions()[4].trigger()
    assert session.stepping.player.speed == SPEEDS[4]
    assert bar.speed.text() == "4×"
    assert [action.isChecked() for action in bar.speed.menu.actions()].index(True) == 4


def test_what_is_chosen_elsewhere_is_shown(session, bar):
    session.stepping.player.use_size(StepSize.WAVE)
    session.stepping.player.faster(-1)
    assert bar.sizes.current == StepSize.WAVE
    assert bar.speed.text() == "0.5×"


def test_counters_lead_round_to_the_next(qtbot):
    session = session_of("where_nan")
    bar = shown(qtbot, TransportBar(session), (1440, 44))
    counters = {button.count.noun: button for button in bar.counts}
    blocked = [event.index for event in session.stepping.recording.events if isinstance(event, Blocked)]
    broken = [event.index for event in session.stepping.recording.events if isinstance(event, NonFinite)]
    assert counters["blocked"].text() == f"blocked {len(blocked)}"
    assert not counters["hooks"].isEnabled()
    for _ in range(2):
        press(counters["non-finite"])
        assert session.stepping.index == broken[0]
    press(counters["blocked"])
    assert session.stepping.index == blocked[0]


def test_stops_are_counted_by_where_they_hit(session, bar):
    session.stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    (stops,) = [count for count in counts_of(session) if count.noun == "stops"]
    assert stops.indices == session.stepping.stops.marks
    assert stops.following(0) == stops.indices[0]
    assert stops.following(10_000) == stops.indices[0]


def test_the_end_is_told(session, bar):
    session.stepping.to_end()
    press(bar.forward)
    assert "end" in plain(bar.place.place.summary)
    session.stepping.to_step(2)
    assert "end" not in plain(bar.place.place.summary)


def test_the_place_is_written_as_step_and_event(session, bar):
    session.stepping.to_step(7)
    assert bar.place.place.step == "Step 7 of 8"
    assert bar.place.place.event == f"event {session.stepping.index} of {len(session.stepping.recording.events) - 1}"
    assert plain(bar.place.place.summary) == "x[0] hands its gradient to x"


def test_of_several_passes_it_is_said_which():
    session = session_of("backward_twice")
    session.stepping.to_end()
    assert place_of(session).step.startswith("Pass 2 of 2, step ")


@pytest.mark.parametrize("example", ["indexing", "where_nan", "backward_twice", "why_none", "slip", "small_network"])
def test_every_event_has_a_summary(example):
    recording = session_of(example).stepping.recording
    for event in recording.events:
        summary = plain(summary_at(recording, event.index))
        assert summary
        if isinstance(event, PassBegin | PassEnd | Error):
            assert "pass" in summary.lower()


def test_a_nan_is_said_in_its_colour():
    session = at_first_nan(session_of("where_nan"))
    (run,) = place_of(session).summary
    assert run.text == "r made a NaN"
    assert run.ink == "nonfinite"


@pytest.mark.parametrize("width", [420, 700, 1000, 1440, 2400])
def test_at_every_width_all_parts_are_inside(qtbot, session, width):
    bar = shown(qtbot, TransportBar(session), (width, 44))
    session.stepping.to_step(5)
    visible = [child for child in bar.children() if child.isWidgetType() and child.isVisible()]
    edges = sorted((child.geometry().left(), child.geometry().right()) for child in visible)
    assert edges[-1][1] < width
    assert all(before[1] < after[0] for before, after in pairwise(edges))


def test_an_edit_that_takes_the_pass_away_turns_buttons_off(session, bar):
    session.stepping.to_step(3)
    session.perform(edits.set_requires_grad(session.document, [node(session, "x")], requires_grad=False))
    assert not bar.forward.isEnabled()
    session.history.undo()
    assert bar.forward.isEnabled()


def test_nothing_holds_on_to_a_bar_that_is_gone(qtbot, session):
    before = listeners(session)
    assert is_gone(lambda: TransportBar(session))
    assert listeners(session) == before
    session.stepping.player.play()
    session.stepping.player.pause()
