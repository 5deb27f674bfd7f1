"""Exponentials and logarithms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.ops.arrays import Array, Result, widened
from core.ops.families import BOTH, elementwise, pairwise
from core.ops.registry import define_word
from core.ops.spec import Attribute, Category, Domain, Kind, Promotion, Sample

define_word("ln", lambda number: float(np.log(number)))  # of a number; `log` is of a tensor

_POSITIVE = Domain(0.25, 3.0, "positive numbers")

EXP = elementwise(
    "exp",
    "eˣ",
    "The exponential function: e to the power of every element.",
    np.exp,
    "g * result",
    keywords=("exponential", "e to the x", "growth"),
)
EXP2 = elementwise(
    "exp2",
    "2ˣ",
    "Two to the power of every element.",
    np.exp2,
    "g * result * ln(2)",
    formula="2 ** self",
    keywords=("exponential", "power of two"),
    functions=("exp2", "special.exp2"),
)
EXPM1 = elementwise(
    "expm1",
    "eˣ−1",
    "The exponential minus one, exact for small elements.",
    np.expm1,
    "g * (result + 1)",
    formula="exp(self) - 1",
    keywords=("exponential",),
    functions=("expm1", "special.expm1"),
)
LOG = elementwise(
    "log",
    "ln",
    "The natural logarithm of every element.",
    np.log,
    "g / self",
    domain=_POSITIVE,
    kinks="At 0 the value is −∞ and the gradient infinite; below 0 the value is NaN.",
    keywords=("logarithm", "ln", "natural"),
)
LOG2 = elementwise(
    "log2",
    "log₂",
    "The logarithm to base 2 of every element.",
    np.log2,
    "g / (self * ln(2))",
    formula="log(self) / log(2)",
    domain=_POSITIVE,
    keywords=("logarithm", "bits"),
)
LOG10 = elementwise(
    "log10",
    "lg",
    "The logarithm to base 10 of every element.",
    np.log10,
    "g / (self * ln(10))",
    formula="log(self) / log(10)",
    domain=_POSITIVE,
    keywords=("logarithm", "decimal", "decibel"),
)
LOG1P = elementwise(
    "log1p",
    "ln(1+x)",
    "The natural logarithm of one plus every element, exact for small elements.",
    np.log1p,
    "g / (self + 1)",
    formula="log(1 + self)",
    node="Log1PBackward0",
    domain=Domain(-0.5, 3.0, "numbers above −1"),
    kinks="At −1 the value is −∞ and the gradient infinite.",
    keywords=("logarithm",),
    functions=("log1p", "special.log1p"),
)
LOGADDEXP = pairwise(
    "logaddexp",
    "ln Σeˣ",
    "The logarithm of the sum of the exponentials of two tensors, without overflow.",
    np.logaddexp,
    ("g / (1 + exp(other - self))", "g / (1 + exp(self - other))"),
    category=Category.ELEMENTWISE,
    formula="log(exp(self) + exp(other))",
    keywords=("logsumexp", "soft maximum", "log probabilities"),
    promotion=Promotion.FLOATING,
)
LOGADDEXP2 = pairwise(
    "logaddexp2",
    "log₂ Σ2ˣ",
    "The logarithm to base 2 of the sum of powers of two, without overflow.",
    np.logaddexp2,
    ("g / (1 + exp2(other - self))", "g / (1 + exp2(self - other))"),
    category=Category.ELEMENTWISE,
    formula="log2(exp2(self) + exp2(other))",
    keywords=("logsumexp", "soft maximum", "bits"),
    promotion=Promotion.FLOATING,
)


def _which_is_number(inputs: Sequence[Any], _: Mapping[str, Any]) -> int:
    """Number the nodes as PyTorch does: 1 where the first is a plain number, 2 where the second is."""
    return next((place for place, one in enumerate(inputs, 1) if not hasattr(one, "shape")), 0)


def _xlogy(x: Any, y: Any) -> Any:
    logarithm = np.log(np.asarray(y, np.result_type(x, y)))  # y may be a plain number
    return np.where(np.equal(x, 0) & ~np.isnan(y), 0, x * logarithm)


def _xlog1py(x: Any, y: Any) -> Any:
    logarithm = np.log1p(np.asarray(y, np.result_type(x, y)))  # y may be a plain number
    return np.where(np.equal(x, 0) & ~np.isnan(y), 0, x * logarithm)


def _entropy(x: Array) -> Result:
    terms = -x * np.log(np.where(x == 0, 1, x))
    return np.where(x < 0, -np.inf, terms).astype(x.dtype)


XLOGY = pairwise(
    "xlogy",
    "x ln y",
    "The first tensor times the logarithm of the second, and 0 where the first is 0.",
    _xlogy,
    ("where((self == 0) & (other <= 0), 0, xlogy(g, other))", "g * self / other"),
    category=Category.ELEMENTWISE,
    formula="where(self == 0, 0, self * log(other))",
    inputs=BOTH,
    promotion=Promotion.FLOAT,
    overload=_which_is_number,
    in_place=True,
    domain=_POSITIVE,
    kinks="Where the first is 0 and the second not positive, the gradient of the first is 0.",
    keywords=("entropy", "cross entropy", "kl divergence"),
    functions=("xlogy", "special.xlogy"),
)
XLOG1PY = pairwise(
    "xlog1py",
    "xln(1+y)",
    "The first tensor times the logarithm of one plus the second, and 0 where the first is 0.",
    _xlog1py,
    ("where((self == 0) & (other <= -1), 0, xlog1py(g, other))", "g * self / (other + 1)"),
    category=Category.ELEMENTWISE,
    formula="where(self == 0, 0, self * log1p(other))",
    inputs=BOTH,
    promotion=Promotion.FLOAT,
    node="SpecialXlog1PyBackward0",
    overload=_which_is_number,
    domain=Domain(-0.5, 3.0, "numbers above −1"),
    kinks="Where the first is 0 and the second not above −1, the gradient of the first is 0.",
    keywords=("entropy", "binomial", "log likelihood"),
    methods=(),
    functions=("special.xlog1py",),
)
ENTR = elementwise(
    "entr",
    "−x ln x",
    "What every probability adds to the entropy: minus itself times its logarithm.",
    _entropy,
    "-g * (1 + log(self))",
    formula="where(self == 0, 0, -self * log(self))",
    node="SpecialEntrBackward0",
    domain=_POSITIVE,
    kinks="At 0 the value is 0 and the gradient infinite; below 0 the value is −∞.",
    keywords=("entropy", "information", "probability"),
    in_place=False,
    methods=(),
    functions=("special.entr",),
)


@widened
def _logit(x: Array, eps: float | None = None) -> Array:
    clipped = x if eps is None else np.clip(x, eps, 1 - eps)
    return np.log(clipped / (1 - clipped))


LOGIT = elementwise(
    "logit",
    "logit",
    "The log-odds of every probability; the inverse of the sigmoid.",
    _logit,
    "where(within(self, eps or 0, 1 - (eps or 0)), g / (self * (1 - self)), nan if eps is None else 0)",
    formula="log(self / (1 - self))",
    attributes=(Attribute("eps", Kind.NUMBER, None, 0, 0.5, summary="Keeps away from 0 and 1 by this much."),),
    domain=Domain(0.1, 0.9, "numbers between 0 and 1"),
    kinks="Where eps cuts an element off, the gradient is 0; outside 0 to 1 it is NaN otherwise.",
    keywords=("log odds", "inverse sigmoid", "probability"),
    samples=(Sample((3,)), Sample((2, 3), eps=0.05), Sample(()), Sample((0, 2))),
    functions=("logit", "special.logit"),
)
