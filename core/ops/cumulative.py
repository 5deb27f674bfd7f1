"""Running sums, products and extremes along a dimension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.ops.arrays import Array, Result, axis, widened
from core.ops.families import DIM, DTYPE
from core.ops.registry import compose, define
from core.ops.spec import Attribute, Category, Kind, Op, Promotion, Sample

_ALONG = (Sample((4,), dim=0), Sample((2, 3), dim=1), Sample((3, 2), dim=0), Sample((), dim=0), Sample((0, 2), dim=0))
_DIM = Attribute("dim", Kind.DIM)
_FILL = Attribute("fill", Kind.NUMBER, 0)


def _running(x: Array, dim: int, accumulate: Callable[..., Any]) -> Any:
    """Accumulate along a dimension; a tensor without dimensions has one of length 1."""
    return accumulate(x.reshape(x.shape or (1,)), axis(x.ndim, dim)).reshape(x.shape)


def _summable(x: Array, dtype: Any) -> Array:
    return x.astype(dtype or (x.dtype if x.dtype.kind == "f" else np.int64), copy=False)


@widened
def _cumsum(x: Array, dim: int, dtype: Any = None) -> Any:
    return _running(_summable(x, dtype), dim, np.add.accumulate) + 0  # a sum starts at 0, so it is never -0.0


@widened
def _cumprod(x: Array, dim: int, dtype: Any = None) -> Any:
    return _running(_summable(x, dtype), dim, np.multiply.accumulate)


def _shift(x: Array, steps: int, dim: int, fill: float = 0) -> Array:
    if not x.ndim:
        return np.full_like(x, fill)
    result = np.moveaxis(np.full_like(x, fill), dim, 0)
    source = np.moveaxis(x, dim, 0)
    if steps > 0:
        result[steps:] = source[:-steps]
    else:
        result[:steps] = source[-steps:]
    return np.moveaxis(result, 0, dim)


def _recur(x: Array, factor: Array, dim: int) -> Array:
    if not x.ndim:
        return x
    result = np.array(x)
    rows, factors = np.moveaxis(result, dim, 0), np.moveaxis(factor, dim, 0)
    for place in range(1, len(rows)):
        rows[place] += factors[place] * rows[place - 1]
    return result


CUMSUM = define(
    "cumsum",
    Category.REDUCTION,
    "Σ…",
    "The sums of the elements so far, along a dimension.",
    formula="cumsum(self, dim)",
    forward=_cumsum,
    attributes=(DIM, DTYPE),
    vjp={"self": "flip(cumsum(flip(g, (dim,)), dim), (dim,))"},
    in_place=True,
    keywords=("cumulative", "running total", "prefix"),
    samples=_ALONG,
)
CUMPROD = define(
    "cumprod",
    Category.REDUCTION,
    "Π…",
    "The products of the elements so far, along a dimension.",
    formula="cumprod(self, dim)",
    forward=_cumprod,
    attributes=(DIM, DTYPE),
    vjp={
        "self": (
            "shift(result, 1, dim, 1) * recur_back(g, shift(self, -1, dim, 0), dim) if self.shape else g",
            "shift(result, 1, dim, 1) * recur_back(g, shift(self, -1, dim, 0), dim)",
        )
    },
    in_place=True,
    kinks="Zeros are no trouble: nothing is divided by an element.",
    keywords=("cumulative", "running product", "prefix"),
    samples=(*_ALONG, Sample(np.array([2.0, 0.0, 4.0, 0.0]), dim=0)),
)
SHIFT = define(
    "shift",
    Category.SHAPE,
    "→",
    "Moves the elements along a dimension, and fills what becomes free.",
    formula="shift(self, steps, dim, fill)",
    forward=_shift,
    attributes=(Attribute("steps", Kind.INTEGER), _DIM, _FILL),
    vjp={"self": "shift(g, -steps, dim, 0)"},
    hidden=True,
    samples=(Sample((4,), steps=1, dim=0), Sample((2, 3), steps=-1, dim=1, fill=1)),
)
RECUR = define(
    "recur",
    Category.REDUCTION,
    "Σ…",
    "A running sum that is multiplied by a factor before each step.",
    formula="recur(self, other, dim)",
    forward=_recur,
    inputs=("self", "other"),
    attributes=(_DIM,),
    vjp={
        "self": "recur_back(g, shift(other, -1, dim, 0), dim)",
        "other": "recur_back(g, shift(other, -1, dim, 0), dim) * shift(result, 1, dim, 0)",
    },
    hidden=True,
    samples=(Sample((4,), (4,), dim=0), Sample((2, 3), (2, 3), dim=1)),
)
RECUR_BACK = compose(
    "recur_back",
    Category.REDUCTION,
    "Σ…",
    "A running sum from the end, which is multiplied by a factor before each step.",
    formula="flip(recur(flip(self, (dim,)), flip(other, (dim,)), dim), (dim,))",
    inputs=("self", "other"),
    attributes=(_DIM,),
    hidden=True,
    samples=(Sample((4,), (4,), dim=0), Sample((2, 3), (2, 3), dim=1)),
)


@widened
def _logcumsumexp(x: Array, dim: int) -> Result:
    return _running(x, dim, np.logaddexp.accumulate)


LOGCUMSUMEXP = define(
    "logcumsumexp",
    Category.REDUCTION,
    "ln Σeˣ…",
    "The logarithms of the sums of the exponentials so far, along a dimension, without overflow.",
    formula="log(cumsum(exp(self), dim))",
    forward=_logcumsumexp,
    attributes=(DIM,),
    vjp={
        "self": (
            "exp(self - result) * recur_back(g, exp(result - shift(result, -1, dim, inf)), dim)",
            "the running sum, from the end, of g * exp(self - result)",
        )
    },
    promotion=Promotion.FLOATING,
    keywords=("cumulative", "running", "soft maximum"),
    samples=_ALONG,
)


def _extreme_so_far(x: Array, dim: int, best: np.ufunc) -> tuple[Array, Array]:
    """Return the running extremes and where they are: the latest of equal ones."""
    dim = axis(x.ndim, dim)
    rows = np.moveaxis(x.reshape(x.shape or (1,)), dim, 0)
    values = best.accumulate(rows, axis=0)
    numbers = np.arange(len(rows)).reshape(-1, *(1,) * (rows.ndim - 1))
    found = (rows == values) | np.isnan(rows)
    indices = np.maximum.accumulate(np.where(found, numbers, 0), axis=0)
    return np.moveaxis(values, 0, dim).reshape(x.shape), np.moveaxis(indices, 0, dim).reshape(x.shape)


def _running_extreme(name: str, symbol: str, word: str, best: np.ufunc) -> Op:
    return define(
        name,
        Category.REDUCTION,
        symbol,
        f"The {word} element so far along a dimension, and where it is.",
        formula=f"{name}(self, dim)",
        forward=lambda x, dim: _extreme_so_far(x, dim, best),
        attributes=(DIM,),
        outputs=("values", "indices"),
        vjp={"self": "place(g, indices, self.shape, dim)"},
        kinks="Of equal elements the latest gets the gradient.",
        keywords=("cumulative", "running", word),
        samples=_ALONG,
    )


CUMMAX = _running_extreme("cummax", "max…", "largest", np.maximum)
CUMMIN = _running_extreme("cummin", "min…", "smallest", np.minimum)
