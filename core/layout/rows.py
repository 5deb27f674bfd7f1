"""Ordered layers ready for coordinates: what stands beside what, how near, and which links matter most."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from core.layout.cells import Cells
    from core.layout.flow import Floats, Flow, Ints
    from core.layout.graph import Gaps
    from core.layout.links import Links

BOX, LANE, BORDER = 0, 1, 2


@dataclass(frozen=True)
class Rows:
    """The cells of each layer from low to high, among them the borders of group frames.

    `kind` is BOX, LANE or BORDER. `low` and `high` are the distances in px from a cell's spine to where its
    neighbours may begin; two neighbours stand at least `high` of the one plus `low` of the other apart.
    """

    layers: list[list[int]]
    kind: Ints
    low: Floats
    high: Floats
    links: Links

    @cached_property
    def place(self) -> Ints:
        """The position of each cell in the list of all cells, layer by layer."""
        place = np.empty(len(self.kind), int)
        place[np.concatenate(self.layers)] = np.arange(len(self.kind))
        return place

    @cached_property
    def neighbours(self) -> tuple[Ints, Ints, Floats]:
        """All pairs of cells side by side in a layer: the lower ones, the higher ones, and how far apart they are."""
        order = np.concatenate(self.layers)
        ends = np.cumsum([len(layer) for layer in self.layers])
        in_one_layer = np.ones(len(order), bool)
        in_one_layer[ends - 1] = False
        before, after = order[in_one_layer], order[1:][in_one_layer[:-1]]
        return before, after, self.high[before] + self.low[after]

    @cached_property
    def link_kind(self) -> Ints:
        """What each link joins: BORDER or LANE if both its ends are that or more, else BOX."""
        kinds: Ints = np.minimum(self.kind[self.links.upper], self.kind[self.links.lower])
        return kinds

    @cached_property
    def depth_above(self) -> Ints:
        """How long a chain of links leads to each cell; of equal ones, a box counts more than a lane."""
        order = np.argsort(self.place[self.links.upper], kind="stable")
        return self._depth(self.links.upper[order], self.links.lower[order])

    @cached_property
    def depth_below(self) -> Ints:
        """The same against the direction of the links."""
        order = np.argsort(-self.place[self.links.lower], kind="stable")
        return self._depth(self.links.lower[order], self.links.upper[order])

    def _depth(self, start: Ints, end: Ints) -> Ints:
        length = [0] * len(self.kind)
        for cell, following in zip(start.tolist(), end.tolist(), strict=True):
            length[following] = max(length[following], length[cell] + 1)
        depth: Ints = 2 * np.array(length) + (self.kind == BOX)
        return depth


def build_rows(flow: Flow, cells: Cells, layers: list[list[int]], gaps: Gaps) -> Rows:
    """The rows of a flow whose cells stand in this order, without borders."""
    lanes = cells.count - flow.count
    wire = np.full(lanes, gaps.wire / 2)
    return Rows(
        layers,
        np.repeat([BOX, LANE], [flow.count, lanes]),
        np.concatenate([flow.axis + gaps.row / 2, wire]),
        np.concatenate([flow.breadth - flow.axis + gaps.row / 2, wire]),
        cells.links,
    )
