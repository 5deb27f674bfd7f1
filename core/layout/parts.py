"""Parts of a graph that nothing connects: which they are, and how they are packed beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from core.layout.drawing import Extent
    from core.layout.flow import Flow, Ints

ASPECT = 1.6
"""Small parts are packed to a drawing that is about this many times as long as broad."""


def connected_parts(flow: Flow, tied: Iterable[Sequence[int]]) -> list[tuple[Ints, Ints]]:
    """The boxes and the edges of each part; the boxes of a `tied` sequence count as connected."""
    parent = list(range(flow.count))

    def root(box: int) -> int:
        while parent[box] != box:
            parent[box] = parent[parent[box]]
            box = parent[box]
        return box

    pairs = [(flow.source.tolist(), flow.target.tolist()), *((boxes[:-1], boxes[1:]) for boxes in tied)]
    for ones, others in pairs:
        for one, other in zip(ones, others, strict=True):
            low, high = sorted((root(one), root(other)))
            parent[high] = low
    _, part = np.unique([root(box) for box in range(flow.count)], return_inverse=True)
    count = int(part.max(initial=-1)) + 1
    return list(zip(_members(part, count), _members(part[flow.source], count), strict=True))


def _members(part: Ints, count: int) -> list[Ints]:
    """The indices of what is in each part, in ascending order."""
    order = np.argsort(part, kind="stable")
    return np.split(order, np.searchsorted(part[order], np.arange(1, count)))


def pack(extents: Sequence[Extent], gap: float) -> list[tuple[float, float]]:
    """How far to move each part along and across: in rows from (0, 0) on, in the given order."""
    area = sum((part.last - part.first + gap) * (part.high - part.low + gap) for part in extents)
    room = max([sqrt(area * ASPECT), *(part.last - part.first for part in extents)])
    moves = []
    along = across = breadth = 0.0
    for part in extents:
        length = part.last - part.first
        if along and along + length > room:
            along, across, breadth = 0.0, across + breadth + gap, 0.0
        moves.append((along - part.first, across - part.low))
        along += length + gap
        breadth = max(breadth, part.high - part.low)
    return moves
