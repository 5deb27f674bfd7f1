"""The course of each wire: straight through the bands of layers, sideways only in the gaps between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.layout.bands import Bands
    from core.layout.flow import Floats, Flow, Ints
    from core.layout.lanes import Lanes

Spot = tuple[float, float]
"""A point (along, across)."""

Course = list[Spot]
"""The points of a polyline."""


@dataclass(frozen=True)
class Run:
    """Neighbouring layers that a wire passes in a straight line."""

    first: int
    last: int
    across: float


def route_edges(flow: Flow, layer: Ints, lanes: Lanes, bands: Bands, along: Floats, across: Floats) -> list[Course]:
    """The course of each edge from port to port; `along` is where boxes begin, `across` each cell's spine."""
    chains = _runs(lanes, layer, across)
    source, target = flow.source, flow.target
    low = across[: flow.count] - flow.axis
    starts = zip((along + flow.length)[source].tolist(), (low[source] + flow.leave).tolist(), strict=True)
    ends = zip(along[target].tolist(), (low[target] + flow.enter).tolist(), strict=True)
    begins, stops = bands.start.tolist(), bands.end.tolist()
    courses = []
    for start, end, first, last, chain in zip(
        starts, ends, layer[source].tolist(), layer[target].tolist(), lanes.chain.tolist(), strict=True
    ):
        way = [(max(stops[first], start[0]), start[1])]
        for run in chains[chain]:
            if run.first < last:
                way += [(begins[run.first], run.across), (stops[min(run.last, last - 1)], run.across)]
        way.append((min(begins[last], end[0]), end[1]))
        courses.append(_passable([start, *way, end]))
    return courses


def _runs(lanes: Lanes, layer: Ints, across: Floats) -> list[list[Run]]:
    """The straight runs of the lanes of each chain."""
    first_layer = (layer[lanes.source] + 1).tolist()
    return [
        _runs_of_chain(across[first : first + length].tolist(), at)
        for first, length, at in zip(lanes.first.tolist(), lanes.length.tolist(), first_layer, strict=True)
    ]


def _runs_of_chain(places: list[float], first_layer: int) -> list[Run]:
    runs: list[Run] = []
    for layer, across in enumerate(places, first_layer):
        if runs and runs[-1].across == across:
            runs[-1] = Run(runs[-1].first, layer, across)
        else:
            runs.append(Run(layer, layer, across))
    return runs


def _passable(course: Course) -> Course:
    """The course, or a direct one if a pinned box stands so far from its band that the way would turn back."""
    if any(after[0] < before[0] for before, after in pairwise(course)):
        return [course[0], course[-1]]
    return simplified(course)


def simplified(course: Course) -> Course:
    """The course without points inside a straight stretch."""
    kept = [course[0]]
    for point, following in pairwise(course[1:]):
        if not kept[-1][1] == point[1] == following[1] and point != kept[-1]:
            kept.append(point)
    return [*kept, course[-1]]
