"""Indexing: `x[0, 1:]`, `x[mask]`, `x[..., None]`, and assignment to such parts.

An index is taken apart from left to right, and every part becomes the operation that PyTorch records for it:
a number a `select`, a slice a `slice`, None an `unsqueeze`. What is left, tensors of positions and masks, becomes
one `index`.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from operator import index as whole_number
from typing import Any

import numpy as np

from core.errors import KindError, PositionError
from core.ops.arrays import number_of
from core.ops.indexing import INDEX, INDEX_PUT, SELECT, SLICE
from core.ops.shape import ALIAS, EXPAND, UNSQUEEZE, VIEW
from core.ops.writing import COPY, FILL
from core.tensor.create import made
from core.tensor.inplace import write
from core.tensor.nested import array_of
from core.tensor.operations import METHODS, RECORDED
from core.tensor.tensor import Tensor, method, wrap

_select, _slice, _alias = METHODS[SELECT.name], METHODS[SLICE.name], METHODS[ALIAS.name]
_expand, _unsqueeze, _view = METHODS[EXPAND.name], METHODS[UNSQUEEZE.name], METHODS[VIEW.name]
_index, _index_put = RECORDED[INDEX.name], RECORDED[INDEX_PUT.name]
_copy, _fill = RECORDED[COPY.name], RECORDED[FILL.name]

Indices = list[Tensor | None]


@method
def __getitem__(self: Tensor, index: Any) -> Tensor:  # noqa: N807  # methods of Tensor
    if isinstance(index, slice):
        return _sliced(self, 0, index)
    seen, indices = _taken_apart(self, index)
    if indices:
        return _index.run([seen], {"indices": tuple(indices)})  # type: ignore[no-any-return]
    return _alias(self) if seen is self else seen


@method
def __setitem__(self: Tensor, index: Any, value: Any) -> None:  # noqa: N807
    if index is False:
        return
    source = _as_value(self, value)
    seen, indices = _taken_apart(self, index)
    if indices:
        attributes = {"indices": tuple(indices), "accumulate": False}
        write(_index_put, [seen, _without_leading_ones(source)], attributes)
    else:
        _put(seen, source)


def _taken_apart(tensor: Tensor, index: Any) -> tuple[Tensor, Indices]:
    """Return what is seen after the views that an index means, and the tensors of positions that are left."""
    parts = _parts(index)
    wanted = sum(_dims_of(part) for part in parts)
    if wanted > tensor.ndim and (wanted > 1 or not isinstance(parts[0], int)):
        raise PositionError(f"too many indices: {wanted} for a tensor of dimension {tensor.ndim}.")
    seen, dim, covered = tensor, 0, 0  # `covered` counts the dimensions that `indices` are for
    indices: Indices = []
    for part in parts:
        match part:
            case bool():
                seen = _unsqueeze(seen, dim)
                indices += [None] * (dim - covered) + [made(np.zeros(int(part), np.int64))]
                dim = covered = dim + 1
            case int():
                seen = _select(seen, dim, part)
            case slice():
                seen = seen if _is_whole(part, seen.array.shape[dim]) else _sliced(seen, dim, part)
                dim += 1
            case None:
                seen = _unsqueeze(seen, dim)
                dim += 1
            case Tensor():
                indices += [None] * (dim - covered) + [part]
                dim = covered = dim + _dims_of(part)
            case _:  # an ellipsis
                dim += tensor.ndim - wanted
    return seen, indices


def _parts(index: Any) -> list[Any]:
    """Return the parts of an index, each as a number, a slice, None, an ellipsis, a truth value or a tensor."""
    if isinstance(index, tuple):
        return [_part(one) for one in index]
    if isinstance(index, list) and any(isinstance(one, _MEANS_PARTS) or one is None for one in index):
        warnings.warn(
            "A list that holds more than numbers is taken as several indices, which is deprecated.",
            UserWarning,
            stacklevel=4,
        )
        return [_part(one) for one in index]
    return [_part(index)]


_MEANS_PARTS = (list, tuple, slice, Tensor, np.ndarray, type(...))


def _part(one: Any) -> Any:
    match one:
        case None | bool() | int() | slice():
            return one
        case np.bool_():
            return bool(one)
        case Tensor():
            return _positions(one)
        case np.ndarray():
            return _positions(made(one))
        case list() | tuple() | range():
            return _positions(made(array_of(list(one), None if len(one) else np.dtype(np.int64))))
    if one is ...:
        return one
    try:
        return whole_number(one)
    except TypeError:
        raise PositionError(
            "Only integers, slices (`:`), ellipsis (`...`), None and tensors of type long or bool are valid indices, "
            f"not {type(one).__name__} {one!r}."
        ) from None


def _positions(tensor: Tensor) -> Any:
    """Return a tensor of positions or a mask; one without dimensions as the number or truth value it holds."""
    kind = tensor.array.dtype
    if kind == np.uint8:
        warnings.warn("Indexing with dtype torch.uint8 is deprecated: use a mask of type torch.bool.", stacklevel=6)
        return made(tensor.array.astype(bool))
    if kind.kind == "f" or kind.itemsize == 2 or kind == np.int8:
        raise PositionError(
            f"tensors used as indices must be of type long, int or bool, not {tensor.dtype}.",
            "Convert it, for example with .long().",
        )
    return tensor if tensor.ndim else tensor.array.item()


def _dims_of(part: Any) -> int:
    """Return how many dimensions of the tensor a part of an index is for."""
    match part:
        case None | bool():
            return 0
        case Tensor():
            return part.ndim if part.array.dtype.kind == "b" else 1
    return 0 if part is ... else 1


def _sliced(tensor: Tensor, dim: int, part: slice) -> Tensor:
    start, stop, step = (None if one is None else whole_number(one) for one in (part.start, part.stop, part.step))
    return _slice(tensor, dim, start, stop, 1 if step is None else step)  # type: ignore[no-any-return]


def _is_whole(part: slice, length: int) -> bool:
    return part.start in (None, 0) and part.step in (None, 1) and (part.stop is None or part.stop >= length)


def _as_value(target: Tensor, value: Any) -> Tensor:
    """Return what is assigned as a tensor; a number becomes one of the target's type."""
    if isinstance(value, Tensor):
        return value
    if isinstance(value, bool | int | float | np.integer):
        return wrap(number_of("An assignment", value, target.array.dtype))
    raise KindError(
        f"A {type(value).__name__} cannot be assigned to a part of a tensor.",
        "Make a tensor of it with torch.tensor().",
    )


def _put(seen: Tensor, source: Tensor) -> None:
    """Write a tensor into what an index sees, broadcast to its shape."""
    if source.array.shape != seen.array.shape:
        if source.ndim == 0:
            write(_fill, [seen, source], {})
            return
        source = _view(source, _leading_ones_off(source.array.shape))
        if source.array.shape != seen.array.shape:
            source = _expand(source, tuple(seen.shape))
    write(_copy, [seen, source], {})


def _without_leading_ones(source: Tensor) -> Tensor:
    shape = _leading_ones_off(source.array.shape)
    return source if shape == source.array.shape else _view(source, shape)


def _leading_ones_off(shape: Sequence[int]) -> tuple[int, ...]:
    while shape and shape[0] == 1:
        shape = shape[1:]
    return tuple(shape)
