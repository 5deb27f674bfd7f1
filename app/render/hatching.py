"""Diagonal hatch lines inside a rounded rectangle, cut exactly, so that no clipping is needed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeAlias

from app.render.marks import Rect

Segment: TypeAlias = tuple[float, float, float, float]


def hatching(area: Rect, radius: float, step: float) -> tuple[Segment, ...]:
    """Lines rising to the right, `step` apart along the x axis, from edge to edge of the area."""
    return tuple(_lines(area, radius, step))


def _lines(area: Rect, radius: float, step: float) -> Iterator[Segment]:
    """A line is where x + y is constant; it runs from its lower left to its upper right end."""
    for index in range(1, math.ceil((area.width + area.height) / step)):
        total = area.x + area.y + index * step
        low_x = max(area.x, total - area.bottom)
        high_x = min(area.right, total - area.y)
        low_x = _inside(low_x, total, area, radius, side=-1)
        high_x = _inside(high_x, total, area, radius, side=1)
        if high_x - low_x > 0.5:
            yield low_x, total - low_x, high_x, total - high_x


def _inside(x: float, total: float, area: Rect, radius: float, side: int) -> float:
    """An end of a line, moved onto the circle where it lies beyond a round corner."""
    y = total - x
    centre_x = min(max(x, area.x + radius), area.right - radius)
    centre_y = min(max(y, area.y + radius), area.bottom - radius)
    if math.hypot(x - centre_x, y - centre_y) <= radius:
        return x
    distance = (total - centre_x - centre_y) / math.sqrt(2)
    half = math.sqrt(max(radius * radius - distance * distance, 0.0))
    foot = centre_x + distance / math.sqrt(2)
    return foot + side * half / math.sqrt(2)
