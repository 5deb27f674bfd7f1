"""Elements picked, replaced or listed by a mask: a tensor of True and False."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import DtypeError, ShapeError
from core.ops.arrays import Array, common_shape, number_of
from core.ops.registry import define, define_word
from core.ops.spec import Category, Port, Promotion, Sample, Takes

_MASK = Port("mask", "Where it is True.", as_is=True)


def _checked(name: str, mask: Array) -> Array:
    if mask.dtype != bool:
        raise DtypeError(
            f"{name}: the mask has to be of type bool, not {mask.dtype}.", "Compare something, or use .bool()."
        )
    return mask


def _masked_fill(self: Array, mask: Array, value: Any) -> Array:
    if isinstance(value, np.ndarray) and value.ndim:
        raise ShapeError(f"masked_fill: the value has to be a number, not a tensor of size {list(value.shape)}.")
    filling = number_of("masked_fill", value, self.dtype)
    return np.asarray(np.where(_checked("masked_fill", mask), filling, self), order="C")


def _masked_select(self: Array, mask: Array) -> Array:
    x, chosen = np.broadcast_arrays(self, _checked("masked_select", mask))
    picked: Array = x[chosen]
    return picked


def _masked_scatter(self: Array, mask: Array, source: Array) -> Array:
    x, chosen = np.broadcast_arrays(self, _checked("masked_scatter", mask))
    count = int(np.count_nonzero(chosen))
    if count > source.size:
        raise ShapeError(f"masked_scatter: the mask has {count} places, but the source only {source.size} elements.")
    result = x.copy()
    result[chosen] = source.reshape(-1)[:count]
    return result


def _first_places(mask: Any, shape: tuple[int, ...]) -> Array:
    """Return, of a source, the positions of the elements that `masked_scatter` uses."""
    chosen = np.broadcast_to(np.asarray(mask), common_shape(np.shape(mask), shape, by="masked_scatter"))
    return np.arange(np.count_nonzero(chosen))


define_word("broadcast_shape", common_shape)
define_word("first_places", _first_places)

_SOME = np.array([True, False, True])

MASKED_FILL = define(
    "masked_fill",
    Category.INDEXING,
    "mask=",
    "Replaces the elements where a mask is true by one number.",
    formula="where(mask, value, self)",
    forward=_masked_fill,
    inputs=("self", _MASK, Port("value", "The number.", Takes.EITHER, number_is_setting=True)),
    vjp={"self": "masked_fill(g, mask, 0)", "value": "sum(masked_select(g, mask))"},
    overload=lambda inputs, _: 1 if hasattr(inputs[2], "shape") else 0,
    promotion=Promotion.NONE,
    in_place=True,
    keywords=("attention mask", "replace", "where"),
    samples=(Sample((3,), _SOME, -1.0), Sample((2, 3), _SOME, ())),
)
MASKED_SELECT = define(
    "masked_select",
    Category.INDEXING,
    "mask",
    "Takes the elements where a mask is true, as one row.",
    formula="self[mask]",
    forward=_masked_select,
    inputs=("self", _MASK),
    vjp={"self": "masked_scatter(zeros_like(expand(self, broadcast_shape(self.shape, mask.shape))), mask, g)"},
    promotion=Promotion.NONE,
    zero_fills=True,
    keywords=("filter", "pick"),
    samples=(Sample((3,), _SOME), Sample((2, 3), _SOME)),
)
MASKED_SCATTER = define(
    "masked_scatter",
    Category.INDEXING,
    "mask=",
    "Replaces the elements where a mask is true by those of a source, in order.",
    formula="masked_scatter(self, mask, source)",
    forward=_masked_scatter,
    inputs=("self", _MASK, Port("source", "The new elements.")),
    vjp={
        "self": "masked_fill(g, mask, 0)",
        "source": (
            "put(zeros(source.shape, source.dtype), first_places(mask, self.shape), masked_select(g, mask))",
            "the elements of g where the mask is true, in order",
        ),
    },
    promotion=Promotion.SAME,
    in_place=True,
    keywords=("assign", "replace"),
    samples=(Sample((3,), _SOME, (2,)), Sample((2, 3), _SOME, (5,))),
)
NONZERO = define(
    "nonzero",
    Category.INDEXING,
    "≠0",
    "Lists the positions of the elements that are not zero, one per row.",
    formula="nonzero(self)",
    forward=lambda self: np.argwhere(self) if self.ndim else np.zeros((int(bool(self)), 0), np.int64),
    methods=("argwhere",),
    functions=("argwhere",),
    promotion=Promotion.NONE,
    keywords=("where", "positions", "indices"),
    samples=(Sample(np.array([0.0, 2.0, 1.0])), Sample(np.array([[0.0, 1.0], [3.0, 0.0]]))),
)
