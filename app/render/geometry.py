"""Curves of wires, many at a time: arrays of E cubic curves have the shape (E, 4, 2).

Coordinates are pixels at zoom 1 unless a function says otherwise; y runs downwards.
"""

from __future__ import annotations

from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from app.render.looks import Side
from app.render.marks import Cubic, Point

Floats: TypeAlias = NDArray[np.float64]

_SIDEWAYS = (0.5, 0.06, 28.0, 112.0)
"""Handles of horizontal wires: shares of |dx| and |dy|, and limits."""
_UPRIGHT = (0.0, 0.5, 24.0, 96.0)
_DIRECTIONS = {Side.LEFT: (-1, 0), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}


def curves(sources: Floats, targets: Floats, side: Side = Side.RIGHT) -> Floats:
    """Control points (E, 4, 2) of wires from outputs (E, 2), which face `side`, to inputs (E, 2)."""
    across, along, least, most = _SIDEWAYS if side.horizontal else _UPRIGHT
    distance = np.abs(targets - sources)
    handle = np.clip(across * distance[:, 0] + along * distance[:, 1], least, most)
    offset = handle[:, None] * np.array(_DIRECTIONS[side], dtype=np.float64)
    return np.stack([sources, sources + offset, targets - offset, targets], axis=1)


def curve(source: Point, target: Point, side: Side = Side.RIGHT) -> Cubic:
    """The control points of a single wire."""
    return as_cubic(curves(np.array([source], dtype=np.float64), np.array([target], dtype=np.float64), side)[0])


def as_cubic(points: Floats) -> Cubic:
    """One curve (4, 2) as plain numbers, which Qt and looks take."""
    return cast("Cubic", tuple(map(tuple, points.tolist())))


def flattened(wires: Floats, segments: int) -> Floats:
    """Points (E, segments + 1, 2) along the curves, ends included."""
    return np.asarray(_basis(np.linspace(0.0, 1.0, segments + 1)) @ wires)


def points_at(wires: Floats, shares: Floats) -> Floats:
    """One point (E, 2) of each curve at its share 0..1."""
    return np.asarray(np.einsum("ei,eid->ed", _basis(shares), wires))


def point_at(wire: Cubic, share: float) -> Point:
    """The point of a single curve at a share 0..1."""
    x, y = points_at(np.array([wire]), np.array([share]))[0].tolist()
    return x, y


def directions_at(wires: Floats, shares: Floats) -> Floats:
    """Unit vectors (E, 2) along the curves at their shares."""
    t = shares[:, None]
    steps = np.diff(wires, axis=1)
    along = (1 - t) ** 2 * steps[:, 0] + 2 * (1 - t) * t * steps[:, 1] + t**2 * steps[:, 2]
    length = np.hypot(along[:, 0], along[:, 1])[:, None]
    return np.asarray(along / np.where(length == 0, 1.0, length))


def part(wires: Floats, start: Floats | float, end: Floats | float) -> Floats:
    """The pieces (E, 4, 2) of the curves between two shares of their parameter, the same or each its own (E, 1, 1)."""
    return _left(_left(wires, end)[:, ::-1], 1 - start / end)[:, ::-1]


def _left(wires: Floats, share: Floats | float) -> Floats:
    """The curves up to a share, by de Casteljau's construction."""
    rows = [wires]
    while rows[-1].shape[1] > 1:
        last = rows[-1]
        rows.append(last[:, :-1] + (last[:, 1:] - last[:, :-1]) * share)
    return np.stack([row[:, 0] for row in rows], axis=1)


def boxes(wires: Floats) -> Floats:
    """Rectangles (E, 4) as left, top, right, bottom that hold the curves, by their control points."""
    return np.concatenate([wires.min(axis=1), wires.max(axis=1)], axis=1)


def distances(wires: Floats, place: Point, segments: int = 24) -> Floats:
    """How far each curve (E,) passes from a place."""
    points = flattened(wires, segments)
    start, step = points[:, :-1], np.diff(points, axis=1)
    towards = np.asarray(place) - start
    squared = np.maximum((step**2).sum(axis=2), 1e-12)
    share = np.clip((towards * step).sum(axis=2) / squared, 0.0, 1.0)
    apart = towards - share[..., None] * step
    return np.asarray(np.sqrt((apart**2).sum(axis=2)).min(axis=1))


def evenly_spaced(wire: Cubic, every: float) -> tuple[Floats, Floats]:
    """Points and directions (n, 2) of a single curve at equal distances, starting half a step in."""
    fine = flattened(np.array([wire]), 64)[0]
    travelled = np.concatenate([[0.0], np.hypot(*np.diff(fine, axis=0).T).cumsum()])
    marks = np.arange(every / 2, travelled[-1], every)
    shares = np.interp(marks, travelled, np.linspace(0.0, 1.0, len(fine)))
    wires = np.broadcast_to(np.array(wire), (len(shares), 4, 2))
    return points_at(wires, shares), directions_at(wires, shares)


def gradient_width(norms: Floats, base: float, per_log2: float, most: float) -> Floats:
    """Widths of wires by the logarithm of the norm of their gradient; not a number is as wide as can be."""
    widths = base + per_log2 * np.log2(1 + np.nan_to_num(np.abs(norms), nan=np.inf))
    return np.asarray(np.minimum(widths, most))


def _basis(shares: Floats) -> Floats:
    """Bernstein weights (n, 4)."""
    rest = 1 - shares
    return np.stack([rest**3, 3 * rest**2 * shares, 3 * rest * shares**2, shares**3], axis=1)
