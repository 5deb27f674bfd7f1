"""The graph that a recording was made from, as long as it is there: to do what was withheld, or to look again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from core.debug.arrays import Array, read_only
from core.debug.notebook import Note, gradient_at
from core.debug.notes import NoteTaker
from core.engine.node import ARRAYS, AccumulateGrad, Algebra, Edge, Gradient, Guards, Node
from core.errors import GradientError
from core.tensor.gradient import BackwardCall
from core.tensor.recorded import TENSORS

Accumulate: TypeAlias = Callable[[AccumulateGrad, Gradient], None]
Withheld: TypeAlias = tuple[Callable[[Gradient], Any], Gradient]
Freed: TypeAlias = tuple[Node, Any, Guards]


class DryAlgebra:
    """Computes as the usual algebra does, but hands what would be added to a leaf's `.grad` to `accumulate`."""

    adds_in_place = False

    def __init__(self, create_graph: bool, accumulate: Accumulate) -> None:
        algebra: Algebra = TENSORS if create_graph else ARRAYS
        self.fit = algebra.fit
        self.zeros = algebra.zeros
        self._gradients = algebra.gradients
        self._accumulate = accumulate

    def gradients(self, node: Node, g: Gradient, edges: Sequence[Edge | None]) -> Sequence[Gradient]:
        """Return the gradient for each edge of `node`."""
        if isinstance(node, AccumulateGrad):
            self._accumulate(node, g)
            return ()
        return self._gradients(node, g, edges)


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A pass that was recorded, and the number of its first note."""

    first: int
    call: BackwardCall


class LiveGraph:
    """What a recording can still do with the graph it was made from."""

    def __init__(
        self,
        notes: Sequence[Note],
        calls: Sequence[RecordedCall],
        withheld: Sequence[Withheld],
        freed: Iterable[Freed],
        failure: BaseException | None,
    ) -> None:
        self._notes = notes
        self._calls = calls
        self._withheld = withheld
        self._freed = [node for node, _, _ in freed]
        self._failure = failure
        self._committed = False

    def commit(self) -> None:
        """Write and free what the passes would have, and raise the error they ended with, if any."""
        if self._committed:
            raise GradientError("This recording has been committed already.", "Record the pass again to add more.")
        self._committed = True
        for write, g in self._withheld:
            write(g)
        for node in self._freed:
            node.release()
        if self._failure is not None:
            raise self._failure

    def compute_again(self, place: tuple[int, ...]) -> Array:
        """Run a pass again, up to the array that a note had at `place`."""
        if self._committed and self._freed:
            raise GradientError(
                "This array was not kept, and the graph that it could be computed from is freed.",
                "Record with a larger array_budget, or with retain_graph=True.",
            )
        number, *inside = place
        recorded = self._calls[bisect_right([one.first for one in self._calls], number) - 1]
        call = replace(recorded.call, keep_graph=True)
        try:
            call.run(DryAlgebra(call.create_graph, _accumulate_nothing), _Replay(self._notes, recorded.first, number))
        except _Found as found:
            return read_only(gradient_at(found.note, tuple(inside)))  # type: ignore[no-any-return]
        raise AssertionError("a pass over the same graph takes the same notes")


def _accumulate_nothing(node: AccumulateGrad, g: Gradient) -> None:
    """Stands in for the writing into `.grad` while looking again."""


class _Found(Exception):  # noqa: N818  # it is no error
    """Ends a replay."""

    def __init__(self, note: Note) -> None:
        self.note = note


class _Replay(NoteTaker):
    """Follows a pass that was recorded before, up to one note. Hooks are not run: what they did is known."""

    def __init__(self, notes: Sequence[Note], first: int, wanted: int) -> None:
        super().__init__(self._compare, _spend_nothing)
        self._notes = notes
        self._number = first
        self._wanted = wanted

    def call(self, hook: Callable[..., Any], g: Gradient, *rest: Any) -> Gradient:
        return self._notes[self._number][-1]

    def _compare(self, note: Note) -> None:
        if self._number == self._wanted:
            raise _Found(note)
        self._number += 1


def _spend_nothing(array: Array) -> None:
    """Stands in for the counting of arrays, which are not kept."""
