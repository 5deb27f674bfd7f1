"""Barycentre sweeps: each cell moves to the mean place of its neighbours in the next layers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from core.layout.group_order import rank_groups

if TYPE_CHECKING:
    from core.layout.cells import Cells
    from core.layout.flow import Floats, Ints


@dataclass(frozen=True)
class Pull:
    """What draws each cell: its neighbours, and the sum of how far their ports are off the middle."""

    neighbours: list[list[int]]
    lean: list[float]

    def both(self, other: Pull) -> Pull:
        """The pull of two sides together."""
        return Pull(
            [one + more for one, more in zip(self.neighbours, other.neighbours, strict=True)],
            [one + more for one, more in zip(self.lean, other.lean, strict=True)],
        )


@dataclass(frozen=True)
class Pulls:
    """The pull on each cell from the layer above, from the layer below, and from both."""

    above: Pull
    below: Pull
    both: Pull


def pulls_of(cells: Cells) -> Pulls:
    """The pulls that the links of these cells make."""
    leave, enter = cells.touch
    offset = leave - enter
    above = _pull(cells.count, cells.links.lower, cells.links.upper, offset)
    below = _pull(cells.count, cells.links.upper, cells.links.lower, -offset)
    return Pulls(above, below, above.both(below))


def _pull(count: int, owner: Ints, end: Ints, offset: Floats) -> Pull:
    neighbours: list[list[int]] = [[] for _ in range(count)]
    lean = [0.0] * count
    for cell, other, shift in zip(owner.tolist(), end.tolist(), offset.tolist(), strict=True):
        neighbours[cell].append(other)
        lean[cell] += shift
    return Pull(neighbours, lean)


class Arrangement:
    """The cells of each layer in order, and the rank of each cell in its layer."""

    def __init__(self, layers: list[list[int]], cells: Cells) -> None:
        self.layers = layers
        self.rank = [0] * cells.count
        self.path = cells.group_path
        self.frames = len(cells.frames)
        self.group_rank = [0] * self.frames
        for layer in layers:
            self._number(layer)

    def copy_layers(self) -> list[list[int]]:
        """The present order, to come back to."""
        return [list(layer) for layer in self.layers]

    def _number(self, layer: list[int]) -> None:
        for rank, cell in enumerate(layer):
            self.rank[cell] = rank

    def sweep(self, pull: Pull, *, downwards: bool, flip_ties: bool) -> None:
        """Move the cells of one layer after the other; cells that are drawn equally keep or flip their order."""
        rank = self.rank

        def wish(cell: int) -> float:
            ends = pull.neighbours[cell]
            return (sum([rank[end] for end in ends]) + pull.lean[cell]) / len(ends) if ends else rank[cell]

        for layer in self.layers if downwards else reversed(self.layers):
            if len(layer) < 2:
                continue
            if flip_ties:
                layer.reverse()
            self._sort(layer, {cell: wish(cell) for cell in layer})

    def gather_groups(self) -> None:
        """Make the members of each group neighbours in every layer, and groups keep one order in all layers."""
        if not self.frames:
            return
        self.group_rank = rank_groups(self.frames, self.layers, self.path)
        for layer in self.layers:
            self._sort(layer, {cell: self.rank[cell] for cell in layer})

    def _sort(self, layer: list[int], wish: Mapping[int, float]) -> None:
        if self.frames:
            self._sort_grouped(layer, wish)
        else:
            layer.sort(key=wish.__getitem__)
        self._number(layer)

    def _sort_grouped(self, layer: list[int], wish: Mapping[int, float]) -> None:
        """Sort by the wish of the outermost group first, so that a group stays together."""
        together = self._group_wishes(layer, wish)

        def key(cell: int) -> list[tuple[float, int]]:
            return [
                *((together[group], self.group_rank[group]) for group in self.path[cell]),
                (wish[cell], -1),
            ]

        layer.sort(key=key)

    def _group_wishes(self, layer: list[int], wish: Mapping[int, float]) -> dict[int, float]:
        """The mean wish of each group in a layer, handed out anew so that sister groups keep their order."""
        members: dict[int, list[float]] = {}
        sisters: dict[tuple[int, ...], dict[int, None]] = {}
        for cell in layer:
            for depth, group in enumerate(self.path[cell]):
                members.setdefault(group, []).append(wish[cell])
                sisters.setdefault(self.path[cell][:depth], {})[group] = None
        together: dict[int, float] = {}
        for groups in sisters.values():
            means = sorted(fmean(members[group]) for group in groups)
            in_order = sorted(groups, key=self.group_rank.__getitem__)
            together.update(zip(in_order, means, strict=True))
        return together
