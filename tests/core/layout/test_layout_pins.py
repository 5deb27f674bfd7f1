"""Pinned boxes keep their places, and the others make way."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layout_checks import assert_sound, loose_ends, overlapping_boxes
from layout_graphs import EXPRESSIONS, LABEL, expression

from core.layout import Direction, Point, place

TEXT = EXPRESSIONS["perceptron"]


def pinned(pins, **options):
    return expression(TEXT, pins={key: Point(*place) for key, place in pins.items()}, **options)


@pytest.mark.parametrize("direction", Direction)
def test_one_pin_moves_the_whole_picture(direction):
    upright = not direction.horizontal
    free = place(expression(TEXT, upright=upright), direction)
    there = Point(free.positions["t"].x + 333, free.positions["t"].y - 41)
    held = place(pinned({"t": there}, upright=upright), direction)
    assert held == free.moved(333, -41)


def test_pins_at_the_places_of_a_free_layout_change_nothing():
    free = place(expression(TEXT))
    assert place(pinned(free.positions)) == free


def test_layers_between_two_pins_spread_evenly():
    graph = pinned({"x": (0, 0), "loss": (2000, 0)})
    placement = place(graph)
    assert_sound(graph, placement)
    spine = [placement.positions[key].x for key in ("x", "a", "h", "t", "c", "o", "loss")]
    steps = [after - before for before, after in pairwise(spine)]
    assert max(steps) - min(steps) <= 1


def test_a_box_in_the_way_of_a_pinned_one_moves_aside():
    free = place(expression(TEXT)).positions
    pins = {"a": free["a"], "b2": Point(free["c"].x, free["c"].y + 30)}
    graph = pinned(pins)
    placement = place(graph)
    assert {key: placement.positions[key] for key in pins} == pins
    assert overlapping_boxes(graph, placement) == []
    moved = {key for key, corner in placement.positions.items() if corner != free[key]}
    assert "c" in moved
    assert {"x", "W1", "h", "t", "o", "loss"}.isdisjoint(moved)


def test_a_pin_against_the_direction_gets_a_direct_wire():
    graph = pinned({"x": (0, 0), "loss": (300, 900)}, label=LABEL)
    placement = place(graph)
    assert placement.positions["loss"] == (300, 900)
    edge = next(index for index, edge in enumerate(graph.edges) if edge.target == "loss")
    start, end = placement.routes[edge]
    assert placement.labels[edge] == ((start.x + end.x) / 2, (start.y + end.y) / 2)


def test_free_parts_are_packed_beyond_pinned_ones():
    text = TEXT + "\np =\nq = p"
    graph = expression(text, pins={"x": Point(500, 500)})
    placement = place(graph)
    assert overlapping_boxes(graph, placement) == []
    assert placement.positions["p"].y > max(
        corner.y for key, corner in placement.positions.items() if key not in ("p", "q")
    )


coordinates = st.integers(-300, 1500)


@given(st.dictionaries(st.sampled_from(list(expression(TEXT).boxes)), st.tuples(coordinates, coordinates)))
@settings(max_examples=80, deadline=None)
def test_pins_hold_anywhere_and_free_boxes_avoid_them(pins):
    graph = pinned(pins)
    placement = place(graph)
    assert all(placement.positions[key] == corner for key, corner in pins.items())
    assert loose_ends(graph, placement) == []
    clashes = overlapping_boxes(graph, placement)
    assert all(one in pins and other in pins for one, other in clashes)
