"""Last moves across the layers: straight chains go, as far as their neighbours let them, to where their wires pull."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from core.layout.alignment import block_neighbours
from core.layout.rows import BOX

if TYPE_CHECKING:
    from core.layout.alignment import Flags
    from core.layout.flow import Floats, Ints
    from core.layout.rows import Rows

ROUNDS = 8
STILL = 0.5
"""A round in which nothing moves further than this, in px, is the last one."""
JOINED = 1e-6
"""Cells of a straight line are at most this far apart, in px: what rounding leaves."""


def settle(rows: Rows, across: Floats, straight: Flags) -> Floats:
    """Better coordinates for the same order: shorter wires with fewer bends. `straight` links that are, stay so."""
    blocks = _Blocks(rows, across, straight)
    for turn in range(ROUNDS):
        if blocks.move(from_high=turn % 2 == 0) <= STILL:
            break
    return blocks.across()


class _Blocks:
    """Straight runs of cells that move as one, each named after its first cell."""

    def __init__(self, rows: Rows, across: Floats, straight: Flags) -> None:
        self.block = _joined(rows, across, straight)
        count = len(self.block)
        self.at: list[float] = across.tolist()
        self.has_box = np.bincount(self.block[rows.kind == BOX], minlength=count).tolist()
        self.lower: list[list[tuple[int, float]]] = [[] for _ in range(count)]
        self.higher: list[list[tuple[int, float]]] = [[] for _ in range(count)]
        self.pulls: list[list[tuple[int, float]]] = [[] for _ in range(count)]
        for low, high, apart in block_neighbours(self.block, *rows.neighbours):
            self.higher[low].append((high, apart))
            self.lower[high].append((low, apart))
        self._pull(rows)

    def _pull(self, rows: Rows) -> None:
        one, other = self.block[rows.links.upper], self.block[rows.links.lower]
        between = one != other
        shifts = (rows.links.leave - rows.links.enter)[between]
        for upper, lower, shift in zip(one[between].tolist(), other[between].tolist(), shifts.tolist(), strict=True):
            self.pulls[upper].append((lower, -shift))
            self.pulls[lower].append((upper, shift))

    def move(self, *, from_high: bool) -> float:
        """Move every block once, and give the longest way one went."""
        longest = 0.0
        pulled = [block for block, pulls in enumerate(self.pulls) if pulls]
        for block in sorted(pulled, key=self.at.__getitem__, reverse=from_high):
            place = self._within(block, self._wish(block))
            longest = max(longest, abs(place - self.at[block]))
            self.at[block] = place
        return longest

    def _wish(self, block: int) -> float:
        """Boxes go amid the boxes that pull them; a wire goes straight on from one end, which saves a bend."""
        if self.has_box[block]:
            return sum([self.at[other] for other, _ in self.pulls[block]]) / len(self.pulls[block])
        ends = sorted(self.at[other] + shift for other, shift in self.pulls[block])
        middle = ends[(len(ends) - 1) // 2], ends[len(ends) // 2]
        return min(middle, key=lambda end: abs(end - self.at[block]))

    def _within(self, block: int, wish: float) -> float:
        floor = max([self.at[other] + apart for other, apart in self.lower[block]], default=-inf)
        ceiling = min([self.at[other] - apart for other, apart in self.higher[block]], default=inf)
        return max(floor, min(ceiling, wish))

    def across(self) -> Floats:
        """The coordinate of each cell."""
        return np.array(self.at)[self.block]


def _joined(rows: Rows, across: Floats, straight: Flags) -> Ints:
    """The block of each cell."""
    links = np.flatnonzero(straight & (np.abs(across[rows.links.upper] - across[rows.links.lower]) < JOINED))
    links = links[np.argsort(rows.place[rows.links.upper[links]], kind="stable")]
    block = list(range(len(rows.kind)))
    for upper, lower in zip(rows.links.upper[links].tolist(), rows.links.lower[links].tolist(), strict=True):
        block[lower] = block[upper]
    return np.array(block)
