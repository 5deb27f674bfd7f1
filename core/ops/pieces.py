"""Taking tensors apart and putting them together, in other words for `split` and `cat`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from core.errors import ShapeError
from core.ops.arrays import axis
from core.ops.memory import Shape
from core.ops.registry import compose
from core.ops.spec import Attribute, Category, Kind, Port, Sample

_DIM = Attribute("dim", Kind.DIM, 0, summary="The dimension to go along.")
_TENSORS = Port("tensors", "The tensors, in order.", variadic=True)
_PARTS = Attribute("indices_or_sections", Kind.DIMS, summary="The number of pieces, or the positions to cut at.")


def _chunk(ops: Any, self: Any, chunks: int, dim: int = 0) -> Any:
    if chunks <= 0:
        raise ShapeError(f"chunk: the number of chunks has to be greater than 0, not {chunks}.")
    if self.ndim == 0:
        raise ShapeError("chunk: a tensor without dimensions cannot be split.")
    length = self.shape[axis(self.ndim, dim)]
    if length == 0:
        return ops.split_with_sizes(self, (0,) * chunks, dim)
    return ops.split(self, -(-length // chunks), dim)


def _chunk_pieces(self: Any, chunks: int, dim: int = 0) -> int:
    return 0 if self.size else chunks  # of a tensor with elements, a piece has one at least: `split` counts them


def _split_pieces(self: Any, indices_or_sections: int | Shape, dim: int = 0) -> int:
    return indices_or_sections if isinstance(indices_or_sections, int) else 0


def _tensor_split(ops: Any, self: Any, indices_or_sections: int | Shape, dim: int = 0) -> Any:
    if self.ndim == 0:
        raise ShapeError("tensor_split: a tensor without dimensions cannot be split.")
    length = self.shape[axis(self.ndim, dim)]
    if isinstance(indices_or_sections, int):
        if indices_or_sections <= 0:
            raise ShapeError(
                f"tensor_split: the number of sections has to be larger than 0, not {indices_or_sections}."
            )
        size, larger = divmod(length, indices_or_sections)
        ends = [size * (k + 1) + min(k + 1, larger) for k in range(indices_or_sections)]
    else:
        ends = [*indices_or_sections, length]
    return tuple(ops.slice(self, dim, start, end, 1) for start, end in itertools.pairwise([0, *ends]))


def _hsplit(ops: Any, self: Any, indices_or_sections: int | Shape) -> Any:
    return _split_evenly(ops, "hsplit", self, indices_or_sections, 0 if self.ndim == 1 else 1)


def _vsplit(ops: Any, self: Any, indices_or_sections: int | Shape) -> Any:
    if self.ndim < 2:
        raise ShapeError(f"vsplit: a tensor needs at least 2 dimensions, not {self.ndim}.")
    return _split_evenly(ops, "vsplit", self, indices_or_sections, 0)


def _split_evenly(ops: Any, name: str, self: Any, indices_or_sections: int | Shape, dim: int) -> Any:
    """Split as `tensor_split` does, but into a number of pieces only where they are of one length."""
    if isinstance(indices_or_sections, int) and self.ndim and self.shape[dim] % max(indices_or_sections, 1):
        raise ShapeError(
            f"{name}: dimension {dim} of size {self.shape[dim]} is not divisible into {indices_or_sections} pieces.",
            "Use tensor_split() for pieces of almost one length.",
        )
    return ops.tensor_split(self, indices_or_sections, dim)


def _atleast_1d(ops: Any, x: Any) -> Any:
    return x if x.ndim else ops.reshape(x, (1,))


def _atleast_2d(ops: Any, x: Any) -> Any:
    return ops.reshape(x, (1, 1)) if x.ndim == 0 else ops.unsqueeze(x, 0) if x.ndim == 1 else x


def _atleast_3d(ops: Any, x: Any) -> Any:
    if x.ndim == 0:
        return ops.reshape(x, (1, 1, 1))
    return ops.unsqueeze(_atleast_2d(ops, x), -1) if x.ndim < 3 else x


def _hstack(ops: Any, tensors: Sequence[Any]) -> Any:
    wide = [_atleast_1d(ops, one) for one in tensors]
    return ops.cat(wide, 0 if wide and wide[0].ndim == 1 else 1)


def _column_stack(ops: Any, tensors: Sequence[Any]) -> Any:
    return ops.cat([ops.reshape(one, (math.prod(one.shape), 1)) if one.ndim < 2 else one for one in tensors], 1)


def _vstack(ops: Any, tensors: Sequence[Any]) -> Any:
    return ops.cat([_atleast_2d(ops, one) for one in tensors], 0)


def _dstack(ops: Any, tensors: Sequence[Any]) -> Any:
    return ops.cat([_atleast_3d(ops, one) for one in tensors], 2)


CHUNK = compose(
    "chunk",
    Category.SHAPE,
    "split",
    "Takes a tensor apart into a number of pieces; the last may be shorter.",
    formula="chunk(self, chunks, dim)",
    body=_chunk,
    pieces=_chunk_pieces,
    attributes=(Attribute("chunks", Kind.INTEGER, summary="The number of pieces."), _DIM),
    keywords=("split", "pieces"),
    many_results=True,
    samples=(Sample((5,), chunks=2), Sample((2, 4), chunks=3, dim=1)),
)
TENSOR_SPLIT = compose(
    "tensor_split",
    Category.SHAPE,
    "split",
    "Takes a tensor apart into pieces of almost one length, or at positions.",
    formula="tensor_split(self, indices_or_sections, dim)",
    body=_tensor_split,
    pieces=_split_pieces,
    attributes=(_PARTS, _DIM),
    keywords=("split", "pieces"),
    many_results=True,
    samples=(Sample((5,), indices_or_sections=2), Sample((5,), indices_or_sections=(1, 3))),
)
HSPLIT = compose(
    "hsplit",
    Category.SHAPE,
    "split",
    "Takes a tensor apart into columns.",
    formula="tensor_split(self, indices_or_sections, 0 if self.ndim == 1 else 1)",
    body=_hsplit,
    attributes=(_PARTS,),
    many_results=True,
    keywords=("divide", "columns"),
    samples=(Sample((2, 4), indices_or_sections=2), Sample((4,), indices_or_sections=(1, 3))),
)
VSPLIT = compose(
    "vsplit",
    Category.SHAPE,
    "split",
    "Takes a tensor apart into rows.",
    formula="tensor_split(self, indices_or_sections, 0)",
    body=_vsplit,
    attributes=(_PARTS,),
    many_results=True,
    keywords=("divide", "rows"),
    samples=(Sample((4, 2), indices_or_sections=2), Sample((4, 2), indices_or_sections=(1,))),
)
HSTACK = compose(
    "hstack",
    Category.SHAPE,
    "cat",
    "Joins tensors side by side.",
    formula="cat(tensors, 1)",
    body=_hstack,
    inputs=(_TENSORS,),
    methods=(),
    keywords=("concatenate", "columns"),
    samples=(Sample([(2, 3), (2, 1)]), Sample([(3,), (2,)])),
)
VSTACK = compose(
    "vstack",
    Category.SHAPE,
    "cat",
    "Joins tensors on top of each other.",
    formula="cat(tensors, 0)",
    body=_vstack,
    inputs=(_TENSORS,),
    methods=(),
    functions=("vstack", "row_stack"),
    keywords=("concatenate", "rows"),
    samples=(Sample([(2, 3), (1, 3)]), Sample([(3,), (3,)])),
)
DSTACK = compose(
    "dstack",
    Category.SHAPE,
    "cat",
    "Joins tensors along a third dimension.",
    formula="cat(tensors, 2)",
    body=_dstack,
    inputs=(_TENSORS,),
    methods=(),
    keywords=("concatenate", "depth"),
    samples=(Sample([(2, 3, 1), (2, 3, 1)]), Sample([(2, 3), (2, 3)])),
)
COLUMN_STACK = compose(
    "column_stack",
    Category.SHAPE,
    "cat",
    "Joins vectors as the columns of a matrix.",
    formula="cat(tensors, 1)",
    body=_column_stack,
    inputs=(_TENSORS,),
    methods=(),
    keywords=("concatenate", "columns"),
    samples=(Sample([(3, 1), (3, 2)]), Sample([(3,), (3,)])),
)
ATLEAST_1D = compose(
    "atleast_1d",
    Category.SHAPE,
    "view",
    "Gives a number a dimension.",
    formula="reshape(self, (1,))",
    body=_atleast_1d,
    methods=(),
    keywords=("vector",),
    samples=(Sample(()), Sample((3,))),
)
ATLEAST_2D = compose(
    "atleast_2d",
    Category.SHAPE,
    "view",
    "Gives a number or a vector two dimensions.",
    formula="unsqueeze(self, 0)",
    body=_atleast_2d,
    methods=(),
    keywords=("matrix",),
    samples=(Sample((3,)), Sample(())),
)
ATLEAST_3D = compose(
    "atleast_3d",
    Category.SHAPE,
    "view",
    "Gives a number, vector or matrix three dimensions.",
    formula="unsqueeze(self, -1)",
    body=_atleast_3d,
    methods=(),
    keywords=("dimensions",),
    samples=(Sample((2, 3)), Sample(())),
)
