"""Elements picked by a tensor of positions along one dimension, and put back there."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import DtypeError, PositionError, ShapeError
from core.ops.arrays import Array, axis, number_of
from core.ops.registry import define, define_word
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample, Takes

_DIM = Attribute("dim", Kind.DIM, summary="The dimension that the positions are in.")
_INDEX = Port("index", "The positions, whole numbers.", as_is=True)
_GIVEN = ("self", "dim", "index")


def checked(name: str, index: Array, length: int) -> Array:
    """Return a tensor of positions, after checking that they are whole numbers from 0 to `length`."""
    if index.dtype.kind != "i":
        raise DtypeError(f"{name}: the index has to be of type int64, not {index.dtype}.", "Convert it with .long().")
    if index.size and not 0 <= index.min() <= index.max() < length:
        bad = index[(index < 0) | (index >= length)].flat[0]
        raise PositionError(f"{name}: index {bad} is out of bounds for a dimension of size {length}.")
    return index


def _grid(name: str, x: Array, dim: int, index: Array) -> tuple[Any, ...]:
    """Return the numpy index of the elements that `index` means along `dim`; elsewhere positions stay.

    A tensor without dimensions counts as a vector of one element.
    """
    if index.ndim != x.ndim:
        raise ShapeError(f"{name}: index has {index.ndim} dimensions, and the tensor {x.ndim}; they have to agree.")
    place = axis(x.ndim, dim)
    lengths = zip(index.shape, x.shape, strict=True)
    if any(length > limit for at, (length, limit) in enumerate(lengths) if at != place):
        raise ShapeError(f"{name}: index of size {list(index.shape)} is larger than the tensor, {list(x.shape)}.")
    positions = list(np.ogrid[tuple(map(slice, index.shape))])
    positions[place] = checked(name, index, x.shape[place])
    return tuple(positions)


def _gather(self: Array, dim: int, index: Array) -> Array:
    axis(self.ndim, dim)
    if not index.size:
        return np.empty(index.shape, self.dtype)
    x = np.atleast_1d(self)
    return np.array(x[_grid("gather", x, dim, np.atleast_1d(index))]).reshape(index.shape)


def put_at(name: str, self: Array, dim: int, index: Array, src: Any) -> tuple[Array, Array, tuple[Any, ...], Any]:
    """Return a copy of a tensor, the same as at least a vector, the places in it, and what goes there."""
    axis(self.ndim, dim)
    result = np.array(self)
    vector, positions = np.atleast_1d(result), np.atleast_1d(index)
    if not index.size:
        return result, vector, (slice(0, 0),), 0
    if isinstance(src, np.ndarray):
        src = np.atleast_1d(src)
        lengths = zip(positions.shape, src.shape, strict=False)
        if src.ndim != positions.ndim or any(length > limit for length, limit in lengths):
            raise ShapeError(f"{name}: index of size {list(index.shape)} does not fit a source of {list(src.shape)}.")
        src = src[tuple(map(slice, positions.shape))]
    else:
        src = number_of(name, src, self.dtype)
    return result, vector, _grid(name, vector, dim, positions), src


def _scatter(self: Array, dim: int, index: Array, src: Any) -> Array:
    result, vector, places, source = put_at("scatter", self, dim, index, src)
    vector[places] = source
    return result


def _scatter_add(self: Array, dim: int, index: Array, src: Array) -> Array:
    result, vector, places, source = put_at("scatter_add", self, dim, index, src)
    np.add.at(vector, places, source)
    return result


def _along(name: str, x: Array, dim: int, index: Array) -> tuple[Any, ...]:
    """Return the numpy index of whole rows, at the positions `index` of dimension `dim`."""
    if index.ndim > 1:
        raise ShapeError(f"{name}: index has to have one dimension, not {index.ndim}.")
    place = axis(x.ndim, dim)
    checked(name, index, x.shape[place] if x.ndim else 1)
    return (*(slice(None),) * place, np.atleast_1d(index)) if x.ndim else ()


def _index_select(self: Array, dim: int, index: Array) -> Array:
    _along("index_select", self, dim, index)
    if self.ndim == 0 and index.size != 1:
        raise ShapeError(f"index_select: of a number only one element can be taken, not {index.size}.")
    return np.take(self, np.atleast_1d(index), axis(self.ndim, dim)) if self.ndim else np.array(self)


def _index_add(self: Array, dim: int, index: Array, source: Array, alpha: float = 1) -> Array:
    place = _along("index_add", self, dim, index)
    if source.shape != self[place].shape:
        raise _misfit("index_add", self, dim, index, source)
    result = np.array(self)
    np.add.at(result, place, source if alpha == 1 else source * alpha)
    return result


def _index_copy(self: Array, dim: int, index: Array, source: Array) -> Array:
    place = _along("index_copy", self, dim, index)
    one_number = source.size == self[place].size == 1 and {self.ndim, source.ndim} == {0, 1}
    if source.shape != self[place].shape and not one_number:
        if source.ndim != self.ndim and 0 not in (self.ndim, source.ndim):
            raise PositionError(f"index_copy: a source with {source.ndim} dimensions does not fit {self.ndim}.")
        raise _misfit("index_copy", self, dim, index, source)
    result = np.array(self)
    result[place] = source.reshape(self[place].shape)
    return result


def _misfit(name: str, x: Array, dim: int, index: Array, source: Array) -> ShapeError:
    return ShapeError(
        f"{name}: the source of size {list(source.shape)} does not fit {index.size} positions in dimension {dim} "
        f"of a tensor of size {list(x.shape)}."
    )


def _index_fill(self: Array, dim: int, index: Array, value: Any) -> Array:
    if isinstance(value, np.ndarray) and value.ndim:
        raise ShapeError(f"index_fill: the value has to be a number, not a tensor of size {list(value.shape)}.")
    result = np.array(self)
    result[_along("index_fill", self, dim, index)] = number_of("index_fill", value, self.dtype)
    return result


def _take(self: Array, index: Array) -> Array:
    return np.take(self, _flat("take", self, index))


def _put(self: Array, index: Array, source: Array, accumulate: bool = False) -> Array:
    if index.size != np.size(source):
        raise ShapeError(f"put: {np.size(source)} values do not fit {index.size} positions.")
    result = np.array(self, order="C")
    memory = result.reshape(-1)
    if accumulate:
        np.add.at(memory, _flat("put", self, index).reshape(-1), np.reshape(source, -1))
    else:
        memory[_flat("put", self, index).reshape(-1)] = np.reshape(source, -1)
    return result


def _flat(name: str, x: Array, index: Array) -> Array:
    """Return positions in the tensor as one row; these may be negative."""
    if index.dtype.kind != "i":
        raise DtypeError(f"{name}: the index has to be of type int64, not {index.dtype}.", "Convert it with .long().")
    return checked(name, np.where(index < 0, index + x.size, index), x.size)


define_word("zeros", lambda shape, dtype: np.zeros(shape, dtype))

_ROW = np.array([2, 0])
_GRID = np.array([[0, 1, 0], [1, 1, 0]])

GATHER = define(
    "gather",
    Category.INDEXING,
    "cell",
    "Takes, at each place, the element at the position that the index names there.",
    formula="gather(self, dim, index)",
    forward=_gather,
    inputs=("self", _INDEX),
    attributes=(_DIM,),
    signature=_GIVEN,
    vjp={"self": "scatter_add(zeros_like(self), dim, index, g)"},
    promotion=Promotion.NONE,
    zero_fills=True,
    keywords=("pick", "class score", "lookup"),
    samples=(Sample((2, 3), _GRID, dim=1), Sample((2, 3), _GRID, dim=0)),
)
SCATTER = define(
    "scatter",
    Category.INDEXING,
    "cell",
    "Puts elements at the positions that the index names.",
    formula="scatter(self, dim, index, src)",
    forward=_scatter,
    inputs=("self", _INDEX, Port("src", "What to put there.", Takes.EITHER, number_is_setting=True)),
    attributes=(_DIM,),
    signature=(*_GIVEN, "src"),
    vjp={"self": "scatter(g, dim, index, 0)", "src": "gather(g, dim, index)"},
    overload=lambda inputs, _: 0 if hasattr(inputs[2], "shape") else 1,
    promotion=Promotion.SAME,
    scatters=True,
    in_place=True,
    kinks="Where several elements go to one place, one of them stays, and all get its gradient.",
    keywords=("assign", "one-hot", "write"),
    samples=(Sample((2, 3), np.array([[1], [0]]), (2, 1), dim=1), Sample((2, 3), np.array([[1], [0]]), 2.0, dim=1)),
)
SCATTER_ADD = define(
    "scatter_add",
    Category.INDEXING,
    "cell",
    "Adds elements to those at the positions that the index names.",
    formula="scatter_add(self, dim, index, src)",
    forward=_scatter_add,
    inputs=("self", _INDEX, Port("src", "What to add.")),
    attributes=(_DIM,),
    signature=(*_GIVEN, "src"),
    vjp={"self": "g", "src": "gather(g, dim, index)"},
    promotion=Promotion.SAME,
    scatters=True,
    in_place=True,
    keywords=("histogram", "accumulate", "segment sum"),
    samples=(Sample((2, 3), _GRID, (2, 3), dim=1), Sample((3,), np.array([2, 2]), (2,), dim=0)),
)
INDEX_SELECT = define(
    "index_select",
    Category.INDEXING,
    "cell",
    "Takes the rows at a list of positions of a dimension.",
    formula="index_select(self, dim, index)",
    forward=_index_select,
    inputs=("self", _INDEX),
    attributes=(_DIM,),
    signature=_GIVEN,
    vjp={"self": "index_add(zeros(self.shape, self.dtype), dim, index, g)"},
    promotion=Promotion.NONE,
    zero_fills=True,
    keywords=("rows", "pick", "lookup"),
    samples=(Sample((3, 2), _ROW, dim=0), Sample((2, 3), np.array([1, 1]), dim=1)),
)
INDEX_ADD = define(
    "index_add",
    Category.INDEXING,
    "[i]+",
    "Adds rows to those at a list of positions of a dimension.",
    formula="index_add(self, dim, index, alpha * source)",
    forward=_index_add,
    inputs=("self", _INDEX, Port("source", "The rows to add.")),
    attributes=(_DIM, Attribute("alpha", Kind.NUMBER, 1, keyword_only=True, summary="A factor for the rows.")),
    signature=(*_GIVEN, "source", "alpha"),
    vjp={"self": "g", "source": "reshape_as(index_select(g, dim, index), source) * alpha"},
    promotion=Promotion.SAME,
    scatters=True,
    in_place=True,
    keywords=("accumulate", "rows"),
    samples=(Sample((3, 2), _ROW, (2, 2), dim=0), Sample((3,), np.array([1, 1]), (2,), dim=0, alpha=2.0)),
)
INDEX_COPY = define(
    "index_copy",
    Category.INDEXING,
    "[i]=",
    "Replaces the rows at a list of positions of a dimension.",
    formula="index_copy(self, dim, index, source)",
    forward=_index_copy,
    inputs=("self", _INDEX, Port("source", "The new rows.")),
    attributes=(_DIM,),
    signature=(*_GIVEN, "source"),
    vjp={"self": "index_fill(g, dim, index, 0)", "source": "reshape_as(index_select(g, dim, index), source)"},
    promotion=Promotion.SAME,
    scatters=True,
    in_place=True,
    keywords=("assign", "rows"),
    samples=(Sample((3, 2), _ROW, (2, 2), dim=0), Sample((2, 3), _ROW, (2, 2), dim=1)),
)
INDEX_FILL = define(
    "index_fill",
    Category.INDEXING,
    "[i]=",
    "Sets the rows at a list of positions of a dimension to one number.",
    formula="index_fill(self, dim, index, value)",
    forward=_index_fill,
    inputs=("self", _INDEX, Port("value", "The number.", Takes.EITHER, number_is_setting=True)),
    attributes=(_DIM,),
    signature=(*_GIVEN, "value"),
    vjp={"self": "index_fill(g, dim, index, 0)", "value": "sum(index_select(g, dim, index))"},
    overload=lambda inputs, _: 1 if hasattr(inputs[2], "shape") else 0,
    promotion=Promotion.NONE,
    in_place=True,
    keywords=("assign", "rows"),
    samples=(Sample((3, 2), _ROW, 5.0, dim=0), Sample((3, 2), _ROW, (), dim=0)),
)
TAKE = define(
    "take",
    Category.INDEXING,
    "cell",
    "Takes elements by their position in the tensor read as one row.",
    formula="take(self, index)",
    forward=_take,
    inputs=("self", _INDEX),
    vjp={"self": "put(zeros_like(self), index, g, True)"},
    promotion=Promotion.NONE,
    zero_fills=True,
    keywords=("flat index", "pick"),
    samples=(Sample((2, 3), np.array([3, 0, 3])), Sample((3,), np.array([[2, -1]]))),
)
PUT = define(
    "put",
    Category.INDEXING,
    "cell",
    "Puts elements at positions in the tensor read as one row.",
    formula="put(self, index, source, accumulate)",
    forward=_put,
    inputs=("self", _INDEX, "source"),
    attributes=(Attribute("accumulate", Kind.FLAG, False, summary="Add instead of replacing."),),
    vjp={
        "self": "g if accumulate else put(g, index, zeros(index.shape, self.dtype))",
        "source": "reshape_as(take(g, index), source)",
    },
    promotion=Promotion.SAME,
    functions=("put",),
    scatters=True,
    in_place=True,
    keywords=("flat index", "assign"),
    samples=(Sample((2, 3), np.array([3, 0]), (2,)), Sample((2, 3), np.array([3, 0]), (2,), accumulate=True)),
)
