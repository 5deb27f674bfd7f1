"""Several results under names: `x.max(dim=1)` gives `values` and `indices`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from operator import itemgetter
from typing import Any


class NamedResults(tuple[Any, ...]):
    """The results of an operation: a tuple whose parts also have names."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()
    _operation: str = ""

    def __repr__(self) -> str:
        parts = ",\n".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"torch.return_types.{self._operation}(\n{parts})"


@functools.cache
def results_type(operation: str, names: tuple[str, ...]) -> type[NamedResults]:
    """Make the class of the results of an operation."""
    parts = {name: property(itemgetter(place)) for place, name in enumerate(names)}
    members = {"__slots__": (), "_fields": names, "_operation": operation, **parts}
    return type(operation, (NamedResults,), members)


def named_results(operation: str, names: tuple[str, ...], values: Sequence[Any]) -> NamedResults:
    """Put the results of an operation together under their names."""
    return results_type(operation, names)(values)
