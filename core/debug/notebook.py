"""The notes of a recording, and the bound on the memory that their arrays take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from core.debug.arrays import Statistics, read_only, statistics
from core.debug.making import EventMaker

Note: TypeAlias = tuple[Any, ...]
"""A method of `EventMaker`, and its arguments."""

DEFAULT_BUDGET = 256 * 2**20
SMALL = 512
"""Arrays of up to this many bytes are always kept: their statistics would take as much."""

_GRADIENTS: dict[Callable[..., None], tuple[int, ...]] = {
    EventMaker.enter: (2,),
    EventMaker.computed: (2, 4),
    EventMaker.fitted: (3, 4),
    EventMaker.arrived: (4, 5, 6),
}
"""At which places a note holds gradients that the pass would compute again. All others are kept."""


class Notebook:
    """A list of notes that keeps at most about `budget` bytes of gradients.

    When there are more, the large ones written so far are replaced by their statistics, which also say where
    in the notebook the array was.
    """

    def __init__(self, budget: int) -> None:
        self.notes: list[Note] = []
        self.write = self.notes.append
        self._budget = budget
        self._spent = 0
        self._settled = 0  # how many notes have no large arrays left

    def spend(self, gradient: np.ndarray[Any, Any]) -> None:
        """Count an array that has just been written down."""
        owner = gradient if gradient.base is None else gradient.base
        self._spent += getattr(owner, "nbytes", 0)
        if self._spent > self._budget:
            self._spent = self._held()
            if self._spent > self._budget / 2:
                self._settle()

    def _held(self) -> int:
        """Return the bytes of the arrays held by the notes that may still have large ones."""
        owners = {}
        for note in self.notes[self._settled :]:
            for array in _arrays(note):
                owner = array if array.base is None else array.base
                owners[id(owner)] = getattr(owner, "nbytes", 0)
        return sum(owners.values())

    def _settle(self) -> None:
        known: dict[int, Statistics] = {}
        for number in range(self._settled, len(self.notes)):
            self.notes[number] = _without_large(self.notes[number], number, known)
        self._settled = len(self.notes)
        self._spent = 0


def gradient_at(note: Note, place: tuple[int, ...]) -> Any:
    """Return a gradient in a note: the place of the argument, and the place in it if it holds several."""
    found = note[place[0]]
    return found if len(place) == 1 else found[place[1]]


def _arrays(note: Note) -> Iterator[np.ndarray[Any, Any]]:
    for place in _GRADIENTS.get(note[0], ()):
        for one in note[place] if isinstance(note[place], (tuple, list)) else (note[place],):
            if one is not None and not isinstance(one, Statistics):
                yield read_only(one)


def _without_large(note: Note, number: int, known: dict[int, Statistics]) -> Note:
    """Return a note with statistics in place of its large arrays; `known` has those that were met before."""

    def spared(one: Any, *place: int) -> Any:
        if one is None or isinstance(one, Statistics) or read_only(one).nbytes <= SMALL:
            return one
        if id(one) not in known:
            known[id(one)] = statistics(read_only(one))
        return replace(known[id(one)], place=(number, *place))

    result = list(note)
    for place in _GRADIENTS.get(note[0], ()):
        held = note[place]
        several = isinstance(held, (tuple, list))
        result[place] = tuple(spared(one, place, at) for at, one in enumerate(held)) if several else spared(held, place)
    return tuple(result)
