"""Arrays from nested lists, as `torch.tensor` reads them."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from core.errors import ArgumentError, KindError, OperandError
from core.tensor.dtype import bool_, dtype, get_default_dtype, int64, of, promote_types
from core.tensor.tensor import Array, Tensor

Shape = tuple[int, ...]


def array_of(data: Any, kind: np.dtype[Any] | None) -> Array:
    """Return a new array of a number, an array, or nested sequences of numbers, of one type.

    Without a given type the numbers choose it: any Python float makes the default type, integers make int64.
    """
    if isinstance(data, np.ndarray | np.generic):
        of(data.dtype)
        return np.array(data, kind)
    shape = _shape_of(data)
    numbers = list(_flat(data, shape, 0))
    chosen = kind if kind is not None else _common_type(numbers)
    try:
        return np.array([_plain(one) for one in numbers], chosen).reshape(shape)
    except OverflowError as error:
        raise OperandError(f"A value cannot be converted to type {chosen} without overflow.") from error


def _shape_of(data: Any) -> Shape:
    """Return the shape of nested sequences, as their first elements tell it."""
    shape = []
    while _is_sequence(data):
        shape.append(len(data))
        if not len(data):
            break
        data = data[0]
    return tuple(shape)


def _is_sequence(data: Any) -> bool:
    if isinstance(data, np.ndarray | Tensor):
        return data.ndim > 0
    return isinstance(data, Sequence) and not isinstance(data, str)


def _flat(data: Any, shape: Shape, depth: int) -> Iterator[Any]:
    """Iterate over the numbers of nested sequences, all of which have to have the same lengths."""
    if depth == len(shape):
        yield data
        return
    if not _is_sequence(data):
        raise KindError(f"A list was expected at dim {depth}, as beside it, but this is not a sequence: {data!r}.")
    if len(data) != shape[depth]:
        raise ArgumentError(
            f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)}).",
            "All rows of a tensor have to have the same length.",
        )
    for one in data:
        yield from _flat(one, shape, depth + 1)


def _common_type(numbers: Sequence[Any]) -> np.dtype[Any]:
    if not numbers:
        return get_default_dtype().numpy
    kinds = [_type_of(one) for one in {type(one): one for one in numbers if not _has_dtype(one)}.values()]
    kinds += {of(one.dtype if not isinstance(one, Tensor) else one.array.dtype) for one in numbers if _has_dtype(one)}
    chosen: dtype = functools.reduce(promote_types, kinds)
    return chosen.numpy


def _has_dtype(one: Any) -> bool:
    return isinstance(one, np.generic | np.ndarray | Tensor)


def _type_of(number: Any) -> Any:
    match number:
        case bool():
            return bool_
        case int():
            return int64
        case float():
            return get_default_dtype()
    raise _not_a_number(number)


def _not_a_number(one: Any) -> KindError:
    return KindError(f"A tensor is made of numbers, but this is an invalid data type: {type(one).__name__} {one!r}.")


def _plain(one: Any) -> Any:
    """Return an element as a Python or numpy number."""
    if isinstance(one, bool | int | float | np.generic):
        return one
    if isinstance(one, np.ndarray) and one.ndim == 0:
        return one[()]
    if not isinstance(one, Tensor):
        raise _not_a_number(one)
    if one.requires_grad:
        warn_about_conversion()
    return one.array.item()


def warn_about_conversion() -> None:
    """Warn that a number is taken out of a tensor that asks for a gradient."""
    warnings.warn(
        "Converting a tensor with requires_grad=True to a scalar cuts it from the graph, which may lead to unexpected "
        "behavior. Use detach() first if that is meant, or torch.stack() to keep the graph.",
        UserWarning,
        stacklevel=4,
    )
