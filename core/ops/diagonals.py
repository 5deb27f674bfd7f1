"""Diagonals and triangles of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import ShapeError
from core.ops.arrays import Array, axis
from core.ops.registry import compose, define
from core.ops.spec import Attribute, Category, Kind, Promotion, Sample
from core.ops.windows import DIAGONAL

_WHICH = Attribute("diagonal", Kind.INTEGER, 0, summary="Which diagonal: above 0 the ones to the upper right.")
_OFFSET = Attribute("offset", Kind.INTEGER, 0, summary="Which diagonal: above 0 the ones to the upper right.")


def _diag_embed(self: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    first, second = axis(self.ndim + 1, dim1), axis(self.ndim + 1, dim2)
    if first == second:
        raise ShapeError("diag_embed: the dimensions cannot be identical.")
    length = self.shape[-1] + abs(offset)
    matrices = np.zeros((*self.shape[:-1], length, length), self.dtype)
    along = np.arange(self.shape[-1])
    matrices[..., along + max(-offset, 0), along + max(offset, 0)] = self
    return np.moveaxis(matrices, (-2, -1), (first, second))


def _matrix(name: str, x: Array) -> Array:
    if x.ndim < 2:
        raise ShapeError(f"{name}: the input tensor must have at least 2 dimensions, not {x.ndim}.")
    return x


def _diag(ops: Any, self: Any, diagonal: int = 0) -> Any:
    match self.ndim:
        case 1:
            return ops.diag_embed(self, diagonal)
        case 2:
            return ops.diagonal_copy(self, diagonal)
    raise ShapeError(f"diag: a vector or a matrix is needed, not a tensor with {self.ndim} dimensions.")


DIAGONAL_COPY = define(
    "diagonal_copy",
    Category.SHAPE,
    "diag",
    "Copies a diagonal of a matrix, or of every matrix in a stack.",
    formula="diagonal(self, offset, dim1, dim2)",
    forward=lambda self, offset=0, dim1=0, dim2=1: DIAGONAL.forward(self, offset, dim1, dim2).copy(),
    attributes=DIAGONAL.attributes,
    promotion=Promotion.NONE,
    vjp={"self": (DIAGONAL.rules[0].text, DIAGONAL.rules[0].shown)} if DIAGONAL.rules[0] else None,
    node="DiagonalBackward0_copy",
    zero_fills=True,
    hidden=True,
    samples=DIAGONAL.samples,
)


def _embedded_elements(self: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> int:
    length = self.shape[-1]
    return int(self.size // max(length, 1) * (length + abs(offset)) ** 2)


DIAG_EMBED = define(
    "diag_embed",
    Category.SHAPE,
    "diag",
    "Makes matrices with the given diagonals, and 0 elsewhere.",
    formula="diag_embed(self, offset, dim1, dim2)",
    forward=_diag_embed,
    attributes=(
        _OFFSET,
        Attribute("dim1", Kind.DIM, -2, summary="Where the rows go."),
        Attribute("dim2", Kind.DIM, -1, summary="Where the columns go."),
    ),
    promotion=Promotion.NONE,
    vjp={"self": "diagonal(g, offset, dim1, dim2)"},
    keywords=("diagonal matrix", "diag"),
    elements=_embedded_elements,
    samples=(Sample((3,)), Sample((2, 3), offset=-1), Sample((2, 3), dim1=0, dim2=2)),
)
DIAG = compose(
    "diag",
    Category.SHAPE,
    "diag",
    "Makes a diagonal matrix of a vector, or takes the diagonal of a matrix.",
    formula="diag(self, diagonal)",
    body=_diag,
    attributes=(_WHICH,),
    keywords=("diagonal", "matrix"),
    samples=(Sample((3,)), Sample((2, 3), diagonal=1)),
)
TRIL = define(
    "tril",
    Category.SHAPE,
    "tril",
    "Keeps the lower triangle of a matrix, and sets the rest to 0.",
    formula="tril(self, diagonal)",
    forward=lambda self, diagonal=0: np.asarray(np.tril(_matrix("tril", self), diagonal), order="C"),
    attributes=(_WHICH,),
    promotion=Promotion.NONE,
    vjp={"self": "tril(g, diagonal)"},
    in_place=True,
    keywords=("lower triangle", "causal mask"),
    samples=(Sample((3, 3)), Sample((2, 3, 4), diagonal=-1)),
)
TRIU = define(
    "triu",
    Category.SHAPE,
    "triu",
    "Keeps the upper triangle of a matrix, and sets the rest to 0.",
    formula="triu(self, diagonal)",
    forward=lambda self, diagonal=0: np.asarray(np.triu(_matrix("triu", self), diagonal), order="C"),
    attributes=(_WHICH,),
    promotion=Promotion.NONE,
    vjp={"self": "triu(g, diagonal)"},
    in_place=True,
    keywords=("upper triangle", "causal mask"),
    samples=(Sample((3, 3)), Sample((2, 3, 4), diagonal=1)),
)
