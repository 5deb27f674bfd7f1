"""Queue, path, findings, stops and saved tensors: what they list, where a row leads, and their states."""

import pytest
from panel_stage import (
    FROZEN_BRANCH,
    THEMES,
    at_first_nan,
    colours_in,
    is_gone,
    listeners,
    node,
    session_of,
    shown,
    token,
)  # fmt: skip
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.model.selection import Selection
from app.panels.findings.content import noted
from app.panels.findings.pane import FindingsPane
from app.panels.path.pane import PathPane
from app.panels.queue.pane import QueuePane
from app.panels.queue.rows import done_count, rows_of
from app.panels.saved.pane import SavedPane
from app.panels.saved.rows import bytes_text
from app.panels.stops.content import NOT_FINITE, offers, row_of
from app.panels.stops.pane import StopsPane
from core.debug.breakpoints import OnEvent, OnGradient, OnNode, Stop
from core.debug.finding import FindingKind
from core.debug.findings import findings
from core.debug.state import Phase
from core.debug.text import plain
from core.expr import edits

_WITH_NAN = "x = torch.tensor([0., 1.], requires_grad=True)\n"
ALL = [QueuePane, PathPane, FindingsPane, StopsPane, SavedPane]


def click_row(view, row, x=90):
    area = view.area(row)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(area.y + area.height / 2)))


@pytest.fixture
def session():
    return session_of("indexing")


# The queue ------------------------------------------------------------------------------------------------


def test_the_queue_lists_nodes_in_the_order_in_which_they_run(session):
    stepping, expected = session.stepping, []
    recording = stepping.recording
    for step in recording.steps[1:]:
        stepping.to_event(step.first - 1)
        ready = [row for row in rows_of(recording.state_at(stepping.index)) if row.label == "Ready 1"]
        expected.append((recording.nodes[step.node].name, ready[0].name))
    assert all(running == first for running, first in expected)


def test_the_queue_agrees_with_the_state_at_every_event(session):
    recording = session.stepping.recording
    for index in range(1, len(recording.events)):
        state = recording.state_at(index)
        rows = rows_of(state)
        phases = [state.node(one.number).phase for one in recording.nodes]
        assert sum(row.label.startswith("Ready") and bool(row.name) for row in rows) == phases.count(Phase.READY)
        assert sum(row.label == "Running" and bool(row.name) for row in rows) == phases.count(Phase.CURRENT)
        done = phases.count(Phase.FINISHED) + phases.count(Phase.ACCUMULATED)
        left = state.current is not None and phases.count(Phase.CURRENT) and recording.events[index].kind == "Leave"
        assert done_count(state) in (done, done - bool(left))


def test_a_waiting_node_names_those_it_waits_for(session):
    recording = session.stepping.recording
    state = recording.state_at(recording.steps[4].last)
    (waiting,) = [row for row in rows_of(state) if row.label == "Waiting"]
    assert plain(waiting.detail) == "of x, 1 of 2 arrived, waits for x[0]"


def test_a_click_in_the_queue_selects_the_node(qtbot, session):
    session.stepping.to_step(4)
    pane = shown(qtbot, QueuePane(session), (192, 220))
    places = []
    pane.shown.connect(places.append)
    click_row(pane.list, 0)
    assert session.selection.current == pane.list.rows[0].node
    assert places == [session.selection]
    assert pane.count.text() == "3 done"


def test_before_the_pass_the_queue_says_when_it_fills(qtbot, session):
    pane = shown(qtbot, QueuePane(session), (192, 220))
    assert not pane.list.isVisible()
    session.stepping.move("node")
    assert pane.list.isVisible()


# The path -------------------------------------------------------------------------------------------------


def test_the_path_leads_from_the_root_to_the_selected_node(qtbot, session):
    session.stepping.to_end()
    session.select(Selection.of_node(node(session, "x")))
    pane = shown(qtbot, PathPane(session), (312, 400))
    assert plain(pane.title.text) == "y to x, path 1 of 4"
    assert pane.list.rows[0].name == "y"
    assert pane.list.rows[-1].name == "x"
    assert plain(pane.total.text).startswith("∂x = ")


def test_the_shares_of_all_paths_add_up_to_the_gradient(qtbot, session):
    session.stepping.to_end()
    session.select(Selection.of_node(node(session, "x")))
    pane = shown(qtbot, PathPane(session), (312, 400))
    total = 0
    for _ in range(4):
        total = total + pane.list.rows[-1].share
        QTest.mouseClick(pane.forward, Qt.MouseButton.LeftButton)
    assert total.tolist() == [4, 16]
    QTest.mouseClick(pane.back, Qt.MouseButton.LeftButton)
    assert "path 4 of 4" in plain(pane.title.text)


def test_what_has_not_arrived_is_not_shown(qtbot):
    session = at_first_nan(session_of("where_nan"))
    session.select(Selection.of_node(node(session, "p")))
    pane = shown(qtbot, PathPane(session), (312, 400))
    assert [row.has_arrived for row in pane.list.rows] == [True, True, True, True, False, False]
    assert "not yet" in pane.list.rows[-1].spoken
    session.stepping.to_end()
    assert all(row.has_arrived for row in pane.list.rows)


def test_a_wide_pane_shows_the_path_from_left_to_right(qtbot):
    session = at_first_nan(session_of("where_nan"))
    pane = shown(qtbot, PathPane(session), (430, 140))
    assert pane.table.isVisible()
    assert not pane.list.isVisible()
    assert token("nan.soft") in colours_in(pane.table)
    places = []
    pane.shown.connect(places.append)
    QTest.mouseClick(pane.table, Qt.MouseButton.LeftButton, pos=QPoint(round(sum(pane.table.latest) / 2), 20))
    assert places == [Selection.of_node(node(session, "z"))]


def test_infinity_and_lists_with_nan_in_them_are_marked_in_a_wide_path_too(qtbot):
    for code in ("x = torch.tensor(0., requires_grad=True)\ny = x.sqrt()", f"{_WITH_NAN}y = (x / x).sum()"):
        session = session_of(f"{code}\ny.backward()")
        session.stepping.to_end()
        pane = shown(qtbot, PathPane(session), (600, 140))
        assert token("nan.soft") in colours_in(pane.table)


def test_a_long_path_is_scrolled_to_where_the_gradient_has_come(qtbot):
    session = session_of("vanishing")
    session.stepping.to_step(7)
    pane = shown(qtbot, PathPane(session), (430, 140))
    qtbot.waitUntil(lambda: pane.table.visibleRegion().contains(QPoint(round(pane.table.latest[1]) - 4, 20)))


def test_a_node_that_no_gradient_reaches_has_no_path(qtbot):
    session = session_of(FROZEN_BRANCH)
    session.stepping.to_end()
    pane = shown(qtbot, PathPane(session), (312, 400))
    session.select(Selection.of_node(node(session, "b")))
    assert pane.list.isVisible()
    assert "b" in plain(pane.title.text)


# Findings -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", ["why_none", "where_nan", "indexing", "half_gradient", "detach"])
def test_every_finding_is_listed_and_the_last_line_says_how_much_was_checked(example):
    session = session_of(example)
    recording = session.stepping.recording
    rows = noted(recording, session.document)
    assert len(rows) >= len(findings(recording)) + 1
    assert "checked" in plain(rows[-1].row.text)
    assert sum(ch.isdigit() for ch in plain(rows[-1].row.text)) >= 2


def test_a_finding_leads_to_its_event_and_to_the_cut(qtbot):
    session = session_of(FROZEN_BRANCH)
    session.stepping.to_end()
    pane = shown(qtbot, FindingsPane(session), (420, 300))
    (first, *_) = findings(session.stepping.recording)
    assert first.kind is FindingKind.LOST
    click_row(pane.list, 0)
    assert session.stepping.index == first.index
    assert session.selection.regions == set(session.document.regions)
    assert pane.list.current_row == 0


def test_the_first_nan_is_the_first_line(qtbot):
    session = session_of("where_nan")
    pane = shown(qtbot, FindingsPane(session), (420, 300))
    assert "NaN" in pane.list.rows[0].spoken
    assert "0 × ∞" in pane.list.rows[0].spoken
    click_row(pane.list, 0)
    assert session.stepping.recording.events[session.stepping.index].kind == "NonFinite"


def test_findings_follow_an_edit(qtbot):
    session = session_of(FROZEN_BRANCH)
    pane = shown(qtbot, FindingsPane(session), (420, 300))
    before = len(pane.list.rows)
    (region,) = session.document.regions
    session.perform(edits.set_region_enabled(session.document, region, False))
    assert len(pane.list.rows) == before - 2


# Stops ----------------------------------------------------------------------------------------------------


def test_a_stop_says_how_often_it_hits_or_why_it_never_does():
    session = session_of(FROZEN_BRANCH)
    stepping = session.stepping
    stops = [
        Stop(OnGradient(origin=node(session, "w"))),
        Stop(OnGradient(), "absmax > 1e6"),
        Stop(OnNode(origin=node(session, "b"))),
        Stop(OnEvent("Sum"), enabled=False),
    ]
    stepping.marks.set_stops(stops)
    details = [plain(row_of(session, stop).detail) for stop in stops]
    assert "no_grad" in details[0]
    assert details[1].startswith("0 hits: absmax is at most")
    assert details[2] == "1 hit: b"
    assert details[3] == "off"


def test_a_click_leads_round_the_hits(qtbot, session):
    stop = Stop(OnEvent("Sum"))
    session.stepping.marks.set_stops([stop])
    pane = shown(qtbot, StopsPane(session), (380, 260))
    hits = session.stepping.stops.of(stop).indices
    for index in (*hits, hits[0]):
        click_row(pane.list, 0)
        assert session.stepping.index == index
        assert f"hit {hits.index(index) + 1} of {len(hits)}" in pane.list.rows[0].spoken
        assert pane.list.current_row == 0


def test_the_disc_and_the_space_bar_switch_and_delete_takes_away(qtbot, session):
    session.stepping.marks.set_stops([Stop(OnEvent("Sum")), Stop(OnEvent("ZeroFill"))])
    pane = shown(qtbot, StopsPane(session), (380, 260))
    click_row(pane.list, 1, x=30)
    assert [stop.enabled for stop in session.stepping.marks.stops] == [True, False]
    pane.list.setFocus()
    pane.list.setCurrentIndex(pane.list.model().index(1, 0))
    QTest.keyClick(pane.list, Qt.Key.Key_Space)
    assert [stop.enabled for stop in session.stepping.marks.stops] == [True, True]
    QTest.keyClick(pane.list, Qt.Key.Key_Delete)
    assert session.stepping.marks.stops == (Stop(OnEvent("Sum")),)


def test_a_condition_is_typed_for_the_selected_node_or_for_any(qtbot, session):
    pane = shown(qtbot, StopsPane(session), (380, 260))
    for selected in (None, node(session, "x")):
        session.select(Selection() if selected is None else Selection.of_node(selected))
        QTest.keyClicks(pane.field, "absmax > 3")
        QTest.keyClick(pane.field, Qt.Key.Key_Return)
        assert session.stepping.marks.stops[-1] == Stop(OnGradient(origin=selected), "absmax > 3")
        assert pane.field.text() == ""


def test_a_condition_that_makes_no_sense_is_told_and_kept(qtbot, session):
    pane = shown(qtbot, StopsPane(session), (380, 260))
    QTest.keyClicks(pane.field, "absmax >")
    QTest.keyClick(pane.field, Qt.Key.Key_Return)
    assert pane.problem.isVisible()
    assert pane.field.text() == "absmax >"
    assert session.stepping.marks.stops == ()
    QTest.keyClicks(pane.field, " 1")
    assert not pane.problem.isVisible()
    QTest.keyClick(pane.field, Qt.Key.Key_Return)
    assert len(session.stepping.marks.stops) == 1


def test_everything_in_the_menu_can_be_stopped_at(session):
    session.select(Selection.of_node(node(session, "x")))
    listed = list(offers(session))
    session.stepping.marks.set_stops([one.stop for one in listed])
    assert len(session.stepping.marks.stops) == len(listed)
    assert any(one.stop.condition == NOT_FINITE for one in listed)
    for one in listed:
        assert plain(row_of(session, one.stop).text)


# Saved tensors --------------------------------------------------------------------------------------------


def test_what_is_held_shrinks_as_the_pass_goes_on(qtbot, session):
    pane = shown(qtbot, SavedPane(session), (312, 300))
    held = []
    for step in session.stepping.recording.steps:
        session.stepping.to_event(step.last)
        held.append(sum(row.bytes for row in pane.list.rows if row.is_held(step.last)))
    assert held == sorted(held, reverse=True)
    assert held[0] > held[-1]
    assert "still held" in pane.total.text()


def test_a_row_leads_to_where_it_is_freed(qtbot, session):
    pane = shown(qtbot, SavedPane(session), (312, 300))
    click_row(pane.list, 2)
    event = session.stepping.recording.events[session.stepping.index]
    assert event.kind == "Free"
    assert not pane.list.rows[2].is_held(event.index)


def test_bytes_are_written_in_units():
    assert [bytes_text(count) for count in (1, 24, 1536, 3 * 2**20, 5 * 2**30)] == [
        "1 byte", "24 bytes", "1.5 KiB", "3.0 MiB", "5.0 GiB",
    ]  # fmt: skip


# All of them ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("code", ["", "vector_root", "slip", "a = torch.tensor(1.)\nb = a*2"])
def test_documents_without_a_pass_are_designed_for(qtbot, session, kind, code):
    if code:
        session = session_of(code)
    else:
        session.perform(edits.delete(session.document, list(session.document.nodes)))
    pane = shown(qtbot, kind(session), (312, 260))
    assert token("text.quiet") in colours_in(pane)


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("theme", THEMES)
def test_panes_are_drawn_in_every_theme(qtbot, kind, theme):
    session = at_first_nan(session_of("where_nan"))
    session.stepping.marks.set_stops([Stop(OnGradient(), NOT_FINITE)])
    pane = shown(qtbot, kind(session), (312, 260), theme)
    assert {token(name, theme) for name in ("text", "text.strong", "text.quiet")} & colours_in(pane)


@pytest.mark.parametrize("kind", ALL)
def test_rows_have_names_for_those_who_do_not_see_them(qtbot, kind):
    session = at_first_nan(session_of("where_nan"))
    session.stepping.marks.set_stops([Stop(OnGradient(), NOT_FINITE)])
    pane = shown(qtbot, kind(session), (312, 260))
    model = pane.list.model()
    assert model.rowCount() > 0
    for row in range(model.rowCount()):
        assert model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole).strip()


@pytest.mark.parametrize("kind", ALL)
def test_nothing_holds_on_to_a_pane_that_is_gone(qtbot, session, kind):
    session.stepping.to_step(3)
    before = listeners(session)
    assert is_gone(lambda: kind(session))
    assert listeners(session) == before
    session.stepping.to_step(2)
