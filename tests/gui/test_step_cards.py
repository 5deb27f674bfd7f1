"""The cards over the canvas: what an edit has changed, and why a leaf got nothing."""

import pytest
from panel_stage import FROZEN_BRANCH, Clock, is_gone, listeners, node, session_of, shown
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.model.selection import Selection
from app.panels.cards.comparison import ComparisonCard
from app.panels.cards.pinned import StepCards
from app.panels.cards.reason import ReasonCard
from core.debug.text import plain
from core.expr import edits


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def session(clock):
    made = session_of(FROZEN_BRANCH, clock)
    made.stepping.to_end()
    return made


@pytest.fixture
def ground(qtbot, session):
    ground = shown(qtbot, QWidget(), (700, 420))
    ground.cards = StepCards(session, ground)
    return ground


def toggle(session):
    (region,) = session.document.regions
    on = session.document.regions[region].enabled
    session.perform(edits.set_region_enabled(session.document, region, not on))


def test_switching_a_region_is_compared_leaf_by_leaf(session, ground):
    card = ground.cards.comparison
    assert not card.isVisible()
    toggle(session)
    assert card.isVisible()
    assert plain(card.heading.text) == "Compared with recording 1"
    assert card.remark.text() == "no node moved"
    assert "the gradient of a was gained: None, now 3" in card.leaves.accessibleName()
    assert "the gradient of b is as before" in card.leaves.accessibleName()


@pytest.mark.parametrize(
    ("covered", "corner"),
    [
        ([], (True, True)),
        ([QRect(300, 200, 400, 220)], (True, False)),
        ([QRect(300, 0, 400, 420)], (False, False)),
        ([QRect(300, 0, 400, 420), QRect(0, 0, 100, 200)], (False, True)),
        ([QRect(0, 0, 700, 420)], (True, True)),
    ],
)
def test_a_card_comes_to_the_corner_where_it_covers_least(qtbot, session, covered, corner):
    ground = shown(qtbot, QWidget(), (900, 600))
    cards = StepCards(session, ground, avoided=lambda: [one.translated(100, 90) for one in covered])
    toggle(session)
    place = cards.comparison.geometry()
    assert (place.center().x() > 450, place.center().y() > 300) == corner


def test_undo_is_compared_with_what_was_undone(session, ground):
    toggle(session)
    session.history.undo()
    card = ground.cards.comparison
    assert plain(card.heading.text) == "Compared with recording 2"
    assert "the gradient of w was lost: 2, now None" in card.leaves.accessibleName()


def test_a_node_that_moved_in_between_is_told(session, ground, clock):
    session.perform(edits.move(session.document, {node(session, "a"): (500.0, 80.0)}))
    toggle(session)
    assert ground.cards.comparison.remark.text() == "no node moved"
    clock.advance(5000)
    session.perform(edits.move(session.document, {node(session, "a"): (10.0, 80.0)}))
    assert ground.cards.comparison.isVisible()


def test_the_card_is_closed_until_the_next_edit(session, ground, clock):
    toggle(session)
    QTest.mouseClick(ground.cards.comparison.close_button, Qt.MouseButton.LeftButton)
    assert session.stepping.comparison is None
    assert not ground.cards.comparison.isVisible()
    clock.advance(5000)
    toggle(session)
    assert ground.cards.comparison.isVisible()


def test_a_lost_leaf_is_explained_and_the_region_can_be_switched_off(session, ground):
    card = ground.cards.reason
    assert not card.isVisible()
    session.select(Selection.of_node(node(session, "w")))
    assert card.isVisible()
    assert plain(card.heading.text) == "w got no gradient: None"
    assert "no_grad" in plain(card.why.text)
    titles = [button.text() for button in card.fixes.buttons]
    assert titles == ["Switch no_grad off", "Show the cut"]
    QTest.mouseClick(card.fixes.buttons[0], Qt.MouseButton.LeftButton)
    assert not card.isVisible()
    assert session.gradient_of(node(session, "w")).item() == 2


def test_the_cut_is_shown(session, ground):
    places = []
    ground.cards.shown.connect(places.append)
    session.select(Selection.of_node(node(session, "w")))
    QTest.mouseClick(ground.cards.reason.fixes.buttons[1], Qt.MouseButton.LeftButton)
    assert places == [session.selection]
    assert session.selection.regions == set(session.document.regions)


def test_leaves_with_a_gradient_need_no_explanation(session, ground):
    session.select(Selection.of_node(node(session, "b")))
    assert not ground.cards.reason.isVisible()
    session.select(Selection.of_node(node(session, "y")))
    assert not ground.cards.reason.isVisible()


def test_nothing_is_explained_before_the_first_step(session, ground):
    session.select(Selection.of_node(node(session, "w")))
    session.stepping.leave()
    assert not ground.cards.reason.isVisible()


def test_a_detached_wire_can_be_attached(qtbot):
    session = session_of(
        "x = torch.tensor(2., requires_grad=True)\ny = torch.tensor(3., requires_grad=True)\nz = x.detach()*y"
    )
    session.stepping.to_end()
    card = shown(qtbot, ReasonCard(session), (340, 160))
    session.select(Selection.of_node(node(session, "x")))
    assert card.fixes.buttons[0].text() == "Attach it again"
    card.fixes.buttons[0].click()
    assert session.gradient_of(node(session, "x")).item() == 3


@pytest.mark.parametrize("size", [(400, 300), (700, 420), (1200, 800)])
def test_cards_stay_in_the_corner_without_covering_each_other(session, ground, size):
    session.select(Selection.of_node(node(session, "w")))
    toggle(session)
    session.history.undo()
    ground.stage.resize(*size)
    lower, upper = ground.cards.comparison.geometry(), ground.cards.reason.geometry()
    assert not lower.intersects(upper)
    for area in (lower, upper):
        assert ground.rect().contains(area)
        assert ground.width() - area.right() < 20


def test_many_leaves_are_summed_up(qtbot):
    names = "abcdefghij"
    lines = [f"{name} = torch.tensor([1., 2.], requires_grad=True)" for name in names]
    session = session_of("\n".join([*lines, f"y = ({'*'.join(names)}).sum()"]))
    session.stepping.to_end()
    card = shown(qtbot, ComparisonCard(session), (340, 300))
    session.perform(edits.set_value(session.document, node(session, "a"), "[3., 4.]"))
    assert "4 more leaves" in card.rest.text()
    assert card.leaves.heightForWidth(300) <= card.leaves.height() + 1


@pytest.mark.parametrize("kind", [ComparisonCard, ReasonCard])
def test_nothing_holds_on_to_a_card_that_is_gone(qtbot, session, kind):
    before = listeners(session)
    assert is_gone(lambda: kind(session))
    assert listeners(session) == before
    toggle(session)
