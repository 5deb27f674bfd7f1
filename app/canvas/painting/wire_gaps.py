"""Gaps where wires cross: the later wire clears its surroundings in the earlier one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from app.canvas.scene.scene import Scene
from app.render.batch import Ints
from app.render.crossings import MOST_WIRES, crossings
from app.render.draw_frame import ground_at
from app.render.geometry import Floats, points_at
from app.render.marks import Cubic

Gap: TypeAlias = tuple[float, float, str]
"""Where a wire clears what is below it, as shares of its length, and the colour of the ground there."""


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """A row per crossing: the later wire's row in the scene, and where on it the gap is (C,), from start to end."""

    over: Ints
    starts: Floats
    ends: Floats
    grounds: tuple[str, ...]

    def chosen(self, which: Ints) -> Gaps:
        """Some of them."""
        grounds = tuple(self.grounds[index] for index in which.tolist())
        return Gaps(self.over[which], self.starts[which], self.ends[which], grounds)

    def by_wire(self) -> dict[int, tuple[Gap, ...]]:
        """The gaps of each row."""
        found: dict[int, tuple[Gap, ...]] = {}
        for over, *gap in zip(self.over.tolist(), self.starts.tolist(), self.ends.tolist(), self.grounds, strict=True):
            start, end, ground = gap
            found[over] = (*found.get(over, ()), (start, end, ground))
        return found


def gaps_of(scene: Scene, rows: Ints) -> Gaps:
    """The gaps of some wires. Where there are few in all, crossings are looked for once, until a wire moves."""
    placed = scene.wires.placed
    known = np.arange(len(placed)) if len(placed) <= MOST_WIRES else rows
    over, shares, starts, ends = _crossings(tuple(placed[row].points for row in known.tolist()))
    over = known[over]
    which = np.flatnonzero(np.isin(over, rows))
    grounds = _grounds(scene, over[which], shares[which])
    return Gaps(over[which], starts[which], ends[which], grounds)


@lru_cache(maxsize=16)
def _crossings(curves: tuple[Cubic, ...]) -> tuple[Ints, Floats, Floats, Floats]:
    found = crossings(curves)
    table = np.array([(one.share, one.start, one.end) for one in found], dtype=np.float64).reshape(-1, 3)
    return np.array([one.over for one in found], dtype=np.intp), *table.T


def _grounds(scene: Scene, over: Ints, shares: Floats) -> tuple[str, ...]:
    if not scene.regions:
        return (scene.frame.theme.colour("canvas"),) * len(over)
    places = points_at(scene.wires.curves[over], shares).tolist()
    return tuple(ground_at(scene.frame, (x, y)) for x, y in places)
