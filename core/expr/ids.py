"""Names for the parts of a document: short, stable, and never given twice while a document is open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

NodeId = NewType("NodeId", str)
WireId = NewType("WireId", str)
RegionId = NewType("RegionId", str)


class IdSource:
    """Makes new ids, counting on from the `last` number that a document has given out."""

    def __init__(self, last: int) -> None:
        self.last = last

    def node(self) -> NodeId:
        """Return a new id for a node, such as ``n7``."""
        return NodeId(f"n{self._next()}")

    def wire(self) -> WireId:
        """Return a new id for a wire, such as ``w8``."""
        return WireId(f"w{self._next()}")

    def region(self) -> RegionId:
        """Return a new id for a region, such as ``r9``."""
        return RegionId(f"r{self._next()}")

    def _next(self) -> int:
        self.last += 1
        return self.last


def last_number(ids: Iterable[str]) -> int:
    """Return the highest number among ids, 0 when there is none."""
    return max(map(number, ids), default=0)


def number(one: str) -> int:
    """Return the number in an id, 0 for an id that was not made by an `IdSource`."""
    digits = one[1:]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0
