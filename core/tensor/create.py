"""Making tensors: from Python numbers and numpy arrays, and filled with a number or a row of numbers."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from operator import index
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.errors import ArgumentError, DtypeError, KindError, ShapeError
from core.ops import memory
from core.ops.arrays import number_of
from core.ops.memory import MemoryFormat
from core.tensor.budget import check_bytes
from core.tensor.device import check_device, device
from core.tensor.dtype import dtype, get_default_dtype, numpy_of, of
from core.tensor.nested import array_of
from core.tensor.storage import INFERENCE
from core.tensor.tensor import Array, Tensor, method, wrap

Device = str | device | None
Numpy = np.dtype[Any]
Fill = Callable[[tuple[int, ...], Numpy], Array]
"""Makes an array of a shape and a type."""


def made(array: Array, requires_grad: bool = False) -> Tensor:
    """Return a new leaf with the numbers of `array`."""
    result = wrap(np.asarray(array))  # of one number, numpy may have made a scalar
    if not STATE.plain and STATE.mode.inference:
        result.storage = INFERENCE
    if requires_grad:
        if array.dtype.kind != "f":
            raise DtypeError(
                f"Only tensors of floating point dtype can require gradients, not {of(array.dtype)}.",
                "Write the numbers with a point, or pass dtype=torch.float32.",
            )
        result.flag = True
    return result


def tensor(data: Any, **options: Any) -> Tensor:
    """Make a tensor with a copy of `data`: a number, an array, or nested lists of numbers."""
    kind, requires_grad = settings("tensor", options)
    if isinstance(data, Tensor):
        warnings.warn(
            "To copy a tensor, it is recommended to use source.detach().clone() (and requires_grad_(True)) rather than "
            "torch.tensor(source), which cuts it from the graph.",
            UserWarning,
            stacklevel=2,
        )
        return made(data.array.astype(kind or data.array.dtype), requires_grad)
    return made(array_of(data, kind), requires_grad)


def as_tensor(data: Any, dtype: dtype | None = None, device: Device = None) -> Tensor:
    """Return a tensor of `data` that shares its memory, where the type allows it; a tensor as it is."""
    check_device(device)
    kind = numpy_of(dtype)
    if isinstance(data, Tensor):
        return data if kind in (None, data.array.dtype) else data.to(dtype)
    if isinstance(data, np.ndarray) and kind in (None, data.dtype):
        return from_numpy(data)
    return made(array_of(data, kind))


def asarray(obj: Any, **options: Any) -> Tensor:
    """Return a tensor of `obj` that shares its memory, where the type allows it."""
    _, requires_grad = settings("asarray", options)
    result = as_tensor(obj, options.get("dtype"))
    return result.requires_grad_() if requires_grad else result


def from_numpy(ndarray: Array) -> Tensor:
    """Return a tensor that shares the memory of a numpy array: a write to one is seen in the other."""
    if not isinstance(ndarray, np.ndarray):
        raise KindError(
            f"from_numpy() expected an np.ndarray, but got {type(ndarray).__name__}.", "Use torch.tensor()."
        )
    of(ndarray.dtype)
    if any(stride < 0 for stride in ndarray.strides):
        raise ArgumentError("from_numpy(): one of the array's strides is negative.", "Pass a copy: array.copy().")
    if not ndarray.flags.writeable:
        warnings.warn("The numpy array is not writable, so the tensor will not be either.", UserWarning, stacklevel=2)
    return made(ndarray)


def from_dlpack(ext_tensor: Any) -> Tensor:
    """Return a tensor that shares the memory of an array of any library that can export it."""
    return from_numpy(np.from_dlpack(ext_tensor))


def sized(arguments: Sequence[Any]) -> tuple[int, ...]:
    """Return the shape that the arguments of a function such as `zeros(2, 3)` or `zeros((2, 3))` mean."""
    given = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], (list, tuple)) else arguments
    try:
        shape = tuple(map(index, given))
    except TypeError:
        raise KindError(f"A shape is made of integers, not of {given!r}.") from None
    if any(length < 0 for length in shape):
        raise ShapeError(f"The lengths of a shape cannot be negative: {list(shape)}.")
    return shape


def settings(name: str, options: dict[str, Any]) -> tuple[Numpy | None, bool]:
    """Return the type and the flag that the options of a creating function ask for.

    The options are `dtype`, `requires_grad` and `device`; others of PyTorch that make no difference are ignored.
    """
    extra = options.keys() - {"dtype", "requires_grad", "device", "layout", "pin_memory", "memory_format"}
    if extra:
        raise KindError(f"{name}() got an unexpected keyword argument {extra.pop()!r}.")
    check_device(options.get("device"))
    return numpy_of(options.get("dtype")), bool(options.get("requires_grad", False))


def filled(name: str, size: Sequence[Any], options: dict[str, Any], fill: Fill) -> Tensor:
    """Make a tensor of a shape, given as for `zeros(2, 3)` or `zeros((2, 3))`, with the numbers of `fill`."""
    if "size" in options:
        size = (options.pop("size"),)
    kind, requires_grad = settings(name, options)
    return made(fill(sized(size), kind or get_default_dtype().numpy), requires_grad)


def filled_like(name: str, like: Tensor, options: dict[str, Any], fill: Callable[[Array, Numpy], Array]) -> Tensor:
    """Make a tensor of the shape and, unless another is asked for, the type of `like`."""
    kind, requires_grad = settings(name, options)
    if STATE.mode.limit is not None:
        check_bytes(name, like.array.size * (kind or like.array.dtype).itemsize, STATE.mode.limit)
    dense = options.get("memory_format") == MemoryFormat.CONTIGUOUS
    array = np.ascontiguousarray(like.array) if dense else like.array
    return made(fill(array, kind or array.dtype), requires_grad)


def zeros(*size: Any, **options: Any) -> Tensor:
    """Make a tensor of zeros of the given shape."""
    return filled("zeros", size, options, np.zeros)


def ones(*size: Any, **options: Any) -> Tensor:
    """Make a tensor of ones of the given shape."""
    return filled("ones", size, options, np.ones)


def empty(*size: Any, **options: Any) -> Tensor:
    """Make a tensor of the given shape, with whatever numbers its memory holds."""
    return filled("empty", size, options, np.empty)


def full(size: Any, fill_value: Any, **options: Any) -> Tensor:
    """Make a tensor of one number; the number says the type, unless it is given."""
    kind, requires_grad = settings("full", options)
    value = fill_value.array if isinstance(fill_value, Tensor) else array_of(fill_value, None)
    number = number_of("full", value if isinstance(fill_value, Tensor) else fill_value, kind or value.dtype)
    return made(np.full(sized((size,)), number), requires_grad)


def scalar_tensor(s: Any, **options: Any) -> Tensor:
    """Make a tensor without dimensions of a number, of the default type."""
    return full((), float(s), **options)


def zeros_like(input: Tensor, **options: Any) -> Tensor:  # noqa: A002  # torch's name, here and below
    """Make a tensor of zeros, with the shape and type of `input`."""
    return filled_like("zeros_like", input, options, _filling(0))


def ones_like(input: Tensor, **options: Any) -> Tensor:  # noqa: A002
    """Make a tensor of ones, with the shape and type of `input`."""
    return filled_like("ones_like", input, options, _filling(1))


def empty_like(input: Tensor, **options: Any) -> Tensor:  # noqa: A002
    """Make a tensor with the shape and type of `input`, and whatever numbers its memory holds."""
    return filled_like("empty_like", input, options, memory.empty_like)


def full_like(input: Tensor, fill_value: Any, **options: Any) -> Tensor:  # noqa: A002
    """Make a tensor of one number, with the shape and type of `input`."""
    value = fill_value.item() if isinstance(fill_value, Tensor) else fill_value
    return filled_like("full_like", input, options, _filling(value))


def _filling(value: Any) -> Callable[[Array, Numpy], Array]:
    def filled_array(like: Array, kind: Numpy) -> Array:
        result = memory.empty_like(like, kind)
        result[...] = array_of(value, kind)
        return result

    return filled_array


@method
def new_tensor(self: Tensor, data: Any, **options: Any) -> Tensor:
    """Make a tensor with a copy of `data`, of this tensor's type."""
    return tensor(data, **{"dtype": self.dtype} | options)


@method
def new_zeros(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """Make a tensor of zeros, of this tensor's type."""
    return zeros(*size, **{"dtype": self.dtype} | options)


@method
def new_ones(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """Make a tensor of ones, of this tensor's type."""
    return ones(*size, **{"dtype": self.dtype} | options)


@method
def new_empty(self: Tensor, *size: Any, **options: Any) -> Tensor:
    """Make a tensor of this tensor's type, with whatever numbers its memory holds."""
    return empty(*size, **{"dtype": self.dtype} | options)


@method
def new_full(self: Tensor, size: Any, fill_value: Any, **options: Any) -> Tensor:
    """Make a tensor of one number, of this tensor's type."""
    return full(size, fill_value, **{"dtype": self.dtype} | options)
