"""From tensors to what Python and numpy know: numbers, lists, arrays, truth values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.errors import ArgumentError, DtypeError, GradientError, KindError, OperandError
from core.ops.joining import UNBIND
from core.tensor.nested import warn_about_conversion
from core.tensor.operations import METHODS
from core.tensor.tensor import Array, Tensor, method, wrap

Number = bool | int | float

_unbind = METHODS[UNBIND.name]


@method
def item(self: Tensor) -> Number:
    """Return the only element as a Python number."""
    if self.array.size != 1:
        raise OperandError(
            f"A tensor with {self.array.size} elements cannot be converted to a scalar.",
            "Take one of them, or use tolist().",
        )
    number: Number = self.array.item()
    return number


@method
def tolist(self: Tensor) -> Any:
    """Return the elements as nested lists; a number for a tensor without dimensions."""
    return self.array.tolist()


@method
def numpy(self: Tensor, *, force: bool = False) -> Array:
    """Return an array that shares the memory of this tensor.

    A tensor that asks for a gradient has to be detached first (`force` does that): what numpy does to it would
    not be recorded.
    """
    if self.requires_grad and STATE.mode.grad and not force:
        raise GradientError(
            "Can't call numpy() on a tensor that requires grad: numpy's operations are not recorded.",
            "Use tensor.detach().numpy().",
        )
    return self.array


@method
def __array__(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Array:  # noqa: N807  # methods of Tensor
    return np.array(self.numpy(), dtype, copy=copy)


@method
def __dlpack__(self: Tensor, **options: Any) -> Any:  # noqa: N807
    """Share the memory with another library that deals in arrays."""
    if self.requires_grad:
        raise BufferError("A tensor that requires gradient cannot be exported: use tensor.detach().")
    return self.array.__dlpack__(**options)


@method
def __dlpack_device__(self: Tensor) -> tuple[int, int]:  # noqa: N807
    return self.array.__dlpack_device__()


@method
def __array_wrap__(self: Tensor, array: Array, context: Any = None, return_scalar: bool = False) -> Tensor:  # noqa: N807
    """Make the result of a numpy function on a tensor a tensor."""
    return wrap(np.asarray(array))


Tensor.__array_priority__ = 1000  # type: ignore[attr-defined]  # array * tensor is ours to compute


def _single(self: Tensor) -> Number:
    """Return the only element, for `float()` and `int()`."""
    if self.array.size != 1:
        raise ArgumentError(
            f"Only one element tensors can be converted to Python scalars, but this one has {self.array.size}.",
            "Take one element, or reduce it, for example with .sum().",
        )
    if self.requires_grad:
        warn_about_conversion()
    number: Number = self.array.item()
    return number


@method
def __pos__(self: Tensor) -> Any:  # noqa: N807  # made a method by the line above
    return self.positive()


@method
def __float__(self: Tensor) -> float:  # noqa: N807
    return float(_single(self))


@method
def __int__(self: Tensor) -> int:  # noqa: N807
    return int(_single(self))


@method
def __complex__(self: Tensor) -> complex:  # noqa: N807
    return complex(_single(self))


@method
def __index__(self: Tensor) -> int:  # noqa: N807
    if self.array.size != 1 or self.array.dtype.kind == "f":
        raise KindError("Only integer tensors of a single element can be converted to an index.")
    return int(self.array.item())


@method
def __bool__(self: Tensor) -> bool:  # noqa: N807
    match self.array.size:
        case 1:
            return bool(self.array.item())
        case 0:
            raise OperandError("Boolean value of a tensor with no values is ambiguous.", "Test numel() instead.")
    raise OperandError(
        "Boolean value of a tensor with more than one value is ambiguous.",
        "Use .any() or .all(), and & or | instead of and, or and chained comparisons.",
    )


@method
def __len__(self: Tensor) -> int:  # noqa: N807
    if self.array.ndim == 0:
        raise KindError("len() of a 0-d tensor: it is one number.")
    return len(self.array)


@method
def __iter__(self: Tensor) -> Iterator[Tensor]:  # noqa: N807
    if self.array.ndim == 0:
        raise KindError("Iteration over a 0-d tensor: it is one number.", "Use item().")
    return iter(_unbind(self))


@method
def __reversed__(self: Tensor) -> Tensor:  # noqa: N807
    return self.flip(0) if self.array.ndim else self


@method
def __contains__(self: Tensor, element: Any) -> bool:  # noqa: N807
    if not isinstance(element, Tensor | bool | int | float | np.generic):
        raise OperandError(f"Only a number or a tensor can be in a tensor, not {type(element).__name__}.")
    return bool((self == element).any().item())


@method
def __format__(self: Tensor, spec: str) -> str:  # noqa: N807
    if self.array.ndim == 0:
        return format(self.array.item(), spec)
    if spec:
        raise KindError(f"The format {spec!r} is for one number, but the tensor has shape {list(self.shape)}.")
    return str(self)


@method
def equal(self: Tensor, other: Tensor) -> bool:
    """Return whether two tensors have the same shape and equal elements."""
    return bool(np.array_equal(self.array, other.array))


@method
def allclose(self: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """Return whether all elements are equal within a tolerance: |self - other| <= atol + rtol * |other|."""
    if self.array.dtype != other.array.dtype:
        raise DtypeError(f"allclose(): the tensors have different types, {self.dtype} and {other.dtype}.")
    return bool(np.allclose(self.array, other.array, rtol, atol, equal_nan))
