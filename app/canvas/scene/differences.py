"""What differs between two lists of placed parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Identified(Protocol):
    """A part with an id."""

    @property
    def id(self) -> str:
        """The id, which stays the same while the part changes."""


Placed = TypeVar("Placed", bound=Identified)


def changed_rows(before: Sequence[Placed], after: Sequence[Placed]) -> list[int] | None:
    """The rows in which two lists differ; None where they do not hold the same parts in the same order.

    Parts that are the same object are not looked into, so that a long list with few changes is quick.
    """
    if before is after:
        return []
    if len(before) != len(after):
        return None
    rows = [row for row, (old, new) in enumerate(zip(before, after, strict=True)) if old is not new and old != new]
    return rows if all(before[row].id == after[row].id for row in rows) else None
