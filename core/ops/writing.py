"""Copies, and what only makes sense in place: overwriting a tensor with another one, or with a number."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import ShapeError
from core.ops.arrays import Array, number_of
from core.ops.memory import MemoryFormat, empty_like
from core.ops.registry import define
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample, Takes


def _clone(self: Array, memory_format: str = MemoryFormat.PRESERVE) -> Array:
    if memory_format == MemoryFormat.CONTIGUOUS or self.flags.c_contiguous:
        return np.array(self, order="C")
    return _copied(self, self.dtype)


def _to_dtype(self: Array, dtype: Any) -> Array:
    return _copied(self, dtype)


def _copied(x: Array, dtype: Any) -> Array:
    result = empty_like(x, dtype)
    np.copyto(result, x, casting="unsafe")
    return result


def _copy(self: Array, src: Any) -> Array:
    if isinstance(src, np.ndarray) and src.size and np.broadcast_shapes(self.shape, src.shape) != self.shape:
        raise ShapeError(f"copy_: a source of size {list(src.shape)} cannot be broadcast to size {list(self.shape)}.")
    return np.broadcast_to(src, self.shape).astype(self.dtype)


def _fill(self: Array, value: Any) -> Array:
    if isinstance(value, np.ndarray) and value.ndim:
        raise ShapeError(f"fill: the value has to be a number, not a tensor of size {list(value.shape)}.")
    return np.full_like(self, number_of("fill", value, self.dtype))


CLONE = define(
    "clone",
    Category.SHAPE,
    "copy",
    "Copies a tensor; gradients pass through to the original.",
    formula="self",
    forward=_clone,
    attributes=(
        Attribute(
            "memory_format",
            Kind.CHOICE,
            MemoryFormat.PRESERVE,
            choices=tuple(MemoryFormat),
            keyword_only=True,
            summary="How the copy lies in memory.",
        ),
    ),
    vjp={"self": "g"},
    keywords=("copy", "duplicate"),
    samples=(Sample((2, 3)), Sample(())),
)
TO_DTYPE = define(
    "to_dtype",
    Category.ELEMENTWISE,
    "→",
    "Converts the elements to another type.",
    formula="to_dtype(self, dtype)",
    forward=_to_dtype,
    attributes=(Attribute("dtype", Kind.DTYPE, summary="The new type."),),
    vjp={"self": ("g", "g, converted back")},
    node="ToCopyBackward0",
    methods=(),
    functions=(),
    promotion=Promotion.NONE,
    keywords=("cast", "convert", "float", "double", "half"),
    samples=(Sample((3,), dtype=np.dtype(np.float64)), Sample((2, 3), dtype=np.dtype(np.float64))),
)
COPY = define(
    "copy",
    Category.INDEXING,
    "=",
    "Overwrites a tensor with another one, which is broadcast and converted.",
    formula="expand(src, self.shape)",
    forward=_copy,
    inputs=("self", Port("src", "The new elements.", Takes.EITHER)),
    vjp={"self": "zeros_like(g)", "src": "g"},
    node="CopyBackwards",
    methods=(),
    functions=(),
    promotion=Promotion.NONE,
    keywords=("assign", "overwrite"),
    samples=(Sample((2, 3), (3,)), Sample((3,), ())),
    hidden=True,
)
FILL = define(
    "fill",
    Category.INDEXING,
    "=",
    "Sets every element to one number.",
    formula="expand(value, self.shape)",
    forward=_fill,
    inputs=("self", Port("value", "The number.", Takes.EITHER, number_is_setting=True)),
    vjp={"self": "zeros_like(g)", "value": "sum(g)"},
    overload=lambda inputs, _: 1 if hasattr(inputs[1], "shape") else 0,
    in_place_overload=2,
    methods=(),
    promotion=Promotion.NONE,
    keywords=("constant", "set"),
    samples=(Sample((2, 3), ()), Sample((2, 3), 5.0)),
)
ZERO = define(
    "zero",
    Category.INDEXING,
    "0",
    "Sets every element to 0.",
    formula="0 * self",
    forward=np.zeros_like,
    vjp={"self": "zeros_like(g)"},
    methods=(),
    functions=(),
    promotion=Promotion.NONE,
    keywords=("clear", "reset"),
    samples=(Sample((2, 3)), Sample(())),
    hidden=True,
)
