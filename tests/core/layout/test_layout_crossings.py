"""Crossings are counted exactly, and switching neighbours only ever removes them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.layout.cells import Cells
from core.layout.crossings import Switching, count_crossings
from core.layout.links import Links


@st.composite
def layered(draw):
    """Cells in a few layers, with links between neighbouring ones."""
    sizes = draw(st.lists(st.integers(1, 7), min_size=2, max_size=4))
    layer = np.repeat(np.arange(len(sizes)), sizes)
    first = np.cumsum(sizes) - sizes
    links = []
    for above in range(len(sizes) - 1):
        ends = st.tuples(st.integers(0, sizes[above] - 1), st.integers(0, sizes[above + 1] - 1))
        offsets = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
        for (upper, lower), (leave, enter) in draw(st.lists(st.tuples(ends, offsets), max_size=10)):
            links.append((first[above] + upper, first[above + 1] + lower, leave, enter))
    upper, lower, leave, enter = np.array(links, int).reshape(-1, 4).T
    group = np.array(draw(st.lists(st.integers(0, 1), min_size=len(layer), max_size=len(layer))))
    return Cells(layer, group, Links(upper, lower, leave.astype(float), enter.astype(float)), ()), sizes


def in_order(sizes):
    return np.concatenate([np.arange(size) for size in sizes])


def crossings_by_hand(cells, rank):
    leave, enter = cells.touch
    tops, bottoms = rank[cells.links.upper] + leave, rank[cells.links.lower] + enter
    layer = cells.layer[cells.links.upper]
    return sum(
        layer[one] == layer[other] and (tops[one] - tops[other]) * (bottoms[one] - bottoms[other]) < 0
        for one in range(len(tops))
        for other in range(one)
    )


@given(layered())
def test_counts_what_comparing_all_pairs_counts(case):
    cells, sizes = case
    rank = in_order(sizes)
    assert count_crossings(cells, rank) == crossings_by_hand(cells, rank)


@given(layered())
def test_switching_removes_crossings_and_keeps_groups_apart(case):
    cells, sizes = case
    order, rank = np.arange(cells.count), in_order(sizes)
    before = count_crossings(cells, rank)
    groups_before = cells.group[order].tolist()
    Switching(cells).improve(order, rank, passes=20)
    assert count_crossings(cells, rank) <= before
    assert cells.group[order].tolist() == groups_before
    assert sorted(order.tolist()) == list(range(cells.count))
    assert rank[order].tolist() == in_order(sizes).tolist()


def test_undoes_a_crossed_pair():
    links = Links(np.array([0, 1]), np.array([3, 2]), np.zeros(2), np.zeros(2))
    cells = Cells(np.array([0, 0, 1, 1]), np.full(4, -1), links, ())
    order, rank = np.arange(4), np.array([0, 1, 0, 1])
    assert count_crossings(cells, rank) == 1
    Switching(cells).improve(order, rank, passes=5)
    assert count_crossings(cells, rank) == 0
