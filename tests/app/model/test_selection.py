"""What is selected, as a value."""

from app.model.selection import Selection
from core.expr.changes import apply
from core.expr.edits import add_leaf, delete
from core.expr.graph import new_document
from core.expr.ids import NodeId, RegionId, WireId

X, Y, W, R = NodeId("n1"), NodeId("n2"), WireId("w1"), RegionId("r1")


def test_nothing_is_selected_at_first():
    assert not Selection()
    assert Selection.of_node(X)
    assert Selection.of_wire(W)
    assert Selection.of_region(R)


def test_more_is_added_and_the_last_node_is_the_current_one():
    both = Selection.of_node(X).with_more(Selection.of_node(Y)).with_more(Selection.of_wire(W))
    assert both == Selection(frozenset({X, Y}), frozenset({W}), current=Y)


def test_a_second_click_takes_a_part_away_again():
    both = Selection.of_node(X).toggled(Selection.of_node(Y))
    assert both.toggled(Selection.of_node(Y)) == Selection(frozenset({X}))
    assert both.toggled(Selection.of_node(X)) == Selection(frozenset({Y}), current=Y)


def test_only_what_is_still_there_stays_selected():
    before = new_document()
    document = apply(before, add_leaf(before, "1.").changes)
    node = next(iter(document.nodes))
    selection = Selection(frozenset({node, Y}), frozenset({W}), frozenset({R}), current=node)
    assert selection.within(document) == Selection.of_node(node)
    gone = apply(document, delete(document, [node]).changes)
    assert selection.within(gone) == Selection()
