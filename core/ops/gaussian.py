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


def _scaled(x: float) -> float:
    """Multiply the tail by exp(x²); far out, where one is 0 and the other infinite, by its asymptotic series."""
    if x < 25:
        return math.exp(x * x) * math.erfc(x) if x > -26.7 else math.inf
    inverse = 1 / (2 * x * x)
    return (1 - inverse * (1 - 3 * inverse * (1 - 5 * inverse))) / (x * math.sqrt(math.pi))


_erfcx = np.frompyfunc(_scaled, 1, 1)


def _scaled_complement(x: Array) -> Array:
    return np.asarray(_erfcx(x)).astype(x.dtype)


@widened
def _log_normal_cdf(x: Array) -> Result:
    """Take the logarithm of the tail apart on the left, where the tail is tiny, and of the rest on the right."""
    half = x * math.sqrt(0.5)
    with np.errstate(all="ignore"):
        left = np.log(_scaled_complement(-half) / 2) - half * half
        right = np.log1p(-_complement(half) / 2)
    return np.where(x < -1, left, right).astype(x.dtype)


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


def _normal_quantile(x: float) -> float:
    """Invert the distribution function of the standard library at its ends as well, and outside of them."""
    if 0 < x < 1:
        return _NORMAL.inv_cdf(x)
    return math.copysign(math.inf, x - 0.5) if x in (0, 1) else math.nan


_NORMAL = statistics.NormalDist()
_erfinv = np.frompyfunc(_inverse, 1, 1)
_quantile = np.frompyfunc(_normal_quantile, 1, 1)

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
ERFCX = elementwise(
    "erfcx",
    "erfcx",
    "The complement of the error function times exp(x²): what remains of the tail where that is tiny.",
    _scaled_complement,
    "g * (2 * self * result - 2 / root(pi))",
    formula="exp(self * self) * erfc(self)",
    keywords=("normal distribution", "gauss", "tail", "mills ratio"),
    in_place=False,
    node="SpecialErfcxBackward0",
    methods=(),
    functions=("special.erfcx",),
)
NORMAL_CDF = compose(
    "normal_cdf",
    Category.ELEMENTWISE,
    "Φ",
    "The probability that a standard normal variable is below the element.",
    formula="erfc(self / -root(2)) * 0.5",
    keywords=("ndtr", "gauss", "distribution", "probit"),
    methods=(),
    functions=("special.ndtr",),
    samples=_CURVE,
)
LOG_NDTR = elementwise(
    "log_ndtr",
    "ln Φ",
    "The logarithm of the probability that a standard normal variable is below the element.",
    _log_normal_cdf,
    "g * root(2 / pi) / erfcx(self / -root(2))",
    formula="log(normal_cdf(self))",
    keywords=("normal distribution", "gauss", "log likelihood", "probit"),
    in_place=False,
    node="SpecialLogNdtrBackward0",
    methods=(),
    functions=("special.log_ndtr",),
)
NDTRI = elementwise(
    "ndtri",
    "Φ⁻¹",
    "The quantiles of the standard normal distribution: the inverse of its distribution function.",
    lambda x: np.asarray(_quantile(x)).astype(x.dtype),
    "g * root(2 * pi) * exp(result * result / 2)",
    domain=Domain(0.1, 0.9, "numbers between 0 and 1"),
    kinks="At 0 and 1 value and gradient are infinite.",
    keywords=("normal distribution", "quantile", "inverse", "probit"),
    in_place=False,
    node="SpecialNdtriBackward0",
    methods=(),
    functions=("special.ndtri",),
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
