"""The arrays a recording refers to: read-only, and replaced by their statistics when they would take too much."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is known of an array that is not kept.

    `norm` is the Euclidean one. `minimum`, `maximum`, `absmax`, `mean` and `norm` are NaN when an element is,
    and when there are no elements. `place` is where the recording can find the array again.
    """

    shape: tuple[int, ...]
    dtype: str
    minimum: float
    maximum: float
    absmax: float
    mean: float
    norm: float
    nans: int
    infinities: int
    zeros: int
    place: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape))


Value: TypeAlias = Array | Statistics
"""An array that an event refers to, or what is left of it."""

Part: TypeAlias = Value | None
"""The gradient of one result of a node; None when none arrived."""


def read_only(numbers: Any) -> Any:
    """Return an array, numpy scalar or tensor as an array that cannot be written to, without copying it."""
    if isinstance(numbers, Statistics):
        return numbers
    view = np.asarray(getattr(numbers, "array", numbers)).view()
    view.flags.writeable = False
    return view


def statistics(value: Value) -> Statistics:
    """Return the statistics of an array. Sums are in float64, whatever the array holds."""
    if isinstance(value, Statistics):
        return value
    wide = value.astype(np.float64).reshape(-1)
    some = bool(wide.size)
    lowest, highest = (float(wide.min()), float(wide.max())) if some else (np.nan, np.nan)
    return Statistics(
        shape=value.shape,
        dtype=value.dtype.name,
        minimum=lowest,
        maximum=highest,
        absmax=max(abs(lowest), abs(highest)),
        mean=float(wide.mean()) if some else np.nan,
        norm=float(np.sqrt(wide @ wide)) if some else np.nan,
        nans=int(np.isnan(wide).sum()),
        infinities=int(np.isinf(wide).sum()),
        zeros=wide.size - int(np.count_nonzero(wide)),
    )


def is_finite(value: Part) -> bool:
    """Whether there is no NaN and no infinity."""
    match value:
        case None:
            return True
        case Statistics():
            return not value.nans and not value.infinities
        case _:
            return bool(np.isfinite(value).all())


def is_zero(value: Part) -> bool:
    """Whether it is there, and all its elements are zero."""
    match value:
        case None:
            return False
        case Statistics():
            return value.zeros == value.size
        case _:
            return not np.any(value)


def same(first: Part, second: Part) -> bool:
    """Whether both hold the same numbers (or both are None); NaN equals NaN."""
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return bool(first.shape == second.shape and np.array_equal(first, second, equal_nan=True))
    return first is second or (isinstance(first, Statistics) and first == second)


def size_of(value: Part) -> int:
    """Return the number of elements; 0 for None."""
    return 0 if value is None else int(value.size)
