"""Layers: edges point forwards, leaves are close to their use, and wires are short."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_graphs import corpus, expression

from core.layout import Box, Direction, Edge, Graph
from core.layout.flow import flow_of
from core.layout.layering import assign_layers


def layers(text, **options):
    graph = expression(text, **options)
    found = assign_layers(flow_of(graph, Direction.LEFT_TO_RIGHT))
    return dict(zip(graph.boxes, found.tolist(), strict=True))


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30))
def test_every_edge_points_to_a_later_layer_and_no_layer_is_empty(pairs):
    edges = [Edge(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]]
    graph = Graph({key: Box(10, 10) for key in range(12)}, edges)
    found = assign_layers(flow_of(graph, Direction.LEFT_TO_RIGHT))
    assert all(found[edge.source] < found[edge.target] for edge in edges)
    assert set(found.tolist()) == set(range(found.max() + 1))


def test_a_whole_branch_of_its_own_moves_down_to_its_consumer():
    found = layers("x =\na = x\nb = a\nc = b\nw =\nt = w\nd = c t")
    assert (found["w"], found["t"], found["d"]) == (2, 3, 4)


def test_a_leaf_stands_before_the_first_of_its_uses():
    found = layers("x =\na = x\nb = a\nw =\nc = b w\nd = c w")
    assert found["w"] == found["c"] - 1


def test_ready_operations_do_not_wait_for_their_consumer():
    found = layers("x =\na = x\nb = a\nc = b\nearly = x\nend = c early")
    assert found["early"] == 1


def test_an_unused_result_stays_near_its_input_when_the_end_is_far():
    found = layers("x =\naside = x\n" + "\n".join(f"a{i} = {'x' if i == 0 else f'a{i - 1}'}" for i in range(9)))
    assert found["aside"] == 1


@pytest.mark.parametrize(("name", "most"), [("autograd_1000", 1.0), ("hubs_1000", 12.0), ("random_1000", 1.0)])
def test_wires_are_short(name, most):
    graph = corpus(name)
    flow = flow_of(graph, Direction.LEFT_TO_RIGHT)
    found = assign_layers(flow)
    assert np.mean(found[flow.target] - found[flow.source] - 1) <= most
