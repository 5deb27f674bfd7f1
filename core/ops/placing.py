"""What the gradients of other operations are made of: zeros, and putting things where they came from."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import MissingError
from core.ops.arrays import Array, axis, count, kept_shape
from core.ops.registry import compose, define, define_word
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample

SHAPE = Attribute("shape", Kind.SHAPE, summary="The shape to come to.")
DIM = Attribute("dim", Kind.DIM)
DIMS = Attribute("dim", Kind.DIMS, None)


def _missing(name: str) -> Any:
    raise MissingError(f"The derivative of {name} is not implemented.", "Use another operation, or detach() its input.")


define_word("missing", _missing)
define_word("kept_shape", kept_shape)
define_word("count", count)

ZEROS_LIKE = define(
    "zeros_like",
    Category.SHAPE,
    "0",
    "Zeros in the shape of a tensor.",
    formula="zeros_like(self)",
    forward=np.zeros_like,
    methods=(),
    keywords=("filled", "constant"),
    samples=(Sample((3,)), Sample((0, 2))),
)
FIXED = define(
    "fixed",
    Category.SHAPE,
    "=",
    "Passes a tensor on as a constant: no gradient passes.",
    formula="self",
    forward=lambda x: x,
    promotion=Promotion.NONE,
    hidden=True,
    samples=(Sample((3,)), Sample((2, 3))),
)
LINKED = define(
    "linked",
    Category.SHAPE,
    "=",
    "Passes a tensor on, and notes that it depends on another one, with slope 0: gradients of ramps do.",
    formula="self",
    forward=lambda x, other: x,
    inputs=("self", Port("other", as_is=True)),
    vjp={"self": "g", "other": "zeros_like(other)"},
    hidden=True,
    samples=(Sample((3,), (3,)), Sample((2, 3), (2, 3))),
)
KEEP_DIMS = compose(
    "keep_dims",
    Category.SHAPE,
    "view",
    "Gives the result of a reduction the reduced dimensions back, with length 1.",
    formula="reshape(self, kept_shape(shape, dim))",
    attributes=(SHAPE, DIMS),
    hidden=True,
    samples=(Sample((2,), shape=(2, 3), dim=1), Sample((), shape=(2, 3)), Sample((1, 3), shape=(2, 3), dim=(0,))),
)
SPREAD = compose(
    "spread",
    Category.SHAPE,
    "expand",
    "Repeats the result of a reduction over everything that was reduced.",
    formula="expand(reshape(self, kept_shape(shape, dim)), shape)",
    attributes=(SHAPE, DIMS),
    hidden=True,
    samples=(Sample((2,), shape=(2, 3), dim=1), Sample((), shape=(2, 3)), Sample((1, 3), shape=(2, 3), dim=(0,))),
)


def _along(dim: int, x: Array, index: Array) -> tuple[Array, ...]:
    """Return the positions, one array for each dimension, of what `index` says along `dim`."""
    grid = np.ogrid[tuple(slice(size) for size in index.shape)]
    return tuple(index if place == dim else one for place, one in enumerate(grid))


def _with_dim(x: Array, dim: int, keepdim: bool) -> Array:
    return x if keepdim else np.expand_dims(x, dim)


def pick(x: Array, index: Array, dim: int, keepdim: bool = True) -> Array:
    """Return the elements of `x` at an index along `dim`, and without that dimension unless it is kept."""
    if x.ndim == 0:
        return x.copy()
    dim = axis(x.ndim, dim)
    found = np.take_along_axis(x, _with_dim(index, dim, keepdim), dim)
    return found if keepdim else found.squeeze(dim)


def place(g: Array, index: Array, shape: tuple[int, ...], dim: int, keepdim: bool = True) -> Array:
    """Return zeros, with `g` added at an index along `dim`."""
    result = np.zeros(shape, g.dtype)
    if not shape:
        return result + g
    dim = axis(len(shape), dim)
    where = _along(dim, result, _with_dim(index, dim, keepdim))
    np.add.at(result, where, _with_dim(g, dim, keepdim))
    return result


_KEEPDIM = Attribute("keepdim", Kind.FLAG, True)
_INDEX = Port("index", "Where along the dimension.", as_is=True)
_WHERE = np.array([[2, 0], [1, 1]])

PICK = define(
    "pick",
    Category.INDEXING,
    "cell",
    "Reads the elements at an index along one dimension.",
    formula="pick(self, index, dim, keepdim)",
    forward=pick,
    inputs=("self", _INDEX),
    attributes=(DIM, _KEEPDIM),
    vjp={"self": "place(g, index, self.shape, dim, keepdim)"},
    hidden=True,
    zero_fills=True,
    samples=(Sample((2, 3), _WHERE, dim=1), Sample((3, 2), _WHERE[0], dim=0, keepdim=False)),
)
PLACE = define(
    "place",
    Category.INDEXING,
    "cell",
    "Adds elements into zeros, at an index along one dimension.",
    formula="place(self, index, shape, dim, keepdim)",
    forward=place,
    inputs=("self", _INDEX),
    attributes=(SHAPE, DIM, _KEEPDIM),
    vjp={"self": "pick(g, index, dim, keepdim)"},
    hidden=True,
    samples=(
        Sample((2, 2), _WHERE, shape=(2, 3), dim=1),
        Sample((2,), _WHERE[0], shape=(3, 2), dim=0, keepdim=False),
    ),
)
