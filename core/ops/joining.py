"""Putting tensors together, taking them apart, and repeating them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.errors import ArgumentError, OperandError, PositionError, ShapeError
from core.ops.arrays import Array, axis
from core.ops.memory import Shape
from core.ops.registry import define, define_word
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample

_TENSORS = Port("tensors", "The tensors, in order.", variadic=True)
_DIM = Attribute("dim", Kind.DIM, 0, summary="The dimension to go along.")


def _cat(tensors: Sequence[Array], dim: int = 0) -> Array:
    if not tensors:
        raise ArgumentError("cat: expected a non-empty list of tensors.")
    joined = [one for one in tensors if one.shape != (0,)]
    if not joined:
        return np.concatenate(tensors)
    if any(one.ndim == 0 for one in joined):
        raise ShapeError("cat: a tensor without dimensions cannot be concatenated.", "Use stack() for numbers.")
    place = axis(joined[0].ndim, dim)
    lengths = {one.shape[:place] + one.shape[place + 1 :] for one in joined}
    if len(lengths) > 1 or len({one.ndim for one in joined}) > 1:
        shapes = ", ".join(str(list(one.shape)) for one in joined)
        raise ShapeError(f"cat: the sizes of the tensors must match except in dimension {place}: {shapes}.")
    return np.asarray(np.concatenate(joined, place), order="C")


def _part(shapes: Sequence[Shape], dim: int, k: int) -> tuple[int, int, int]:
    """Return, of what `cat` made, where the k-th tensor is: dimension, start and length."""
    whole = [shape for shape in shapes if shape != (0,)]
    place = axis(len(whole[0]), dim) if whole else 0
    lengths = [shape[place] if shape != (0,) else 0 for shape in shapes]
    return place, sum(lengths[:k]), lengths[k]


def _stack(tensors: Sequence[Array], dim: int = 0) -> Array:
    if not tensors:
        raise OperandError("stack: expected a non-empty list of tensors.")
    if len({one.shape for one in tensors}) > 1:
        shapes = ", ".join(str(list(one.shape)) for one in tensors)
        raise ShapeError(f"stack: each tensor has to have the same size, but they have {shapes}.")
    return np.asarray(np.stack(tensors, axis(tensors[0].ndim + 1, dim)), order="C")


def _pieces(x: Array, lengths: Sequence[int], dim: int) -> tuple[Array, ...]:
    place = axis(x.ndim, dim)
    before: tuple[Any, ...] = (slice(None),) * place
    ends = np.cumsum(lengths)
    return tuple(x[(*before, slice(end - length, end), ...)] for length, end in zip(lengths, ends, strict=True))


def _split(self: Array, split_size: int, dim: int = 0) -> tuple[Array, ...]:
    if self.ndim == 0:
        raise ShapeError("split: a tensor without dimensions cannot be split.")
    length = self.shape[axis(self.ndim, dim)]
    if split_size < 0 or (split_size == 0 and length != 0):
        raise ShapeError(f"split: the size of the pieces has to be positive, not {split_size}.")
    starts = range(0, length, split_size) if length else [0]
    return _pieces(self, [min(split_size, length - start) for start in starts], dim)


def _split_pieces(self: Array, split_size: int, dim: int = 0) -> int:
    return -(-_length(self, dim) // max(split_size, 1))


def _length(self: Array, dim: int = 0) -> int:
    return int(self.shape[axis(self.ndim, dim)]) if self.ndim else 0


def _split_with_sizes(self: Array, split_sizes: Shape, dim: int = 0) -> tuple[Array, ...]:
    if self.ndim == 0:
        raise ShapeError("split: a tensor without dimensions cannot be split.")
    length = self.shape[axis(self.ndim, dim)]
    if sum(split_sizes) != length or min(split_sizes, default=0) < 0:
        raise ShapeError(
            f"split: the split_sizes {list(split_sizes)} have to add up to {length}, the size of dimension {dim}."
        )
    return _pieces(self, split_sizes, dim)


def _unbind(self: Array, dim: int = 0) -> tuple[Array, ...]:
    if self.ndim == 0:
        raise PositionError("unbind: a tensor without dimensions cannot be taken apart.")
    place = axis(self.ndim, dim)
    before: tuple[Any, ...] = (slice(None),) * place
    return tuple(self[(*before, one, ...)] for one in range(self.shape[place]))


def _repeat(self: Array, repeats: Shape) -> Array:
    if len(repeats) < self.ndim:
        raise ShapeError(
            f"repeat: the number of repeats ({len(repeats)}) cannot be smaller than that of dimensions ({self.ndim})."
        )
    if any(times < 0 for times in repeats):
        raise ShapeError(f"repeat: the repeats cannot be negative: {list(repeats)}.")
    return np.tile(self, repeats)


def _tiles(shape: Shape, repeats: Shape) -> Shape:
    """Return the shape in which the repetitions of every dimension have a dimension of their own."""
    lengths = (1,) * (len(repeats) - len(shape)) + shape
    return tuple(one for pair in zip(repeats, lengths, strict=True) for one in pair)


define_word("listed", lambda g: g if isinstance(g, list | tuple) else [g])
define_word("part", _part)
define_word("tiles", _tiles)
define_word("one_tile", lambda shape, repeats: _tiles(shape, (1,) * len(repeats)))

CAT = define(
    "cat",
    Category.SHAPE,
    "cat",
    "Joins tensors along a dimension they have.",
    formula="cat(tensors, dim)",
    forward=_cat,
    inputs=(_TENSORS,),
    attributes=(_DIM,),
    vjp={
        "tensors": (
            "reshape(narrow(g, *part(tensors.shape, dim, k)), tensors.shape[k])",
            "the part of g that came from this tensor",
        )
    },
    methods=(),
    functions=("cat", "concat", "concatenate"),
    keywords=("concatenate", "join", "append"),
    samples=(Sample([(2, 3), (1, 3)]), Sample([(2, 1), (2, 2)], dim=-1), Sample([(3,)])),
)
STACK = define(
    "stack",
    Category.SHAPE,
    "stack",
    "Joins tensors of one shape along a new dimension.",
    formula="stack(tensors, dim)",
    forward=_stack,
    inputs=(_TENSORS,),
    attributes=(_DIM,),
    vjp={"tensors": "select(g, dim, k)"},
    methods=(),
    keywords=("join", "pile"),
    samples=(Sample([(2, 3), (2, 3)]), Sample([(3,), (3,)], dim=1), Sample([(), ()])),
)
SPLIT = define(
    "split",
    Category.SHAPE,
    "split",
    "Takes a tensor apart into pieces of one length; the last may be shorter.",
    formula="split(self, split_size, dim)",
    forward=_split,
    attributes=(Attribute("split_size", Kind.INTEGER, summary="The length of the pieces."), _DIM),
    promotion=Promotion.NONE,
    vjp={"self": ("cat(listed(g), dim)", "the gradients of the pieces, joined")},
    many_results=True,
    pieces=_split_pieces,
    is_view=True,
    keywords=("chunk", "pieces", "partition"),
    samples=(Sample((5,), split_size=2), Sample((2, 3), split_size=1, dim=1)),
)
SPLIT_WITH_SIZES = define(
    "split_with_sizes",
    Category.SHAPE,
    "split",
    "Takes a tensor apart into pieces of given lengths.",
    formula="split(self, split_sizes, dim)",
    forward=_split_with_sizes,
    attributes=(Attribute("split_sizes", Kind.DIMS, summary="The lengths of the pieces."), _DIM),
    promotion=Promotion.NONE,
    vjp={"self": ("cat(listed(g), dim)", "the gradients of the pieces, joined")},
    methods=("split_with_sizes", "split"),
    functions=("split_with_sizes", "split"),
    many_results=True,
    is_view=True,
    keywords=("split", "pieces", "partition"),
    samples=(Sample((5,), split_sizes=(2, 3)), Sample((2, 3), split_sizes=(1, 2), dim=1)),
)
UNBIND = define(
    "unbind",
    Category.SHAPE,
    "unbind",
    "Takes a tensor apart along a dimension, which the pieces no longer have.",
    formula="unbind(self, dim)",
    forward=_unbind,
    attributes=(_DIM,),
    promotion=Promotion.NONE,
    vjp={"self": ("stack(listed(g), dim)", "the gradients of the pieces, stacked")},
    many_results=True,
    pieces=_length,
    is_view=True,
    keywords=("rows", "iterate", "unstack"),
    samples=(Sample((3,)), Sample((2, 3), dim=1)),
)


def _repeated_elements(self: Array, repeats: int | Shape) -> int:
    return self.size * math.prod(repeats if isinstance(repeats, tuple) else (repeats,))


REPEAT = define(
    "repeat",
    Category.SHAPE,
    "repeat",
    "Repeats a tensor along every dimension, as copies.",
    formula="repeat(self, repeats)",
    forward=_repeat,
    attributes=(Attribute("repeats", Kind.DIMS, splat=True, summary="How often, for each dimension."),),
    promotion=Promotion.NONE,
    vjp={
        "self": (
            "reshape(sum_to(reshape(g, tiles(self.shape, repeats)), one_tile(self.shape, repeats)), self.shape)",
            "g summed over the repetitions",
        )
    },
    functions=(),
    keywords=("tile", "copy"),
    elements=_repeated_elements,
    samples=(Sample((3,), repeats=(2,)), Sample((2, 3), repeats=(1, 2)), Sample((2,), repeats=(3, 1))),
)
