"""Largest, smallest and middle elements, and where they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import OperandError, PositionError
from core.ops.arrays import Array, Dims, Result, axes, axis, reduced, widened
from core.ops.families import DIM, DIM_OR_ALL, DIMS, KEEPDIM, pairwise
from core.ops.reduction import total
from core.ops.registry import compose, define, define_word
from core.ops.spec import Attribute, Category, Kind, Op, Sample

_ALL = (Sample((3,)), Sample((2, 3)), Sample(()))
_ONE_DIM = (Sample((4,), dim=0), Sample((2, 3), dim=1), Sample((2, 3), dim=0, keepdim=True), Sample((), dim=0))
_EVENLY = "Equal elements share the gradient evenly."
_TO_ONE = "Of equal elements only the reported one gets the gradient."


def _require_elements(name: str, x: Array, places: tuple[int, ...]) -> None:
    if any(x.shape[place] == 0 for place in places):
        if len(places) == x.ndim:
            raise OperandError(
                f"{name}: the tensor of shape {list(x.shape)} is empty, so there is no element to return.",
                "Specify a dim that is not empty.",
            )
        raise PositionError(f"{name}: the reduction dim {places[0]} of shape {list(x.shape)} has size 0.")


# Of two tensors ---------------------------------------------------------------------------------------

_HALVED = "Where both are equal, each gets half of the gradient."

MAXIMUM = pairwise(
    "maximum",
    "max",
    "The larger of two elements; NaN if one of them is.",
    np.maximum,
    (
        "where(self == other, g / 2, where(self < other, 0, g))",
        "where(self == other, g / 2, where(self > other, 0, g))",
    ),
    methods=("maximum", "max"),
    functions=("maximum", "max"),
    kinks=_HALVED,
    keywords=("larger", "greatest"),
)
MINIMUM = pairwise(
    "minimum",
    "min",
    "The smaller of two elements; NaN if one of them is.",
    np.minimum,
    (
        "where(self == other, g / 2, where(self > other, 0, g))",
        "where(self == other, g / 2, where(self < other, 0, g))",
    ),
    methods=("minimum", "min"),
    functions=("minimum", "min"),
    kinks=_HALVED,
    keywords=("smaller", "least"),
)
FMAX = pairwise(
    "fmax",
    "max",
    "The larger of two elements; where one is NaN, the other.",
    np.fmax,
    ("where((self >= other) | isnan(other), g, 0)", "where((self >= other) | isnan(other), 0, g)"),
    formula="where((self >= other) | isnan(other), self, other)",
    kinks="Where both are equal, the first gets the gradient.",
    keywords=("larger", "ignore nan"),
)
FMIN = pairwise(
    "fmin",
    "min",
    "The smaller of two elements; where one is NaN, the other.",
    np.fmin,
    ("where((self <= other) | isnan(other), g, 0)", "where((self <= other) | isnan(other), 0, g)"),
    formula="where((self <= other) | isnan(other), self, other)",
    kinks="Where both are equal, the first gets the gradient.",
    keywords=("smaller", "ignore nan"),
)

# Over everything, or several dimensions: ties share ---------------------------------------------------

define_word("same", lambda x, y: (x == y) | ((x != x) & (y != y)))  # NaN is the same as NaN

SHARE = compose(
    "share",
    Category.REDUCTION,
    "÷",
    "Divides a gradient evenly among the elements of a mask.",
    formula="where(mask, self / sum(mask, dim, True, dtype=self.dtype), 0)",
    inputs=("self", "mask"),
    attributes=(Attribute("dim", Kind.DIMS, None),),
    hidden=True,
    samples=(
        Sample((1,), np.array([True, False, True])),
        Sample((2, 1), np.array([[True, True], [False, True]]), dim=1),
    ),
)


def _extreme(name: str, best: np.ufunc) -> Callable[..., Any]:
    def forward(x: Array, dim: Dims = None, keepdim: bool = False) -> Any:
        places = axes(x.ndim, dim)
        _require_elements(name, x, places)
        return reduced(best, x, places, keepdim)

    return forward


def _shared(result: str, g: str) -> str:
    """Return the rule that shares a gradient among the elements that equal the result; NaN equals none."""
    mask = f"(self == keep_dims({result}, self.shape, dim))"
    return f"keep_dims({g}, self.shape, dim) * {mask} / sum({mask}, dim, True, dtype=self.dtype)"


_SHARED = (_shared("result", "g"), "where(self == result, g / sum(self == result), 0)")


def _over_all(name: str, word: str, best: np.ufunc) -> Op:
    return define(
        name,
        Category.REDUCTION,
        name,
        f"The {word} of all elements; NaN if there is one.",
        formula=f"{name}(self)",
        forward=_extreme(name, best),
        vjp={"self": ("share(g, same(self, result))", _SHARED[1])},
        node=f"{name.title()}Backward1",
        kinks=_EVENLY,
        keywords=(word, "extreme", "reduce"),
        samples=_ALL,
    )


def _over_dims(name: str, word: str, best: np.ufunc) -> Op:
    return define(
        name,
        Category.REDUCTION,
        name[1:],
        f"The {word} element along some dimensions; NaN if there is one.",
        formula=f"{name}(self, dim, keepdim)",
        forward=_extreme(name, best),
        attributes=(DIMS, KEEPDIM),
        vjp={"self": _SHARED},
        kinks=_EVENLY,
        keywords=(word, "extreme", "reduce"),
        samples=(*_ALL, Sample((2, 3), dim=1), Sample((2, 3, 2), dim=(0, 2), keepdim=True)),
    )


MAX = _over_all("max", "largest", np.maximum)
MIN = _over_all("min", "smallest", np.minimum)
AMAX = _over_dims("amax", "largest", np.maximum)
AMIN = _over_dims("amin", "smallest", np.minimum)
AMINMAX = define(
    "aminmax",
    Category.REDUCTION,
    "min max",
    "The smallest and the largest element.",
    formula="(amin(self, dim, keepdim), amax(self, dim, keepdim))",
    forward=lambda x, dim=None, keepdim=False: (AMIN.forward(x, dim, keepdim), AMAX.forward(x, dim, keepdim)),
    attributes=(
        Attribute("dim", Kind.DIM, None, keyword_only=True, summary="The dimension to reduce; all, if not given."),
        Attribute("keepdim", Kind.FLAG, False, keyword_only=True, summary="Leave the reduced dimension in place."),
    ),
    outputs=("min", "max"),
    vjp={"self": f"{_shared('min', 'g[0]')} + {_shared('max', 'g[1]')}"},
    kinks=_EVENLY,
    keywords=("range", "smallest", "largest"),
    samples=(Sample((3,)), Sample((2, 3), dim=1)),
)

# Along one dimension: the reported element takes all ---------------------------------------------------


def _best_along(name: str, argbest: Callable[..., Any]) -> Callable[..., Any]:
    def forward(x: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
        dim = axis(x.ndim, dim)
        if not x.ndim:
            return x.copy(), np.zeros((), np.int64)
        _require_elements(name, x, (dim,))
        where = argbest(x, axis=dim, keepdims=True)
        values = np.take_along_axis(x, where, dim)
        return (values, where) if keepdim else (values.squeeze(dim), where.squeeze(dim))

    return forward


def along_dim(name: str, symbol: str, summary: str, forward: Callable[..., Any], **further: Any) -> Op:
    """Define an operation that reports one element along a dimension, and where it is."""
    options = {"attributes": (DIM, KEEPDIM), "samples": _ONE_DIM} | further
    return define(
        name,
        Category.REDUCTION,
        symbol,
        summary,
        forward=forward,
        outputs=("values", "indices"),
        vjp={"self": "place(g, indices, self.shape, dim, keepdim)"},
        zero_fills=True,
        kinks=_TO_ONE,
        **options,
    )


MAX_DIM = along_dim(
    "max_dim",
    "max",
    "The largest element along a dimension, and where it is.",
    _best_along("max", np.argmax),
    formula="max(self, dim, keepdim)",
    node="MaxBackward0",
    methods=("max",),
    functions=("max",),
    keywords=("largest", "argmax"),
)
MIN_DIM = along_dim(
    "min_dim",
    "min",
    "The smallest element along a dimension, and where it is.",
    _best_along("min", np.argmin),
    formula="min(self, dim, keepdim)",
    node="MinBackward0",
    methods=("min",),
    functions=("min",),
    keywords=("smallest", "argmin"),
)


def _arg(name: str, argbest: Callable[..., Any]) -> Callable[..., Any]:
    def forward(x: Array, dim: int | None = None, keepdim: bool = False) -> Any:
        places = axes(x.ndim, dim)
        _require_elements(name, x, places)
        return argbest(x, axis=None if dim is None or not x.ndim else places[0], keepdims=keepdim)

    return forward


def _position(name: str, word: str, argbest: Callable[..., Any]) -> Op:
    return define(
        name,
        Category.REDUCTION,
        name,
        f"Where the {word} element is: the first, if there are several.",
        formula=f"{name}(self, dim, keepdim)",
        forward=_arg(name, argbest),
        attributes=(DIM_OR_ALL, KEEPDIM),
        kinks="The result is a position: no gradient passes.",
        keywords=(word, "index", "position"),
        samples=(*_ALL, Sample((2, 3), dim=1, keepdim=True)),
    )


ARGMAX = _position("argmax", "largest", np.argmax)
ARGMIN = _position("argmin", "smallest", np.argmin)

# The middle -------------------------------------------------------------------------------------------


def smallest_at(x: Array, rank: int, dim: int, keepdim: bool) -> tuple[Array, Array]:
    """Return the element that is at `rank` when the dimension is sorted (NaN last), and where it is."""
    if not x.ndim:
        return x, np.zeros((), np.int64)
    dim = axis(x.ndim, dim)
    order = np.argsort(x, axis=dim, kind="stable")
    where = np.take(order, [rank], axis=dim)
    values = np.take_along_axis(x, where, dim)
    return (values, where) if keepdim else (values.squeeze(dim), where.squeeze(dim))


def _median_dim(x: Array, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    length = (x.shape or (1,))[axis(x.ndim, dim)]
    if length == 0:
        raise PositionError(f"median: the reduction dim {dim} of shape {list(x.shape)} has size 0.")
    values, indices = smallest_at(x, (length - 1) // 2, dim, keepdim)
    if x.dtype.kind == "f":
        last, where = smallest_at(x, length - 1, dim, keepdim)
        lost = np.isnan(last)
        values = np.where(lost, last, values)
        indices = np.where(lost, _first_nan(x, dim, keepdim) if x.ndim else where, indices)
    return values, indices


def _first_nan(x: Array, dim: int, keepdim: bool) -> Result:
    return np.argmax(np.isnan(x), axis=dim, keepdims=keepdim)


def _median(x: Array) -> Any:
    if not x.size:
        return np.full((), np.nan, x.dtype)
    return _median_dim(x.reshape(-1), 0)[0]


MEDIAN = define(
    "median",
    Category.REDUCTION,
    "med",
    "The middle of all elements in order; of two middle ones, the smaller.",
    formula="median(self)",
    forward=_median,
    vjp={"self": ("share(g, same(self, result))", _SHARED[1])},
    kinks=_EVENLY,
    keywords=("middle", "quantile"),
    samples=_ALL,
)
MEDIAN_DIM = along_dim(
    "median_dim",
    "med",
    "The middle element along a dimension, and where it is; of two middle ones, the smaller.",
    _median_dim,
    formula="median(self, dim, keepdim)",
    node="MedianBackward1",
    methods=("median",),
    functions=("median",),
    keywords=("middle", "quantile"),
)


def _kthvalue(x: Array, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    length = (x.shape or (1,))[axis(x.ndim, dim)]
    if not 1 <= k <= length:
        raise OperandError(f"kthvalue: the selected number k = {k} is out of range for dimension {dim}.")
    return smallest_at(x, k - 1, dim, keepdim)


KTHVALUE = along_dim(
    "kthvalue",
    "k-th",
    "The k-th smallest element along a dimension, and where it is.",
    _kthvalue,
    formula="kthvalue(self, k, dim, keepdim)",
    attributes=(
        Attribute("k", Kind.INTEGER, minimum=1, summary="Counts from 1."),
        Attribute("dim", Kind.DIM, -1, summary="The dimension to go along."),
        KEEPDIM,
    ),
    keywords=("order statistic", "rank", "smallest"),
    samples=(Sample((5,), k=2), Sample((2, 3), k=1, dim=0), Sample((2, 4), k=3, dim=1, keepdim=True)),
)


@widened
def _logsumexp(x: Array, dim: Dims, keepdim: bool = False) -> Any:
    places = axes(x.ndim, dim)
    if x.dtype.kind != "f":
        x = x.astype(np.float32)
    if not x.size:
        return np.log(reduced(np.add, np.exp(x), places, keepdim))
    largest = reduced(np.maximum, x, places, True)
    largest = np.where(np.isfinite(largest), largest, 0)
    made = np.log(total(np.exp(x - largest), places, True)) + largest
    return made if keepdim else made.squeeze(places)


LOGSUMEXP = define(
    "logsumexp",
    Category.REDUCTION,
    "ln Σeˣ",
    "The logarithm of the sum of the exponentials along some dimensions, without overflow.",
    formula="log(sum(exp(self), dim, keepdim))",
    forward=_logsumexp,
    attributes=(Attribute("dim", Kind.DIMS, summary="The dimensions to reduce."), KEEPDIM),
    vjp={
        "self": (
            "keep_dims(g, self.shape, dim) * exp(self - keep_dims(result, self.shape, dim))",
            "g * exp(self - result)",
        )
    },
    keywords=("soft maximum", "log partition"),
    samples=(Sample((3,), dim=0), Sample((2, 3), dim=1), Sample((2, 3), dim=(0, 1), keepdim=True), Sample((), dim=0)),
    functions=("logsumexp", "special.logsumexp"),
)
