"""The four directions are turned and mirrored views of one picture."""

import pytest
from layout_checks import assert_sound
from layout_graphs import EXPRESSIONS, LABEL, expression

from core.layout import Box, Direction, Edge, Graph, Insets, Point, place, wire_curves
from core.layout.curves import wire_curves as curves_of

TEXT = EXPRESSIONS["attention"]


@pytest.mark.parametrize("direction", Direction)
def test_edges_run_in_the_direction(direction):
    graph = expression(TEXT, upright=not direction.horizontal, label=LABEL)
    assert_sound(graph, place(graph, direction))


@pytest.mark.parametrize(
    ("one", "other"),
    [(Direction.LEFT_TO_RIGHT, Direction.RIGHT_TO_LEFT), (Direction.TOP_TO_BOTTOM, Direction.BOTTOM_TO_TOP)],
)
def test_opposite_directions_mirror_each_other(one, other):
    graph = expression(TEXT, upright=not one.horizontal)
    here, there = place(graph, one), place(graph, other)
    axis = 0 if one.horizontal else 1
    size = {0: 120, 1: 80}[axis]
    extent = max(corner[axis] for corner in here.positions.values())
    for key, corner in here.positions.items():
        assert there.positions[key][1 - axis] == corner[1 - axis]
        assert there.positions[key][axis] == extent - corner[axis]
    for near, far in zip(here.routes, there.routes, strict=True):
        assert [point[axis] for point in far] == [extent + size - point[axis] for point in near]


def test_turning_a_graph_of_squares_swaps_its_axes():
    boxes = {key: Box(50, 50) for key in "abcd"}
    graph = Graph(boxes, [Edge("a", "b"), Edge("a", "c"), Edge("b", "d"), Edge("c", "d")])
    flat, upright = place(graph, Direction.LEFT_TO_RIGHT), place(graph, Direction.TOP_TO_BOTTOM)
    assert {key: Point(corner.y, corner.x) for key, corner in flat.positions.items()} == upright.positions


@pytest.mark.parametrize(
    ("direction", "turned"),
    [("LR", (1, 3, 2, 4)), ("RL", (3, 1, 2, 4)), ("TB", (2, 4, 1, 3)), ("BT", (4, 2, 1, 3))],
)
def test_insets_turn_with_the_direction(direction, turned):
    assert Direction(direction).turn(Insets(1, 2, 3, 4)) == turned


@pytest.mark.parametrize("direction", Direction)
def test_a_corner_is_found_again(direction):
    corner = direction.corner(30, 7, 120)
    assert direction.start(corner, 120) == (30, 7)


@pytest.mark.parametrize("direction", Direction)
def test_curves_follow_the_route_and_leave_it_in_its_direction(direction):
    graph = expression(TEXT, upright=not direction.horizontal)
    for route in place(graph, direction).routes:
        curves = wire_curves(route, direction)
        assert [curve[0] for curve in curves] + [curves[-1][-1]] == list(route)
        steady = 1 if direction.horizontal else 0
        for start, first, second, end in curves_of(route, direction):
            assert first[steady] == start[steady]
            assert second[steady] == end[steady]
