"""Spread: variances and standard deviations, and quantiles."""

from __future__ import annotations

import math
import warnings
from dataclasses import replace
from typing import Any

import numpy as np

from core.errors import OperandError
from core.ops.arrays import Array, Dims, axis, count, require_floating, widened
from core.ops.families import DIM_OR_ALL, DIMS, KEEPDIM
from core.ops.reduction import total
from core.ops.registry import Words, compose, define, define_word
from core.ops.spec import REQUIRED, Attribute, Category, Kind, Port, Sample, Takes

_CORRECTION = Attribute(
    "correction", Kind.NUMBER, 1, keyword_only=True, summary="What is taken from the count before dividing by it."
)
_SAMPLES = (
    Sample((4,)),
    Sample((2, 3), dim=1),
    Sample((2, 3), dim=0, correction=0, keepdim=True),
    Sample((2, 3, 2), dim=(0, 2)),
)


def _degrees(shape: tuple[int, ...], dim: Dims, correction: float) -> float:
    return max(count(shape, dim) - correction, 0)


def _variance_scale(shape: tuple[int, ...], dim: Dims, correction: float) -> float:
    """Return 2 over the degrees of freedom."""
    degrees = _degrees(shape, dim, correction)
    return 2 / degrees if degrees else math.inf


define_word("variance_scale", _variance_scale)


def _var_mean(x: Array, dim: Dims, correction: float, keepdim: bool) -> tuple[Any, Any]:
    """Compute the mean first and the squares of the differences from it then: that loses no digits."""
    require_floating("var", x)
    size = count(x.shape, dim)
    middle = total(x, dim, keepdim=True) / x.dtype.type(size)
    squares = total(np.square(x - middle), dim, keepdim)
    degrees = _degrees(x.shape, dim, correction)
    if degrees <= 0 or (correction and not x.size):
        warnings.warn("var() and std(): degrees of freedom is <= 0, so the result is not a number.", stacklevel=2)
    spread = squares / x.dtype.type(degrees)
    return spread, middle if keepdim else middle.reshape(np.shape(spread))


@widened
def _var(x: Array, dim: Dims = None, correction: float = 1, keepdim: bool = False) -> Any:
    return _var_mean(x, dim, correction, keepdim)[0]


@widened
def _std(x: Array, dim: Dims = None, correction: float = 1, keepdim: bool = False) -> Any:
    return np.sqrt(_var_mean(x, dim, correction, keepdim)[0])


@widened
def _both(x: Array, dim: Dims = None, correction: float = 1, keepdim: bool = False) -> Any:
    return _var_mean(x, dim, correction, keepdim)


@widened
def _std_mean(x: Array, dim: Dims = None, correction: float = 1, keepdim: bool = False) -> Any:
    spread, middle = _var_mean(x, dim, correction, keepdim)
    return np.sqrt(spread), middle


DEVIATION = compose(
    "deviation",
    Category.REDUCTION,
    "σ",
    "How the variance changes with every element: twice its distance from the mean, over the degrees of freedom.",
    formula="(self - mean(self, dim, True)) * variance_scale(self.shape, dim, correction)",
    attributes=(DIMS, Attribute("correction", Kind.NUMBER, 1)),
    hidden=True,
    samples=(Sample((4,)), Sample((2, 3), dim=1, correction=0)),
)
_OF_VAR = "keep_dims({g}, self.shape, dim) * deviation(self, dim, correction)"
_OF_STD = _OF_VAR.format(g="where({result} == 0, 0, {g} / (2 * {result}))")
_OF_MEAN = "spread({g} / count(self.shape, dim), self.shape, dim)"
_VAR_FORMULA = "sum((self - mean(self, dim, True)) ** 2, dim, keepdim) / (count(self.shape, dim) - correction)"
_ATTRIBUTES = (DIMS, _CORRECTION, replace(KEEPDIM, keyword_only=True))

VAR = define(
    "var",
    Category.REDUCTION,
    "σ²",
    "The variance: the mean square of the distances from the mean.",
    formula=_VAR_FORMULA,
    forward=_var,
    attributes=_ATTRIBUTES,
    vjp={"self": (_OF_VAR.format(g="g"), "g * 2 * (self - mean(self)) / (count(self) - correction)")},
    keywords=("variance", "spread", "statistics"),
    samples=_SAMPLES,
)
STD = define(
    "std",
    Category.REDUCTION,
    "σ",
    "The standard deviation: the square root of the variance.",
    formula=f"sqrt({_VAR_FORMULA})",
    forward=_std,
    attributes=_ATTRIBUTES,
    vjp={
        "self": (
            _OF_STD.format(g="g", result="result"),
            "g / result * (self - mean(self)) / (count(self) - correction)",
        )
    },
    kinks="Where all elements are equal, the gradient is 0.",
    keywords=("standard deviation", "spread", "statistics"),
    samples=_SAMPLES,
)
VAR_MEAN = define(
    "var_mean",
    Category.REDUCTION,
    "σ² μ",
    "The variance and the mean.",
    formula=f"({_VAR_FORMULA}, mean(self, dim, keepdim))",
    forward=_both,
    attributes=_ATTRIBUTES,
    outputs=("var", "mean"),
    vjp={"self": f"{_OF_VAR.format(g='g[0]')} + {_OF_MEAN.format(g='g[1]')}"},
    plain_results=True,
    methods=(),
    keywords=("variance", "spread", "statistics"),
    samples=_SAMPLES,
)
STD_MEAN = define(
    "std_mean",
    Category.REDUCTION,
    "σ μ",
    "The standard deviation and the mean.",
    formula=f"(sqrt({_VAR_FORMULA}), mean(self, dim, keepdim))",
    forward=_std_mean,
    attributes=_ATTRIBUTES,
    outputs=("std", "mean"),
    vjp={"self": f"{_OF_STD.format(g='g[0]', result='std')} + {_OF_MEAN.format(g='g[1]')}"},
    plain_results=True,
    methods=(),
    kinks="Where all elements are equal, the standard deviation has gradient 0.",
    keywords=("standard deviation", "spread", "statistics"),
    samples=_SAMPLES,
)

_UNBIASED = Attribute("unbiased", Kind.FLAG, summary="Whether one is taken from the count before dividing by it.")


def _unbiased(name: str, suffix: str, *attributes: Attribute) -> None:
    """Let an operation also be called with `unbiased` in place of `correction`, as older programs do."""
    by_dim = len(attributes) > 1
    compose(
        f"{name}_{suffix}",
        Category.REDUCTION,
        "σ",
        f"Calls {name} with a correction of 1 or 0.",
        formula=f"{name}(self, {'dim' if by_dim else 'None'}, correction=1 if unbiased else 0"
        + (", keepdim=keepdim)" if by_dim else ")"),
        attributes=attributes,
        hidden=True,
        methods=(name,) if name in ("var", "std") else (),
        functions=(name,),
        samples=tuple(Sample((2, 3), unbiased=one, **({"dim": 1} if by_dim else {})) for one in (False, True)),
    )


for _name in ("var", "std", "var_mean", "std_mean"):
    _unbiased(_name, "of_dim", replace(DIMS, default=REQUIRED), replace(_UNBIASED, default=True), KEEPDIM)
    _unbiased(_name, "of_all", _UNBIASED)


# Quantiles -------------------------------------------------------------------------------------------


def _ranks(q: Any, length: Any, interpolation: str) -> tuple[Array, Array, Array]:
    """Return between which two ranks each quantile lies, and how far on the way, for rows of these lengths."""
    shares = np.asarray(q.detach() if hasattr(q, "detach") else q, np.float64).reshape(-1)
    if np.any((shares < 0) | (shares > 1)):
        raise OperandError("quantile: q values have to be in the range [0, 1].", "Divide percentages by 100.")
    ranks = shares * np.maximum(np.asarray(length) - 1, 0)
    low, high = np.floor(ranks), np.ceil(ranks)
    match interpolation:
        case "lower":
            high = ranks = low
        case "higher":
            low = ranks = high
        case "nearest":
            low = high = ranks = np.round(ranks)
        case "midpoint":
            ranks = (low + high) / 2
    return low.astype(np.int64), high.astype(np.int64), ranks - low


def _in_rows(ops: Words, x: Any, length: Any, q: Any, interpolation: str) -> Any:
    """Return the quantiles of the last dimension, side by side; the first `length` elements in order count."""
    low, high, weight = _ranks(q, length, interpolation)
    places = (*x.shape[:-1], low.shape[-1])
    ordered = ops.sort(x, -1)[0]
    lower = ops.pick(ordered, np.broadcast_to(low, places), -1)
    upper = ops.pick(ordered, np.broadcast_to(high, places), -1)
    return ops.lerp(lower, upper, ops.to_dtype(np.broadcast_to(weight, places), x.dtype))


def _quantile(
    ops: Words, self: Any, q: Any, dim: int | None = None, keepdim: bool = False, interpolation: str = "linear"
) -> Any:
    rows = _as_rows(ops, self, dim)
    rows = ops.where(ops.any(ops.isnan(rows), -1, True), math.nan, rows)
    return _as_result(ops, _in_rows(ops, rows, rows.shape[-1], q, interpolation), self.shape, q, dim, keepdim)


def _nanquantile(
    ops: Words, self: Any, q: Any, dim: int | None = None, keepdim: bool = False, interpolation: str = "linear"
) -> Any:
    rows = _as_rows(ops, self, dim)
    length = ops.count_nonzero(ops.logical_not(ops.isnan(rows)), -1, True)
    return _as_result(ops, _in_rows(ops, rows, length, q, interpolation), self.shape, q, dim, keepdim)


def _as_rows(ops: Words, x: Any, dim: int | None) -> Any:
    """Bring the dimension in question to the end."""
    if 0 in x.shape:
        raise OperandError(f"quantile: the input tensor of shape {list(x.shape)} has to have elements.")
    return ops.reshape(x, (-1,)) if dim is None or not x.shape else ops.transpose(x, dim, -1)


def _as_result(ops: Words, made: Any, shape: tuple[int, ...], q: Any, dim: int | None, keepdim: bool) -> Any:
    """Bring the quantiles, side by side in the last dimension, to the front, or drop that dimension for one q."""
    count = made.shape[-1]
    if dim is None or not shape:
        made = ops.reshape(made, (count, *(1 for _ in shape if keepdim)))
    else:
        place = axis(len(shape), dim) + 1
        made = ops.transpose(ops.unsqueeze(ops.transpose(made, place - 1, -1), 0), 0, place)
        made = made if keepdim else ops.squeeze(made, place)
    return made if getattr(q, "ndim", 0) else ops.squeeze(made, 0)


for _name, _function, _nan in (
    ("quantile", _quantile, "NaN, if there is one"),
    ("nanquantile", _nanquantile, "NaN is left out"),
):
    compose(
        _name,
        Category.REDUCTION,
        "q",
        f"The number that a given share of the elements stays below; {_nan}.",
        formula=f"{_name}(self, q, dim, keepdim)",
        body=_function,
        inputs=("self", Port("q", "The share, from 0 to 1, or several.", takes=Takes.EITHER, as_is=True)),
        attributes=(
            DIM_OR_ALL,
            KEEPDIM,
            Attribute(
                "interpolation",
                Kind.CHOICE,
                "linear",
                choices=("linear", "lower", "higher", "midpoint", "nearest"),
                keyword_only=True,
                summary="What to take between two elements.",
            ),
        ),
        kinks="The gradient goes to the one or two elements that the quantile lies at or between.",
        keywords=("percentile", "median", "quartile"),
        samples=(
            Sample((5,), 0.3),
            Sample((2, 4), np.array([0.25, 0.5]), dim=1),
            Sample((4, 2), 0.5, dim=0, keepdim=True),
        ),
    )
