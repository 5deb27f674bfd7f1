"""Elements brought together at the positions that an index names: sums, products, averages, extremes."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.ops.arrays import Array
from core.ops.gathering import put_at
from core.ops.registry import Words, compose, define
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample

_INDEX = Port("index", "The positions, whole numbers.", as_is=True)
_DIM = Attribute("dim", Kind.DIM, summary="The dimension that the positions are in.")
_WAYS = {"sum": np.add, "prod": np.multiply, "mean": np.add, "amax": np.maximum, "amin": np.minimum}
_REDUCE = Attribute("reduce", Kind.CHOICE, choices=tuple(_WAYS), summary="What becomes of elements that meet.")
_INCLUDE = Attribute(
    "include_self", Kind.FLAG, True, keyword_only=True, summary="Also count what is there before; else it goes."
)


def _start(reduce: str, kind: np.dtype[Any]) -> Any:
    """Return the number that makes no difference to a reduction."""
    match reduce:
        case "sum" | "mean":
            return 0
        case "prod":
            return 1
    if kind.kind == "f":
        return -np.inf if reduce == "amax" else np.inf
    limits = np.iinfo(kind) if kind.kind in "iu" else None
    return (limits.min if limits else False) if reduce == "amax" else (limits.max if limits else True)


def _scatter_reduce(self: Array, dim: int, index: Array, src: Array, reduce: str, include_self: bool = True) -> Array:
    result, vector, places, source = put_at("scatter_reduce", self, dim, index, src)
    if not include_self:
        vector[places] = _start(reduce, self.dtype)
    _WAYS[reduce].at(vector, places, source)
    if reduce == "mean":
        counts = np.full(vector.shape, int(include_self))
        np.add.at(counts, places, 1)
        divide = np.true_divide if self.dtype.kind == "f" else np.floor_divide
        vector[...] = divide(vector, np.maximum(counts, 1)).astype(self.dtype)
    return result


def _counts(ops: Words, x: Any, index: Any, src: Any, dim: int, include_self: bool) -> Any:
    """Return how many elements came together at each place, and 1 where none did."""
    before = ops.ones_like(x) if include_self else ops.zeros_like(x)
    counts = ops.scatter_add(before, dim, index, ops.ones_like(src))
    return ops.where(counts == 0, 1, counts)


def _own(ops: Words, x: Any, result: Any) -> Any:
    """Return 1 where an element was there before and is the extreme, and 0 elsewhere."""
    return ops.where(x == result, ops.ones_like(x), 0)


def _theirs(ops: Words, index: Any, src: Any, result: Any, dim: int) -> Any:
    """Return 1 for the elements that are the extreme of the place they came to, and 0 for others."""
    return ops.where(src == ops.gather(result, dim, index), ops.ones_like(src), 0)


def _shared(ops: Words, g: Any, x: Any, index: Any, src: Any, result: Any, dim: int) -> Any:
    """Return the gradient of an extreme, divided by how many elements are equal to it."""
    return g / ops.scatter_add(_own(ops, x, result), dim, index, _theirs(ops, index, src, result, dim))


def _for_self(
    ops: Words, g: Any, x: Any, index: Any, src: Any, result: Any, dim: int, reduce: str, include_self: bool
) -> Any:
    match reduce:
        case "sum":
            slope = g
        case "mean":
            slope = g / _counts(ops, x, index, src, dim, include_self)
        case "prod":
            others = ops.where(x == 0, 1, x)
            slope = g * _scattered(ops, others, index, src, dim, include_self) / others
        case _:
            slope = _own(ops, x, result) * _shared(ops, g, x, index, src, result, dim)
    return slope if include_self else ops.scatter(slope, dim, index, 0)


def _scattered(ops: Words, x: Any, index: Any, src: Any, dim: int, include_self: bool) -> Any:
    return ops.scatter_reduce(x, dim, index, src, "prod", include_self=include_self)


def _for_source(
    ops: Words, g: Any, x: Any, index: Any, src: Any, result: Any, dim: int, reduce: str, include_self: bool
) -> Any:
    match reduce:
        case "sum":
            return ops.gather(g, dim, index)
        case "mean":
            return ops.gather(g / _counts(ops, x, index, src, dim, include_self), dim, index)
        case "prod":
            return _for_factors(ops, g, x, index, src, result, dim, include_self)
    shared = ops.gather(_shared(ops, g, x, index, src, result, dim), dim, index)
    return _theirs(ops, index, src, result, dim) * shared


def _for_factors(ops: Words, g: Any, x: Any, index: Any, src: Any, result: Any, dim: int, include_self: bool) -> Any:
    """Return g times the product of the other factors, also where the only factor that is 0 is the element itself."""
    zero = src == 0
    zeros = ops.scatter_add(ops.zeros_like(x), dim, index, ops.where(zero, ops.ones_like(src), 0))
    only = zero & (ops.gather(zeros, dim, index) == 1)
    without = _scattered(ops, x, index, ops.where(only, 1, src), dim, include_self)
    usual = ops.gather(g * result, dim, index) / ops.where(zero, 1, src)
    return ops.where(only, ops.gather(g * without, dim, index), usual)


_GRID = np.array([[0, 1, 0], [1, 1, 0]])
_ROW = np.array([2, 2, 0])
_PARTS = ("before", _INDEX, "src", "result")

SCATTER_REDUCE_SELF = compose(
    "scatter_reduce_self",
    Category.INDEXING,
    "cell",
    "The gradient of scatter_reduce for the tensor that elements are brought to.",
    formula="scatter_reduce_self(self, before, index, src, result, dim, reduce, include_self)",
    body=_for_self,
    inputs=("self", *_PARTS),
    attributes=(_DIM, _REDUCE, Attribute("include_self", Kind.FLAG)),
    hidden=True,
    samples=(
        Sample((3,), (3,), _ROW, (3,), (3,), dim=0, reduce="mean", include_self=True),
        Sample((2, 3), (2, 3), _GRID, (2, 3), (2, 3), dim=1, reduce="prod", include_self=True),
    ),
)
SCATTER_REDUCE_SOURCE = compose(
    "scatter_reduce_source",
    Category.INDEXING,
    "cell",
    "The gradient of scatter_reduce for the elements that are brought together.",
    formula="scatter_reduce_source(self, before, index, src, result, dim, reduce, include_self)",
    body=_for_source,
    inputs=("self", *_PARTS),
    attributes=(_DIM, _REDUCE, Attribute("include_self", Kind.FLAG)),
    hidden=True,
    samples=(
        Sample((3,), (3,), _ROW, (3,), (3,), dim=0, reduce="mean", include_self=True),
        Sample((2, 3), (2, 3), _GRID, (2, 3), (2, 3), dim=1, reduce="prod", include_self=True),
    ),
)
SCATTER_REDUCE = define(
    "scatter_reduce",
    Category.INDEXING,
    "cell",
    "Brings elements together at the positions that the index names: their sum, product, mean or extreme.",
    formula="scatter_reduce(self, dim, index, src, reduce, include_self=include_self)",
    forward=_scatter_reduce,
    inputs=("self", _INDEX, Port("src", "What to bring together.")),
    attributes=(_DIM, _REDUCE, _INCLUDE),
    signature=("self", "dim", "index", "src", "reduce", "include_self"),
    vjp={
        "self": (
            "scatter_reduce_self(g, self, index, src, result, dim, reduce, include_self)",
            "g, times the slope of the reduction for the element that was there before",
        ),
        "src": (
            "scatter_reduce_source(g, self, index, src, result, dim, reduce, include_self)",
            "gather(g, dim, index), times the slope of the reduction for each element",
        ),
    },
    promotion=Promotion.SAME,
    scatters=True,
    in_place=True,
    kinks="Elements that are equal to the maximum or minimum share its gradient.",
    keywords=("segment", "group by", "scatter mean", "pool"),
    samples=(
        Sample((3,), _ROW, (3,), dim=0, reduce="sum"),
        Sample((2, 3), _GRID, (2, 3), dim=1, reduce="prod"),
        Sample((2, 3), _GRID, (2, 3), dim=0, reduce="mean", include_self=False),
        Sample((2, 3), _GRID, (2, 3), dim=1, reduce="amax"),
        Sample((3,), _ROW, (3,), dim=0, reduce="amin", include_self=False),
    ),
)
