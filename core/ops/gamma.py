"""The logarithm of the gamma function, and its derivatives.

Numbers below 1/2 are reflected to the other side, small ones are stepped upwards, and large ones are what the
asymptotic series of Stirling and its derivatives is for.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

from core.ops.arrays import Array, Result
from core.ops.families import elementwise
from core.ops.spec import Attribute, Domain, Kind, Sample

_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
_LARGE = 16
"""From here on, the terms of the series that are left out do not count."""

_POSITIVE = Domain(0.3, 3.0, "numbers other than 0, −1, −2 …")


def _log_gamma(x: float) -> float:
    return math.inf if x == -math.inf or (x <= 0 and x == math.floor(x)) else math.lgamma(x)


_lgamma = np.frompyfunc(_log_gamma, 1, 1)


def _digamma(x: Array) -> Result:
    return _polygamma(x, 0)


def _polygamma(x: Array, n: int) -> Result:
    """Derive the logarithm of the gamma function n + 1 times."""
    exact = x.astype(np.float64)
    with np.errstate(all="ignore"):
        mirrored = exact < 0.5
        found = _right_of_half(np.where(mirrored, 1 - exact, exact), n)
        found = np.where(mirrored, (-1) ** n * found - np.pi * _cotangent(exact, n), found)
        pole = (exact <= 0) & (exact == np.floor(exact))
        return np.where(pole, _at_pole(exact, n), found).astype(x.dtype)


def _right_of_half(x: Array, n: int) -> Array:
    """Add up the steps to a large number, and the series there."""
    steps = np.zeros_like(x)
    for _ in range(_LARGE):
        steps += np.where(x < _LARGE, x ** -(n + 1), 0)
        x = np.where(x < _LARGE, x + 1, x)
    sign, factor = (-1) ** (n + 1), math.factorial(n)
    lead = -np.log(x) if n == 0 else math.factorial(n - 1) * x**-n
    series = lead + factor * x ** -(n + 1) / 2
    for k, number in enumerate(_BERNOULLI, 1):
        series += number * (math.factorial(2 * k + n - 1) / math.factorial(2 * k)) * x ** -(2 * k + n)
    return np.asarray(sign * (factor * steps + series))


def _cotangent(x: Array, n: int) -> Array:
    """Derive the cotangent of πx n times: a polynomial of itself, as its derivative is -π (1 + cot²)."""
    slope, derivative = Polynomial([-np.pi, 0, -np.pi]), Polynomial([0, 1])
    for _ in range(n):
        derivative = derivative.deriv() * slope
    return np.asarray(derivative(1 / np.tan(np.pi * (x - np.rint(x)))))


def _at_pole(x: Array, n: int) -> Any:
    """Return an infinity where both sides, or at 0 the side of its sign, agree on one."""
    return np.inf if n % 2 else np.where(x == 0, np.copysign(np.inf, -x), np.nan)


LGAMMA = elementwise(
    "lgamma",
    "ln Γ",
    "The logarithm of the absolute value of the gamma function, which continues the factorial.",
    lambda x: np.asarray(_lgamma(x)).astype(x.dtype),
    "g * digamma(self)",
    functions=("lgamma", "special.gammaln"),
    domain=_POSITIVE,
    kinks="At 0 and the negative integers the value is infinite.",
    keywords=("factorial", "log gamma", "poisson", "beta distribution"),
)
DIGAMMA = elementwise(
    "digamma",
    "ψ",
    "The derivative of the logarithm of the gamma function.",
    _digamma,
    "g * polygamma(self, 1)",
    functions=("digamma", "special.digamma", "special.psi"),
    domain=_POSITIVE,
    kinks="At 0 the value is infinite; at the negative integers it is NaN.",
    keywords=("gamma function", "psi", "harmonic numbers"),
)
POLYGAMMA = elementwise(
    "polygamma",
    "ψ⁽ⁿ⁾",
    "The n-th derivative of the digamma function.",
    _polygamma,
    "g * polygamma(self, n + 1)",
    attributes=(Attribute("n", Kind.INTEGER, minimum=0, maximum=20, summary="How often it is derived."),),
    hidden=True,
    in_place=False,
    domain=_POSITIVE,
    kinks="At 0 and the negative integers it is infinite for odd n, and NaN for even n.",
    keywords=("gamma function", "trigamma"),
    samples=(Sample((3,), n=1), Sample((2, 3), n=2), Sample((), n=0)),
)
