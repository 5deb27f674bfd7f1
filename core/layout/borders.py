"""Borders of group frames: cells on either side of a group in each of its layers, linked to straight lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.layout.links import Links
from core.layout.rows import BORDER, Rows

if TYPE_CHECKING:
    from core.layout.cells import Cells
    from core.layout.graph import Gaps

Path = tuple[int, ...]


@dataclass
class _Fence:
    """Numbers new border cells, and keeps the pair of each group and layer."""

    count: int
    pairs: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def around(self, layer: list[int], paths: list[Path]) -> list[int]:
        """The layer with a border cell before and after each group in it."""
        fenced: list[int] = []
        opened: list[tuple[int, int]] = []
        for cell in layer:
            while opened and opened[-1][0] not in paths[cell]:
                fenced.append(self._close(*opened.pop()))
            for group in paths[cell][len(opened) :]:
                opened.append((group, self._next()))
                fenced.append(opened[-1][1])
            fenced.append(cell)
        while opened:
            fenced.append(self._close(*opened.pop()))
        return fenced

    def _next(self) -> int:
        self.count += 1
        return self.count - 1

    def _close(self, group: int, low: int) -> int:
        high = self._next()
        self.pairs.setdefault(group, []).append((low, high))
        return high


def with_borders(rows: Rows, cells: Cells, gaps: Gaps) -> Rows:
    """The rows with the borders of all groups, each as far from what it surrounds as its frame asks for."""
    fence = _Fence(cells.count)
    layers = [fence.around(layer, cells.group_path) for layer in rows.layers]
    low, high = np.zeros(fence.count - cells.count), np.zeros(fence.count - cells.count)
    links: list[tuple[int, int]] = []
    for group, pairs in fence.pairs.items():
        first, last = np.array(pairs).T - cells.count
        low[first], high[first] = gaps.row / 2, cells.frames[group].low - gaps.row / 2
        low[last], high[last] = cells.frames[group].high - gaps.row / 2, gaps.row / 2
        links += [link for above, below in pairwise(pairs) for link in zip(above, below, strict=True)]
    return Rows(
        layers,
        np.concatenate([rows.kind, np.full(len(low), BORDER)]),
        np.concatenate([rows.low, low]),
        np.concatenate([rows.high, high]),
        rows.links.and_also(Links.straight(links)),
    )
