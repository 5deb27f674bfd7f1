"""The functions that make a leaf from sizes and numbers: ``zeros(2, 3)``, ``arange(6)``, ``randn(3, seed=0)``.

They are those of the tensors, called with a seed of their own, and not before it is known how much they make.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.errors import ArgumentError
from core.tensor import create as creating
from core.tensor import dtype as dtypes
from core.tensor import random, ranges
from core.tensor.tensor import Array, Tensor

Dtype = np.dtype[Any]
Sizes = tuple[Any, ...]

MAX_ELEMENTS = 50_000_000
SEED = "seed"
_FLOAT = np.dtype(np.float32)
_INTEGER = np.dtype(np.int64)


@dataclass(frozen=True, slots=True)
class Creation:
    """A function: its parameters (how many are required), what makes the tensor, and of what size.

    With `splat` the sizes may stand one by one. `natural` is the element type when none is given; None stands for
    that of the numbers.
    """

    parameters: tuple[str, ...]
    make: Callable[..., Tensor]
    size: Callable[..., Sizes]
    required: int = 1
    splat: bool = False
    natural: Dtype | None = _FLOAT
    is_random: bool = False


def _listed(size: Any) -> Sizes:
    return tuple(size) if isinstance(size, list | tuple) else (size,)


def _steps(start: Any, end: Any = None, step: Any = 1) -> Sizes:
    first, last = (0, start) if end is None else (start, end)
    if not step or not all(map(math.isfinite, (first, last, step))) or (last - first) / step < 0:
        raise ArgumentError("arange goes from its start to its end in steps of that direction.")
    return (math.ceil((last - first) / step),)


def _drawn(low: Any, high: Any, size: Any = None) -> Sizes:
    bounds, shape = ((0, low), high) if size is None else ((low, high), size)
    if not all(isinstance(bound, int) and abs(bound) < 2**62 for bound in bounds) or bounds[0] >= bounds[1]:
        raise ArgumentError("randint takes two integers, the lower one first.")
    return _listed(shape)


CREATIONS: Mapping[str, Creation] = {
    "zeros": Creation(("size",), creating.zeros, _listed, splat=True),
    "ones": Creation(("size",), creating.ones, _listed, splat=True),
    "full": Creation(("size", "fill_value"), creating.full, lambda size, _: _listed(size), required=2, natural=None),
    "arange": Creation(("start", "end", "step"), ranges.arange, _steps, natural=None),
    "linspace": Creation(("start", "end", "steps"), ranges.linspace, lambda start, end, steps: (steps,), required=3),
    "eye": Creation(("n", "m"), ranges.eye, lambda n, m=None: (n, n if m is None else m)),
    "randn": Creation(("size",), random.randn, _listed, splat=True, is_random=True),
    "rand": Creation(("size",), random.rand, _listed, splat=True, is_random=True),
    "randint": Creation(("low", "high", "size"), random.randint, _drawn, required=2, natural=_INTEGER, is_random=True),
    "randperm": Creation(("n",), random.randperm, lambda n: (n,), natural=_INTEGER, is_random=True),
}


def create(name: str, arguments: Sequence[Any], named: Mapping[str, Any], dtype: Dtype | None) -> Array:
    """Make the array that a call describes, with elements of `dtype` (or of the type that the call implies)."""
    creation = CREATIONS[name]
    given = list(arguments)
    if creation.splat and len(given) != 1 and "size" not in named:
        given = [tuple(given)]
    settings = dict(zip(creation.parameters, given, strict=False)) | {k: v for k, v in named.items() if k != SEED}
    missing = [one for one in creation.parameters[: creation.required] if one not in settings]
    if settings.keys() - set(creation.parameters) or missing or len(given) > len(creation.parameters):
        raise ArgumentError(f"{name} is called as {name}({', '.join(creation.parameters)}).")
    ordered = [settings[one] for one in creation.parameters if one in settings]
    check_size(creation.size(*ordered))
    kind = dtype or creation.natural or _implied(ordered)
    options: dict[str, Any] = {"dtype": dtypes.of(kind)}
    if creation.is_random:
        options["generator"] = random.Generator().manual_seed(_seed(named.get(SEED, 0)))
    return creation.make(*ordered, **options).array


def check_size(sizes: Sizes) -> None:
    """Refuse a shape that is none, or that holds more than a leaf may."""
    if not all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in sizes):
        raise ArgumentError("A size is made of integers that are not negative.")
    if len(sizes) > 32:
        raise ArgumentError(f"A tensor has up to 32 dimensions, not {len(sizes)}.")
    if math.prod(sizes) > MAX_ELEMENTS:
        shown = " × ".join(f"{one:,}" if one < 10**15 else "..." for one in sizes)
        raise ArgumentError(f"A tensor of {shown} elements is too large: {MAX_ELEMENTS:,} are allowed.")


def _seed(seed: Any) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**63:
        raise ArgumentError("A seed is an integer that is not negative.")
    return seed


def _implied(numbers: Iterable[Any]) -> Dtype:
    return _FLOAT if any(isinstance(one, float) for one in numbers) else _INTEGER
