"""Elements in order of size."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import OperandError
from core.ops.arrays import Array, Result, axis
from core.ops.registry import compose, define
from core.ops.spec import Attribute, Category, Kind, Sample

_DIM = Attribute("dim", Kind.DIM, -1, summary="The dimension to go along.")
_DESCENDING = Attribute("descending", Kind.FLAG, False, summary="The largest first.")
_STABLE = Attribute("stable", Kind.FLAG, False, keyword_only=True, summary="Equal elements keep their order, always.")
_BACK = {"self": "place(g, indices, self.shape, dim)"}
_SAMPLES = (Sample((4,)), Sample((2, 3), dim=0), Sample((2, 3), dim=1, descending=True), Sample(()))


def _order(x: Array, dim: int, descending: bool) -> Result:
    """Return the positions of the elements in order; NaN counts as the largest, and equal ones keep their order."""
    if not descending:
        return np.argsort(x, axis=dim, kind="stable")
    backwards = np.argsort(np.flip(x, dim), axis=dim, kind="stable")
    return x.shape[dim] - 1 - np.flip(backwards, dim)


def _sort(x: Array, dim: int = -1, descending: bool = False, stable: bool = False) -> tuple[Array, Array]:
    place = axis(x.ndim, dim)
    if not x.ndim:
        return x.copy(), np.zeros((), np.int64)
    where = _order(x, place, descending)
    return np.take_along_axis(x, where, place), where


def _topk(x: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:  # noqa: A002
    place = axis(x.ndim, dim)
    if not 0 <= k <= (x.shape[place] if x.ndim else 1):
        raise OperandError(f"topk: the selected index k = {k} is out of range for dimension {dim} of {list(x.shape)}.")
    values, where = _sort(x, dim, descending=largest)
    if not x.ndim:
        return values, where
    first = (*(slice(None),) * place, slice(k))
    return values[first].copy(), where[first].copy()


SORT = define(
    "sort",
    Category.INDEXING,
    "ladder",
    "The elements along a dimension in order of size, and where they were.",
    formula="sort(self, dim, descending)",
    forward=_sort,
    attributes=(_DIM, _DESCENDING, _STABLE),
    outputs=("values", "indices"),
    vjp=_BACK,
    overload=lambda _, attributes: 1 if attributes["stable"] else 0,
    kinks="Every element gets the gradient of the place it went to; equal ones keep their order.",
    keywords=("order", "rank", "ascending", "descending"),
    samples=_SAMPLES,
)
ARGSORT = define(
    "argsort",
    Category.INDEXING,
    "ladder",
    "Where the elements along a dimension are, in order of their size.",
    formula="sort(self, dim, descending)[1]",
    forward=lambda x, dim=-1, descending=False, stable=False: _sort(x, dim, descending)[1],
    attributes=(_DIM, _DESCENDING, _STABLE),
    kinks="The result is positions: no gradient passes.",
    keywords=("order", "rank", "positions"),
    samples=_SAMPLES,
)
MSORT = compose(
    "msort",
    Category.INDEXING,
    "ladder",
    "The elements along the first dimension in order of size.",
    formula="sort(self, 0)[0]",
    keywords=("order",),
    samples=(Sample((4,)), Sample((3, 2))),
)
TOPK = define(
    "topk",
    Category.INDEXING,
    "ladder",
    "The largest elements along a dimension, and where they are.",
    formula="topk(self, k, dim, largest)",
    forward=_topk,
    attributes=(
        Attribute("k", Kind.INTEGER, minimum=0, summary="How many."),
        _DIM,
        Attribute("largest", Kind.FLAG, True, summary="The largest; otherwise the smallest."),
        Attribute("sorted", Kind.FLAG, True, summary="In order of size."),
    ),
    outputs=("values", "indices"),
    vjp=_BACK,
    zero_fills=True,
    kinks="Only the reported elements get a gradient.",
    keywords=("largest", "best", "beam"),
    samples=(Sample((5,), k=2), Sample((2, 3), k=1, dim=0), Sample((2, 4), k=3, largest=False)),
)
