"""Windows into memory: the same numbers seen with another shape, other strides and another start.

Sizes and strides count elements, and an offset counts them from the first element of the array.
"""

from __future__ import annotations

import math
from enum import StrEnum
from operator import itemgetter
from typing import Any

import numpy as np

from core.ops.arrays import Array

Shape = tuple[int, ...]


class MemoryFormat(StrEnum):
    """How a copy lies in memory: with its rows one after the other, or as the original does."""

    CONTIGUOUS = "torch.contiguous_format"
    PRESERVE = "torch.preserve_format"

    __repr__ = StrEnum.__str__


class _Window:
    """What numpy makes an array of: an address with a shape and strides, and the array that keeps it alive."""

    def __init__(self, base: Array, interface: dict[str, Any]) -> None:
        self.base = base
        self.__array_interface__ = interface


def window(x: Array, size: Shape, stride: Shape, offset: int = 0) -> Array:
    """Return a view of the memory of `x`; that it lies inside is the caller's care."""
    interface = dict(x.__array_interface__)
    address, read_only = interface["data"]
    interface["data"] = (address + offset * x.itemsize, read_only)
    interface["shape"] = size
    interface["strides"] = tuple(step * x.itemsize for step in stride)
    return np.asarray(_Window(x, interface))


def memory_of(x: Array) -> Array:
    """Return the array whose memory `x` looks into: `x` itself, unless it is a view."""
    base = x.base
    while isinstance(base, np.ndarray | _Window):
        if isinstance(base, np.ndarray):
            x = base
        base = base.base
    return x


def offset_of(x: Array) -> int:
    """Return where `x` starts in its memory, in elements."""
    return (_address(x) - _address(memory_of(x))) // x.itemsize


def steps_of(x: Array) -> Shape:
    """Return the strides of an array in elements."""
    return tuple(stride // x.itemsize for stride in x.strides)


def contiguous_steps(shape: Shape) -> Shape:
    """Return the strides, in elements, of a tensor whose rows follow each other in memory."""
    return tuple(math.prod(max(size, 1) for size in shape[place + 1 :]) for place in range(len(shape)))


def extent(size: Shape, stride: Shape) -> int:
    """Return how many elements of memory a window spans."""
    if 0 in size:
        return 0
    return 1 + sum((length - 1) * step for length, step in zip(size, stride, strict=True))


def overlaps(size: Shape, stride: Shape) -> bool:
    """Whether a window may show an element more than once."""
    reach = 0
    for step, length in sorted((step, length) for step, length in zip(stride, size, strict=True) if length > 1):
        if step <= reach:
            return True
        reach += step * (length - 1)
    return False


def positions(size: Shape, stride: Shape, start: int) -> Array:
    """Return where in memory the elements of a window are."""
    places = np.full(size, start)
    for axis, step in enumerate(stride):
        along = np.arange(size[axis]) * step
        places += along.reshape(-1, *(1,) * (len(size) - axis - 1))
    return places


def shares_elements(x: Array, y: Array, also_all: bool) -> bool:
    """Whether two arrays, each in one piece of memory, have some elements in common but not all (or `also_all`)."""
    if not (x.size and y.size and in_one_piece(x) and in_one_piece(y)):
        return False
    start, other = _address(x), _address(y)
    if start == other and x.ndim == y.ndim and _visible(x) == _visible(y):
        return also_all
    return start < other + y.nbytes and other < start + x.nbytes


def in_one_piece(x: Array) -> bool:
    """Whether the elements of an array, in some order, follow each other in memory without gaps."""
    reach = x.itemsize
    for length, stride in sorted(_visible(x), key=itemgetter(1)):
        if stride != reach:
            return False
        reach *= length
    return True


def empty_like(x: Array, kind: np.dtype[Any] | None = None) -> Array:
    """Return memory for a copy of an array, laid out as the original is but without gaps, and of another type."""
    if x.flags.c_contiguous:
        return np.empty(x.shape, kind or x.dtype)
    steps = steps_of(x) if in_one_piece(x) else _dense_steps(x.shape, steps_of(x))
    return window(np.empty(x.size, kind or x.dtype), x.shape, steps)


def lies_like(x: Array, model: Array) -> bool:
    """Whether an array lies in memory as another one of the same shape does; its rows may, where that has gaps."""
    if x.flags.c_contiguous and model.flags.c_contiguous:
        return True
    if x.strides == model.strides and in_one_piece(model):
        return True
    return x.flags.c_contiguous and not in_one_piece(model)


def room_like(model: Array, kind: np.dtype[Any]) -> Array:
    """Return memory to be filled that lies as `model` does, in rows where that has gaps."""
    return empty_like(model, kind) if in_one_piece(model) else np.empty(model.shape, kind)


def laid_out_like(x: Array, model: Array) -> Array:
    """Return a copy of an array that lies in memory as `model` does, without gaps."""
    result = room_like(model, x.dtype)
    result[...] = x
    return result


def copy_with_repetitions(x: Array) -> Array:
    """Copy an array as it lies in memory: elements that are shown repeatedly (by strides of 0) stay repeated."""
    once = x[tuple(slice(0, 1) if step == 0 else slice(None) for step in x.strides)]
    copied = np.array(once)  # in the order of its memory
    steps = [0 if before == 0 else step for before, step in zip(x.strides, steps_of(copied), strict=True)]
    return window(copied, x.shape, tuple(steps)) if 0 in x.strides else copied


def _dense_steps(shape: Shape, steps: Shape) -> Shape:
    """Return strides without gaps, in the order of the given ones, where 0 is neither before nor behind another."""
    order = list(reversed(range(len(shape))))  # the innermost dimension first
    for end in range(len(order)):
        place = end
        for other in reversed(range(end)):
            inner, outer = order[other], order[place]
            if not (steps[inner] and steps[outer]):
                continue
            if steps[inner] < steps[outer]:
                break
            if (steps[inner], shape[inner]) > (steps[outer], shape[outer]):
                order[other], order[place] = outer, inner
                place = other
    lengths = [shape[dim] for dim in order]
    dense = {dim: math.prod(lengths[:place]) for place, dim in enumerate(order)}
    return tuple(dense[dim] for dim in range(len(shape)))


def _visible(x: Array) -> list[tuple[int, int]]:
    """Return length and stride of the dimensions that have more than one position."""
    return [(length, stride) for length, stride in zip(x.shape, x.strides, strict=True) if length > 1]


def _address(x: Array) -> int:
    address: int = x.__array_interface__["data"][0]
    return address
