"""Diagonals and triangles of matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.errors import ShapeError
from core.ops.arrays import Array, axis
from core.ops.registry import compose, define, define_word
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample
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


def _block_diag(tensors: Sequence[Array]) -> Array:
    if any(one.ndim > 2 for one in tensors):
        raise ShapeError("block_diag: matrices are needed, not tensors with more than 2 dimensions.")
    kind = np.result_type(*tensors) if tensors else np.dtype(np.float32)
    rows, columns = (sum(sides) for sides in zip(*(_sides(one.shape) for one in tensors), strict=True))
    result = np.zeros((rows, columns), kind)
    for place, one in enumerate(tensors):
        result[_block([other.shape for other in tensors], place)] = one
    return result


def _sides(shape: tuple[int, ...]) -> tuple[int, int]:
    """Return the height and the width of a block; a vector is a row."""
    height, width = (1, 1, *shape)[-2:]
    return height, width


def _block(shapes: Sequence[tuple[int, ...]], k: int) -> tuple[slice, slice]:
    """Return where the k-th block is."""
    sides = [_sides(shape) for shape in shapes]
    top, left = (sum(ends) for ends in zip((0, 0), *sides[:k], strict=True))
    return slice(top, top + sides[k][0]), slice(left, left + sides[k][1])


define_word("block", _block)

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
DIAGFLAT = compose(
    "diagflat",
    Category.SHAPE,
    "diag",
    "Makes a diagonal matrix of all elements, row after row.",
    formula="diag_embed(reshape(self, -1), offset)",
    attributes=(_OFFSET,),
    keywords=("diagonal", "matrix"),
    elements=lambda self, offset=0: (self.size + abs(offset)) ** 2,
    samples=(Sample((2, 2)), Sample((3,), offset=1)),
)


def _blocks_elements(*tensors: Array) -> int:
    return math.prod(sum(sides) for sides in zip(*(_sides(one.shape) for one in tensors), strict=True))


BLOCK_DIAG = define(
    "block_diag",
    Category.SHAPE,
    "diag",
    "Makes a matrix with the given ones along its diagonal, and 0 elsewhere.",
    formula="block_diag(tensors)",
    forward=_block_diag,
    inputs=(Port("tensors", "The matrices, in order.", variadic=True),),
    vjp={"tensors": ("reshape(read(g, block(tensors.shape, k)), tensors.shape[k])", "the block of g for this matrix")},
    methods=(),
    keywords=("diagonal matrix", "blocks", "direct sum"),
    elements=_blocks_elements,
    samples=(Sample([(2, 3), (1, 2)]), Sample([(2,), ()])),
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
