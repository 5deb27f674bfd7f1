"""Between the graph as its owner sees it (keys, x and y) and the drawing (indices, along and across)."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from core.layout.earlier import Earlier
from core.layout.graph import Point
from core.layout.pins import Pins
from core.layout.placement import Placement, Rect

if TYPE_CHECKING:
    from core.layout.direction import Direction
    from core.layout.drawing import Drawing, Extent
    from core.layout.flow import Flow
    from core.layout.graph import Graph
    from core.layout.routes import Spot


def pins_of(graph: Graph, direction: Direction, flow: Flow) -> Pins:
    """The pins of the graph in the terms of the drawing."""
    boxes = [index for index, key in enumerate(graph.boxes) if key in graph.pins]
    keys = list(graph.boxes)
    starts = [direction.start(graph.pins[keys[box]], float(flow.length[box])) for box in boxes]
    along, across = np.array(starts, float).reshape(-1, 2).T
    return Pins(np.array(boxes, int), along, across)


def recall(graph: Graph, flow: Flow, earlier: Placement | None) -> Earlier:
    """Where the boxes and wires of the graph were in an earlier placement."""
    spines = np.full(flow.count, np.nan)
    if earlier is None:
        return Earlier(spines, {}, {})
    number = {key: index for index, key in enumerate(graph.boxes)}
    for key, box in number.items():
        if key in earlier.positions:
            spines[box] = earlier.direction.from_screen(earlier.positions[key])[1] + flow.axis[box]
    lanes = {(number[key], port): places for (key, port), places in earlier.lanes.items() if key in number}
    frames = {
        group: earlier.direction.from_screen(earlier.frames[key].middle)[1]
        for group, key in enumerate(graph.groups)
        if key in earlier.frames
    }
    return Earlier(spines, lanes, frames)


def show(graph: Graph, direction: Direction, flow: Flow, drawing: Drawing) -> Placement:
    """The drawing as a placement."""
    keys, groups = list(graph.boxes), list(graph.groups)

    def point(spot: Spot) -> Point:
        return direction.to_screen(*spot)

    starts = zip(keys, drawing.along.tolist(), drawing.across.tolist(), flow.length.tolist(), strict=True)
    return Placement(
        direction,
        {key: direction.corner(along, across, length) for key, along, across, length in starts},
        tuple(tuple(map(point, course)) for course in drawing.courses),
        tuple(spot and point(spot) for spot in drawing.labels),
        {groups[group]: _rect(direction, extent) for group, extent in drawing.frames(flow).items()},
        {(keys[box], port): places for (box, port), places in drawing.lanes.items()},
    )


def _rect(direction: Direction, extent: Extent) -> Rect:
    length, breadth = extent.last - extent.first, extent.high - extent.low
    corner = direction.corner(extent.first, extent.low, length)
    return Rect(*corner, *((length, breadth) if direction.horizontal else (breadth, length)))


def way_back(placement: Placement, earlier: Placement) -> tuple[float, float]:
    """How far to move a placement so that most boxes stand where they were."""
    shared = [(placement.positions[key], old) for key, old in earlier.positions.items() if key in placement.positions]
    if not shared:
        return 0.0, 0.0
    return round(median(old.x - new.x for new, old in shared)), round(median(old.y - new.y for new, old in shared))
