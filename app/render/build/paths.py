"""The course of a wire: one curve, or several when it is led around other cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.render.geometry import Floats, as_cubic, curves, flattened
from app.render.looks import Side
from app.render.marks import Cubic, Point, Rect

_SEGMENTS = 48
_BULGE = 95.0
"""How far the handles of a curve that swings out stand aside."""
_LEAN = (0.12, 0.24)
"""Where they stand along the way, from either end."""


def wire_pieces(source: Point, target: Point, via: Sequence[Point], side: Side) -> tuple[Cubic, ...]:
    """The curves from an output to an input over the bends of a wire, all in the direction of the flow there."""
    stops = np.array([source, *via, target], dtype=np.float64)
    return tuple(map(as_cubic, curves(stops[:-1], stops[1:], side)))


def crossing_share(piece: Cubic, frame: Rect) -> float | None:
    """The share of a curve where it last passes the edge of a frame; None where it does not."""
    points = flattened(np.array([piece]), _SEGMENTS)[0]
    inside = is_inside(points, frame)
    changes = np.flatnonzero(inside[1:] != inside[:-1])
    return None if not len(changes) else float((changes[-1] + 0.5) / _SEGMENTS)


def is_inside(points: Floats, frame: Rect) -> Floats:
    """Which of some points (N, 2) lie in a rectangle."""
    x, y = points[:, 0], points[:, 1]
    return np.asarray((x >= frame.x) & (x <= frame.right) & (y >= frame.y) & (y <= frame.bottom))


def bulged(source: Point, target: Point, side: Side, *, forward: bool) -> Cubic:
    """A curve that swings out to one side, for a second wire between the same two cards."""
    (x1, y1), (x2, y2) = source, target
    by = _BULGE if forward else -_BULGE
    if side.horizontal:
        y = (y1 + y2) / 2 + by
        return source, (x1 + _LEAN[0] * (x2 - x1), y), (x2 - _LEAN[1] * (x2 - x1), y), target
    x = (x1 + x2) / 2 + by
    return source, (x, y1 + _LEAN[0] * (y2 - y1)), (x, y2 - _LEAN[1] * (y2 - y1)), target
