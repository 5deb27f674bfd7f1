"""A flow in its place: where boxes begin, how wires run, and what the frames cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.layout.frames import Span, enclose

if TYPE_CHECKING:
    from core.layout.flow import Floats, Flow, Ints
    from core.layout.routes import Course, Spot


class Extent(NamedTuple):
    """What something covers, in px along and across."""

    first: float
    last: float
    low: float
    high: float


@dataclass(frozen=True)
class Drawing:
    """Boxes, wires and labels in their places; edges are in the order of the flow.

    `lanes` gives how far across the lanes of an output port (box, port) are, layer by layer.
    """

    along: Floats
    across: Floats
    courses: Sequence[Course]
    labels: Sequence[Spot | None]
    lanes: Mapping[tuple[int, int], tuple[float, ...]]

    def moved(self, along: float, across: float) -> Drawing:
        """The same drawing elsewhere."""
        return Drawing(
            self.along + along,
            self.across + across,
            [[(a + along, c + across) for a, c in course] for course in self.courses],
            [spot and (spot[0] + along, spot[1] + across) for spot in self.labels],
            {port: tuple(place + across for place in places) for port, places in self.lanes.items()},
        )

    def frames(self, flow: Flow) -> dict[int, Extent]:
        """What the frame of each group covers."""
        lengthwise = [(frame.before, frame.after) for frame in flow.frames]
        crosswise = [(frame.low, frame.high) for frame in flow.frames]
        spans = _spans(flow, self.along, flow.length, lengthwise), _spans(flow, self.across, flow.breadth, crosswise)
        return {group: Extent(*spans[0][group], *spans[1][group]) for group in spans[0]}

    def extent(self, flow: Flow) -> Extent:
        """What all of it covers."""
        frames = list(self.frames(flow).values())
        spots = [spot for course in self.courses for spot in course]
        along = [*self.along.tolist(), *(self.along + flow.length).tolist(), *(spot[0] for spot in spots)]
        across = [*self.across.tolist(), *(self.across + flow.breadth).tolist(), *(spot[1] for spot in spots)]
        for frame in frames:
            along += frame[:2]
            across += frame[2:]
        return Extent(min(along), max(along), min(across), max(across))


def _spans(flow: Flow, start: Floats, size: Floats, margins: Sequence[Span]) -> dict[int, Span]:
    return enclose(flow, start.tolist(), (start + size).tolist(), margins)


def merge(flow: Flow, drawings: Sequence[tuple[Ints, Ints, Drawing]]) -> Drawing:
    """One drawing of a flow from the drawings of its parts, each with the boxes and the edges it shows."""
    along, across = np.zeros(flow.count), np.zeros(flow.count)
    courses: list[Course] = [[] for _ in flow.source]
    labels: list[Spot | None] = [None] * len(courses)
    lanes: dict[tuple[int, int], tuple[float, ...]] = {}
    for boxes, edges, drawing in drawings:
        along[boxes], across[boxes] = drawing.along, drawing.across
        for edge, course, label in zip(edges.tolist(), drawing.courses, drawing.labels, strict=True):
            courses[edge], labels[edge] = course, label
        lanes |= {(int(boxes[box]), port): places for (box, port), places in drawing.lanes.items()}
    return Drawing(along, across, courses, labels, lanes)
