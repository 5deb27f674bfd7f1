"""The recordings of a document that is edited while it is stepped through: one for each branch that was taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from core.debug.branch import Difference, Outcome, compare, compare_inner
from core.debug.recording import Recording
from core.expr.graph import Document, Node, Region, Wire
from core.expr.ids import NodeId

MOST_KEPT = 8
"""Earlier recordings that are kept; each holds all gradients of its passes."""

Part = TypeVar("Part", Node, Wire, Region)


@dataclass(slots=True, eq=False)
class Branch:
    """A recording, its number, and the document that it is of."""

    number: int
    document: Document
    recording: Recording


class Comparison:
    """Two recordings of a document before and after an edit."""

    def __init__(self, earlier: Branch, later: Branch) -> None:
        self.earlier = earlier
        self.later = later

    @cached_property
    def leaves(self) -> tuple[Difference, ...]:
        """What became of the gradient of each leaf."""
        return compare(self.earlier.recording, self.later.recording)

    @cached_property
    def inner(self) -> tuple[Difference, ...]:
        """What became of the gradients of all other tensors, as far as both recordings have passes."""
        recordings = self.earlier.recording, self.later.recording
        return compare_inner(*recordings) if all(one.passes for one in recordings) else ()

    @property
    def is_same(self) -> bool:
        """Whether no leaf got another gradient."""
        return all(one.outcome is Outcome.SAME for one in self.leaves)

    @cached_property
    def changed(self) -> frozenset[NodeId]:
        """The leaves whose gradient is another one now."""
        return frozenset(NodeId(str(one.origin)) for one in self.leaves if one.outcome is not Outcome.SAME)

    @cached_property
    def moved(self) -> int:
        """How many nodes stand somewhere else."""
        before, after = self.earlier.document.nodes, self.later.document.nodes
        both = ((before[key], node) for key, node in after.items() if key in before)
        return sum((one.x, one.y) != (other.x, other.y) for one, other in both)


class Branches:
    """The recording that is shown, and earlier ones to compare it with."""

    def __init__(self, document: Document, recording: Recording) -> None:
        self.current = Branch(1, document, recording)
        self.baseline: Branch | None = None
        self._earlier: deque[Branch] = deque(maxlen=MOST_KEPT)
        self._latest = 1

    @property
    def earlier(self) -> tuple[Branch, ...]:
        """The other recordings that are kept, the oldest first."""
        return tuple(sorted(self._earlier, key=lambda branch: branch.number))

    def follow(self, document: Document, record: Callable[[], Recording], *, goes_on: bool) -> bool:
        """Take the branch of an edited document; returns whether it is another one.

        A document that was recorded before gets its recording back. An edit that `goes_on` with the one before,
        as dragging a number does, takes the place of its recording.
        """
        if asks_the_same(self.current.document, document):
            self.current.document = document
            return False
        known = next((one for one in self._earlier if asks_the_same(one.document, document)), None)
        if known is not None:
            self._earlier.remove(known)
            known.document = document
            self._leave(known)
        elif goes_on and self.baseline is not None:
            self.current = Branch(self.current.number, document, record())
        else:
            self._latest += 1
            self._leave(Branch(self._latest, document, record()))
        return True

    def compare_with(self, number: int) -> None:
        """Compare with the recording of that number, if it is kept."""
        self.baseline = next((one for one in self._earlier if one.number == number), self.baseline)

    def _leave(self, to: Branch) -> None:
        self._earlier.append(self.current)
        self.baseline, self.current = self.current, to


def asks_the_same(first: Document, second: Document) -> bool:
    """Whether two documents have the same backward passes, told in the same words."""
    return first is second or (
        first.actions == second.actions
        and _same(first.nodes, second.nodes, x=0.0, y=0.0, extra={})
        and _same(first.wires, second.wires, via=(), extra={})
        and _same(first.regions, second.regions, bounds=None, folded=False, extra={})
    )


def _same(first: Mapping[Any, Part], second: Mapping[Any, Part], **blank: Any) -> bool:
    """Whether two tables hold the same parts in the same order, but for some fields."""
    if first is second:
        return True
    pairs = zip(first.values(), second.values(), strict=False)
    return [*first] == [*second] and all(
        one is other or replace(one, **blank) == replace(other, **blank) for one, other in pairs
    )
