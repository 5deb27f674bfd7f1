"""The timeline: dragging the playhead, clicking blocks and marks, zooming, keys, and how much is drawn."""

import pytest
from panel_stage import (
    FROZEN_BRANCH,
    THEMES,
    at_first_nan,
    click,
    colour_at,
    colours_in,
    drag,
    is_gone,
    listeners,
    node,
    session_of,
    shown,
    token,
    wheel,
)  # fmt: skip
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from app.model.selection import Selection
from app.model.theme import load_theme
from app.panels.timeline.drawing import EVENTS_MIDDLE, NODES, Scenery, event_marks, node_marks
from app.panels.timeline.norm_plot import is_logarithmic, norm_marks
from app.panels.timeline.timeline import Timeline
from app.panels.timeline.tracks import MarkKind, Tracks
from app.panels.timeline.view import TimeView
from app.render.inks import Ink
from app.render.marks import Rect
from core.debug.breakpoints import OnEvent, Stop
from core.debug.events import Sum
from core.debug.steps import StepSize
from core.expr import edits

BLOCKS = NODES.y + NODES.height / 2
RULER = 8


@pytest.fixture
def session():
    return session_of("indexing")


@pytest.fixture
def timeline(qtbot, session):
    return shown(qtbot, Timeline(session), (1440, 96))


def test_dragging_the_playhead_passes_every_event(session, timeline):
    visited = []
    session.stepping.moved.connect(lambda move: visited.append(move.after))
    view = timeline.view
    drag(timeline, (view.x(0), RULER), (view.x(view.last), RULER), steps=300)
    assert visited == [*range(1, view.last + 1)]


def test_dragging_beyond_the_edges_stays_inside(session, timeline):
    drag(timeline, (timeline.view.x(20), RULER), (4000, RULER))
    assert session.stepping.index == timeline.view.last
    drag(timeline, (timeline.view.x(20), RULER), (-50, RULER))
    assert session.stepping.index == 0


def test_a_click_on_a_block_leads_to_the_end_of_its_step(session, timeline):
    for step in session.stepping.recording.steps[1:]:
        click(timeline, timeline.view.x((step.first + step.last) / 2), BLOCKS)
        assert session.stepping.index == step.last


def test_a_click_on_a_mark_leads_to_its_event(session, timeline):
    sums = [event.index for event in session.stepping.recording.events if isinstance(event, Sum)]
    for index in sums:
        click(timeline, timeline.view.x(index) + 4, EVENTS_MIDDLE + 2)
        assert session.stepping.index == index


def test_a_click_on_the_names_does_nothing(session, timeline):
    click(timeline, 40, BLOCKS)
    assert session.stepping.index == 0


def test_the_wheel_zooms_where_the_pointer_is(timeline):
    x = timeline.view.x(30)
    before = timeline.view.pitch
    wheel(timeline, x, RULER, (0, 480))
    assert timeline.view.pitch > 1.5 * before
    assert timeline.view.x(30) == pytest.approx(x, abs=1)
    wheel(timeline, x, RULER, (0, -4800))
    assert timeline.view.is_whole


def test_the_wheel_moves_along_with_shift_and_never_beyond_the_ends(timeline):
    wheel(timeline, timeline.view.x(30), RULER, (0, 720))
    low = timeline.view.low
    wheel(timeline, 700, RULER, (0, -240), Qt.KeyboardModifier.ShiftModifier)
    assert timeline.view.low > low
    for _ in range(50):
        wheel(timeline, 700, RULER, (0, -1200), Qt.KeyboardModifier.ShiftModifier)
    assert timeline.view.high == timeline.view.last


def test_a_double_click_on_the_ruler_shows_all_again(timeline):
    wheel(timeline, 500, RULER, (0, 720))
    QTest.mouseDClick(timeline, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(500, 5))
    assert timeline.view.is_whole


def test_the_playhead_is_brought_into_view(session, timeline):
    wheel(timeline, timeline.view.x(2), RULER, (0, 1200))
    assert timeline.view.high < 20
    session.stepping.to_end()
    assert timeline.view.low <= session.stepping.index <= timeline.view.high


@pytest.mark.parametrize(
    ("key", "held", "size", "forward"),
    [
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, StepSize.NODE, True),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, StepSize.NODE, False),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier, StepSize.MICRO, True),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier, StepSize.MICRO, False),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier, StepSize.RUN, True),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier, StepSize.RUN, False),
    ],
)
def test_keys_step(session, timeline, key, held, size, forward):
    session.stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    session.stepping.to_event(30)
    QTest.keyClick(timeline, key, held)
    reached = session.stepping.index
    session.stepping.to_event(30)
    assert session.stepping.move(size, forward=forward).after == reached != 30


def test_home_end_and_space(session, timeline):
    QTest.keyClick(timeline, Qt.Key.Key_End)
    assert session.stepping.index == timeline.view.last
    QTest.keyClick(timeline, Qt.Key.Key_Home)
    assert session.stepping.index == 0
    QTest.keyClick(timeline, Qt.Key.Key_Space)
    assert session.stepping.player.is_playing
    session.stepping.player.pause()


def test_the_pointer_tells_what_happens_there(session, timeline):
    index = next(event.index for event in session.stepping.recording.events if isinstance(event, Sum))
    session.stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    QTest.mouseMove(timeline, QPoint(round(timeline.view.x(index)), RULER))
    assert timeline.pointed_at == index
    assert f"Event {index}, Sum" in QToolTip.text()
    assert "hit 1 of" in QToolTip.text()
    assert session.stepping.index == 0


def test_where_stepping_is_can_be_heard(session, timeline):
    session.stepping.to_step(7)
    assert timeline.accessibleName() == "Timeline"
    assert timeline.accessibleDescription().startswith(f"Event {session.stepping.index} of")


@pytest.mark.parametrize("theme", THEMES)
def test_blocks_are_coloured_by_what_has_become_of_them(qtbot, session, theme):
    timeline = shown(qtbot, Timeline(session), (1440, 96), theme)
    session.stepping.to_step(4)
    steps, view = session.stepping.recording.steps, timeline.view
    colours = [colour_at(timeline, view.x(step.first - 0.2), NODES.y + 4) for step in steps[3:7]]
    assert colours == [token(f"gradient.{kind}", theme) for kind in ("soft", "base")] + [
        token("panel", theme), token("control", theme)
    ]  # fmt: skip


def test_a_broken_step_is_not_in_the_colour_of_gradients(qtbot):
    session = at_first_nan(session_of("where_nan"))
    timeline = shown(qtbot, Timeline(session), (1440, 104))
    step = session.stepping.step
    assert colour_at(timeline, timeline.view.x(step.first), NODES.y + 5) == token("nan.soft")


def test_marks_are_found_by_kind():
    recording = session_of("where_nan").stepping.recording
    marks = Tracks(recording).marks
    assert {kind: len(indices) for kind, indices in marks.items()} == {MarkKind.BLOCKED: 1, MarkKind.NONFINITE: 1}
    assert MarkKind.ZERO_FILL in Tracks(session_of("indexing").stepping.recording).marks
    assert MarkKind.BROADCAST in Tracks(session_of("broadcasting").stepping.recording).marks


def test_the_norm_is_that_of_the_selected_node(session, timeline):
    tracks = Tracks(session.stepping.recording)
    x = next(one.number for one in session.stepping.recording.nodes if one.is_leaf)
    norms = tracks.norms(x).norms.tolist()
    assert norms[0] == 16
    assert norms[-1] == pytest.approx(272**0.5)
    before = timeline.grab().toImage()
    session.select(Selection.of_node(node(session, "x")))
    assert timeline.grab().toImage() != before


def test_norms_over_a_wide_range_are_drawn_by_their_logarithm():
    vanishing, usual = (Tracks(session_of(name).stepping.recording).norms(None) for name in ("vanishing", "indexing"))
    assert is_logarithmic(vanishing)
    assert not is_logarithmic(usual)


def test_what_is_not_finite_for_good_begins_somewhere():
    recording = session_of("where_nan").stepping.recording
    track = Tracks(recording).norms(None)
    assert recording.events[track.broken_from].kind == "NonFinite"
    assert Tracks(session_of("indexing").stepping.recording).norms(None).broken_from is None


def chain(length):
    lines = "\n".join(f"x{place + 1} = x{place}*2" for place in range(length))
    return session_of(f"x0 = torch.tensor(1e-9, requires_grad=True)\n{lines}\nx{length}.backward()\n")


def test_what_is_drawn_does_not_grow_with_the_recording():
    ink, area = Ink(load_theme("dark")), Rect(112, 67, 1304, 20)
    drawn = []
    for length in (60, 600, 3000):
        recording = chain(length).stepping
        recording.to_end()
        tracks = Tracks(recording.recording)
        view = TimeView.whole(tracks.last, 112, 1416)
        scenery = Scenery(tracks, view, tracks.last // 2, None, None, (), ())
        track = tracks.norms(None)
        drawn.append(
            len(node_marks(scenery, ink)) + len(event_marks(scenery, ink)) + len(norm_marks(track, view, 9, area, ink))
        )
    assert drawn[2] < 1.5 * drawn[1]
    assert drawn[2] < 1500


def test_an_edit_shows_the_new_recording(qtbot):
    session = session_of(FROZEN_BRANCH)
    timeline = shown(qtbot, Timeline(session), (1440, 96))
    session.stepping.to_end()
    before = timeline.view.last
    (region,) = session.document.regions
    session.perform(edits.set_region_enabled(session.document, region, False))
    assert timeline.view.last == len(session.stepping.recording.events) - 1 > before
    assert timeline.view.is_whole


def test_while_hidden_nothing_is_drawn_and_afterwards_all_is_up_to_date(session, timeline):
    timeline.hide()
    session.stepping.to_step(3)
    assert "Event 0 of" in timeline.accessibleDescription()
    timeline.show()
    assert f"Event {session.stepping.index} of" in timeline.accessibleDescription()


@pytest.mark.parametrize("code", ["\n", "vector_root", "a = torch.tensor(1.)\nb = a*2"])
def test_without_a_pass_it_says_why(qtbot, code):
    session = session_of(code) if code != "\n" else session_of("indexing")
    if code == "\n":
        session.perform(edits.delete(session.document, list(session.document.nodes)))
    timeline = shown(qtbot, Timeline(session), (700, 96))
    assert timeline.accessibleDescription() == "Nothing is recorded."
    assert token("text.quiet") in colours_in(timeline)
    for _ in range(3):
        drag(timeline, (200, 20), (400, 20))
        QTest.keyClick(timeline, Qt.Key.Key_Right)
    assert session.stepping.index == 0


def test_stops_stand_where_continue_would_rest(session, timeline):
    session.stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    for index in session.stepping.stops.marks:
        assert colour_at(timeline, timeline.view.x(index), EVENTS_MIDDLE) == token("stop")


def test_several_passes_follow_each_other(qtbot):
    session = session_of("backward_twice")
    timeline = shown(qtbot, Timeline(session), (1440, 96))
    seeds = Tracks(session.stepping.recording).seeds.tolist()
    assert len(seeds) == 2
    for index in seeds:
        assert colour_at(timeline, timeline.view.x(index), BLOCKS) == token("gradient.base")


def test_blocked_edges_are_marked(qtbot):
    session = session_of(FROZEN_BRANCH)
    timeline = shown(qtbot, Timeline(session), (1440, 96))
    (index,) = Tracks(session.stepping.recording).marks[MarkKind.BLOCKED].tolist()
    click(timeline, timeline.view.x(index), EVENTS_MIDDLE)
    assert session.stepping.index == index


def test_nothing_holds_on_to_a_timeline_that_is_gone(qtbot, session):
    before = listeners(session)
    assert is_gone(lambda: Timeline(session))
    assert listeners(session) == before
    session.stepping.to_step(2)
