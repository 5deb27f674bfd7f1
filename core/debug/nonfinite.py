"""Where NaN and infinity come from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from core.debug.arrays import Part, Statistics, Value, is_finite


class Birth(NamedTuple):
    """A NaN or infinity that was not there before: which, at what element first, and how many there are."""

    what: str
    element: tuple[int, ...]
    bad: int


def birth(result: Value, inputs: Iterable[Part]) -> Birth | None:
    """Return what is wrong with `result` and was not with what it was made of.

    A NaN is new unless an input has one; an infinity is new unless an input is not finite.
    """
    if is_finite(result):
        return None
    nan = _count_nan(result) > 0
    if any(_count_nan(one) for one in inputs) if nan else not all(map(is_finite, inputs)):
        return None
    if isinstance(result, Statistics):
        return Birth("nan" if nan else "inf", (), result.nans or result.infinities)
    bad = np.isnan(result) if nan else np.isinf(result)
    element = tuple(int(place) for place in np.argwhere(bad)[0])
    sign = "-" if not nan and result[element] < 0 else ""
    return Birth("nan" if nan else f"{sign}inf", element, int(np.count_nonzero(bad)))


def _count_nan(value: Part) -> int:
    match value:
        case None:
            return 0
        case Statistics():
            return value.nans
        case _:
            return int(np.isnan(value).sum())
