"""The explanation: what it says, its rows and buttons, and that nothing is cut."""

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
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

from app.panels.explanation.content import BadgeTone, content_of
from app.panels.explanation.pane import ExplanationPane
from app.panels.telling.equations import lay_out, spoken
from app.panels.telling.flow import Manner, flow, line
from core.debug.events import Blocked
from core.debug.explain import explain, explain_step
from core.debug.explanation import Equation, number_term
from core.debug.text import Ink, Run, plain, say
from core.expr import edits


def buttons(pane):
    return {one.text(): one for one in pane.fixes.buttons}


def settle():
    """Lets layouts find their sizes, which takes a round for each that stands in another."""
    for _ in range(3):
        QApplication.processEvents()


@pytest.fixture
def session():
    return session_of("indexing")


@pytest.fixture
def pane(qtbot, session):
    return shown(qtbot, ExplanationPane(session), (312, 480))


def test_a_step_is_explained_by_what_says_most_about_it(session, pane):
    session.stepping.to_step(7)
    recording = session.stepping.recording
    told = explain_step(recording, recording.steps[7])
    assert pane.content.badge.text == "Sum"
    assert plain(pane.headline.text) == plain(told.headline)
    assert plain(pane.body.text) == plain(told.body)
    assert pane.equation.isVisible()
    assert pane.equation.accessibleName() == spoken(told.equation)


def test_inside_a_step_the_event_is_explained(session, pane):
    first = session.stepping.recording.steps[7].first
    session.stepping.to_event(first + 1)
    assert plain(pane.headline.text) == plain(explain(session.stepping.recording, first + 1).headline)
    assert pane.events.current_row == 1


def test_the_rows_are_the_events_of_the_step(session, pane):
    session.stepping.to_step(7)
    step = session.stepping.recording.steps[7]
    assert [row.line.index for row in pane.events.rows] == [*range(step.first, step.last + 1)]
    row = pane.events.rows[pane.events.current_row]
    assert session.stepping.recording.events[row.line.index].kind == "Sum"
    assert "Sum" in row.spoken


def test_a_click_on_a_row_leads_to_its_event(session, pane):
    session.stepping.to_step(7)
    area = pane.events.area(2)
    QTest.mouseClick(
        pane.events.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(round(area.x + 60), round(area.y + 8)),
    )
    assert session.stepping.index == session.stepping.recording.steps[7].first + 2


def test_rows_are_reached_by_keyboard(session, pane):
    session.stepping.to_step(7)
    pane.events.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(pane.events, key)
    assert session.stepping.index == session.stepping.recording.steps[7].first + 3


def test_rows_that_have_not_happened_are_quieter(qtbot, session):
    session.stepping.to_event(session.stepping.recording.steps[7].first)
    pane = shown(qtbot, ExplanationPane(session), (312, 480))
    assert [row.has_happened for row in pane.events.rows] == [True, *[False] * (len(pane.events.rows) - 1)]


def test_the_first_nan_is_explained_with_the_numbers_that_met(qtbot):
    session = at_first_nan(session_of("where_nan"))
    pane = shown(qtbot, ExplanationPane(session), (312, 480))
    assert pane.content.badge.tone is BadgeTone.BROKEN
    assert "∞" in pane.equation.accessibleName()
    assert "at element 1" in pane.equation.accessibleName()
    assert token("nan.text") in colours_in(pane.body)


def test_a_nan_behind_a_choice_can_be_cured(qtbot):
    session = at_first_nan(session_of("where_nan"))
    pane = shown(qtbot, ExplanationPane(session), (312, 480))
    assert "took the other branch" in plain(pane.body.text)
    buttons(pane)["Give it a safe input"].click()
    assert not any(event.kind == "NonFinite" for event in session.stepping.recording.events)
    session.history.undo()
    assert pane.content.badge.tone is BadgeTone.BROKEN


def test_a_vector_root_is_an_error_with_buttons_that_help(qtbot):
    session = session_of("vector_root")
    pane = shown(qtbot, ExplanationPane(session), (312, 480))
    assert pane.content.badge.tone is BadgeTone.ERROR
    assert set(buttons(pane)) == {"Pass ones", "Sum it up", "Show it"}
    assert not pane.equation.isVisible()
    assert not pane.events.isVisible()
    buttons(pane)["Sum it up"].click()
    assert session.stepping.obstacle is None
    assert session.history.undo_name == "Sum up the root"
    assert pane.content.badge.text == "Begin"


def test_what_is_to_blame_is_shown(qtbot):
    session = session_of("vector_root")
    pane = shown(qtbot, ExplanationPane(session), (312, 480))
    places = []
    pane.shown.connect(places.append)
    buttons(pane)["Show it"].click()
    assert session.selection.nodes == {session.stepping.obstacle.node}
    assert places == [session.selection]


def test_a_blocked_edge_can_be_opened(qtbot):
    session = session_of(FROZEN_BRANCH)
    blocked = next(event for event in session.stepping.recording.events if isinstance(event, Blocked))
    session.stepping.to_event(blocked.index)
    pane = shown(qtbot, ExplanationPane(session), (312, 480))
    assert pane.content.badge.tone is BadgeTone.BLOCKED
    buttons(pane)["Switch no_grad off"].click()
    assert not any(region.enabled for region in session.document.regions.values())
    assert "Switch no_grad off" not in buttons(pane)


def test_an_empty_document_says_what_to_do(qtbot, session):
    session.perform(edits.delete(session.document, list(session.document.nodes)))
    pane = shown(qtbot, ExplanationPane(session), (312, 480))
    assert "nothing" in plain(pane.headline.text)
    assert "expression" in plain(pane.body.text)


def test_a_large_document_says_that_the_first_step_records_it():
    session = session_of("x = torch.zeros(2000, 1000, requires_grad=True)\ny = (x*x).sum()")
    assert "recorded" in plain(content_of(session).headline)


@pytest.mark.parametrize("example", ["indexing", "where_nan", "small_network", "broadcasting", "detach", "vanishing"])
@pytest.mark.parametrize("width", [240, 312, 520])
def test_every_event_of_the_examples_fits(qtbot, example, width):
    session = session_of(example)
    pane = shown(qtbot, ExplanationPane(session), (width, 600))
    inner = pane.findChild(QScrollArea).widget()
    for index in range(len(session.stepping.recording.events)):
        session.stepping.to_event(index)
        settle()
        for part in (pane.headline, pane.body, pane.equation):
            if part.isVisible():
                assert part.height() >= part.heightForWidth(part.width())
                assert part.geometry().right() <= inner.width()


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_have_the_colours_of_what_they_are(qtbot, session, theme):
    session.stepping.to_step(7)
    pane = shown(qtbot, ExplanationPane(session), (312, 480), theme)
    assert token("gradient.strong", theme) in colours_in(pane.body)
    assert token("text.strong", theme) in colours_in(pane.headline)


def test_nothing_holds_on_to_a_pane_that_is_gone(qtbot, session):
    before = listeners(session)
    assert is_gone(lambda: ExplanationPane(session))
    assert listeners(session) == before
    session.stepping.to_step(2)


def test_an_edit_is_followed(session, pane):
    session.stepping.to_step(7)
    before = plain(pane.body.text)
    session.perform(edits.set_value(session.document, node(session, "x"), "[3., 2.]"))
    assert plain(pane.body.text) != before


# Sentences and equations ----------------------------------------------------------------------------------


def test_sentences_break_between_words_and_keep_numbers_whole(qtbot):
    text = say("the gradient {} goes to each of the elements", Run("[0.25, 0.5, 1]", Ink.GRADIENT))
    for width in range(90, 400, 10):
        laid = flow(text, Manner(13, 20), width)
        assert laid.width <= width + 1
        written = [piece.run.text for pieces in laid.lines for piece in pieces]
        assert any("[0.25, 0.5, 1]" in part for part in written)
        assert "".join(written).split() == plain(text).split()


def test_a_line_that_is_too_long_ends_with_an_ellipsis(qtbot):
    text = say("{} × {} for x", Run("[1, 2, 3]", Ink.GRADIENT), Run("[4, 5, 6]", Ink.VALUE))
    for width in range(20, 150, 5):
        laid = line(text, Manner(13, 20), width)
        assert len(laid.lines) == 1
        assert laid.lines[0][-1].run.text.endswith("…")


def test_wide_equations_are_broken_and_lose_nothing(qtbot):
    long = Run("[0.1234, 0.2345, 0.3456, 0.4567]", Ink.GRADIENT)
    equation = Equation("y", "x", tuple(number_term(sign, long, "caption") for sign in "=+="))
    for room in (200, 260, 400, 1000):
        laid = lay_out(equation, 15.5, room)
        runs = [run.text for part in laid.parts for run in part.laid.runs]
        assert sum(long.text in text for text in runs) == 3
        assert (len(laid.parts) == 1) == (room == 1000)
