"""Where wires cross, so that the upper one can clear a gap in the lower one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.model.metrics import metrics
from app.render.geometry import Floats, boxes, flattened
from app.render.marks import Cubic

MOST_WIRES = 400
"""More wires than this are drawn without gaps: they would be too fine to see, and take long to find."""
_SEGMENTS = 16
_REACH = 14.0
"""A gap reaches this far to both sides of the crossing."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Wire `over` crosses an earlier one at `share` of its length; its gap runs from `start` to `end`."""

    over: int
    share: float
    start: float
    end: float


def crossings(wires: Sequence[Cubic]) -> tuple[Crossing, ...]:
    """All crossings in the middle part of the later of two wires; none if there are too many wires."""
    if not 2 <= len(wires) <= MOST_WIRES:
        return ()
    curves = np.array(wires, dtype=np.float64)
    points = flattened(curves, _SEGMENTS)
    under, over = _close_pairs(boxes(curves))
    if not len(over):
        return ()
    pair, shares = _meetings(points[over], points[under])
    lengths = np.hypot(*np.moveaxis(np.diff(points, axis=1), 2, 0)).sum(axis=1)
    return tuple(
        _crossing(wire, share, length)
        for wire, share, length in zip(over[pair].tolist(), shares.tolist(), lengths[over[pair]].tolist(), strict=True)
        if metrics().halo[0] < share < metrics().halo[1]
    )


def _crossing(wire: int, share: float, length: float) -> Crossing:
    reach = _REACH / length
    return Crossing(wire, share, max(share - reach, 0.01), min(share + reach, 0.99))


def _close_pairs(box: Floats) -> tuple[np.ndarray, np.ndarray]:
    """Pairs (earlier, later) of wires whose boxes overlap."""
    apart = (box[:, None, 0] > box[None, :, 2]) | (box[:, None, 1] > box[None, :, 3])
    near = ~(apart | apart.T)
    first, second = np.nonzero(np.triu(near, 1))
    return first, second


def _meetings(upper: Floats, lower: Floats) -> tuple[np.ndarray, Floats]:
    """Which pairs (P, n, 2) of polylines meet, and at which share of the upper one."""
    start, step = upper[:, :-1, None], np.diff(upper, axis=1)[:, :, None]
    other, stride = lower[:, None, :-1], np.diff(lower, axis=1)[:, None]
    between = other - start
    area = _cross(step, stride)
    parallel = area == 0
    area = np.where(parallel, 1.0, area)
    along, across = _cross(between, stride) / area, _cross(between, step) / area
    meets = (along >= 0) & (along < 1) & (across >= 0) & (across < 1) & ~parallel
    pair, segment, partner = np.nonzero(meets)
    return pair, (segment + along[pair, segment, partner]) / _SEGMENTS


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
