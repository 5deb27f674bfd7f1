"""The list that a search shows: what fits the wire first, then by how it was found, then by use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from app.model.search.entries import AddExpression, AddLeaf, AddOp, Entry
from app.model.search.matching import Match, Spans, Tier, match
from app.model.search.reading import meanings
from app.model.search.trial import Trial, asks_for_more, try_entry
from core.expr.graph import Slot
from core.expr.spelling import ITEM
from core.ops.registry import all_ops
from core.ops.spec import Category, Op
from core.tensor.tensor import Tensor

_CATEGORIES = (
    Category.ARITHMETIC,
    Category.ELEMENTWISE,
    Category.REDUCTION,
    Category.ACTIVATION,
    Category.LINALG,
    Category.INDEXING,
    Category.SHAPE,
    Category.COMPARE,
    Category.LOSS,
    Category.CUSTOM,
)
"""The order in which kinds of operations are offered while nothing is asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A line of the list: what would be added, how it is called, and what it makes of the wire's value.

    `refusal` says why it does not fit the wire; such lines come last.
    """

    entry: Entry
    title: str
    spans: Spans = ()
    also: str = ""
    also_spans: Spans = ()
    results: tuple[NDArray[Any], ...] = ()
    refusal: str = ""

    @property
    def fits(self) -> bool:
        """Whether it can take the value of the wire."""
        return not self.refusal


@dataclass(eq=False)
class Search:
    """A search for something to add. `tensor` is what the dragged wire carries, `uses` how often each was added."""

    tensor: Tensor | None = None
    uses: Mapping[str, int] = field(default_factory=dict)
    _trials: dict[str, Trial] = field(default_factory=dict)

    def find(self, text: str) -> Sequence[Found]:
        """The lines for a text, the best one first."""
        special = [self._of_meaning(entry) for entry in meanings(text, from_wire=self.tensor is not None)]
        listed = sorted(self._by_name(text), key=lambda one: one[0])
        found = [*special, *(one for _, one in listed)]
        return [*(one for one in found if one.fits), *(one for one in found if not one.fits)]

    def _by_name(self, text: str) -> Iterator[tuple[tuple[Any, ...], Found]]:
        for place, op in enumerate(all_ops()):
            matched = match(text, op) if not op.hidden else None
            if matched is not None:
                yield self._rank(matched, op, place), self._line(op, matched)

    def _rank(self, matched: Match, op: Op, place: int) -> tuple[Any, ...]:
        """In order: how it was found, how often it was used, whether it needs more, how close the name is."""
        used, more = -self.uses.get(op.name, 0), self.tensor is not None and asks_for_more(AddOp(op))
        if matched.tier is Tier.ANY:
            return matched.tier, used, _CATEGORIES.index(op.category), place
        return matched.tier, used, more, len(op.name), place

    def _line(self, op: Op, matched: Match) -> Found:
        if op.name not in self._trials:
            entry = AddOp(op)
            self._trials[op.name] = Trial(entry) if self.tensor is None else try_entry(entry, self.tensor)
        trial = self._trials[op.name]
        return Found(
            trial.entry, op.name, matched.spans, matched.also, matched.also_spans, trial.results, trial.refusal
        )

    def _of_meaning(self, entry: Entry) -> Found:
        match entry:
            case AddLeaf(text):
                return Found(entry, f"tensor({text})")
            case AddExpression(text):
                return Found(entry, text)
            case AddOp():
                trial = Trial(entry) if self.tensor is None else try_entry(entry, self.tensor)
                return Found(trial.entry, titled(entry), results=trial.results, refusal=trial.refusal)


def titled(entry: AddOp) -> str:
    """An operation with its number or index: "mul 2", "getitem [0]"."""
    if entry.op.spelling.operator == ITEM:
        return f"{entry.op.name} [{entry.attributes[entry.op.attributes[0].name]}]"
    before, after = (entry.constants.get(slot) for slot in _operands(entry.op))
    return " ".join(str(part) for part in (before, entry.op.name, after) if part is not None)


def _operands(op: Op) -> tuple[Slot, Slot]:
    return Slot(op.inputs[0].name), Slot(op.inputs[1].name)
