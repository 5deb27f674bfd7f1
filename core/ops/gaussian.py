"""The error function, and the activation that is built on it."""

from __future__ import annotations

import functools
import math
import statistics

import numpy as np

from core.ops.arrays import Array, Result, widened
from core.ops.families import SHAPES, elementwise
from core.ops.registry import compose, define_word
from core.ops.spec import Attribute, Category, Domain, Kind, Promotion, Sample

define_word("root", math.sqrt)  # of a number; `sqrt` is of a tensor

_erf = np.frompyfunc(math.erf, 1, 1)
_erfc = np.frompyfunc(math.erfc, 1, 1)
_CURVE = (Sample((3,)), Sample((2, 3)))


def _error_function(x: Array) -> Array:
    return np.asarray(_erf(x)).astype(x.dtype)


def _complement(x: Array) -> Array:
    return np.asarray(_erfc(x)).astype(x.dtype)


ERF = elementwise(
    "erf",
    "erf",
    "The error function: the share of a normal distribution within √2·x standard deviations.",
    _error_function,
    "g * (2 / root(pi) * exp(-(self * self)))",
    keywords=("normal distribution", "gauss", "probability"),
    functions=("erf", "special.erf"),
)
ERFC = elementwise(
    "erfc",
    "erfc",
    "One minus the error function, exact where that is tiny.",
    _complement,
    "g * (-2 / root(pi) * exp(-(self * self)))",
    formula="1 - erf(self)",
    keywords=("normal distribution", "gauss", "tail"),
    functions=("erfc", "special.erfc"),
)


def _inverse(x: float) -> float:
    """Invert the distribution function of the standard library, and correct what 1 + x has lost."""
    if not -1 < x < 1:
        return math.copysign(math.inf, x) if abs(x) == 1 else math.nan
    found = _NORMAL.inv_cdf((1 + x) / 2) / math.sqrt(2)
    return found - (math.erf(found) - x) * math.sqrt(math.pi) / 2 * math.exp(found * found)


_NORMAL = statistics.NormalDist()
_erfinv = np.frompyfunc(_inverse, 1, 1)

ERFINV = elementwise(
    "erfinv",
    "erf⁻¹",
    "The inverse of the error function.",
    lambda x: np.asarray(_erfinv(x)).astype(x.dtype),
    "g * (root(pi) / 2 * exp(result * result))",
    functions=("erfinv", "special.erfinv"),
    domain=Domain(-0.9, 0.9, "numbers between −1 and 1"),
    kinks="At −1 and 1 value and gradient are infinite.",
    keywords=("normal distribution", "quantile", "inverse"),
)
NORMAL_CDF = compose(
    "normal_cdf",
    Category.ELEMENTWISE,
    "Φ",
    "The probability that a standard normal variable is below the element.",
    formula="erfc(self / -root(2)) / 2",
    hidden=True,
    samples=_CURVE,
)
NORMAL_PDF = compose(
    "normal_pdf",
    Category.ELEMENTWISE,
    "φ",
    "The density of the standard normal distribution.",
    formula="exp(self * self / -2) / root(2 * pi)",
    hidden=True,
    samples=_CURVE,
)
GELU_BEND = compose(
    "gelu_bend",
    Category.ACTIVATION,
    "s_curve",
    "A tanh that is close to the error function.",
    formula="tanh(root(2 / pi) * (self + 0.044715 * self * self * self))",
    hidden=True,
    samples=_CURVE,
)


@widened
def _gelu(x: Array, approximate: str = "none") -> Array:
    return x * _complement(x * -math.sqrt(0.5)) / 2


@widened
def _gelu_tanh(x: Array, approximate: str = "tanh") -> Result:
    return x / 2 * (1 + GELU_BEND.forward(x))


_gaussian_unit = functools.partial(
    elementwise,
    category=Category.ACTIVATION,
    promotion=Promotion.FLOATING,
    in_place=False,
    node="GeluBackward0",
    methods=(),
    functions=(),
    nn=("gelu",),
    keywords=("gaussian error linear unit", "transformer"),
)
GELU = _gaussian_unit(
    "gelu",
    "soft_hinge",
    "Every element times the probability that a normal variable is below it.",
    _gelu,
    "g * (normal_cdf(self) + self * normal_pdf(self))",
    formula="self * (1 + erf(self / sqrt(2))) / 2",
    attributes=(Attribute("approximate", Kind.CHOICE, "none", choices=("none",), keyword_only=True),),
    samples=SHAPES,
)
GELU_TANH = _gaussian_unit(
    "gelu_tanh",
    "soft_hinge",
    "Every element times a probability that is approximated by a tanh.",
    _gelu_tanh,
    (
        "g * ((1 + gelu_bend(self)) / 2"
        " + self / 2 * (1 - gelu_bend(self) ** 2) * (root(2 / pi) * (1 + 0.134145 * self * self)))"
    ),
    formula="self / 2 * (1 + tanh(root(2 / pi) * (self + 0.044715 * self ** 3)))",
    attributes=(Attribute("approximate", Kind.CHOICE, "tanh", choices=("tanh",), keyword_only=True),),
    samples=tuple(Sample(*sample.inputs, approximate="tanh") for sample in SHAPES),
)
