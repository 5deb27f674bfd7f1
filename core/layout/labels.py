"""A cell for the label of each wire, in the last gap that the wire crosses: there it is alone."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from core.layout.bands import Bands
    from core.layout.flow import Floats, Flow, Ints
    from core.layout.lanes import Lanes
    from core.layout.routes import Course, Spot

MOST_COLUMNS = 5
CLEARANCE = 6.0
"""Between a label and the boxes before and after it, in px."""
APART = 2.0
"""Between labels beside each other, in px."""


class Crossing(NamedTuple):
    """A labelled edge in a gap: where it enters and leaves the gap, and the breadth of its label."""

    edge: int
    start: float
    end: float
    breadth: float


def place_columns(flow: Flow, layer: Ints, lanes: Lanes, across: Floats) -> tuple[Floats, Floats]:
    """For each edge how far into its last gap its label lies (0 to 1), and for each gap the room labels need."""
    position = np.full(len(flow.source), 0.5)
    room = np.zeros(int(layer.max()))
    for gap, crossings in enumerate(_crossings(flow, layer, lanes, across)):
        if crossings:
            columns = _fewest_columns(crossings)
            longest = max(flow.label[crossing.edge, 0] for crossing in crossings)
            room[gap] = len(columns) * (longest + 2 * CLEARANCE)
            for fraction, edges in columns.items():
                position[edges] = fraction
    return position, room


def label_places(
    flow: Flow, layer: Ints, lanes: Lanes, across: Floats, bands: Bands, position: Floats, courses: Sequence[Course]
) -> list[Spot | None]:
    """The middle of the label of each edge, on its wire, or None for an edge without a label."""
    places: list[Spot | None] = [None] * len(courses)
    for gap, crossings in enumerate(_crossings(flow, layer, lanes, across)):
        first, last = float(bands.end[gap]), float(bands.start[gap + 1])
        for edge, start, end, _ in crossings:
            fraction = float(position[edge])
            place = first + fraction * (last - first), _on_curve(start, end, fraction)
            places[edge] = place if _passes(courses[edge], first, last) else _middle(courses[edge])
    return places


def _passes(course: Course, first: float, last: float) -> bool:
    """Whether a wire goes through a gap, and not directly to a pinned box elsewhere."""
    return course[0][0] <= first and last <= course[-1][0]


def _middle(course: Course) -> Spot:
    (start, low), (end, high) = course[0], course[-1]
    return (start + end) / 2, (low + high) / 2


def _crossings(flow: Flow, layer: Ints, lanes: Lanes, across: Floats) -> list[list[Crossing]]:
    """The labelled edges in each gap, from low to high."""
    low = across[: flow.count] - flow.axis
    steps = layer[flow.target] - layer[flow.source] - 1
    start = low[flow.source] + flow.leave
    is_long = steps > 0
    start[is_long] = across[(lanes.first[lanes.chain] + steps - 1)[is_long]]
    end = low[flow.target] + flow.enter
    gaps: list[list[Crossing]] = [[] for _ in range(int(layer.max()))]
    labelled = np.flatnonzero(flow.label.all(axis=1))
    for edge in labelled[np.argsort((start + end)[labelled], kind="stable")].tolist():
        gap = gaps[layer[flow.target[edge]] - 1]
        gap.append(Crossing(edge, float(start[edge]), float(end[edge]), float(flow.label[edge, 1])))
    return gaps


def _fewest_columns(crossings: Sequence[Crossing]) -> dict[float, list[int]]:
    """The edges whose labels stand in each column, in as few columns as keep the labels apart."""
    for count in range(1, MOST_COLUMNS):
        columns = _in_columns(crossings, count, crowded=False)
        if sum(map(len, columns.values())) == len(crossings):
            return columns
    return _in_columns(crossings, MOST_COLUMNS, crowded=True)


def _in_columns(crossings: Sequence[Crossing], count: int, *, crowded: bool) -> dict[float, list[int]]:
    """Put each label into the column nearest the middle where it is free; if `crowded`, otherwise into any."""
    fractions = sorted(((column + 0.5) / count for column in range(count)), key=lambda at: (abs(at - 0.5), at))
    taken: dict[float, list[tuple[float, float]]] = {fraction: [] for fraction in fractions}
    columns: dict[float, list[int]] = {fraction: [] for fraction in fractions}
    for edge, start, end, breadth in crossings:
        for fraction in fractions:
            middle = _on_curve(start, end, fraction)
            span = middle - breadth / 2 - APART, middle + breadth / 2
            index = bisect(taken[fraction], span)
            is_free = all(
                high <= span[0] or low >= span[1] for low, high in taken[fraction][max(index - 1, 0) : index + 1]
            )
            if is_free:
                taken[fraction].insert(index, span)
                columns[fraction].append(edge)
                break
        else:
            if crowded:
                columns[fractions[edge % count]].append(edge)
    return columns


_STEPS = np.linspace(0, 1, 65)
_ALONG = 1.5 * _STEPS - 1.5 * _STEPS**2 + _STEPS**3


def _on_curve(start: float, end: float, fraction: float) -> float:
    """How far across a wire is after this part of a gap: it crosses as a cubic with handles of half the gap."""
    time = float(np.interp(fraction, _ALONG, _STEPS))
    return start + (end - start) * time**2 * (3 - 2 * time)
