"""Different elements, each once: of all, in a row, or whole slices. Gradients cannot pass, as PyTorch says too."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import ShapeError
from core.ops.arrays import Array, axis
from core.ops.registry import define
from core.ops.spec import Attribute, Category, Kind, Op, Promotion, Sample

_OUTPUTS = ("values", "inverse", "counts")
_ROW = np.array([2.0, 1.0, 1.0, 2.0])
_ROWS = np.array([[2.0, 1.0], [2.0, 1.0], [0.0, 3.0]])


def _unique(self: Array) -> tuple[Array, ...]:
    values, inverse, counts = np.unique(self, return_inverse=True, return_counts=True, equal_nan=False)
    return values, inverse.reshape(self.shape), counts


def _unique_dim(self: Array, dim: int) -> tuple[Array, ...]:
    place = axis(self.ndim, dim)
    if 0 in self.shape[:place] + self.shape[place + 1 :]:
        raise ShapeError(f"unique: another dimension than {dim} has length 0, so there is nothing to compare.")
    values, inverse, counts = np.unique(self, return_inverse=True, return_counts=True, axis=place, equal_nan=False)
    return values, inverse.reshape(-1), counts


def _unique_consecutive(self: Array, dim: int | None = None) -> tuple[Array, ...]:
    if dim is None:
        values, inverse, counts = _unique_consecutive(self.reshape(-1), 0)
        return values, inverse.reshape(self.shape), counts
    place = axis(self.ndim, dim)
    rows = np.moveaxis(np.atleast_1d(self), place, 0)
    others = tuple(range(1, rows.ndim))
    new = np.concatenate([np.ones(min(len(rows), 1), bool), (rows[1:] != rows[:-1]).any(axis=others)])
    starts = np.flatnonzero(new)
    return np.moveaxis(rows[starts], 0, place), np.cumsum(new) - 1, np.diff(starts, append=len(rows))


def _distinct(name: str, node: str, summary: str, formula: str, forward: Any, *samples: Sample, **further: Any) -> Op:
    return define(
        name,
        Category.INDEXING,
        "≠",
        summary,
        formula=formula,
        forward=forward,
        node=node,
        outputs=_OUTPUTS,
        promotion=Promotion.NONE,
        vjp={"self": f"missing({name!r})"},
        hidden=True,
        samples=samples,
        **further,
    )


UNIQUE = _distinct(
    "unique",
    "Unique2Backward0",
    "The different elements in order, for every element which of them it is, and how often each is there.",
    "unique(self)",
    _unique,
    Sample(_ROW),
    Sample(_ROWS),
)
UNIQUE_DIM = _distinct(
    "unique_dim",
    "UniqueDimBackward0",
    "The different slices along a dimension, for every slice which of them it is, and how often each is there.",
    "unique_dim(self, dim)",
    _unique_dim,
    Sample(_ROWS, dim=0),
    Sample(_ROWS, dim=1),
    attributes=(Attribute("dim", Kind.DIM, summary="The dimension to go along."),),
)
UNIQUE_CONSECUTIVE = _distinct(
    "unique_consecutive",
    "UniqueConsecutiveBackward0",
    "The elements without immediate repetitions, for every element which of them it is, and how long each stays.",
    "unique_consecutive(self, dim)",
    _unique_consecutive,
    Sample(_ROW),
    Sample(_ROWS, dim=0),
    attributes=(Attribute("dim", Kind.DIM, None, summary="The dimension to go along; without one, the row of all."),),
)
