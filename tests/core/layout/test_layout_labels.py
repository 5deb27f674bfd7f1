"""Every wire has a place for the badge of its gradient."""

import numpy as np
import pytest
from layout_checks import meet, rectangles
from layout_graphs import EXPRESSIONS, LABEL, expression, star

from core.layout import Direction, Edge, Graph, Size, place, wire_curves


def cells(graph, placement):
    """The rectangle of each label."""
    return [
        (
            middle.x - edge.label.width / 2,
            middle.y - edge.label.height / 2,
            middle.x + edge.label.width / 2,
            middle.y + edge.label.height / 2,
        )
        for edge, middle in zip(graph.edges, placement.labels, strict=True)
    ]


def distance(point, route, direction):
    """How far a point is from a wire, in px."""
    time = np.linspace(0, 1, 400)[:, None]
    nearest = []
    for curve in wire_curves(route, direction):
        start, first, second, end = np.array(curve)
        places = (
            (1 - time) ** 3 * start
            + 3 * (1 - time) ** 2 * time * first
            + 3 * (1 - time) * time**2 * second
            + time**3 * end
        )
        nearest.append(np.hypot(*(places - point).T).min())
    return min(nearest)


@pytest.mark.parametrize("name", EXPRESSIONS)
@pytest.mark.parametrize("direction", [Direction.LEFT_TO_RIGHT, Direction.BOTTOM_TO_TOP])
def test_labels_lie_on_their_wires_and_touch_neither_boxes_nor_each_other(name, direction):
    graph = expression(EXPRESSIONS[name], label=LABEL, upright=not direction.horizontal)
    placement = place(graph, direction)
    found = cells(graph, placement)
    boxes = rectangles(graph, placement).values()
    assert not any(meet(cell, box) for cell in found for box in boxes)
    assert not any(meet(one, other) for index, one in enumerate(found) for other in found[index + 1 :])
    for middle, route in zip(placement.labels, placement.routes, strict=True):
        assert distance(middle, route, direction) < 1


def test_a_gap_grows_with_its_labels():
    plain = expression(EXPRESSIONS["polynomial"])
    wide = expression(EXPRESSIONS["polynomial"], label=Size(140, 16))
    narrow, roomy = place(plain).positions, place(wide).positions
    assert narrow["y"].x - narrow["p"].x == 120 + 56
    assert roomy["y"].x - roomy["p"].x >= 120 + 140


def test_crowded_labels_stand_in_several_columns():
    graph = star(12)
    edges = [Edge(edge.source, edge.target, label=Size(30, 70)) for edge in graph.edges]
    labelled = Graph(graph.boxes, edges)
    placement = place(labelled)
    found = cells(labelled, placement)
    assert len({middle.x for middle in placement.labels}) > 1
    assert not any(meet(one, other) for index, one in enumerate(found) for other in found[index + 1 :])


def test_an_edge_without_a_label_has_no_place_for_one():
    assert place(expression(EXPRESSIONS["polynomial"])).labels == (None, None, None)
