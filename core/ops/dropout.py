"""Dropout: leaving elements out at random, so that no layer relies on a single one."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import ArgumentError
from core.ops.arrays import Array
from core.ops.registry import compose, define_word
from core.ops.spec import Attribute, Category, Kind, Sample


def dropout_factors(shape: tuple[int, ...], p: float, kind: Any, numbers: np.random.Generator) -> Array:
    """Return 0 with probability `p`, and otherwise what keeps the mean the same."""
    if not 0 <= p <= 1:
        raise ArgumentError(f"dropout: the probability p has to be between 0 and 1, not {p}.")
    kept = numbers.random(shape) >= p
    return (kept / (1 - p) if p < 1 else kept).astype(getattr(kind, "numpy", kind))


def _seeded(shape: tuple[int, ...], p: float, kind: Any, seed: int) -> Array:
    return dropout_factors(shape, p, kind, np.random.default_rng(seed))


define_word("dropout_factors", _seeded)

DROPOUT = compose(
    "dropout",
    Category.ACTIVATION,
    "grid",
    "Sets elements to 0 at random and enlarges the others; in an expression, the same seed always drops the same.",
    formula="self * dropout_factors(self.shape, p, self.dtype, seed) if training else self",
    attributes=(
        Attribute("p", Kind.NUMBER, 0.5, 0, 1, summary="How likely an element is dropped."),
        Attribute("training", Kind.FLAG, True, summary="Drop; otherwise nothing changes."),
        Attribute("seed", Kind.INTEGER, 0, 0, keyword_only=True, summary="Which elements are dropped."),
    ),
    methods=(),
    functions=(),
    nn=("dropout",),
    kinks="Dropped elements have gradient 0.",
    keywords=("regularization", "random", "layer"),
    samples=(Sample((5,)), Sample((2, 3), p=0.25, seed=3), Sample((3,), training=False), Sample((3,), p=1.0)),
)
