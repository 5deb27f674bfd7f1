"""Powers, roots and lengths."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from core.ops.families import PAIRS, elementwise, numbered, pairwise
from core.ops.registry import Words, compose
from core.ops.spec import Category, Domain, Port, Promotion, Sample, Takes

_POSITIVE = Domain(0.25, 3.0, "positive numbers")
_FROM_ZERO = Domain(0.25, 3.0, "numbers from 0")

_EXPONENT = Port("exponent", "The power: a number, or a tensor of powers.", takes=Takes.EITHER, number_is_setting=True)


def _power_gradient(ops: Words, self: Any, base: Any, exponent: Any) -> Any:
    """Return exactly 0 for the power 0, whatever is raised: its derivatives are 0 as well."""
    if hasattr(exponent, "shape"):
        return ops.where(exponent == 0, 0, self * (exponent * base ** (exponent - 1)))
    return self * (exponent * base ** (exponent - 1)) if exponent else ops.zeros_like(self)


POWER_GRADIENT = compose(
    "power_gradient",
    Category.ARITHMETIC,
    "n xⁿ⁻¹",
    "The gradient of a power for what is raised.",
    formula="where(exponent == 0, 0, self * (exponent * base ** (exponent - 1)))",
    body=_power_gradient,
    inputs=("self", "base", _EXPONENT),
    hidden=True,
    samples=(Sample((3,), (3,), 2), Sample((2, 3), (2, 3), (2, 3))),
    domain=_POSITIVE,
)

POW = pairwise(
    "pow",
    "xⁿ",
    "Raises every element to a power.",
    operator.pow,
    (
        ("power_gradient(g, self, exponent)", "g * exponent * self ** (exponent - 1)"),
        ("g * where((self == 0) & (exponent >= 0), 0, result * log(self))", "g * result * log(self)"),
    ),
    formula="self ** exponent",
    inputs=("self", _EXPONENT),
    operator="**",
    overload=numbered(1, tensor=1, number=0),
    in_place=True,
    domain=_POSITIVE,
    kinks="x**0 has gradient 0 everywhere. For the exponent the gradient is 0 where the base is 0.",
    keywords=("power", "exponent", "square", "cube"),
    samples=(*PAIRS, Sample((2, 3), 2), Sample((3,), 2.5), Sample((3,), -1), Sample((), 3), Sample((3,), 0)),
)
POW_OF_NUMBER = pairwise(
    "pow_of_number",
    "aˣ",
    "Raises a number to the power of every element.",
    operator.pow,
    ("", ("g * where((self == 0) & (exponent >= 0), 0, result * ln(self))", "g * result * ln(self)")),
    formula="self ** exponent",
    inputs=(Port("self", "The number that is raised.", takes=Takes.NUMBER), "exponent"),
    node="PowBackward2",
    methods=(),
    functions=("pow",),
    kinks="A base of 0 has gradient 0 where the exponent is not negative.",
    keywords=("power", "exponential"),
    samples=(Sample(2, (3,)), Sample(0.5, (2, 3))),
    hidden=True,
)

SQUARE = elementwise(
    "square",
    "x²",
    "Multiplies every element by itself.",
    lambda x: np.square(x if x.dtype.kind != "b" else x.astype(np.int64)),
    "g * (2 * self)",
    category=Category.ARITHMETIC,
    formula="self ** 2",
    promotion=Promotion.COMMON,
    node="PowBackward0",
    keywords=("power", "two"),
)


def _float_power(ops: Words, self: Any, exponent: Any) -> Any:
    base, power = (
        ops.to_dtype(one, np.dtype(np.float64)) if hasattr(one, "dtype") else one for one in (self, exponent)
    )
    return base**power


FLOAT_POWER = compose(
    "float_power",
    Category.ARITHMETIC,
    "xⁿ",
    "Raises every element to a power, in double precision.",
    formula="self ** exponent",
    body=_float_power,
    inputs=("self", _EXPONENT),
    domain=_POSITIVE,
    keywords=("power", "exponent"),
    samples=(Sample((3,), 2), Sample((2, 3), (3,))),
)
SQRT = elementwise(
    "sqrt",
    "√",
    "The square root of every element.",
    np.sqrt,
    "g / (2 * result)",
    domain=_FROM_ZERO,
    kinks="At 0 the gradient is infinite; for negative numbers it is NaN, as the root is.",
    keywords=("square root", "radical"),
)
RSQRT = elementwise(
    "rsqrt",
    "1/√",
    "One divided by the square root of every element.",
    lambda x: 1 / np.sqrt(x),
    "-0.5 * g * result ** 3",
    formula="1 / sqrt(self)",
    domain=_POSITIVE,
    keywords=("inverse square root", "normalise"),
)
HYPOT = pairwise(
    "hypot",
    "hypot",
    "The length of the hypotenuse of a right triangle with the given legs.",
    np.hypot,
    ("g * (self / result)", "g * (other / result)"),
    formula="sqrt(self ** 2 + other ** 2)",
    in_place=True,
    kinks="At the origin the gradient is NaN.",
    keywords=("pythagoras", "distance", "length"),
    promotion=Promotion.FLOATING,
)
