"""Counting crossings, and removing them by switching neighbours, for all layers at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.layout.flow import Floats, Ints

if TYPE_CHECKING:
    from core.layout.cells import Cells


def count_crossings(cells: Cells, rank: Ints) -> int:
    """How many pairs of links cross when each cell stands at this rank in its layer."""
    leave, enter = cells.touch
    top, bottom = rank[cells.links.upper] + leave, rank[cells.links.lower] + enter
    layer = cells.layer[cells.links.upper]
    order = np.lexsort((bottom, top, layer))
    return _inversions(layer[order], np.unique(bottom[order], return_inverse=True)[1])


def _inversions(block: Ints, value: Ints) -> int:
    """Pairs within a block where a greater value stands before a smaller one.

    Works down the bits of the values. Values of one block that agree in all higher bits stand together in
    their first order; among these, each 1 before a 0 is an inversion that this bit decides.
    """
    total = 0
    for bit in reversed(range(int(value.max(initial=0)).bit_length())):
        ones = value >> bit & 1
        seen = np.cumsum(ones)
        first = np.flatnonzero(np.diff(block, prepend=-1))
        before = np.repeat(seen[first] - ones[first], np.diff(first, append=len(block)))
        total += int((seen - before)[ones == 0].sum())
        block = block * 2 + ones
        order = np.argsort(block, kind="stable")
        block, value = block[order], value[order]
    return total


@dataclass(frozen=True)
class _Sides:
    """The links of each side of each cell: side 2c is above cell c and 2c + 1 below it.

    A side s has `degree[s]` links from `start[s]` on, with the cell at the other end and where they touch it.
    """

    start: Ints
    degree: Ints
    end: Ints
    touch: Floats

    @classmethod
    def of(cls, cells: Cells) -> _Sides:
        """The sides of all cells."""
        owner = np.concatenate([2 * cells.links.lower, 2 * cells.links.upper + 1])
        order = np.argsort(owner, kind="stable")
        degree = np.bincount(owner, minlength=2 * cells.count)
        end = np.concatenate([cells.links.upper, cells.links.lower])
        touch = np.concatenate(cells.touch)
        return cls(np.cumsum(degree) - degree, degree, end[order], touch[order])

    def gain(self, left: Ints, right: Ints, rank: Ints) -> Floats:
        """The crossings that each pair of neighbours loses by switching (negative: gains)."""
        one, other = (np.concatenate([2 * cell, 2 * cell + 1]) for cell in (left, right))
        pairs = self.degree[one] * self.degree[other]
        pair = np.repeat(np.arange(len(pairs)), pairs)
        step = np.arange(len(pair)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
        along_one, along_other = np.divmod(step, self.degree[other][pair])
        first = self.start[one][pair] + along_one
        second = self.start[other][pair] + along_other
        first_place = rank[self.end[first]] + self.touch[first]
        second_place = rank[self.end[second]] + self.touch[second]
        lost = np.sign(first_place - second_place)
        return np.bincount(pair % max(len(left), 1), weights=lost, minlength=len(left)).astype(float)


class Switching:
    """Switches neighbours in a layer wherever that removes crossings.

    Pairs that cannot disturb each other switch together: every second pair of every second layer. A switch
    that changes nothing is made in every other pass, which lets a wire travel to where a switch pays.
    """

    def __init__(self, cells: Cells) -> None:
        self.sides = _Sides.of(cells)
        self.group = cells.group
        sizes = np.bincount(cells.layer)
        layer = np.repeat(np.arange(len(sizes)), sizes)
        place = np.arange(cells.count)
        rank = place - (np.cumsum(sizes) - sizes)[layer]
        has_next = np.append(layer[1:] == layer[:-1], False)
        self.phases = [
            place[has_next & (rank % 2 == odd_rank) & (layer % 2 == odd_layer)]
            for odd_rank in (0, 1)
            for odd_layer in (0, 1)
        ]

    def improve(self, order: Ints, rank: Ints, passes: int) -> None:
        """Switch until nothing more is gained; `order` lists the cells layer by layer. Changes both arrays."""
        idle = 0
        for count in range(passes):
            gained = sum(self._switch(phase, order, rank, ties_too=bool(count % 2)) for phase in self.phases)
            idle = 0 if gained else idle + 1
            if idle == 2:
                return

    def _switch(self, phase: Ints, order: Ints, rank: Ints, *, ties_too: bool) -> float:
        left, right = order[phase], order[phase + 1]
        gain = self.sides.gain(left, right, rank)
        chosen = ((gain >= 0) if ties_too else (gain > 0)) & (self.group[left] == self.group[right])
        left, right, place = left[chosen], right[chosen], phase[chosen]
        order[place], order[place + 1] = right, left
        rank[left] += 1
        rank[right] -= 1
        return float(gain[chosen].sum())
