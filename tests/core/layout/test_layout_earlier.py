"""A new layout keeps what the reader already knows."""

import pytest
from layout_checks import assert_sound, crossings
from layout_graphs import EXPRESSIONS, corpus, expression

from core.layout import Direction, Graph, place


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_placing_again_moves_nothing(name):
    graph = expression(EXPRESSIONS[name])
    placement = place(graph)
    assert place(graph, earlier=placement) == placement


@pytest.mark.parametrize("name", ["random_100", "hubs_100"])
def test_placing_a_tangled_graph_again_moves_nothing(name):
    graph = corpus(name)
    placement = place(graph)
    assert place(graph, earlier=placement) == placement


def test_stays_where_the_earlier_picture_was():
    graph = expression(EXPRESSIONS["attention"])
    elsewhere = place(graph).moved(700, -250)
    assert place(graph, earlier=elsewhere) == elsewhere


def test_an_order_of_the_readers_choice_is_kept():
    text = "x =\na = x\nb = x\nc = x\nd = a\ne = b\nf = c"
    graph = expression(text)
    mirrored = place(Graph(dict(reversed(graph.boxes.items())), list(reversed(graph.edges))))
    placement = place(graph, earlier=mirrored)
    column = sorted("abc", key=lambda key: placement.positions[key].y)
    assert column == sorted("abc", key=lambda key: mirrored.positions[key].y)
    assert column != sorted("abc", key=lambda key: place(graph).positions[key].y)


def test_a_new_box_leaves_the_others_in_their_order():
    before = expression(EXPRESSIONS["attention"])
    after = expression(EXPRESSIONS["attention"] + "\nnew = kt\nend = new")
    earlier = place(before)
    placement = place(after, earlier=earlier)
    assert_sound(after, placement)
    for column in ("Wq Wk x Wv", "q k v"):
        keys = column.split()
        assert sorted(keys, key=lambda key: placement.positions[key].y) == sorted(
            keys, key=lambda key: earlier.positions[key].y
        )


def test_an_earlier_order_is_left_for_fewer_crossings():
    graph = corpus("random_100")
    scrambled = place(Graph(graph.boxes, [edge for edge in graph.edges if edge.target % 2]))
    best, mended = place(graph), place(graph, earlier=scrambled)
    assert_sound(graph, mended)
    assert crossings(graph, mended) <= 2 * crossings(graph, best)


def test_the_order_survives_a_turn():
    graph = expression("x =\na = x\nb = x\nc = x")
    flat = place(graph)
    upright = place(graph, Direction.TOP_TO_BOTTOM, earlier=flat)
    assert sorted("abc", key=lambda key: upright.positions[key].x) == sorted(
        "abc", key=lambda key: flat.positions[key].y
    )


def test_an_unrelated_earlier_picture_changes_nothing():
    graph = expression(EXPRESSIONS["broadcast"])
    other = place(expression("p =\nq = p"))
    assert place(graph, earlier=other) == place(graph)
