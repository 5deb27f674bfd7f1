"""Rectangles as arrays (n, 4) of left, top, right and bottom."""

from __future__ import annotations

import numpy as np

from app.render.batch import Ints
from app.render.geometry import Floats
from app.render.marks import Rect

_MOST_TESTED = 12
"""More rectangles than this are looked at as one that holds them all."""

NOTHING: Floats = np.zeros((0, 4))


def area_of(rect: Rect) -> Floats:
    """A single rectangle (1, 4)."""
    return np.array([[rect.x, rect.y, rect.right, rect.bottom]])


def grown(areas: Floats, by: Floats | float) -> Floats:
    """Every rectangle with its edges moved outwards, all by as much or each by its own."""
    margin = np.broadcast_to(np.asarray(by, dtype=np.float64), len(areas))[:, None]
    return np.concatenate([areas[:, :2] - margin, areas[:, 2:] + margin], axis=1)


def meeting(boxes: Floats, areas: Floats) -> Ints:
    """The rows of `boxes` that share a point with at least one of the areas, in order."""
    if not len(areas) or not len(boxes):
        return np.zeros(0, dtype=np.intp)
    if len(areas) > _MOST_TESTED:
        areas = np.concatenate([areas[:, :2].min(axis=0), areas[:, 2:].max(axis=0)])[None]
    met = np.zeros(len(boxes), dtype=bool)
    left, top, right, bottom = boxes.T
    for x0, y0, x1, y1 in areas.tolist():
        met |= (left <= x1) & (top <= y1) & (right >= x0) & (bottom >= y0)
    return np.flatnonzero(met)


def around(boxes: Floats) -> Rect | None:
    """The rectangle that holds all boxes; None for no boxes."""
    if not len(boxes):
        return None
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = boxes[:, 2:].max(axis=0).tolist()
    return Rect(left, top, right - left, bottom - top)


def middles(boxes: Floats) -> Floats:
    """The middle (n, 2) of each box."""
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2)
