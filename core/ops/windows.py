"""Views that are windows into the memory of a tensor, and what puts their gradients back.

The hidden operations read and write windows of a tensor that is laid out in memory with given strides: they
are the gradients of the views, and of writing through one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import ShapeError
from core.ops.arrays import Array, axis
from core.ops.memory import (
    Shape,
    contiguous_steps,
    extent,
    memory_of,
    offset_of,
    overlaps,
    positions,
    steps_of,
    window,
)
from core.ops.registry import define, define_word
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample, Takes


def _as_strided(self: Array, size: Shape, stride: Shape, offset: int = 0) -> Array:
    if len(size) != len(stride):
        raise ShapeError(f"as_strided: {len(size)} sizes need as many strides, not {len(stride)}.")
    if any(one < 0 for one in (*size, *stride)):
        raise ShapeError(f"as_strided: sizes and strides cannot be negative: {list(size)}, {list(stride)}.")
    start = offset_of(self) + offset
    available = memory_of(self).nbytes // self.itemsize
    if start < 0 or (0 not in size and start + extent(size, stride) > available):
        raise ShapeError(
            f"as_strided: size {list(size)} with stride {list(stride)} from {start} is out of bounds for a memory of "
            f"{available} elements."
        )
    return window(self, size, stride, offset)


def _laid_out(self: Array, stride: Shape, room: int, start: int) -> Array:
    """Copy a tensor into new memory, where it has the given strides; return all of that memory."""
    memory = np.zeros(room, self.dtype)
    window(memory, self.shape, stride, start)[...] = self
    return memory


def _room(shape: Shape, steps: Shape, size: Shape, stride: Shape, offset: int) -> tuple[int, int]:
    """Return how much memory a tensor and a window need together, and where in it the tensor starts."""
    before = max(0, -offset)
    return before + max(extent(shape, steps), offset + extent(size, stride)), before


def _strided_read(self: Array, steps: Shape, size: Shape, stride: Shape, offset: int) -> Array:
    room, start = _room(self.shape, steps, size, stride, offset)
    return window(_laid_out(self, steps, room, start), size, stride, start + offset)


def _strided_put(self: Array, value: Any, steps: Shape, size: Shape, stride: Shape, offset: int) -> Array:
    room, start = _room(self.shape, steps, size, stride, offset)
    memory = _laid_out(self, steps, room, start)
    window(memory, size, stride, start + offset)[...] = value
    return window(memory, self.shape, steps, start)


def _strided_fill(self: Array, shape: Shape, steps: Shape, size: Shape, stride: Shape, offset: int) -> Array:
    room, start = _room(shape, steps, size, stride, offset)
    memory = np.zeros(room, self.dtype)
    if overlaps(size, stride):
        np.add.at(memory, positions(size, stride, start + offset), self)
    else:
        window(memory, size, stride, start + offset)[...] = self
    if overlaps(shape, steps):  # each of the elements that share a place gets an equal share
        shares = np.zeros(room, self.dtype)
        np.add.at(shares, positions(shape, steps, start), 1)
        memory = memory / np.maximum(shares, 1)
    return window(memory, shape, steps, start)


def _diagonal_window(shape: Shape, steps: Shape, offset: int, dim1: int, dim2: int) -> tuple[Shape, Shape, int]:
    """Return size, strides and start of a diagonal of a tensor with these strides, in elements."""
    first, second = axis(len(shape), dim1), axis(len(shape), dim2)
    if first == second:
        raise ShapeError("diagonal: the dimensions cannot be identical.")
    length = min(shape[first], shape[second] - offset) if offset >= 0 else min(shape[first] + offset, shape[second])
    length = max(length, 0)
    start = (offset * steps[second] if offset >= 0 else -offset * steps[first]) if length else 0
    others = [place for place in range(len(shape)) if place not in (first, second)]
    size = (*(shape[place] for place in others), length)
    return size, (*(steps[place] for place in others), steps[first] + steps[second]), start


def _diagonal(self: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    return window(self, *_diagonal_window(self.shape, steps_of(self), offset, dim1, dim2))


def _unfold_window(shape: Shape, steps: Shape, dimension: int, size: int, step: int) -> tuple[Shape, Shape, int]:
    """Return size, strides and start of the windows along one dimension, in elements."""
    place = axis(len(shape), dimension)
    length, along = (shape[place], steps[place]) if shape else (1, 1)
    if size < 0 or step <= 0:
        raise ShapeError(f"unfold: the size cannot be negative and the step has to be positive, not {size} and {step}.")
    if size > length:
        raise ShapeError(f"unfold: windows of {size} elements do not fit into a dimension of size {length}.")
    if not shape:
        return (size,), (1,), 0
    count = (length - size) // step + 1
    return (
        (*shape[:place], count, *shape[place + 1 :], size),
        (*steps[:place], along * step, *steps[place + 1 :], along),
        0,
    )


def _unfold(self: Array, dimension: int, size: int, step: int) -> Array:
    return window(self, *_unfold_window(self.shape, steps_of(self), dimension, size, step))


def _placed(kind: Any) -> Any:
    """Make the word that says where the window of a view is in a tensor without gaps: its steps, and the window."""

    def place(shape: Shape, *settings: int) -> tuple[Shape, Shape, Shape, int]:
        steps = contiguous_steps(shape)
        return steps, *kind(shape, steps, *settings)

    return place


define_word("steps", lambda strides, dtype: tuple(stride // dtype.itemsize for stride in strides))
define_word("diagonal_place", _placed(_diagonal_window))
define_word("unfold_place", _placed(_unfold_window))

_SIZE = Attribute("size", Kind.SHAPE, summary="The shape of the window.")
_STRIDE = Attribute("stride", Kind.SHAPE, summary="How far apart neighbours are in memory, for each dimension.")
_OFFSET = Attribute("offset", Kind.INTEGER, 0, summary="Where the window starts, from the tensor's first element.")
_STEPS = Attribute("steps", Kind.SHAPE, summary="The strides that the tensor has in memory.")

AS_STRIDED = define(
    "as_strided",
    Category.SHAPE,
    "grid",
    "Looks into the memory of a tensor with any shape and strides.",
    formula="as_strided(self, size, stride, offset)",
    forward=_as_strided,
    attributes=(_SIZE, _STRIDE, _OFFSET),
    methods=(),
    functions=(),
    promotion=Promotion.NONE,
    vjp={
        "self": (
            "strided_fill(g, self.shape, steps(self.strides, self.dtype), size, stride, offset)",
            "g put where the window was, and 0 elsewhere",
        )
    },
    is_view=True,
    zero_fills=True,
    keywords=("memory", "window", "view", "stride"),
    samples=(
        Sample((6,), size=(2, 3), stride=(3, 1)),
        Sample((6,), size=(4, 3), stride=(1, 1)),
        Sample((2, 3), size=(2,), stride=(2,), offset=1),
    ),
)
STRIDED_READ = define(
    "strided_read",
    Category.SHAPE,
    "grid",
    "Reads a window of a tensor that is laid out with the given strides.",
    formula="strided_read(self, steps, size, stride, offset)",
    forward=_strided_read,
    attributes=(_STEPS, _SIZE, _STRIDE, _OFFSET),
    promotion=Promotion.NONE,
    vjp={"self": "strided_fill(g, self.shape, steps, size, stride, offset)"},
    hidden=True,
    samples=(
        Sample((2, 3), steps=(3, 1), size=(2, 2), stride=(3, 1), offset=1),
        Sample((4,), steps=(1,), size=(2,), stride=(2,), offset=0),
    ),
)
STRIDED_FILL = define(
    "strided_fill",
    Category.SHAPE,
    "grid",
    "Puts a window into zeros that are laid out with the given strides.",
    formula="strided_fill(self, shape, steps, size, stride, offset)",
    forward=_strided_fill,
    attributes=(Attribute("shape", Kind.SHAPE), _STEPS, _SIZE, _STRIDE, _OFFSET),
    promotion=Promotion.NONE,
    vjp={"self": "strided_read(g, steps, size, stride, offset)"},
    hidden=True,
    samples=(
        Sample((2, 2), shape=(2, 3), steps=(3, 1), size=(2, 2), stride=(3, 1), offset=1),
        Sample((2,), shape=(4,), steps=(1,), size=(2,), stride=(2,), offset=0),
    ),
)
STRIDED_PUT = define(
    "strided_put",
    Category.SHAPE,
    "grid",
    "Replaces a window of a tensor that is laid out with the given strides.",
    formula="strided_put(self, value, steps, size, stride, offset)",
    forward=_strided_put,
    inputs=("self", Port("value", takes=Takes.EITHER)),
    attributes=(_STEPS, _SIZE, _STRIDE, _OFFSET),
    promotion=Promotion.NONE,
    vjp={
        "self": "strided_put(g, 0, steps, size, stride, offset)",
        "value": "strided_read(g, steps, size, stride, offset)",
    },
    hidden=True,
    samples=(
        Sample((2, 3), (2, 2), steps=(3, 1), size=(2, 2), stride=(3, 1), offset=1),
        Sample((4,), (2,), steps=(1,), size=(2,), stride=(2,), offset=0),
    ),
)

_DIAGONAL = (
    Attribute("offset", Kind.INTEGER, 0, summary="Which diagonal: above 0 the ones to the upper right."),
    Attribute("dim1", Kind.DIM, 0, summary="The rows."),
    Attribute("dim2", Kind.DIM, 1, summary="The columns."),
)
_DIAGONAL_SAMPLES = (
    Sample((3, 3)),
    Sample((2, 4), offset=1),
    Sample((3, 2), offset=-1),
    Sample((2, 3, 4), dim1=0, dim2=2),
)

DIAGONAL = define(
    "diagonal",
    Category.SHAPE,
    "diag",
    "Looks at a diagonal of a matrix, or of every matrix in a stack.",
    formula="diagonal(self, offset, dim1, dim2)",
    forward=_diagonal,
    attributes=_DIAGONAL,
    promotion=Promotion.NONE,
    vjp={
        "self": (
            "strided_fill(g, self.shape, *diagonal_place(self.shape, offset, dim1, dim2))",
            "g on the diagonal, and 0 elsewhere",
        )
    },
    is_view=True,
    zero_fills=True,
    keywords=("main diagonal", "trace"),
    samples=_DIAGONAL_SAMPLES,
)
UNFOLD = define(
    "unfold",
    Category.SHAPE,
    "grid",
    "Looks at the windows of some size along a dimension; they become a new last dimension.",
    formula="unfold(self, dimension, size, step)",
    forward=_unfold,
    attributes=(
        Attribute("dimension", Kind.DIM, summary="The dimension that the windows move along."),
        Attribute("size", Kind.INTEGER, minimum=0, summary="The length of a window."),
        Attribute("step", Kind.INTEGER, minimum=1, summary="How far apart the windows start."),
    ),
    promotion=Promotion.NONE,
    vjp={
        "self": (
            "strided_fill(g, self.shape, *unfold_place(self.shape, dimension, size, step))",
            "for each element, the sum of g over the windows that show it",
        )
    },
    functions=(),
    is_view=True,
    zero_fills=True,
    keywords=("sliding window", "patches"),
    samples=(Sample((6,), dimension=0, size=3, step=1), Sample((2, 5), dimension=1, size=2, step=2)),
)
