"""The functions that make a leaf from sizes and numbers: ``zeros(2, 3)``, ``arange(6)``, ``randn(3, seed=0)``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.errors import ArgumentError

Array = np.ndarray[Any, np.dtype[Any]]
Dtype = np.dtype[Any]

MAX_ELEMENTS = 50_000_000
SEED = "seed"
_FLOAT = np.dtype(np.float32)
_INTEGER = np.dtype(np.int64)


@dataclass(frozen=True, slots=True)
class Creation:
    """A function: its parameters (the rest have defaults), and how it makes an array.

    With `splat` the sizes may stand one by one. `natural` is the element type when none is given; None stands
    for that of the numbers.
    """

    parameters: tuple[str, ...]
    make: Callable[..., Array]
    required: int = 1
    splat: bool = False
    natural: Dtype | None = _FLOAT
    is_random: bool = False


def shape_of(size: Any) -> tuple[int, ...]:
    """Return a shape given as an integer or a list of integers, if it is one and not too large."""
    sizes = tuple(size) if isinstance(size, list | tuple) else (size,)
    if not all(isinstance(one, int) and not isinstance(one, bool) and 0 <= one < 2**31 for one in sizes):
        raise ArgumentError("A size is made of integers that are not negative.")
    if len(sizes) > 32:
        raise ArgumentError(f"A tensor has up to 32 dimensions, not {len(sizes)}.")
    return fitting(sizes)


def fitting(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return a shape, unless a tensor of it would be too large."""
    if math.prod(sizes) > MAX_ELEMENTS:
        shown = " × ".join(map(str, sizes))
        raise ArgumentError(f"A tensor of {shown} elements is too large: {MAX_ELEMENTS:,} are allowed.")
    return sizes


def _full(size: Any, fill_value: Any, *, dtype: Dtype) -> Array:
    return np.full(shape_of(size), fill_value, dtype)


def _arange(start: Any, end: Any = None, step: Any = 1, *, dtype: Dtype) -> Array:
    first, last = (0, start) if end is None else (start, end)
    if not step or not all(map(math.isfinite, (first, last, step))) or (last - first) / step < 0:
        raise ArgumentError("arange goes from its start to its end in steps of that direction.")
    (count,) = fitting((math.ceil((last - first) / step),))
    steps = np.arange(count) * step
    return np.asarray(first + steps, dtype)


def _linspace(start: Any, end: Any, steps: Any, *, dtype: Dtype) -> Array:
    (count,) = shape_of(steps)
    return np.asarray(np.linspace(start, end, count), dtype)


def _eye(n: Any, m: Any = None, *, dtype: Dtype) -> Array:
    return np.eye(*shape_of([n, n if m is None else m]), dtype=dtype)


def _randn(size: Any, *, seed: int, dtype: Dtype) -> Array:
    return np.random.default_rng(seed).standard_normal(shape_of(size)).astype(dtype)


def _rand(size: Any, *, seed: int, dtype: Dtype) -> Array:
    return np.random.default_rng(seed).random(shape_of(size)).astype(dtype)


def _randint(low: Any, high: Any, size: Any = None, *, seed: int, dtype: Dtype) -> Array:
    if size is None:  # randint(10, (3,)) counts from 0
        low, high, size = 0, low, high
    if not isinstance(low, int) or not isinstance(high, int) or not -(2**62) < low < high < 2**62:
        raise ArgumentError("randint takes two integers, the lower one first.")
    return np.random.default_rng(seed).integers(low, high, shape_of(size)).astype(dtype)


def _randperm(n: Any, *, seed: int, dtype: Dtype) -> Array:
    return np.random.default_rng(seed).permutation(*shape_of(n)).astype(dtype)


CREATIONS: Mapping[str, Creation] = {
    "zeros": Creation(("size",), lambda size, *, dtype: np.zeros(shape_of(size), dtype), splat=True),
    "ones": Creation(("size",), lambda size, *, dtype: np.ones(shape_of(size), dtype), splat=True),
    "full": Creation(("size", "fill_value"), _full, required=2, natural=None),
    "arange": Creation(("start", "end", "step"), _arange, natural=None),
    "linspace": Creation(("start", "end", "steps"), _linspace, required=3),
    "eye": Creation(("n", "m"), _eye),
    "randn": Creation(("size",), _randn, splat=True, is_random=True),
    "rand": Creation(("size",), _rand, splat=True, is_random=True),
    "randint": Creation(("low", "high", "size"), _randint, required=2, natural=_INTEGER, is_random=True),
    "randperm": Creation(("n",), _randperm, natural=_INTEGER, is_random=True),
}


def create(name: str, arguments: Sequence[Any], named: Mapping[str, Any], dtype: Dtype | None) -> Array:
    """Make the array that a call describes, with elements of `dtype` (or of the type that the call implies)."""
    creation = CREATIONS[name]
    given = list(arguments)
    if creation.splat and len(given) != 1:
        given = [tuple(given)]
    settings = dict(zip(creation.parameters, given, strict=False)) | {
        one: value for one, value in named.items() if one != SEED
    }
    unknown = settings.keys() - set(creation.parameters)
    missing = [one for one in creation.parameters[: creation.required] if one not in settings]
    if unknown or missing or len(given) > len(creation.parameters):
        raise ArgumentError(f"{name} is called as {name}({', '.join(creation.parameters)}).")
    if creation.is_random:
        settings[SEED] = _seed(named.get(SEED, 0))
    return creation.make(**settings, dtype=dtype or creation.natural or _implied(settings.values()))


def _seed(seed: Any) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**63:
        raise ArgumentError("A seed is an integer that is not negative.")
    return seed


def _implied(numbers: Any) -> Dtype:
    floats = any(isinstance(one, float) for one in numbers)
    return _FLOAT if floats else _INTEGER
