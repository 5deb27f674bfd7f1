"""Scores into shares: the softmax and its logarithm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.ops.arrays import Array, Result, axes, reduced, require_floating, widened
from core.ops.reduction import total
from core.ops.registry import compose, define
from core.ops.spec import Attribute, Category, Kind, Op, Sample

_DIM = Attribute("dim", Kind.DIM, -1, written=True, summary="The dimension along which the shares add up to 1.")
_DTYPE = Attribute("dtype", Kind.DTYPE, None, keyword_only=True, summary="The type to convert to first.")
_SAMPLES = (Sample((3,)), Sample((2, 3), dim=1), Sample((2, 3), dim=0), Sample(()), Sample((0, 2)))


def _shifted(name: str, x: Array, dim: int, dtype: Any) -> tuple[Array, tuple[int, ...]]:
    """Move the largest score to 0, so that no exponential overflows, and return the dimension, too."""
    x = x if dtype is None else x.astype(dtype)
    require_floating(name, x)
    places = axes(x.ndim, dim)
    return (x - reduced(np.maximum, x, places, True) if x.size else x), places


@widened
def _softmax(x: Array, dim: int = -1, dtype: Any = None) -> Result:
    scores, places = _shifted("softmax", x, dim, dtype)
    shares = np.exp(scores)
    return shares / total(shares, places, True)


@widened
def _log_softmax(x: Array, dim: int = -1, dtype: Any = None) -> Result:
    scores, places = _shifted("log_softmax", x, dim, dtype)
    return scores - np.log(total(np.exp(scores), places, True))


def _shares(name: str, summary: str, forward: Callable[..., Any], gradient: str, formula: str, *keywords: str) -> Op:
    return define(
        name,
        Category.ACTIVATION,
        "bars",
        summary,
        formula=formula,
        forward=forward,
        attributes=(_DIM, _DTYPE),
        vjp={"self": gradient},
        functions=(name, f"special.{name}"),
        nn=(name,),
        keywords=("classes", "probabilities", "attention", *keywords),
        samples=_SAMPLES,
    )


SOFTMAX = _shares(
    "softmax",
    "Turns scores into shares that add up to 1.",
    _softmax,
    "result * (g - sum(g * result, dim, True))",
    "exp(self) / sum(exp(self), dim, True)",
    "normalise",
)
LOG_SOFTMAX = _shares(
    "log_softmax",
    "Turns scores into the logarithms of shares that add up to 1.",
    _log_softmax,
    "g - exp(result) * sum(g, dim, True)",
    "self - log(sum(exp(self), dim, True))",
    "log probabilities",
)
SOFTMIN = compose(
    "softmin",
    Category.ACTIVATION,
    "bars",
    "Turns costs into shares that add up to 1: the smallest gets the most.",
    formula="softmax(-self, dim, dtype=dtype)",
    attributes=(_DIM, _DTYPE),
    methods=(),
    functions=(),
    nn=("softmin",),
    keywords=("probabilities", "normalise"),
    samples=_SAMPLES[:3],
)
