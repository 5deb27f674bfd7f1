"""The variables of code while it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.expr.parsing.values import Lost
from core.expr.problems import Span
from core.expr.syntax import CodeError

MAX_COPIED = 1_000_000
"""How many numbers the code may take from lists by their names, all in all."""
MAX_NESTING = 64
"""How deep such lists may be: more than a tensor has dimensions."""


class LostError(CodeError):
    """A name whose line could not be read: that was reported there."""


class Variables:
    """Looks names up. A few lines can name a list of lists of astronomical size: what they take is counted."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names
        self._left = MAX_COPIED

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def get(self, name: str) -> Any:
        """Return what a name stands for, only to see what it is; None when it was never set."""
        return self._names.get(name)

    def value(self, name: str, span: Span) -> Any:
        """Return what a name stands for, to be used at a place in the code."""
        value = self._names[name]
        if isinstance(value, Lost):
            raise LostError(f"The line that sets {name!r} could not be read.")
        if isinstance(value, list):
            self._count(value, span)
        return value

    def _count(self, value: list[Any], span: Span) -> None:
        for depth in _depths(value):
            self._left -= 1
            if depth > MAX_NESTING:
                raise CodeError("This list is nested too deeply.", span=span)
            if self._left < 0:
                raise CodeError("The lists of this code are too large.", "Use torch.zeros and the like.", span)


def _depths(value: list[Any]) -> Iterator[int]:
    """Iterate over all that is in a list, at the depth at which it is."""
    waiting = [(1, iter(value))]
    while waiting:
        depth, parts = waiting[-1]
        part = next(parts, waiting)
        if part is waiting:
            waiting.pop()
            continue
        yield depth
        if isinstance(part, list):
            waiting.append((depth + 1, iter(part)))
