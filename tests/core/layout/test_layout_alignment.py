"""Coordinates across: neighbours keep their distance, and what should be straight is."""

import numpy as np
import pytest
from layout_graphs import corpus, expression

from core.layout import Box, Direction, Edge, Gaps, Graph, place
from core.layout.alignment import place_across, spine_links
from core.layout.borders import with_borders
from core.layout.cells import build_cells
from core.layout.flow import flow_of
from core.layout.layering import assign_layers
from core.layout.ordering import order_cells
from core.layout.rows import BORDER, LANE, build_rows
from core.layout.settling import settle


def rows_of(graph):
    flow = flow_of(graph, Direction.LEFT_TO_RIGHT)
    cells, _ = build_cells(flow, assign_layers(flow))
    rows = build_rows(flow, cells, order_cells(cells, lambda: None), Gaps())
    return with_borders(rows, cells, Gaps()) if flow.frames else rows


def slack(rows, across):
    """By how much neighbours are further apart than they must."""
    before, after, apart = rows.neighbours
    return across[after] - across[before] - apart


@pytest.mark.parametrize("name", ["autograd_100", "hubs_100", "random_100"])
def test_neighbours_keep_their_distance_before_and_after_settling(name):
    rows = rows_of(corpus(name))
    across = place_across(rows)
    assert slack(rows, across).min() >= -1e-6
    assert slack(rows, settle(rows, across, spine_links(rows))).min() >= -1e-6


@pytest.mark.parametrize("name", ["autograd_100", "hubs_100", "random_100", "random_1000"])
def test_settling_makes_wires_shorter(name):
    rows = rows_of(corpus(name))
    across = place_across(rows)

    def length(spines):
        return np.abs(spines[rows.links.upper] - spines[rows.links.lower]).sum()

    assert length(settle(rows, across, spine_links(rows))) < length(across)


def test_a_long_wire_is_straight_between_its_ends():
    rows = rows_of(corpus("autograd_1000"))
    across = place_across(rows)
    inner = np.flatnonzero(rows.link_kind == LANE)
    bent = across[rows.links.upper[inner]] != across[rows.links.lower[inner]]
    assert len(inner) > 400
    assert bent.mean() < 0.02


def test_borders_of_a_frame_are_straight():
    text = "x =\na = x\nb = a x\nc = b x\nd = c x"
    rows = rows_of(expression(text, groups={"frame": ("a c", None)}))
    across = settle(rows, place_across(rows), spine_links(rows))
    borders = np.flatnonzero(rows.link_kind == BORDER)
    assert len(borders) == 4
    assert across[rows.links.upper[borders]].tolist() == across[rows.links.lower[borders]].tolist()


def test_the_deepest_producer_is_the_spine():
    rows = rows_of(expression("x =\na = x\nw =\nb = a w"))
    spine = spine_links(rows)
    straight = {
        (upper, lower)
        for upper, lower, is_spine in zip(rows.links.upper, rows.links.lower, spine, strict=True)
        if is_spine
    }
    assert straight == {(0, 1), (1, 3)}


@pytest.mark.parametrize(
    ("inputs", "leans"), [((25.0, 50.0), 0.0), ((24.0, 50.0), 0.0), ((14.0, 50.0), -12.0), ((14.0,), 0.0)]
)
def test_the_last_wire_of_a_chain_does_not_lean_by_a_hair(inputs, leans):
    """The box at an end may have another form, with an input a little beside its output."""
    ordinary, end = Box(120, 72, (24.0, 48.0), (36.0,)), Box(120, 80, inputs, (26.0,))
    edges = [Edge("x", "p", 0, 0), Edge("x", "p", 0, 1), Edge("p", "y", 0, 0)]
    placement = place(Graph({"x": Box(120, 72, (), (36.0,)), "p": ordinary, "y": end}, edges))
    route = placement.routes[2]
    assert route[-1].y - route[0].y == pytest.approx(leans)
