"""The result: where everything goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from core.layout.direction import Direction
from core.layout.graph import Key, Point


class LayoutCancelled(Exception):  # noqa: N818 - not an error: the caller asked for it
    """The layout was given up because its caller no longer wants it."""


class Rect(NamedTuple):
    """A rectangle in px: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Its centre."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)


Route: TypeAlias = tuple[Point, ...]
"""The points of a wire from port to port: stretches in the direction of the edges, and between them slanting ones."""


@dataclass(frozen=True)
class Placement:
    """The places of all parts of a graph, in px.

    `positions` are the top left corners of the boxes. `routes` and `labels` (the middle of each label's cell,
    or None) are in the order of the graph's edges. `lanes` keep where the wires of an output port (box, port)
    passed each layer, for a later layout to start from.
    """

    direction: Direction
    positions: Mapping[Key, Point] = field(default_factory=dict)
    routes: tuple[Route, ...] = ()
    labels: tuple[Point | None, ...] = ()
    frames: Mapping[Key, Rect] = field(default_factory=dict)
    lanes: Mapping[tuple[Key, int], tuple[float, ...]] = field(default_factory=dict)

    def moved(self, x: float, y: float) -> Placement:
        """The same picture elsewhere."""

        def there(point: Point) -> Point:
            return Point(point.x + x, point.y + y)

        across = y if self.direction.horizontal else x
        return Placement(
            self.direction,
            {key: there(point) for key, point in self.positions.items()},
            tuple(tuple(map(there, route)) for route in self.routes),
            tuple(label and there(label) for label in self.labels),
            {key: Rect(frame.x + x, frame.y + y, *frame[2:]) for key, frame in self.frames.items()},
            {port: tuple(place + across for place in places) for port, places in self.lanes.items()},
        )
