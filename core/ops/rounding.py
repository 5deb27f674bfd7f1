"""Rounding, signs and bounds: functions that are straight almost everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import OperandError
from core.ops.arrays import Array, Result
from core.ops.families import SHAPES, ZERO_SLOPE, elementwise, numbered, pairwise
from core.ops.registry import define, define_word
from core.ops.spec import Attribute, Category, Domain, Kind, Port, Promotion, Sample, Takes

_WHOLE = Domain(0.1, 0.4, "all real numbers; the result jumps at whole numbers")
_NOT_ZERO = Domain(0.25, 2.0, "all real numbers")
_ZERO = "zeros_like(g)"


def _of_floats(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function that leaves whole numbers as they are."""
    return lambda x, **named: function(x, **named) if x.dtype.kind == "f" else x.copy()


def _sign(x: Array) -> Result:
    if x.dtype.kind == "f":
        return np.where(np.isnan(x), x.dtype.type(0), np.sign(x))
    return x.copy() if x.dtype.kind == "b" else np.sign(x)


FLOOR = elementwise(
    "floor",
    "floor",
    "The largest whole number that is not above the element.",
    _of_floats(np.floor),
    _ZERO,
    promotion=Promotion.COMMON,
    domain=_WHOLE,
    kinks=ZERO_SLOPE,
    keywords=("round down", "integer"),
)
CEIL = elementwise(
    "ceil",
    "ceil",
    "The smallest whole number that is not below the element.",
    _of_floats(np.ceil),
    _ZERO,
    formula="-floor(-self)",
    promotion=Promotion.COMMON,
    domain=_WHOLE,
    kinks=ZERO_SLOPE,
    keywords=("round up", "ceiling", "integer"),
)
TRUNC = elementwise(
    "trunc",
    "trunc",
    "The whole part of every element: rounds towards zero.",
    _of_floats(np.trunc),
    _ZERO,
    formula="sign(self) * floor(abs(self))",
    promotion=Promotion.COMMON,
    methods=("trunc", "fix"),
    functions=("trunc", "fix"),
    domain=_WHOLE,
    kinks=ZERO_SLOPE,
    keywords=("round towards zero", "integer part"),
)
ROUND = elementwise(
    "round",
    "round",
    "The nearest whole number, or the nearest with some decimals; halves go to the even neighbour.",
    _of_floats(np.round),
    _ZERO,
    attributes=(Attribute("decimals", Kind.INTEGER, 0, -8, 8, keyword_only=True, summary="How many decimals stay."),),
    promotion=Promotion.COMMON,
    overload=lambda _, attributes: 1 if attributes["decimals"] else 0,
    domain=_WHOLE,
    kinks=ZERO_SLOPE,
    keywords=("nearest", "integer", "decimals"),
    samples=(*SHAPES, Sample((3,), decimals=1)),
    functions=("round", "special.round"),
)
FRAC = elementwise(
    "frac",
    "frac",
    "The part of every element after the decimal point, with the element's sign.",
    lambda x: x - np.trunc(x),
    "g",
    formula="self - trunc(self)",
    domain=_WHOLE,
    kinks="The gradient is 1 everywhere, also at the jumps.",
    keywords=("fraction", "decimals"),
    promotion=Promotion.FLOATING,
)
ABS = elementwise(
    "abs",
    "|x|",
    "The distance of every element from zero.",
    np.abs,
    "g * sign(self)",
    promotion=Promotion.COMMON,
    methods=("abs", "absolute"),
    functions=("abs", "absolute"),
    domain=_NOT_ZERO,
    kinks="At 0 the gradient is 0.",
    keywords=("absolute value", "magnitude"),
    operator="abs",
)
SIGN = elementwise(
    "sign",
    "±",
    "−1, 0 or 1: the sign of every element.",
    _sign,
    _ZERO,
    formula="where(self > 0, 1, where(self < 0, -1, 0))",
    promotion=Promotion.COMMON,
    domain=_NOT_ZERO,
    kinks=ZERO_SLOPE,
    keywords=("signum", "direction"),
)
SGN = elementwise(
    "sgn",
    "±",
    "The sign of every element; for real numbers the same as sign.",
    SIGN.forward,
    _ZERO,
    formula="sign(self)",
    promotion=Promotion.COMMON,
    domain=_NOT_ZERO,
    kinks=ZERO_SLOPE,
    keywords=("signum",),
)
COPYSIGN = pairwise(
    "copysign",
    "±",
    "The size of the first tensor with the sign of the second.",
    np.copysign,
    ("g * where(self == 0, 0, result / self)", _ZERO),
    category=Category.ELEMENTWISE,
    formula="abs(self) * where(other < 0, -1, 1)",
    inputs=("self", Port("other", takes=Takes.EITHER, number_is_setting=True)),
    promotion=Promotion.FLOAT,
    in_place=True,
    overload=numbered(1, tensor=0, number=1),
    domain=_NOT_ZERO,
    kinks="Where the first is 0, its gradient is 0; the second never gets any.",
    keywords=("sign",),
)
NAN_TO_NUM = elementwise(
    "nan_to_num",
    "NaN→0",
    "Replaces NaN by a number and infinities by the largest numbers there are, or by given ones.",
    lambda x, nan=0.0, posinf=None, neginf=None: np.nan_to_num(x, nan=nan or 0.0, posinf=posinf, neginf=neginf),
    "where(isfinite(self), g, 0)",
    formula="where(isnan(self), nan, self)",
    attributes=(
        Attribute("nan", Kind.NUMBER, 0.0, summary="What replaces NaN."),
        Attribute("posinf", Kind.NUMBER, None, summary="What replaces +∞; the largest number, if not given."),
        Attribute("neginf", Kind.NUMBER, None, summary="What replaces −∞; the smallest number, if not given."),
    ),
    promotion=Promotion.COMMON,
    kinks="Where something was replaced, the gradient is 0.",
    keywords=("nan", "inf", "repair", "missing"),
)


def _clamp(x: Array, min: Any = None, max: Any = None) -> Any:  # noqa: A002  # as PyTorch names them
    if min is None and max is None:
        raise OperandError("clamp: at least one of 'min' or 'max' must not be None.", "Give a bound.")
    raised = x if min is None else np.maximum(min, x)  # in this order, -0.0 stays what it is
    return raised if max is None else np.minimum(max, raised)


def _within(x: Any, low: Any, high: Any) -> Any:
    """Where x is not cut off; the bounds belong to it."""
    if low is None:
        return x <= high
    return x >= low if high is None else (x >= low) & (x <= high)


def _at_low(x: Any, low: Any, high: Any) -> Any:
    """Where clamp gives its lower bound."""
    return x < low if high is None else (low < high) & (x < low)


def _at_high(x: Any, low: Any, high: Any) -> Any:
    """Where clamp gives its upper bound, which wins where the bounds are crossed."""
    return x > high if low is None else (low > high) | (x > high)


define_word("within", _within)
define_word("at_low", _at_low)
define_word("at_high", _at_high)

CLAMP = define(
    "clamp",
    Category.ELEMENTWISE,
    "clamp",
    "Cuts every element off at a lower and an upper bound.",
    formula="minimum(maximum(self, min), max)",
    forward=_clamp,
    inputs=(
        "self",
        Port("min", "The lower bound; none, if not given.", takes=Takes.EITHER, optional=True, number_is_setting=True),
        Port("max", "The upper bound; none, if not given.", takes=Takes.EITHER, optional=True, number_is_setting=True),
    ),
    vjp={
        "self": "where(within(self, min, max), g, 0)",
        "min": "where(at_low(self, min, max), g, 0)",
        "max": "where(at_high(self, min, max), g, 0)",
    },
    methods=("clamp", "clip"),
    functions=("clamp", "clip"),
    in_place=True,
    overload=lambda inputs, _: 0 if any(hasattr(bound, "shape") for bound in inputs[1:]) else 1,
    kinks="At the bounds themselves the gradient is 1.",
    keywords=("clip", "limit", "bound", "saturate"),
    samples=(
        Sample((6,), -0.5, 0.75),
        Sample((2, 3), (3,), (2, 1)),
        Sample((5,), 0.1, None),
        Sample((2, 3), None, 0.1),
    ),
)

CLAMP_MIN = define(
    "clamp_min",
    Category.ELEMENTWISE,
    "clamp",
    "Cuts every element off at a lower bound.",
    formula="maximum(self, min)",
    forward=lambda x, min: np.maximum(x, min),  # noqa: A006  # as PyTorch names it
    inputs=("self", Port("min", "The lower bound.", takes=Takes.EITHER, number_is_setting=True)),
    vjp={"self": "where(self >= min, g, 0)", "min": "where(self < min, g, 0)"},
    overload=numbered(1, tensor=1, number=0),
    in_place=True,
    kinks="At the bound itself the gradient is 1.",
    keywords=("limit", "bound"),
    samples=(Sample((6,), 0.1), Sample((2, 3), (3,))),
)
CLAMP_MAX = define(
    "clamp_max",
    Category.ELEMENTWISE,
    "clamp",
    "Cuts every element off at an upper bound.",
    formula="minimum(self, max)",
    forward=lambda x, max: np.minimum(x, max),  # noqa: A006  # as PyTorch names it
    inputs=("self", Port("max", "The upper bound.", takes=Takes.EITHER, number_is_setting=True)),
    vjp={"self": "where(self <= max, g, 0)", "max": "where(self > max, g, 0)"},
    overload=numbered(1, tensor=1, number=0),
    in_place=True,
    kinks="At the bound itself the gradient is 1.",
    keywords=("limit", "bound"),
    samples=(Sample((6,), 0.1), Sample((2, 3), (3,))),
)
