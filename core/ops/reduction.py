"""Reductions: many elements become one."""

from __future__ import annotations

import math

import numpy as np

from core.ops.registry import define, define_word
from core.ops.spec import Category


def _sum(x):
    return np.add.reduce(x, axis=None)


SUM = define(
    "sum",
    Category.REDUCTION,
    "Σ",
    "s",
    formula="sum(self)",
    forward=_sum,
    vjp={"self": "expand(g, self.shape)"},
)


def _mean(x):
    return np.add.reduce(x, axis=None) / x.size


MEAN = define(
    "mean",
    Category.REDUCTION,
    "μ",
    "s",
    formula="sum(self)",
    forward=_mean,
    vjp={"self": "expand(g / count(self.shape), self.shape)"},
)
define_word("count", math.prod)
