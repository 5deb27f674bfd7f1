"""Tensors combined with each other: grids of coordinates, pairs, selections."""

from __future__ import annotations

import numpy as np

from core.errors import ArgumentError, OperandError, ShapeError
from core.ops.joining import STACK
from core.ops.masking import MASKED_SELECT
from core.ops.reshaping import FLATTEN
from core.ops.shape import EXPAND, VIEW
from core.tensor.functions import tensors_of
from core.tensor.operations import METHODS
from core.tensor.tensor import Tensor, wrap

_expand, _view, _flatten, _stack, _masked_select = (
    METHODS[op.name] for op in (EXPAND, VIEW, FLATTEN, STACK, MASKED_SELECT)
)


def meshgrid(*tensors: Tensor, indexing: str = "ij") -> tuple[Tensor, ...]:
    """Make grids of coordinates of vectors: the k-th result has the numbers of the k-th vector along dimension k.

    With `indexing="xy"` the first two dimensions are swapped.
    """
    if indexing not in ("ij", "xy"):
        raise ArgumentError(f'meshgrid(): indexing has to be "ij" or "xy", not {indexing!r}.')
    vectors = tensors_of(tensors)
    if any(one.ndim > 1 for one in vectors):
        raise ShapeError("meshgrid(): numbers and vectors are needed, not tensors with more dimensions.")
    order = [1, 0, *range(2, len(vectors))] if indexing == "xy" and len(vectors) > 1 else range(len(vectors))
    shape = tuple(vectors[place].array.size for place in order)
    grids = []
    for place, one in enumerate(vectors):
        lying = tuple(-1 if order[axis] == place else 1 for axis in range(len(vectors)))
        grids.append(_expand(_view(one, lying), shape))
    return tuple(grids)


def cartesian_prod(*tensors: Tensor) -> Tensor:
    """Return all combinations of one element of each vector, one per row."""
    vectors = tensors_of(tensors)
    _check_vectors("cartesian_prod", vectors)
    if len(vectors) == 1:
        return vectors[0]
    return _stack([_flatten(one) for one in meshgrid(*vectors)], 1)  # type: ignore[no-any-return]


def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:  # noqa: A002  # torch's name
    """Return the combinations of `r` elements of a vector, in order, one per row."""
    _check_vectors("combinations", [input])
    if r < 0:
        raise OperandError(f"combinations(): the number of elements cannot be negative, like {r}.")
    if r == 0:
        return wrap(np.empty(0, input.array.dtype))
    places = np.indices((input.array.size,) * r)
    steps = np.diff(places, axis=0)
    ordered = wrap(np.all(steps >= 0 if with_replacement else steps > 0, axis=0))
    return _stack([_masked_select(one, ordered) for one in meshgrid(*[input] * r)], 1)  # type: ignore[no-any-return]


def _check_vectors(name: str, tensors: list[Tensor]) -> None:
    for one in tensors:
        if one.ndim != 1:
            raise ShapeError(f"{name}(): vectors are needed, not a tensor of size {list(one.shape)}.")
