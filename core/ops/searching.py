"""Where elements belong: in a set, between sorted boundaries, in bins."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from core.errors import MissingError, OperandError, ShapeError
from core.ops.arrays import Array, require_floating
from core.ops.registry import define
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample, Takes

_NO_GRADIENT = "No gradient passes."
_RIGHT = Attribute(
    "right", Kind.FLAG, False, keyword_only=True, summary="An element equal to a boundary belongs behind it."
)
_SHORT = Attribute("out_int32", Kind.FLAG, False, keyword_only=True, summary="Give positions of type int32.")
_BOUNDARIES = np.array([-1.0, 0.0, 1.0])
_COUNTED = np.array([0, 2, 2, 1])


def _searchsorted(
    sorted_sequence: Array,
    self: Any,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
) -> Array:
    if right and side == "left":
        raise OperandError("searchsorted: side and right cannot say the opposite of each other.")
    where: Literal["left", "right"] = "right" if right or side == "right" else "left"
    rows, values = sorted_sequence, np.asarray(self)
    if rows.ndim != 1 and rows.shape[:-1] != values.shape[:-1]:
        raise ShapeError(
            f"searchsorted: boundaries of size {list(rows.shape)} do not fit values of size {list(values.shape)}.",
            "All but the last dimension have to agree, or the boundaries have to be a vector.",
        )
    kind = np.int32 if out_int32 else np.int64
    if rows.ndim == 1:
        return np.asarray(np.searchsorted(rows, values, where), kind)
    places = np.ndindex(values.shape[:-1])
    return np.array([np.searchsorted(rows[at], values[at], where) for at in places], kind).reshape(values.shape)


def _bucketize(self: Any, boundaries: Array, out_int32: bool = False, right: bool = False) -> Array:
    if boundaries.ndim != 1:
        raise ShapeError(f"bucketize: the boundaries have to be a vector, not of size {list(boundaries.shape)}.")
    return _searchsorted(boundaries, self, out_int32, right)


def _isin(elements: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False) -> Array:
    return np.asarray(np.isin(elements, test_elements, assume_unique, invert))


def _bincount(self: Array, weights: Array | None = None, minlength: int = 0) -> Array:
    if self.dtype.kind not in "iu":
        raise MissingError(f"bincount is not implemented for {self.dtype}: it counts whole numbers.")
    if self.ndim != 1 or (self.size and self.min() < 0):
        raise ShapeError("bincount: only a vector of whole numbers from 0 can be counted.")
    if weights is not None and weights.shape != self.shape:
        raise ShapeError(f"bincount: {list(weights.shape)} weights do not fit {list(self.shape)} numbers.")
    counted = np.bincount(self, weights, minlength)
    return counted.astype(weights.dtype) if weights is not None and weights.dtype == np.float32 else counted


def _counts(self: Array, weights: Array | None = None, minlength: int = 0) -> int:
    return max(int(self.max()) + 1 if self.size else 0, minlength)


def _histc(self: Array, bins: int = 100, min: float = 0, max: float = 0) -> Array:  # noqa: A002  # PyTorch's names
    require_floating("histc", self)
    if bins <= 0:
        raise OperandError(f"histc: the number of bins has to be above 0, not {bins}.")
    low, high = (self.min(), self.max()) if min == max and self.size else (min, max)
    if low > high:
        raise OperandError(f"histc: max has to be larger than min, but they are {high} and {low}.")
    limits = (low, high) if low < high else (low - 1, high + 1)
    return np.histogram(self, bins, limits)[0].astype(self.dtype)


SEARCHSORTED = define(
    "searchsorted",
    Category.INDEXING,
    "‹ ›",
    "Where elements belong in a sorted row, so that it stays sorted.",
    formula="searchsorted(sorted_sequence, self)",
    forward=_searchsorted,
    inputs=(Port("sorted_sequence", "The row, or rows, in order."), Port("self", "What belongs there.", Takes.EITHER)),
    attributes=(
        _SHORT,
        _RIGHT,
        Attribute("side", Kind.CHOICE, None, choices=("left", "right", None), keyword_only=True, summary="As right."),
    ),
    methods=(),
    promotion=Promotion.NONE,
    kinks=_NO_GRADIENT,
    keywords=("binary search", "insert", "position"),
    samples=(Sample(_BOUNDARIES, (2, 3)), Sample(_BOUNDARIES, 0.0, right=True)),
)
BUCKETIZE = define(
    "bucketize",
    Category.INDEXING,
    "‹ ›",
    "Between which of the sorted boundaries each element is.",
    formula="bucketize(self, boundaries)",
    forward=_bucketize,
    inputs=(Port("self", "The elements.", Takes.EITHER), Port("boundaries", "The boundaries, in order.")),
    attributes=(_SHORT, _RIGHT),
    methods=(),
    promotion=Promotion.NONE,
    kinks=_NO_GRADIENT,
    keywords=("bins", "discretize", "digitize"),
    samples=(Sample((2, 3), _BOUNDARIES), Sample((3,), _BOUNDARIES, right=True)),
)
ISIN = define(
    "isin",
    Category.COMPARE,
    "in",
    "Whether each element is one of some others.",
    formula="isin(elements, test_elements)",
    forward=_isin,
    inputs=(
        Port("elements", "What is looked for.", Takes.EITHER),
        Port("test_elements", "The others.", Takes.EITHER),
    ),
    attributes=(
        Attribute("assume_unique", Kind.FLAG, False, keyword_only=True, summary="No element is there twice."),
        Attribute("invert", Kind.FLAG, False, keyword_only=True, summary="Whether it is none of them."),
    ),
    methods=(),
    promotion=Promotion.NONE,
    kinks=_NO_GRADIENT,
    keywords=("member", "contains", "set"),
    samples=(Sample(_COUNTED, np.array([2, 3])), Sample(_COUNTED, np.array([0]), invert=True)),
)
BINCOUNT = define(
    "bincount",
    Category.REDUCTION,
    "bars",
    "How often each whole number from 0 is there, or the sum of its weights.",
    formula="bincount(self, weights, minlength)",
    forward=_bincount,
    inputs=("self", Port("weights", "What each counts; 1, if not given.", optional=True)),
    elements=_counts,
    attributes=(Attribute("minlength", Kind.INTEGER, 0, 0, summary="How long the result is at least."),),
    promotion=Promotion.NONE,
    vjp={"weights": "missing('bincount')"},
    node="NotImplemented",
    kinks="PyTorch has no gradient for the weights.",
    keywords=("histogram", "frequency", "count"),
    samples=(Sample(_COUNTED, (4,)), Sample(_COUNTED, np.array([0.5, 1.0, 2.0, 4.0]), minlength=5)),
)
HISTC = define(
    "histc",
    Category.REDUCTION,
    "bars",
    "How many elements there are in each of some bins of one width.",
    formula="histc(self, bins, min, max)",
    forward=_histc,
    elements=lambda x, bins=100, **_: bins,
    attributes=(
        Attribute("bins", Kind.INTEGER, 100, 1, summary="How many bins."),
        Attribute("min", Kind.NUMBER, 0, summary="Where the first one starts; with max the same, at the minimum."),
        Attribute("max", Kind.NUMBER, 0, summary="Where the last one ends; with min the same, at the maximum."),
    ),
    kinks=_NO_GRADIENT,
    keywords=("histogram", "distribution"),
    samples=(Sample((6,), bins=3), Sample((2, 3), bins=4, min=-1, max=1)),
)
