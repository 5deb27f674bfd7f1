"""Small expressions look as a careful person would draw them."""

import pytest
from layout_checks import assert_sound, crossings
from layout_graphs import EXPRESSIONS, expression

from core.layout import place

CARD = 120


def corners(name):
    return place(expression(EXPRESSIONS[name])).positions


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_is_sound(name):
    graph = expression(EXPRESSIONS[name])
    assert_sound(graph, place(graph))


@pytest.mark.parametrize("name", ["selects", "perceptron", "polynomial", "broadcast"])
def test_needs_no_crossing(name):
    graph = expression(EXPRESSIONS[name])
    assert crossings(graph, place(graph)) == 0


@pytest.mark.parametrize(
    ("name", "spine"),
    [
        ("perceptron", "a h t c o loss"),
        ("polynomial", "x p y"),
        ("broadcast", "u v t y"),
        ("residual", "h1 r1 a1 h2 r2 a2 y"),
        ("selects", "s0 m1 m2"),
        ("selects", "s1 m3 m4"),
        ("attention", "k kt s d sm o p r y"),
    ],
)
def test_the_main_chain_is_straight(name, spine):
    positions = corners(name)
    assert len({positions[key].y for key in spine.split()}) == 1


@pytest.mark.parametrize(
    ("name", "middle", "outer"),
    [
        ("selects", "x", "s0 s1"),
        ("selects", "y", "m2 m4"),
        ("broadcast", "u", "m b"),
        ("perceptron", "a", "x W1"),
    ],
)
def test_fan_out_and_fan_in_are_symmetric(name, middle, outer):
    positions = corners(name)
    first, last = (positions[key].y for key in outer.split())
    assert positions[middle].y == (first + last) / 2


@pytest.mark.parametrize(
    ("name", "leaf", "consumer"),
    [
        ("perceptron", "W1", "a"),
        ("perceptron", "b1", "h"),
        ("perceptron", "W2", "c"),
        ("perceptron", "y", "loss"),
        ("broadcast", "s", "v"),
        ("attention", "Wo", "p"),
        ("penalty", "scale", "penalty"),
    ],
)
def test_a_leaf_stands_just_before_its_consumer(name, leaf, consumer):
    positions = corners(name)
    assert positions[consumer].x - positions[leaf].x == CARD + 56
    assert abs(positions[consumer].y - positions[leaf].y) <= 80 + 24


def test_a_leaf_with_several_uses_stands_before_the_first_and_has_more_room():
    positions = corners("selects")
    assert positions["s0"].x - positions["x"].x == CARD + 88
    assert corners("penalty")["w2"].x < corners("penalty")["c"].x


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_roots_stand_at_the_far_end(name):
    graph = expression(EXPRESSIONS[name])
    used = {edge.source for edge in graph.edges}
    positions = place(graph).positions
    assert {positions[key].x for key in graph.boxes if key not in used} == {
        max(corner.x for corner in positions.values())
    }


def test_two_results_of_nearly_equal_depth_line_up():
    positions = place(expression("x =\na = x\nb = a\nshort = x\nlong = b")).positions
    assert positions["short"].x == positions["long"].x


def test_inputs_stand_in_the_order_of_their_sockets():
    positions = place(expression("a =\nb =\nd = b a")).positions
    assert positions["b"].y < positions["a"].y


def test_operations_that_are_ready_together_stand_together():
    positions = corners("attention")
    assert len({positions[key].x for key in ("q", "k", "v")}) == 1


def test_cards_in_a_column_are_a_row_gap_apart():
    positions = corners("perceptron")
    assert positions["W1"].y - positions["x"].y == 80 + 24


def test_nothing_is_drawn_wider_than_needed():
    positions = corners("perceptron")
    assert max(corner.x for corner in positions.values()) == 6 * (CARD + 56)
    assert max(corner.y for corner in positions.values()) <= 2 * (80 + 24)
