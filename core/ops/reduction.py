"""Sums, means and products: many elements become one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.errors import DtypeError, OperandError, ShapeError
from core.ops.arrays import Array, Dims, Result, axes, axis, count, reduced, require_ndim, widened
from core.ops.families import DIM_OR_ALL, DIMS, DTYPE, KEEPDIM
from core.ops.registry import Words, compose, define
from core.ops.spec import Attribute, Category, Kind, Op, Overload, Sample

REDUCED = (
    Sample((3,)),
    Sample((2, 3), dim=1),
    Sample((2, 3, 2), dim=(0, 2), keepdim=True),
    Sample(()),
    Sample((2, 3), dim=-1, keepdim=True),
)
_BLOCK = 128  # up to this many numbers are added one after the other: more would lose digits

by_dim: Overload = lambda _, attributes: 0 if attributes.get("dim") is None else 1  # noqa: E731  # a short table of two


def total(x: Array, dim: Dims = None, keepdim: bool = False) -> Result:
    """Add up in pairs, which loses fewer digits than adding one after the other."""
    if dim is None and not keepdim:
        return np.add.reduce(x if x.flags.forc else x.ravel(), None)
    places = axes(x.ndim, dim)
    if count(x.shape, places) <= _BLOCK or _follow_in_memory(x, places):
        return reduced(np.add, x, places, keepdim)
    made = _halved(np.moveaxis(x, places, range(len(places))), len(places))
    return np.expand_dims(made, places) if keepdim else made


def _follow_in_memory(x: Array, places: tuple[int, ...]) -> bool:
    """Whether what is added up lies side by side: numpy adds that in pairs, and nothing else."""
    return x.flags.c_contiguous and set(places) == set(range(x.ndim - len(places), x.ndim))


def _halved(x: Array, leading: int) -> Result:
    """Add up the leading dimensions, half to half."""
    rows = x.reshape(count(x.shape[:leading]), *x.shape[leading:])
    while len(rows) > _BLOCK:
        half = len(rows) // 2
        pairs = rows[:half] + rows[half : 2 * half]
        if len(rows) % 2:
            pairs[0] += rows[-1]
        rows = pairs
    return np.add.reduce(rows, axis=0)


def _sum(x: Array, dim: Dims = None, keepdim: bool = False, dtype: Any = None) -> Result:
    if dtype is None and x.dtype.kind == "f" and x.itemsize > 2:
        return total(x, dim, keepdim)
    kind = np.dtype(dtype or (x.dtype if x.dtype.kind == "f" else np.int64))
    wide = np.float32 if kind == np.float16 else kind
    return total(x.astype(wide), dim, keepdim).astype(kind)


def _mean(x: Array, dim: Dims = None, keepdim: bool = False, dtype: Any = None) -> Result:
    kind = x.dtype if dtype is None else np.dtype(dtype)
    if kind.kind != "f":
        raise DtypeError(
            f"mean: the dtype of the result cannot be inferred from {kind}: it has to be floating point.",
            "Convert the input with .float(), or pass dtype=.",
        )
    if kind.itemsize == 2:  # the sum may be too large, where the mean is not
        return _mean(x, dim, keepdim, np.float32).astype(kind)
    added = total(x if kind is x.dtype else x.astype(kind), dim, keepdim)
    return added / (x.size if dim is None else x.size / max(added.size, 1))


SUM = define(
    "sum",
    Category.REDUCTION,
    "Σ",
    "Adds all elements up, or those along some dimensions.",
    formula="sum(self, dim, keepdim)",
    forward=_sum,
    attributes=(DIMS, KEEPDIM, DTYPE),
    vjp={
        "self": (
            "expand(g, self.shape) if dim is None else spread(g, self.shape, dim)",
            "expand(g, self.shape)",
        )
    },
    overload=by_dim,
    keywords=("total", "add", "sigma"),
    samples=(*REDUCED, Sample((0, 2), dim=0), Sample((0,))),
)
MEAN = define(
    "mean",
    Category.REDUCTION,
    "μ",
    "The average of all elements, or of those along some dimensions.",
    formula="sum(self, dim, keepdim) / count(self.shape, dim)",
    forward=_mean,
    attributes=(DIMS, KEEPDIM, DTYPE),
    vjp={
        "self": (
            "expand(g / count(self.shape), self.shape) if dim is None"
            " else spread(g / count(self.shape, dim), self.shape, dim)",
            "expand(g / count(self.shape, dim), self.shape)",
        )
    },
    overload=by_dim,
    keywords=("average", "expectation"),
    samples=REDUCED,
)
SUM_TO = define(
    "sum_to",
    Category.REDUCTION,
    "Σ",
    "Adds up what broadcasting has repeated, down to a shape.",
    formula="sum_to(self, shape)",
    forward=lambda x, shape: _sum_to(x, shape),
    attributes=(Attribute("shape", Kind.SHAPE),),
    vjp={"self": "expand(g, self.shape)"},
    hidden=True,
    samples=tuple(Sample((2, 3), shape=shape) for shape in ((3,), (2, 1), (1, 3), (), (2, 3))),
)


@widened
def _sum_to(x: Array, shape: tuple[int, ...]) -> Result:
    added = x.ndim - len(shape)
    if added == 1 and x.shape[1:] == shape:  # a bias
        return np.add.reduce(x, axis=0) if len(x) <= _BLOCK else _halved(x, 1)
    grown = [place for place, size in enumerate(shape, added) if size == 1 != x.shape[place]]
    made = total(x, (*range(added), *grown), keepdim=True) if added > 0 or grown else x
    if added < 0 or made.shape[added:] != shape:
        raise ShapeError(f"A tensor of shape {list(x.shape)} cannot have been broadcast from shape {list(shape)}.")
    return made.reshape(shape)


# Products --------------------------------------------------------------------------------------------


def _prod(x: Array, dim: int | None = None, keepdim: bool = False, dtype: Any = None) -> Result:
    if dtype is None and x.dtype.kind != "f":
        dtype = np.int64
    return reduced(np.multiply, x if dtype is None else x.astype(dtype), axes(x.ndim, dim), keepdim)


PROD = define(
    "prod",
    Category.REDUCTION,
    "Π",
    "Multiplies all elements, or those along one dimension.",
    formula="prod(self, dim, keepdim)",
    forward=_prod,
    attributes=(DIM_OR_ALL, KEEPDIM, DTYPE),
    vjp={"self": ("prod_gradient(g, self, result, dim)", "spread(g, self.shape, dim) * prod_of_others(self, dim)")},
    overload=by_dim,
    kinks="Zeros are no trouble: each gradient is the product of the other elements.",
    keywords=("product", "multiply"),
    samples=(
        *(sample for sample in REDUCED if not isinstance(sample.attributes.get("dim"), tuple)),
        Sample(np.array([2.0, 0.0, 3.0])),
        Sample(np.array([[2.0, 0.0, 3.0], [0.0, 0.5, 0.0]]), dim=1),
    ),
)


def _prod_gradient(ops: Words, g: Any, factors: Any, result: Any, dim: int | None = None) -> Any:
    """Divide the product by each factor, which only works where none is 0. The product of one number is itself."""
    if not factors.ndim:
        return g
    if ops.any(factors == 0):
        spread = ops.spread(g, factors.shape, dim)
        has_others = (math.prod(factors.shape) if dim is None else factors.shape[dim]) > 1
        return spread * ops.prod_of_others(factors, dim) if has_others else spread
    return ops.spread(g * result, factors.shape, dim) / factors


PROD_GRADIENT = compose(
    "prod_gradient",
    Category.REDUCTION,
    "Π",
    "The gradient of a product for its factors.",
    formula="spread(self, factors.shape, dim) * prod_of_others(factors, dim)",
    body=_prod_gradient,
    inputs=("self", "factors", "result"),
    attributes=(DIM_OR_ALL,),
    hidden=True,
    samples=(
        Sample((), np.array([2.0, 0.5, 3.0]), np.array(3.0)),
        Sample((2,), np.array([[2.0, 4.0, 3.0], [4.0, 0.5, 1.0]]), np.array([24.0, 2.0]), dim=1),
    ),
)
PROD_OF_OTHERS = compose(
    "prod_of_others",
    Category.REDUCTION,
    "Π",
    "For every element, the product of all others.",
    formula="view(others_along(view(self, (-1,)), 0), self.shape) if dim is None else others_along(self, dim)",
    attributes=(DIM_OR_ALL,),
    hidden=True,
    samples=(Sample((3,)), Sample((2, 3), dim=1), Sample(np.array([2.0, 0.0, 3.0]))),
)
OTHERS_ALONG = compose(
    "others_along",
    Category.REDUCTION,
    "Π",
    "For every element, the product of all others along a dimension.",
    formula="cumprod(shift(self, 1, dim, 1), dim) * flip(cumprod(flip(shift(self, -1, dim, 1), dim), dim), dim)",
    attributes=(Attribute("dim", Kind.DIM),),
    hidden=True,
    samples=(Sample((3,), dim=0), Sample((2, 3), dim=1)),
)

# Numbers that are missing ----------------------------------------------------------------------------


@widened
def _nansum(x: Array, dim: Dims = None, keepdim: bool = False, dtype: Any = None) -> Result:
    return _sum(np.where(np.isnan(x), 0, x), dim, keepdim, dtype)


_WITH_NAN = (
    Sample(np.array([1.0, np.nan, 3.0])),
    Sample(np.array([[1.0, np.nan], [2.0, 4.0]]), dim=1),
    Sample((2, 3), dim=0, keepdim=True),
)

NANSUM = define(
    "nansum",
    Category.REDUCTION,
    "Σ",
    "Adds all elements up, and counts NaN as 0.",
    formula="sum(where(isnan(self), 0, self), dim, keepdim)",
    forward=_nansum,
    attributes=(DIMS, KEEPDIM, DTYPE),
    vjp={"self": "where(isnan(self), 0, spread(g, self.shape, dim))"},
    kinks="Where the element is NaN, the gradient is 0.",
    keywords=("total", "missing", "ignore nan"),
    samples=_WITH_NAN,
)
NANMEAN = compose(
    "nanmean",
    Category.REDUCTION,
    "μ",
    "The average of the elements that are not NaN.",
    formula="nansum(self, dim, keepdim) / sum(logical_not(isnan(self)), dim, keepdim)",
    attributes=(DIMS, KEEPDIM),
    kinks="Where the element is NaN, the gradient is 0.",
    keywords=("average", "missing", "ignore nan"),
    samples=_WITH_NAN,
)


# Counting: no gradient passes ------------------------------------------------------------------------


def _counting(name: str, symbol: str, summary: str, forward: Any, formula: str, *keywords: str) -> Op:
    return define(
        name,
        Category.REDUCTION,
        symbol,
        summary,
        formula=formula,
        forward=forward,
        attributes=(DIMS, KEEPDIM),
        kinks="The result is counted: no gradient passes.",
        keywords=keywords,
        samples=REDUCED,
    )


def _truth(x: Array, made: Result) -> Result:
    """Return a truth value in its type, which for uint8 is uint8: that was the first type of truth values."""
    return made.astype(np.uint8) if x.dtype == np.uint8 else made


def _counted(ndim: int, dim: Dims) -> tuple[int, ...]:
    """Return the dimensions that are gone: for truth values, unlike sums, () means none."""
    return () if dim == () else axes(ndim, dim)


def _any(x: Array, dim: Dims = None, keepdim: bool = False) -> Result:
    return _truth(x, reduced(np.logical_or, x, _counted(x.ndim, dim), keepdim))


def _all(x: Array, dim: Dims = None, keepdim: bool = False) -> Result:
    return _truth(x, reduced(np.logical_and, x, _counted(x.ndim, dim), keepdim))


def _count_nonzero(x: Array, dim: Dims = None, keepdim: bool = False) -> Result:
    return total((x != 0).astype(np.int64), dim, keepdim)


ANY = _counting("any", "any", "Whether any element is not 0.", _any, "sum(self != 0, dim, keepdim) > 0", "or", "exists")
ALL = _counting("all", "all", "Whether no element is 0.", _all, "sum(self == 0, dim, keepdim) == 0", "and", "every")
COUNT_NONZERO = _counting(
    "count_nonzero", "≠0", "How many elements are not 0.", _count_nonzero, "sum(self != 0, dim, keepdim)", "count"
)


def _diff(ops: Words, self: Any, n: int = 1, dim: int = -1) -> Any:
    require_ndim("diff", self.shape, 1)
    if n < 0:
        raise OperandError(f"diff: how often differences are taken cannot be negative, as {n} is.")
    is_bool = self.dtype.name == "bool"
    for _ in range(min(n, self.shape[axis(self.ndim, dim)])):
        length = self.shape[axis(self.ndim, dim)]
        after, before = ops.narrow(self, dim, 1, length - 1), ops.narrow(self, dim, 0, length - 1)
        self = ops.logical_xor(after, before) if is_bool else after - before
    return self


DIFF = compose(
    "diff",
    Category.REDUCTION,
    "Δ",
    "The differences of neighbours along a dimension.",
    formula="diff(self, n, dim)",
    body=_diff,
    attributes=(
        Attribute("n", Kind.INTEGER, 1, 0, summary="How often differences are taken."),
        Attribute("dim", Kind.DIM, -1, summary="The dimension to go along."),
    ),
    keywords=("difference", "derivative", "neighbours"),
    samples=(Sample((4,)), Sample((3, 2), dim=0), Sample((5,), n=2)),
)
