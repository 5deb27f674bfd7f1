"""The layout on stored graphs: sound, and as clear as what Graphviz draws."""

import pytest
from layout_checks import assert_sound, crossings, rectangles
from layout_graphs import DOT_CROSSINGS, corpus

from core.layout import Direction, place


@pytest.mark.parametrize("name", DOT_CROSSINGS)
def test_is_sound_and_has_about_as_few_crossings_as_dot(name):
    graph = corpus(name)
    placement = place(graph, Direction.TOP_TO_BOTTOM)
    assert_sound(graph, placement)
    assert crossings(graph, placement) <= 1.5 * DOT_CROSSINGS[name]


@pytest.mark.parametrize(("name", "widest"), [("autograd_1000", 5), ("hubs_1000", 12), ("random_1000", 66)])
def test_is_not_much_wider_than_its_widest_layer(name, widest):
    graph = corpus(name)
    boxes = rectangles(graph, place(graph, Direction.TOP_TO_BOTTOM)).values()
    width = max(right for _, _, right, _ in boxes) - min(left for left, *_ in boxes)
    assert width <= widest * (90 + 24)
