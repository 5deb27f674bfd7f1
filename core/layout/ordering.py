"""The order of the cells in each layer: few crossings, found from several starts or from an earlier order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from core.layout.crossings import Switching, count_crossings
from core.layout.sweeps import Arrangement, Pulls, pulls_of

if TYPE_CHECKING:
    from core.layout.cells import Cells

FIRST_SWEEPS = 6
ROUND_SWEEPS = 2
ROUNDS = 10
PATIENCE = 2
SWITCH_PASSES = 20
STARTS = ((60, 4), (1000, 2))
"""How many starts a graph of up to so many cells gets; a larger one gets one."""

Layers = list[list[int]]


def order_cells(cells: Cells, pause: Callable[[], None], earlier: list[float] | None = None) -> Layers:
    """The cells of each layer from the low to the high side.

    With the places of an earlier drawing the search starts there and leaves it only for fewer crossings.
    Otherwise the first of several starts wins that comes to the fewest crossings; it is the one in the order
    of the ports. `pause` is called between steps and may raise to give up.
    """
    search = _Search(cells, pause)
    if earlier is not None:
        return search.improve(_sorted_by(cells, earlier))[1]
    best = search.from_scratch(_walk(cells, search.pulls, None))
    for seed in range(1, _start_count(cells)):
        if best[0]:
            start = _walk(cells, search.pulls, Random(seed))  # noqa: S311 - no secret, the same shuffle every time
            best = min(best, search.from_scratch(start), key=lambda found: found[0])
    return best[1]


def _start_count(cells: Cells) -> int:
    return next((starts for most, starts in STARTS if cells.count <= most), 1)


class _Search:
    """Local search for an order with few crossings."""

    def __init__(self, cells: Cells, pause: Callable[[], None]) -> None:
        self.cells = cells
        self.pause = pause
        self.pulls: Pulls = pulls_of(cells)
        self.switching = Switching(cells)
        self.cuts = np.cumsum(np.bincount(cells.layer))[:-1]

    def from_scratch(self, start: Layers) -> tuple[int, Layers]:
        """The best order met on the way from a rough start, with its crossings.

        The start itself stays unless it can be bettered: where it follows the ports, it is easy to read.
        """
        arrangement = self._arranged(start)
        rough = self._count(arrangement), arrangement.copy_layers()
        if rough[0] == 0:
            return rough
        for step in range(FIRST_SWEEPS):
            self._sweep(arrangement, step, one_sided=True)
        self._switch(arrangement)
        found = self.improve(arrangement.layers)
        return found if found[0] < rough[0] else self.improve(rough[1])

    def improve(self, start: Layers) -> tuple[int, Layers]:
        """The best order met on the way from a good one.

        What a round does depends only on the order and on how many rounds have failed. So a search that
        begins with the result of another finds nothing better, and moves nothing.
        """
        arrangement = self._arranged(start)
        best = self._count(arrangement), arrangement.copy_layers()
        idle = 0
        for _ in range(ROUNDS):
            if best[0] == 0 or idle == PATIENCE:
                break
            arrangement.gather_groups()
            for step in range(ROUND_SWEEPS):
                self._sweep(arrangement, step, flip_ties=idle % 2 == 1)
            self._switch(arrangement)
            crossings = self._count(arrangement)
            idle = 0 if crossings < best[0] else idle + 1
            if crossings < best[0]:
                best = crossings, arrangement.copy_layers()
        return best

    def _arranged(self, layers: Layers) -> Arrangement:
        arrangement = Arrangement([list(layer) for layer in layers], self.cells)
        arrangement.gather_groups()
        return arrangement

    def _sweep(self, arrangement: Arrangement, step: int, *, one_sided: bool = False, flip_ties: bool = False) -> None:
        self.pause()
        downwards = step % 2 == 0
        one_side = self.pulls.above if downwards else self.pulls.below
        arrangement.sweep(one_side if one_sided else self.pulls.both, downwards=downwards, flip_ties=flip_ties)

    def _switch(self, arrangement: Arrangement) -> None:
        self.pause()
        order = np.concatenate(arrangement.layers)
        rank = np.array(arrangement.rank)
        self.switching.improve(order, rank, SWITCH_PASSES)
        arrangement.layers = [part.tolist() for part in np.split(order, self.cuts)]
        arrangement.rank = rank.tolist()

    def _count(self, arrangement: Arrangement) -> int:
        return count_crossings(self.cells, np.array(arrangement.rank))


def _walk(cells: Cells, pulls: Pulls, random: Random | None) -> Layers:
    """The order in which a walk meets the cells: depth first from the roots, producers before consumers.

    It takes ports in their order, or in a random one.
    """
    layers: Layers = [[] for _ in range(cells.layers)]
    layer_of = cells.layer.tolist()
    above, below = pulls.above.neighbours, pulls.below.neighbours
    roots = [cell for cell in range(cells.count) if not below[cell]]
    stack = _shuffled(roots, random)[::-1]
    seen = [False] * cells.count
    while stack:
        cell = stack.pop()
        if seen[cell]:
            continue
        seen[cell] = True
        layers[layer_of[cell]].append(cell)
        stack += _shuffled(below[cell], random)[::-1]
        stack += _shuffled(above[cell], random)[::-1]
    return layers


def _shuffled(cells: list[int], random: Random | None) -> list[int]:
    return cells if random is None else random.sample(cells, len(cells))


def _sorted_by(cells: Cells, place: list[float]) -> Layers:
    layers: Layers = [[] for _ in range(cells.layers)]
    for cell in sorted(range(cells.count), key=place.__getitem__):
        layers[cells.layer[cell]].append(cell)
    return layers
