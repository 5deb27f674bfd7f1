"""A graph that does not fit together is refused with the reason."""

import pytest

from core.errors import ArgumentError
from core.layout import Box, Edge, Graph, Group, Point, Size, place

BOX = Box(120, 80, (39, 63), (51,))
BOXES = {"a": BOX, "b": BOX, "c": BOX}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"edges": [Edge("a", "nobody")]}, "'nobody'"),
        ({"edges": [Edge("a", "b", 1)]}, "output 1 of box 'a'"),
        ({"edges": [Edge("a", "b", 0, 2)]}, "input 2 of box 'b'"),
        ({"edges": [Edge("a", "b", -1)]}, "output -1"),
        ({"edges": [Edge("a", "b", label=Size(float("inf"), 16))]}, "label of the size"),
        ({"pins": {"nobody": Point(0, 0)}}, "'nobody'"),
        ({"pins": {"a": Point(float("nan"), 0)}}, "'a' is pinned"),
        ({"groups": {"g": Group(("a", "nobody"))}}, "'nobody'"),
        ({"groups": {"g": Group(("a",)), "h": Group(("a",))}}, "'g' and 'h'"),
        ({"groups": {"g": Group(("a",), "nowhere")}}, "'nowhere'"),
        ({"groups": {"g": Group(("a",), "h"), "h": Group((), "g")}}, "within itself"),
    ],
)
def test_says_what_does_not_fit(arguments, words):
    with pytest.raises(ArgumentError, match=words):
        Graph(BOXES, **arguments)


@pytest.mark.parametrize("size", [(-1, 80), (float("inf"), 80), (120, float("nan"))])
def test_a_box_needs_a_size(size):
    with pytest.raises(ArgumentError, match="size"):
        Graph({"a": Box(*size)})


@pytest.mark.parametrize("offset", [-1, 121, float("nan")])
def test_a_port_lies_on_its_side(offset):
    with pytest.raises(ArgumentError, match="port"):
        Graph({"a": Box(120, 80, (), (offset,))})


def test_names_the_boxes_of_a_cycle():
    graph = Graph(BOXES | {"d": BOX}, [Edge("a", "b"), Edge("b", "c"), Edge("c", "b"), Edge("c", "d")])
    with pytest.raises(ArgumentError, match=r"'b' -> 'c' -> 'b'|'c' -> 'b' -> 'c'"):
        place(graph)


def test_a_box_does_not_feed_itself():
    with pytest.raises(ArgumentError, match="'a' -> 'a'"):
        place(Graph(BOXES, [Edge("a", "a")]))
