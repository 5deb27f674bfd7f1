"""Parts of a tensor by position: one element or row, a slice, or anything that a list of positions picks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from core.errors import ArgumentError, DtypeError, PositionError, ShapeError
from core.ops.arrays import Array, axis, can_grow_to
from core.ops.memory import Shape
from core.ops.registry import define, define_word
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample, Takes

Place = tuple[Any, ...]


def _row(dim: int, index: int) -> Place:
    """Return the index of what `select` sees."""
    return (*_before(dim), index, *_after(dim))


def _between(dim: int, start: int | None, end: int | None, step: int) -> Place:
    """Return the index of what `slice` sees."""
    return (*_before(dim), slice(start, end, step), *_after(dim))


def _before(dim: int) -> Place:
    return (slice(None),) * dim if dim >= 0 else (...,)


def _after(dim: int) -> Place:
    return (...,) if dim >= 0 else (slice(None),) * (-dim - 1)


def _select(self: Array, dim: int, index: int) -> Array:
    if self.ndim == 0:
        raise PositionError("select: a tensor without dimensions (a number) cannot be indexed.", "Use item().")
    place = axis(self.ndim, dim)
    length = self.shape[place]
    if not -length <= index < length:
        raise PositionError(f"index {index} is out of bounds for dimension {place} with size {length}.")
    return self[(*_before(place), index, ...)]


def _slice(self: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Array:
    if self.ndim == 0:
        raise PositionError("slice: a tensor without dimensions (a number) cannot be sliced.")
    if step <= 0:
        raise ArgumentError(f"slice: the step has to be greater than zero, not {step}.", "To go backwards, use flip().")
    return self[_between(axis(self.ndim, dim), start, end, step)]


def _zero_fill(self: Array, shape: Shape, place: Any) -> Array:
    zeros = np.zeros(shape, self.dtype)
    if not self.size:
        return zeros
    if any(isinstance(one, np.ndarray) for one in place):
        np.add.at(zeros, place, self)
    else:
        zeros[place] = self
    return zeros


def positions(indices: Place) -> Place:
    """Return indices, where None stands for a whole dimension, as numpy takes them."""
    return tuple(slice(None) if one is None else one for one in indices)


def _index(self: Array, indices: Place) -> Array:
    _check_indices(self, indices)
    return np.asarray(_part(self, indices), order="C")


def _part(x: Array, indices: Place) -> Array:
    """Return the elements that indices pick. As in PyTorch no position is out of bounds where none are picked."""
    place = positions(indices)
    try:
        part: Array = x[place]
        return part
    except IndexError:
        first = tuple(one if isinstance(one, slice) or one.dtype == bool else one * 0 for one in place)
    try:
        part = x[first]
    except IndexError:
        raise _misplaced(x, indices) from None
    if part.size:
        raise _misplaced(x, indices)
    return part


def _misplaced(x: Array, indices: Place) -> PositionError:
    """Say which index is wrong, and why."""
    for dim, one in _with_dims(indices):
        size = x.shape[dim]
        if one.dtype != bool and (beyond := one[(one < -size) | (one >= size)]).size:
            return PositionError(f"index {beyond[0]} is out of bounds for dimension {dim} with size {size}.")
    shapes = [list(one.shape) for one in indices if one is not None]
    return PositionError(f"The shapes {', '.join(map(str, shapes))} of the indices do not fit together.")


def _width(index: Array | None) -> int:
    """Return how many dimensions an index is for: a mask has one for each of its own."""
    return index.ndim if index is not None and index.dtype == bool else 1


def _with_dims(indices: Place) -> Iterator[tuple[int, Array]]:
    """Iterate over the indices that are given, each with the first dimension it is for."""
    dim = 0
    for one in indices:
        if one is not None:
            yield dim, one
        dim += _width(one)


def _check_indices(x: Array, indices: Place) -> None:
    wide = sum(map(_width, indices))
    if wide > x.ndim:
        raise PositionError(f"too many indices: {wide} for a tensor of dimension {x.ndim}.")
    for dim, one in _with_dims(indices):
        seen = x.shape[dim : dim + one.ndim]
        if one.dtype == bool and one.shape != seen:  # numpy lets an empty mask pass, whatever its shape
            raise PositionError(f"The shape {list(one.shape)} of a mask does not match {list(seen)}, which it is for.")
        if one.dtype.kind == "f":
            raise PositionError(
                f"tensors used as indices must be of type long, int or bool, not {one.dtype}.",
                "Convert it, for example with .long().",
            )


def _check_type(x: Array, indices: Place, values: Any) -> None:
    """Refuse values of another type, unless it is one number for all places of a mask."""
    one_for_mask = np.size(values) == 1 and all(one is None or one.dtype == bool for one in indices)
    if isinstance(values, np.ndarray) and values.dtype != x.dtype and not one_for_mask:
        raise DtypeError(
            f"index_put: the destination is {x.dtype} and the values are {values.dtype}; the dtypes have to match.",
            "Convert the values first.",
        )


def _index_put(self: Array, indices: Place, values: Any, accumulate: bool = False) -> Array:
    _check_indices(self, indices)
    result = np.array(self)
    _check_type(self, indices, values)
    part = _part(result, indices)
    if not can_grow_to(np.shape(values), part.shape):
        raise ShapeError(
            f"index_put: values of shape {list(np.shape(values))} cannot be broadcast to {list(part.shape)}, "
            "the shape of their places."
        )
    if not part.size:
        np.copyto(part, values)  # which only checks that they fit
    elif accumulate:
        np.add.at(result, positions(indices), values)
    else:
        result[positions(indices)] = values
    return result


define_word("row", _row)
define_word("between", _between)
define_word("positions", positions)

_DIM = Attribute("dim", Kind.DIM, 0, summary="The dimension to go along.")
_INDICES = Attribute("indices", Kind.INDEX, summary="For each dimension the positions to take, or a mask.")
_ELEMENT = np.array([2, 0])

SELECT = define(
    "select",
    Category.INDEXING,
    "[i]",
    "Takes one position of a dimension, which is then gone.",
    formula="self[index]",
    forward=_select,
    attributes=(
        Attribute("dim", Kind.DIM, summary="Which dimension."),
        Attribute("index", Kind.INTEGER, summary="The position, from 0."),
    ),
    promotion=Promotion.NONE,
    vjp={"self": "zero_fill(g, self.shape, row(dim, index))"},
    is_view=True,
    zero_fills=True,
    keywords=("element", "row", "column", "pick"),
    samples=(Sample((3,), dim=0, index=1), Sample((2, 3), dim=1, index=-1)),
)
SLICE = define(
    "slice",
    Category.INDEXING,
    "[a:b]",
    "Takes a range of positions of a dimension.",
    formula="self[start:end:step]",
    forward=_slice,
    attributes=(
        _DIM,
        Attribute("start", Kind.INTEGER, None, summary="The first position; counted from the end when negative."),
        Attribute("end", Kind.INTEGER, None, summary="The position to stop before."),
        Attribute("step", Kind.INTEGER, 1, minimum=1, summary="How far it is from one to the next."),
    ),
    promotion=Promotion.NONE,
    vjp={"self": "zero_fill(g, self.shape, between(dim, start, end, step))"},
    methods=(),
    functions=(),
    is_view=True,
    zero_fills=True,
    keywords=("range", "part", "narrow"),
    samples=(Sample((5,), start=1, end=4), Sample((2, 5), dim=1, start=0, end=5, step=2), Sample((5,), start=-2)),
    hidden=True,
)
READ = define(
    "read",
    Category.INDEXING,
    "[·]",
    "Takes the part of a tensor that an index means.",
    formula="read(self, place)",
    forward=lambda self, place: self[place],
    attributes=(Attribute("place", Kind.INDEX),),
    promotion=Promotion.NONE,
    vjp={"self": "zero_fill(g, self.shape, place)"},
    hidden=True,
    samples=(Sample((5,), place=(slice(1, 3),)), Sample((2, 3), place=(slice(None), 1))),
)
ZERO_FILL = define(
    "zero_fill",
    Category.INDEXING,
    "0·",
    "Puts a tensor into zeros, at the place that an index means; what meets in one place is added up.",
    formula="zero_fill(self, shape, place)",
    forward=_zero_fill,
    attributes=(Attribute("shape", Kind.SHAPE), Attribute("place", Kind.INDEX)),
    promotion=Promotion.NONE,
    vjp={"self": "read(g, place)"},
    hidden=True,
    samples=(Sample((2,), shape=(5,), place=(slice(1, 3),)), Sample((2,), shape=(2, 3), place=(slice(None), 1))),
)


def _picked_elements(self: Array, indices: Place) -> int:
    """Return how many elements an index picks: as many as its arrays say, of the dimensions that it leaves."""
    arrays = [np.nonzero(one)[0] if one.dtype == bool else one for one in indices if one is not None]
    count, dim = math.prod(np.broadcast_shapes(*(one.shape for one in arrays))), 0
    for one in indices:
        count *= self.shape[dim] if one is None else 1
        dim += one.ndim if one is not None and one.dtype == bool else 1
    return int(count * math.prod(self.shape[dim:]))


INDEX = define(
    "index",
    Category.INDEXING,
    "[…]",
    "Takes the elements at a list of positions, or where a mask is true.",
    formula="self[indices]",
    forward=_index,
    attributes=(_INDICES,),
    promotion=Promotion.NONE,
    vjp={"self": "zero_fill(g, self.shape, positions(indices))"},
    methods=(),
    functions=(),
    zero_fills=True,
    keywords=("pick", "mask", "gather", "lookup"),
    elements=_picked_elements,
    samples=(Sample((3,), indices=(_ELEMENT,)), Sample((3, 2), indices=(None, np.array([1, 1, 0])))),
    hidden=True,
)
INDEX_PUT = define(
    "index_put",
    Category.INDEXING,
    "[…]=",
    "Replaces the elements at a list of positions, or where a mask is true, or adds to them.",
    formula="index_put(self, indices, values, accumulate)",
    forward=_index_put,
    inputs=("self", Port("values", "What to put there; it is broadcast.", Takes.EITHER)),
    attributes=(_INDICES, Attribute("accumulate", Kind.FLAG, False, summary="Add instead of replacing.")),
    signature=("self", "indices", "values", "accumulate"),
    promotion=Promotion.NONE,
    vjp={"self": "g if accumulate else index_put(g, indices, 0)", "values": "index(g, indices)"},
    scatters=True,
    in_place=True,
    keywords=("assign", "write", "scatter"),
    samples=(Sample((3,), (2,), indices=(_ELEMENT,)), Sample((3,), (2,), indices=(_ELEMENT,), accumulate=True)),
)
