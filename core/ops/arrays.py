"""What the forward functions of the operations share: dimensions, and how 16-bit numbers are computed with."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.errors import MissingError, OperandError, PositionError, ShapeError

Array = np.ndarray[Any, np.dtype[Any]]
Result = Any
"""What a forward function returns: an array, or the number that numpy makes of one without dimensions."""

Dims = int | tuple[int, ...] | None
"""Dimensions as a caller gives them: one, several, or None for all."""


def axis(ndim: int, dim: int) -> int:
    """Return a dimension counted from the front; a tensor without dimensions has a dimension 0 here."""
    count = max(ndim, 1)
    if not -count <= dim < count:
        raise PositionError(
            f"Dimension out of range: dim {dim} of a tensor with {ndim} dimensions.",
            f"It has to be between {-count} and {count - 1}.",
        )
    return dim % count


def axes(ndim: int, dim: Dims) -> tuple[int, ...]:
    """Return dimensions counted from the front; None and () mean all of them."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    found = tuple(axis(ndim, one) for one in (dim if isinstance(dim, tuple) else (dim,)))
    if len(set(found)) < len(found):
        raise ShapeError(f"A dimension appears multiple times in the list of dims {list(found)}.")
    return found if ndim else ()


def kept_shape(shape: tuple[int, ...], dim: Dims) -> tuple[int, ...]:
    """Return the shape that a reduction over `dim` leaves when it keeps the dimensions, with length 1."""
    gone = axes(len(shape), dim)
    return tuple(1 if place in gone else size for place, size in enumerate(shape))


def count(shape: tuple[int, ...], dim: Dims = None) -> int:
    """Return how many elements of a tensor of that shape a reduction over `dim` brings together."""
    return math.prod(shape if dim is None else (shape[place] for place in axes(len(shape), dim)))


def common_shape(*shapes: Sequence[int], by: str = "") -> tuple[int, ...]:
    """Return the shape that tensors of these shapes have when they are broadcast together; `by` asks for it."""
    try:
        return np.broadcast_shapes(*map(tuple, shapes))
    except ValueError:
        first, second, dim = _clash(shapes)
        raise ShapeError(
            f"{by + ': the' if by else 'The'} shapes {list(first)} and {list(second)} do not fit together: "
            f"dimension {dim} is {first[dim]} in one and {second[dim]} in the other.",
            "Both have to be equal, or one of them 1.",
        ) from None


def require_ndim(name: str, shape: Sequence[int], least: int, most: int | None = None) -> None:
    """Refuse a tensor with too few dimensions, or with too many."""
    if not least <= len(shape) <= (len(shape) if most is None else most):
        count = f"at least {least}" if most is None else f"{least}" if least == most else f"{least} to {most}"
        raise ShapeError(f"{name}: a tensor with {count} dimensions is needed, not one of shape {list(shape)}.")


def can_grow_to(shape: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether a tensor of one shape can be broadcast to another."""
    pairs = zip(reversed(shape), reversed(wanted), strict=False)
    return len(shape) <= len(wanted) and all(one in (1, other) for one, other in pairs)


def _clash(shapes: Sequence[Sequence[int]]) -> tuple[Sequence[int], Sequence[int], int]:
    """Return two shapes, and the last dimension in which they clash; counted from the back, where they differ in it."""
    for one, other in itertools.combinations(shapes, 2):
        for place in range(1, min(len(one), len(other)) + 1):
            if one[-place] != other[-place] and 1 not in (one[-place], other[-place]):
                return one, other, len(one) - place if len(one) == len(other) else -place
    raise ValueError("These shapes fit together.")


def reduced(function: Any, x: Array, places: tuple[int, ...], keepdim: bool = False) -> Result:
    """Reduce with a numpy function of two arguments, such as `np.maximum`, over dimensions."""
    return function.reduce(x, axis=places, keepdims=keepdim)


def widened(forward: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function compute 16-bit numbers with 32 bits, and round the results: sums would lose too much."""

    @functools.wraps(forward)
    def wide(*inputs: Any, **named: Any) -> Any:
        first = inputs[0] if inputs else named["self"]
        if first.dtype != np.float16 or named.get("dtype") is not None:
            return forward(*inputs, **named)
        made = forward(*map(_single, inputs), **{name: _single(value) for name, value in named.items()})
        return tuple(map(_half, made)) if isinstance(made, tuple) else _half(made)

    return wide


def require_floating(name: str, x: Array) -> None:
    """Refuse integers, for operations that have no result in them."""
    if x.dtype.kind != "f":
        raise MissingError(
            f"{name} is not implemented for {x.dtype}: the input dtype has to be floating point.",
            "Convert it first, for example with .float().",
        )


def number_of(name: str, value: Any, kind: np.dtype[Any]) -> Any:
    """Return a number that is to be put into a tensor of this type; what its integers cannot hold is refused."""
    if isinstance(value, int | float) and kind.kind in "iu":
        limits = np.iinfo(kind)
        lowest = -limits.max if kind.kind == "u" and isinstance(value, int) else limits.min  # -1 is the largest
        if not lowest <= value <= limits.max:
            raise OperandError(
                f"{name}: the value {value} cannot be converted to type {kind} without overflow.",
                "Convert the tensor first, for example with .float().",
            )
    return np.asarray(value).astype(kind)


def _single(value: Any) -> Any:
    return value.astype(np.float32) if getattr(value, "dtype", None) == np.float16 else value


def _half(value: Any) -> Any:
    return value.astype(np.float16) if value.dtype == np.float32 else value
