"""Operations on shapes that consist of views, copies and selections."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.errors import ArgumentError, PositionError, ShapeError
from core.ops.arrays import axes, axis, common_shape, require_ndim
from core.ops.memory import MemoryFormat, Shape
from core.ops.registry import compose, define_word
from core.ops.shape import filled_in, viewed
from core.ops.spec import Attribute, Category, Kind, Port, Sample

_SIZE = Attribute("size", Kind.SHAPE, splat=True, summary="The new shape; one -1 is found from the rest.")
_DIM = Attribute("dim", Kind.DIM, 0, summary="The dimension to go along.")
_LIKE = Port("other", "The tensor whose shape to take.", as_is=True)


def _array(x: Any) -> Any:
    return getattr(x, "array", x)


def _reshape(ops: Any, self: Any, size: Shape) -> Any:
    size = filled_in(size, math.prod(self.shape))
    array = _array(self)
    if array.flags.c_contiguous:
        return ops.view(self, size)
    if viewed(array, size) is not None:
        return ops.reshape_alias(self, size)
    return ops.unsafe_view(ops.clone(self, memory_format=MemoryFormat.CONTIGUOUS), size)


def _contiguous(ops: Any, self: Any) -> Any:
    return self if _array(self).flags.c_contiguous else ops.clone(self, memory_format=MemoryFormat.CONTIGUOUS)


def _flatten(ops: Any, self: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    first, last = axis(self.ndim, start_dim), axis(self.ndim, end_dim)
    if first > last:
        raise ShapeError(f"flatten: start_dim {start_dim} cannot come after end_dim {end_dim}.")
    if self.ndim and first == last:
        return self
    shape = tuple(self.shape)
    return ops.reshape(self, (*shape[:first], math.prod(shape[first : last + 1]), *shape[last + 1 :]))


def _unflatten(ops: Any, self: Any, dim: int, sizes: Shape) -> Any:
    require_ndim("unflatten", self.shape, 1)
    if not sizes:
        raise ShapeError("unflatten: the sizes cannot be empty.")
    place = axis(self.ndim, dim)
    shape = tuple(self.shape)
    return ops.view(self, (*shape[:place], *filled_in(sizes, shape[place]), *shape[place + 1 :]))


def _narrow(ops: Any, self: Any, dim: int, start: int, length: int) -> Any:
    size = self.shape[axis(self.ndim, dim)] if self.ndim else 0
    if not -size <= start <= size:
        raise PositionError(f"narrow: the start {start} is out of range for dimension {dim} with size {size}.")
    start = start + size if start < 0 else start
    if length < 0 or start + length > size:
        raise ShapeError(f"narrow: start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return ops.slice(self, dim, start, start + length, 1)


def _movedim(ops: Any, self: Any, source: int | Shape, destination: int | Shape) -> Any:
    count = self.ndim
    sources = source if isinstance(source, tuple) else (source,)
    places = destination if isinstance(destination, tuple) else (destination,)
    if len(sources) != len(places):
        raise ShapeError(f"movedim: {len(sources)} dimensions cannot go to {len(places)} places.")
    moved, target = axes(count, sources or None), axes(count, places or None)
    if count == 0 or not sources:
        return ops.alias(self)
    order = [place for place in range(count) if place not in moved]
    for place, dim in sorted(zip(target, moved, strict=True)):
        order.insert(place, dim)
    return ops.permute(self, tuple(order))


def _tile(ops: Any, self: Any, dims: Shape) -> Any:
    return ops.repeat(self, (1,) * (self.ndim - len(dims)) + dims)


def _repeat_interleave(ops: Any, self: Any, repeats: int, dim: int | None = None) -> Any:
    if repeats < 0:
        raise ShapeError(f"repeat_interleave: the repeats cannot be negative: {repeats}.")
    if dim is None:
        self, dim = ops.flatten(self), 0
    place = axis(self.ndim, dim)
    shape = tuple(self.shape)
    wide = ops.expand(ops.unsqueeze(self, place + 1), (*shape[: place + 1], repeats, *shape[place + 1 :]))
    return ops.view(
        ops.clone(wide, memory_format=MemoryFormat.CONTIGUOUS),
        (*shape[:place], shape[place] * repeats, *shape[place + 1 :]),
    )


def _repeat_rows(ops: Any, self: Any, repeats: Any, dim: int | None = None) -> Any:
    counts = _array(repeats)
    if counts.dtype.kind != "i":
        raise ArgumentError(f"repeat_interleave: the repeats have to be integers, not {counts.dtype}.")
    if dim is None:
        self, dim = ops.reshape(self, (-1,)), 0
    length = self.shape[axis(self.ndim, dim)]
    if counts.ndim > 1 or counts.size not in (1, length) or (counts < 0).any():
        raise ShapeError(f"repeat_interleave: {counts.size} repeats do not fit dimension {dim} with size {length}.")
    rows = np.repeat(np.arange(length), np.broadcast_to(counts, length))
    return ops.index_select(self, dim, rows)


def _repeated_elements(self: Any, repeats: Any, dim: int | None = None) -> int:
    counts, length = _array(repeats), self.size if dim is None or not self.ndim else self.shape[axis(self.ndim, dim)]
    if counts.dtype.kind != "i" or not length:
        return 0
    rows = int(counts.sum(dtype=np.float64)) * (length if counts.size == 1 else 1)
    return rows * int(self.size // length)


def _take_along_dim(ops: Any, self: Any, indices: Any, dim: int | None = None) -> Any:
    if dim is None:
        return ops.gather(ops.reshape(self, (-1,)), 0, ops.reshape(indices, (-1,)))
    place = axis(self.ndim, dim)
    if self.ndim != indices.ndim:
        raise ShapeError(f"take_along_dim: {indices.ndim} dimensions of indices do not fit {self.ndim} of the tensor.")
    others = ((*shape[:place], 1, *shape[place + 1 :]) for shape in (self.shape, indices.shape))
    shared = common_shape(*others, by="take_along_dim")
    of_self = tuple(self.shape[place] if at == place else one for at, one in enumerate(shared))
    of_indices = tuple(indices.shape[place] if at == place else one for at, one in enumerate(shared))
    return ops.gather(ops.expand(self, of_self), place, ops.expand(indices, of_indices))


RESHAPE = compose(
    "reshape",
    Category.SHAPE,
    "view",
    "Gives the elements another shape, without copying where that is possible.",
    formula="reshape(self, size)",
    body=_reshape,
    attributes=(_SIZE,),
    keywords=("view", "shape"),
    samples=(Sample((6,), size=(2, 3)), Sample((2, 3), size=(-1,))),
)
define_word("reshape", np.reshape)  # over arrays numpy does all of that

CONTIGUOUS = compose(
    "contiguous",
    Category.SHAPE,
    "view",
    "Copies a tensor whose rows do not follow each other in memory.",
    formula="contiguous(self)",
    body=_contiguous,
    functions=(),
    keywords=("copy", "memory"),
    samples=(Sample((2, 3)), Sample((3,))),
)
FLATTEN = compose(
    "flatten",
    Category.SHAPE,
    "—",
    "Makes one dimension of several that follow each other.",
    formula="flatten(self, start_dim, end_dim)",
    body=_flatten,
    attributes=(
        Attribute("start_dim", Kind.DIM, 0, summary="The first of them."),
        Attribute("end_dim", Kind.DIM, -1, summary="The last of them."),
    ),
    keywords=("vector", "ravel"),
    samples=(Sample((2, 3)), Sample((2, 3, 4), start_dim=1), Sample(())),
)
RAVEL = compose(
    "ravel",
    Category.SHAPE,
    "—",
    "Makes a vector of all elements.",
    formula="view(contiguous(self), (-1,))",
    keywords=("vector", "flatten"),
    samples=(Sample((2, 3)), Sample((2, 1, 2))),
)
UNFLATTEN = compose(
    "unflatten",
    Category.SHAPE,
    "view",
    "Makes several dimensions of one.",
    formula="unflatten(self, dim, sizes)",
    body=_unflatten,
    attributes=(
        Attribute("dim", Kind.DIM, summary="Which dimension."),
        Attribute("sizes", Kind.SHAPE, summary="The lengths of the new ones."),
    ),
    keywords=("split dimension", "view"),
    samples=(Sample((2, 6), dim=1, sizes=(2, -1)), Sample((4, 2), dim=0, sizes=(2, 2))),
)
VIEW_AS = compose(
    "view_as",
    Category.SHAPE,
    "view",
    "Sees the elements with the shape of another tensor.",
    formula="view(self, other.shape)",
    inputs=("self", _LIKE),
    functions=(),
    keywords=("shape",),
    samples=(Sample((6,), (2, 3)), Sample((2, 3), (6,))),
)
RESHAPE_AS = compose(
    "reshape_as",
    Category.SHAPE,
    "view",
    "Gives the elements the shape of another tensor.",
    formula="reshape(self, other.shape)",
    inputs=("self", _LIKE),
    functions=(),
    keywords=("shape",),
    samples=(Sample((6,), (2, 3)), Sample((2, 3), (3, 2))),
)
EXPAND_AS = compose(
    "expand_as",
    Category.SHAPE,
    "expand",
    "Repeats dimensions of length 1 to the shape of another tensor.",
    formula="expand(self, other.shape)",
    inputs=("self", _LIKE),
    functions=(),
    keywords=("broadcast",),
    samples=(Sample((2, 1), (2, 3)), Sample((3,), (2, 3))),
)
BROADCAST_TO = compose(
    "broadcast_to",
    Category.SHAPE,
    "expand",
    "Repeats dimensions of length 1 to a shape.",
    formula="expand(self, size)",
    attributes=(Attribute("size", Kind.SHAPE, summary="The new shape."),),
    keywords=("expand",),
    samples=(Sample((3,), size=(2, 3)), Sample((2, 1), size=(2, 3))),
)
NARROW = compose(
    "narrow",
    Category.INDEXING,
    "[a:b]",
    "Takes a number of positions of a dimension, from a start.",
    formula="slice(self, dim, start, start + length)",
    body=_narrow,
    attributes=(
        Attribute("dim", Kind.DIM, summary="The dimension to cut."),
        Attribute("start", Kind.INTEGER, summary="The first position."),
        Attribute("length", Kind.INTEGER, summary="How many."),
    ),
    keywords=("slice", "range", "crop"),
    samples=(Sample((5,), dim=0, start=1, length=3), Sample((2, 4), dim=1, start=0, length=2)),
)
MOVEDIM = compose(
    "movedim",
    Category.SHAPE,
    "swap",
    "Moves dimensions to other places.",
    formula="movedim(self, source, destination)",
    body=_movedim,
    attributes=(
        Attribute("source", Kind.DIMS, summary="Which dimensions."),
        Attribute("destination", Kind.DIMS, summary="Where they go."),
    ),
    methods=("movedim", "moveaxis"),
    functions=("movedim", "moveaxis"),
    keywords=("permute", "axis"),
    samples=(Sample((2, 3, 4), source=0, destination=2), Sample((2, 3, 4), source=(0, 1), destination=(-1, 0))),
)
TILE = compose(
    "tile",
    Category.SHAPE,
    "repeat",
    "Repeats a tensor along dimensions, as copies.",
    formula="repeat(self, dims)",
    body=_tile,
    attributes=(Attribute("dims", Kind.DIMS, splat=True, summary="How often, along each dimension."),),
    keywords=("repeat",),
    samples=(Sample((2, 3), dims=(2, 1)), Sample((2, 3), dims=(2,))),
)
_ROWS_OF = Attribute("dim", Kind.DIM, None, summary="The dimension; without one, every element is repeated.")

REPEAT_INTERLEAVE = compose(
    "repeat_interleave",
    Category.SHAPE,
    "repeat",
    "Repeats every element, or every row of a dimension.",
    formula="repeat_interleave(self, repeats, dim)",
    body=_repeat_interleave,
    attributes=(Attribute("repeats", Kind.INTEGER, summary="How often each is repeated."), _ROWS_OF),
    keywords=("duplicate", "upsample"),
    samples=(Sample((3,), repeats=2), Sample((2, 3), repeats=2, dim=0)),
)
REPEAT_ROWS = compose(
    "repeat_rows",
    Category.SHAPE,
    "repeat",
    "Repeats every element, or every row of a dimension, each as often as a tensor says.",
    formula="repeat_interleave(self, repeats, dim)",
    body=_repeat_rows,
    inputs=("self", Port("repeats", "How often each is repeated.", as_is=True)),
    attributes=(_ROWS_OF,),
    elements=_repeated_elements,
    methods=("repeat_interleave",),
    functions=("repeat_interleave",),
    keywords=("duplicate",),
    samples=(Sample((2, 3), np.array([1, 2]), dim=0), Sample((3,), np.array([0, 2, 1]))),
)
TAKE_ALONG_DIM = compose(
    "take_along_dim",
    Category.INDEXING,
    "cell",
    "Takes, at each place, the element at the position that the indices name there; both are broadcast.",
    formula="gather(self, dim, indices)",
    body=_take_along_dim,
    inputs=("self", Port("indices", "The positions, whole numbers.", as_is=True)),
    attributes=(Attribute("dim", Kind.DIM, None, summary="The dimension; without one, all elements in a row."),),
    keywords=("gather", "argsort"),
    samples=(Sample((2, 3), np.array([[1], [0]]), dim=1), Sample((3,), np.array([2, 0]), dim=0)),
)
FLIPLR = compose(
    "fliplr",
    Category.SHAPE,
    "flip",
    "Reverses the order of the columns.",
    formula="flip(self, (1,))",
    keywords=("mirror",),
    samples=(Sample((2, 3)), Sample((1, 3))),
)


def _flipud(ops: Any, x: Any) -> Any:
    require_ndim("flipud", x.shape, 1)
    return ops.flip(x, (0,))


FLIPUD = compose(
    "flipud",
    Category.SHAPE,
    "flip",
    "Reverses the order of the rows.",
    formula="flip(self, (0,))",
    body=_flipud,
    keywords=("mirror",),
    samples=(Sample((2, 3)), Sample((3,))),
)
