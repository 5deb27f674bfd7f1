"""Functions of the module that are not operations: questions about tensors, and shapes that fit together."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import KindError
from core.ops.arrays import common_shape
from core.ops.indexing import SELECT
from core.ops.masking import NONZERO
from core.ops.memory import offset_of
from core.ops.pieces import ATLEAST_1D, ATLEAST_2D, ATLEAST_3D
from core.ops.shape import EXPAND, VIEW
from core.ops.windows import AS_STRIDED
from core.tensor import dtype as dtypes
from core.tensor.operations import METHODS
from core.tensor.size import Size
from core.tensor.tensor import Tensor, method

_expand, _view, _select, _nonzero, _as_strided = (
    METHODS[op.name] for op in (EXPAND, VIEW, SELECT, NONZERO, AS_STRIDED)
)


def is_tensor(obj: Any) -> bool:
    """Return whether something is a tensor."""
    return isinstance(obj, Tensor)


def numel(input: Tensor) -> int:  # noqa: A002  # torch's name, here and below
    """Return the number of elements."""
    return input.array.size


def is_floating_point(input: Tensor) -> bool:  # noqa: A002
    """Return whether the elements are floating point numbers."""
    return input.array.dtype.kind == "f"


def is_complex(input: Tensor) -> bool:  # noqa: A002
    """Return whether the elements are complex numbers, which they never are here."""
    return False


def is_nonzero(input: Tensor) -> bool:  # noqa: A002
    """Return whether the only element is not zero."""
    return bool(input)


@method
def is_same_size(self: Tensor, other: Tensor) -> bool:
    """Return whether two tensors have the same shape."""
    return bool(self.array.shape == other.array.shape)


def result_type(tensor1: Any, tensor2: Any) -> dtypes.dtype:
    """Return the type that an operation on two tensors or numbers computes in."""
    return dtypes.of(dtypes.common_type(one.array if isinstance(one, Tensor) else one for one in (tensor1, tensor2)))


def equal(input: Tensor, other: Tensor) -> bool:  # noqa: A002
    """Return whether two tensors have the same shape and equal elements."""
    return bool(np.array_equal(input.array, other.array))


def broadcast_shapes(*shapes: Any) -> Size:
    """Return the shape that tensors of the given shapes have when they are broadcast together."""
    return Size(common_shape(*((shape,) if isinstance(shape, int) else shape for shape in shapes)))


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """Expand tensors to the shape they have together."""
    given = tensors_of(tensors)
    shape = tuple(broadcast_shapes(*(one.shape for one in given)))
    return tuple(one if one.array.shape == shape else _expand(one, shape) for one in given)


def tensors_of(arguments: tuple[Any, ...]) -> list[Tensor]:
    """Return the tensors that a function was given: one by one, or as one list."""
    sequence = len(arguments) == 1 and isinstance(arguments[0], list | tuple)
    tensors = list(arguments[0] if sequence else arguments)
    if not all(isinstance(one, Tensor) for one in tensors):
        raise KindError("Tensors are needed here.")
    return tensors


def _for_several(function: Callable[[Tensor], Tensor]) -> Callable[..., Any]:
    """Make a function of one tensor take several: it returns a tuple then."""

    @functools.wraps(function)
    def for_several(*tensors: Any) -> Any:
        results = tuple(map(function, tensors_of(tensors)))
        return results if len(tensors) > 1 or isinstance(tensors[0], list | tuple) else results[0]

    return for_several


atleast_1d, atleast_2d, atleast_3d = (_for_several(METHODS[op.name]) for op in (ATLEAST_1D, ATLEAST_2D, ATLEAST_3D))


@method
def as_strided(self: Tensor, size: Any, stride: Any, storage_offset: int | None = None) -> Tensor:
    """Look into the memory of a tensor with any shape and strides, from where it starts or from another place."""
    offset = 0 if storage_offset is None else storage_offset - offset_of(self.array)
    return _as_strided(self, size, stride, offset)  # type: ignore[no-any-return]


@method
def nonzero(self: Tensor, *, as_tuple: bool = False) -> Tensor | tuple[Tensor, ...]:
    """Return the positions of the elements that are not zero: one per row, or a vector for each dimension."""
    if not as_tuple:
        places: Tensor = _nonzero(self)
        return places
    rows = self if self.ndim else self.reshape(1)
    positions = _nonzero(rows)
    return tuple(_select(positions, 1, axis) for axis in range(rows.ndim))
