"""Trigonometric and hyperbolic functions and their inverses."""

from __future__ import annotations

import math

import numpy as np

from core.ops.arrays import Array
from core.ops.families import elementwise, pairwise
from core.ops.registry import define_word
from core.ops.spec import Category, Domain, Promotion

define_word("pi", math.pi)
define_word("inf", math.inf)
define_word("nan", math.nan)

_INSIDE = Domain(-0.9, 0.9, "numbers between −1 and 1")
_ENDS = "At −1 and 1 the gradient is infinite; outside, value and gradient are NaN."

SIN = elementwise("sin", "sin", "The sine of every element, in radians.", np.sin, "g * cos(self)", keywords=("wave",))
COS = elementwise(
    "cos", "cos", "The cosine of every element, in radians.", np.cos, "g * -sin(self)", keywords=("wave",)
)
TAN = elementwise(
    "tan",
    "tan",
    "The tangent of every element, in radians.",
    np.tan,
    "g * (1 + result * result)",
    formula="sin(self) / cos(self)",
    domain=Domain(-1.2, 1.2, "numbers between the poles at odd multiples of π/2"),
    keywords=("trigonometry",),
)
ASIN = elementwise(
    "asin",
    "asin",
    "The angle whose sine is the element.",
    np.arcsin,
    "g * rsqrt(1 - self * self)",
    methods=("asin", "arcsin"),
    functions=("asin", "arcsin"),
    domain=_INSIDE,
    kinks=_ENDS,
    keywords=("arcsine", "trigonometry", "inverse"),
)
ACOS = elementwise(
    "acos",
    "acos",
    "The angle whose cosine is the element.",
    np.arccos,
    "g * -rsqrt(1 - self * self)",
    methods=("acos", "arccos"),
    functions=("acos", "arccos"),
    domain=_INSIDE,
    kinks=_ENDS,
    keywords=("arccosine", "trigonometry", "inverse", "angle"),
)
ATAN = elementwise(
    "atan",
    "atan",
    "The angle whose tangent is the element, between −π/2 and π/2.",
    np.arctan,
    "g / (self * self + 1)",
    methods=("atan", "arctan"),
    functions=("atan", "arctan"),
    keywords=("arctangent", "trigonometry", "inverse", "angle"),
)
ATAN2 = pairwise(
    "atan2",
    "atan2",
    "The angle of the point (other, self), between −π and π.",
    np.arctan2,
    (
        "g * where((self == 0) & (other == 0), 0, other / (self * self + other * other))",
        "g * where((self == 0) & (other == 0), 0, -self / (self * self + other * other))",
    ),
    category=Category.ELEMENTWISE,
    promotion=Promotion.FLOAT,
    methods=("atan2", "arctan2"),
    functions=("atan2", "arctan2"),
    in_place=True,
    kinks="At the origin the gradient is 0.",
    keywords=("angle", "polar", "trigonometry"),
)
SINH = elementwise(
    "sinh",
    "sinh",
    "The hyperbolic sine of every element.",
    np.sinh,
    "g * cosh(self)",
    formula="(exp(self) - exp(-self)) / 2",
    keywords=("hyperbolic",),
)
COSH = elementwise(
    "cosh",
    "cosh",
    "The hyperbolic cosine of every element.",
    np.cosh,
    "g * sinh(self)",
    formula="(exp(self) + exp(-self)) / 2",
    keywords=("hyperbolic", "catenary"),
)
ASINH = elementwise(
    "asinh",
    "asinh",
    "The inverse of the hyperbolic sine.",
    np.arcsinh,
    "g * rsqrt(self * self + 1)",
    formula="log(self + sqrt(self ** 2 + 1))",
    methods=("asinh", "arcsinh"),
    functions=("asinh", "arcsinh"),
    keywords=("hyperbolic", "inverse", "area"),
)
ACOSH = elementwise(
    "acosh",
    "acosh",
    "The inverse of the hyperbolic cosine.",
    np.arccosh,
    "g * rsqrt(self * self - 1)",
    formula="log(self + sqrt(self ** 2 - 1))",
    methods=("acosh", "arccosh"),
    functions=("acosh", "arccosh"),
    domain=Domain(1.5, 3.0, "numbers above 1"),
    kinks="At 1 the gradient is infinite; below, value and gradient are NaN.",
    keywords=("hyperbolic", "inverse", "area"),
)
ATANH = elementwise(
    "atanh",
    "atanh",
    "The inverse of the hyperbolic tangent.",
    np.arctanh,
    "g / (1 - self * self)",
    formula="log((1 + self) / (1 - self)) / 2",
    methods=("atanh", "arctanh"),
    functions=("atanh", "arctanh"),
    domain=_INSIDE,
    kinks="At −1 and 1 value and gradient are infinite.",
    keywords=("hyperbolic", "inverse", "area", "fisher"),
)


def _sinc(x: Array) -> Array:
    return np.sinc(x).astype(x.dtype)


SINC = elementwise(
    "sinc",
    "sinc",
    "The sine of π times the element, divided by π times the element; 1 at 0.",
    _sinc,
    "g * where(self == 0, 0, (cos(pi * self) * (pi * self) - sin(pi * self)) / (pi * self * self))",
    formula="where(self == 0, 1, sin(pi * self) / (pi * self))",
    domain=Domain(0.25, 2.0, "all real numbers"),
    kinks="At 0 the gradient is 0, its limit.",
    keywords=("signal", "filter", "interpolation"),
    functions=("sinc", "special.sinc"),
)
DEG2RAD = elementwise(
    "deg2rad",
    "rad",
    "Turns degrees into radians.",
    lambda x: x * x.dtype.type(math.pi / 180),
    "g * (pi / 180)",
    formula="self * pi / 180",
    node="Deg2RadBackward0",
    keywords=("angle", "degree"),
)
RAD2DEG = elementwise(
    "rad2deg",
    "deg",
    "Turns radians into degrees.",
    lambda x: x * x.dtype.type(180 / math.pi),
    "g * (180 / pi)",
    formula="self * 180 / pi",
    node="Rad2DegBackward0",
    keywords=("angle", "degree"),
)
