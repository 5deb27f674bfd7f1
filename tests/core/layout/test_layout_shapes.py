"""Graphs of extreme shapes: long, wide, empty, torn apart, and with many uses of one tensor."""

import inspect
import sys
from itertools import pairwise

import numpy as np
import pytest
from layout_checks import assert_sound, rectangles
from layout_graphs import chain, corpus, shared_leaf, star

from core.layout import Box, Direction, Edge, Graph, place
from core.layout.cells import build_cells
from core.layout.flow import flow_of
from core.layout.layering import assign_layers


def cells_of(graph):
    flow = flow_of(graph, Direction.LEFT_TO_RIGHT)
    return build_cells(flow, assign_layers(flow))[0]


@pytest.fixture
def shallow_stack():
    """Room for the calls that numpy makes, and for no recursion over a graph."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 60)
    yield
    sys.setrecursionlimit(limit)


def test_nothing_is_an_empty_picture():
    placement = place(Graph({}))
    assert placement.positions == {}
    assert placement.routes == ()


def test_one_box_stands_at_the_origin():
    assert place(Graph({"x": Box(120, 80)})).positions == {"x": (0, 0)}


def test_a_long_chain_is_a_straight_line_and_needs_no_recursion(shallow_stack):
    placement = place(chain(10_000))
    corners = list(placement.positions.values())
    assert {corner.y for corner in corners} == {0}
    assert {after.x - before.x for before, after in pairwise(corners)} == {90 + 56}
    assert all(len(route) == 2 for route in placement.routes)


def test_a_tangled_graph_needs_no_recursion(shallow_stack):
    place(corpus("random_100"))


def test_a_tensor_used_twice_by_one_operation_has_two_wires():
    graph = Graph(
        {"a": Box(120, 80, (), (51,)), "a*a": Box(120, 80, (39, 63), (51,))},
        [Edge("a", "a*a", 0, 0), Edge("a", "a*a", 0, 1)],
    )
    first, second = place(graph).routes
    assert first[0] == second[0]
    assert second[-1].y - first[-1].y == 63 - 39


@pytest.mark.parametrize("inwards", [False, True])
def test_a_star_has_its_middle_amid_its_points(inwards):
    graph = star(500, inwards=inwards)
    placement = place(graph)
    assert_sound(graph, placement)
    points = [corner.y for key, corner in placement.positions.items() if key]
    assert len({corner.x for corner in placement.positions.values()}) == 2
    assert placement.positions[0].y == pytest.approx((min(points) + max(points)) / 2, abs=1)


def test_a_shared_leaf_costs_one_lane_per_layer():
    graph = shared_leaf(count=300, uses=100)
    assert cells_of(graph).count <= 2 * len(graph.boxes)
    placement = place(graph)
    assert_sound(graph, placement)


def test_leaves_beside_their_consumers_cost_no_lanes():
    trunk = chain(1000)
    leaves = {f"w{node}": Box(90, 40) for node in range(1, 1000)}
    graph = Graph(trunk.boxes | leaves, [*trunk.edges, *(Edge(f"w{node}", node) for node in range(1, 1000))])
    assert cells_of(graph).count == len(graph.boxes)


def test_parts_that_nothing_connects_do_not_meet():
    parts = [chain(4), star(3), shared_leaf(6, 3), Graph({"alone": Box(300, 10)})]
    boxes = {(part, key): box for part, graph in enumerate(parts) for key, box in graph.boxes.items()}
    edges = [Edge((part, edge.source), (part, edge.target)) for part, graph in enumerate(parts) for edge in graph.edges]
    graph = Graph(boxes, edges)
    placement = place(graph)
    assert_sound(graph, placement)
    bounds = []
    for part in range(len(parts)):
        corners = np.array([box for key, box in rectangles(graph, placement).items() if key[0] == part])
        bounds.append((*corners[:, :2].min(axis=0), *corners[:, 2:].max(axis=0)))
    for index, one in enumerate(bounds):
        for other in bounds[index + 1 :]:
            assert (
                one[2] + 48 <= other[0] or one[3] + 48 <= other[1] or other[2] + 48 <= one[0] or other[3] + 48 <= one[1]
            )


def test_many_small_parts_fill_an_area_and_not_a_line():
    boxes = rectangles(graph := Graph({key: Box(100, 50) for key in range(200)}), place(graph)).values()
    width, height = max(box[2] for box in boxes), max(box[3] for box in boxes)
    assert 0.5 <= width / height <= 4


def test_equal_edges_share_a_route():
    graph = Graph({"a": Box(90, 40), "b": Box(90, 40)}, [Edge("a", "b"), Edge("a", "b")])
    placement = place(graph)
    assert placement.routes[0] == placement.routes[1]


def test_boxes_without_size_are_placed_too():
    graph = Graph({key: Box(0, 0) for key in "abc"}, [Edge("a", "b"), Edge("a", "c")])
    assert_sound(graph, place(graph))
