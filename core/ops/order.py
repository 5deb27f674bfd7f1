"""The same elements in another order: transposed, flipped, rolled, turned."""

from __future__ import annotations

import numpy as np

from core.errors import PositionError, ShapeError
from core.ops.arrays import Array, axes, axis
from core.ops.memory import Shape
from core.ops.registry import define, define_word
from core.ops.spec import Attribute, Category, Kind, Promotion, Sample


def _transpose(self: Array, dim0: int, dim1: int) -> Array:
    first, second = axis(self.ndim, dim0), axis(self.ndim, dim1)
    return self.swapaxes(first, second) if self.ndim else self[...]


def _t(self: Array) -> Array:
    if self.ndim > 2:
        raise ShapeError(
            f"t: a tensor with at most 2 dimensions is needed, not one with {self.ndim}.",
            "Use transpose(dim0, dim1), or .mT to transpose the last two dimensions.",
        )
    return self.transpose()


def _permute(self: Array, dims: Shape) -> Array:
    if len(dims) != self.ndim:
        raise ShapeError(f"permute: {len(dims)} dims are given for a tensor with {self.ndim} dimensions.")
    return self.transpose(axes(self.ndim, dims)) if self.ndim else self[...]


def _inverse(dims: Shape) -> Shape:
    """Return the permutation that undoes `dims`."""
    return tuple(int(place) for place in np.argsort([dim % len(dims) for dim in dims]))


def _flip(self: Array, dims: Shape | int) -> Array:
    places = axes(self.ndim, dims) if dims != () else ()
    return np.flip(self, places).copy(order="K") if places else self.copy(order="K")


def _roll(self: Array, shifts: int | Shape, dims: int | Shape | None = None) -> Array:
    shifts = shifts if isinstance(shifts, tuple) else (shifts,)
    if dims is None or dims == ():
        if len(shifts) != 1:
            raise ShapeError("roll: several shifts need as many dims.")
        return np.asarray(np.roll(self, shifts[0]), order="C")
    if not self.size:
        return self.copy()
    if self.ndim == 0:
        raise PositionError("roll: a tensor without dimensions has none to go along.")
    dims = dims if isinstance(dims, tuple) else (dims,)
    if len(dims) != len(shifts):
        raise ShapeError(f"roll: shifts and dims have to match, but there are {len(shifts)} and {len(dims)}.")
    return np.asarray(np.roll(self, shifts, tuple(axis(self.ndim, dim) for dim in dims)), order="C")


def _opposite(shifts: int | Shape) -> int | Shape:
    return tuple(-shift for shift in shifts) if isinstance(shifts, tuple) else -shifts


def _rot90(self: Array, k: int = 1, dims: Shape = (0, 1)) -> Array:
    if len(dims) != 2:
        raise ShapeError(f"rot90: two dims are needed to turn in, not {len(dims)}.")
    first, second = axes(self.ndim, dims)
    return np.rot90(self, k, (first, second)).copy()


define_word("inverse_order", _inverse)
define_word("opposite", _opposite)

TRANSPOSE = define(
    "transpose",
    Category.SHAPE,
    "swap",
    "Swaps two dimensions.",
    formula="transpose(self, dim0, dim1)",
    forward=_transpose,
    attributes=(
        Attribute("dim0", Kind.DIM, summary="One of the two."),
        Attribute("dim1", Kind.DIM, summary="The other."),
    ),
    promotion=Promotion.NONE,
    vjp={"self": "transpose(g, dim0, dim1)"},
    methods=("transpose", "swapaxes", "swapdims"),
    functions=("transpose", "swapaxes", "swapdims"),
    in_place_overload=1,
    in_place=True,
    is_view=True,
    keywords=("swap axes",),
    samples=(Sample((2, 3), dim0=0, dim1=1), Sample((2, 3, 4), dim0=-1, dim1=0)),
)
T = define(
    "t",
    Category.SHAPE,
    "T",
    "Transposes a matrix.",
    formula="self.T",
    forward=_t,
    promotion=Promotion.NONE,
    vjp={"self": "t(g)"},
    in_place_overload=1,
    in_place=True,
    is_view=True,
    keywords=("transpose",),
    samples=(Sample((2, 3)), Sample((3,)), Sample(())),
)
PERMUTE = define(
    "permute",
    Category.SHAPE,
    "swap",
    "Puts the dimensions into another order.",
    formula="permute(self, dims)",
    forward=_permute,
    attributes=(Attribute("dims", Kind.DIMS, splat=True, summary="For each dimension, which one of the input it is."),),
    promotion=Promotion.NONE,
    vjp={"self": "permute(g, inverse_order(dims))"},
    is_view=True,
    keywords=("transpose", "reorder"),
    samples=(Sample((2, 3), dims=(1, 0)), Sample((2, 3, 4), dims=(2, 0, -2))),
)
FLIP = define(
    "flip",
    Category.SHAPE,
    "flip",
    "Reverses the order along dimensions.",
    formula="flip(self, dims)",
    forward=_flip,
    attributes=(Attribute("dims", Kind.DIMS, splat=True, summary="The dimensions to reverse."),),
    promotion=Promotion.NONE,
    vjp={"self": "flip(g, dims)"},
    keywords=("reverse", "mirror"),
    samples=(Sample((3,), dims=(0,)), Sample((2, 3), dims=(0, 1))),
)
ROLL = define(
    "roll",
    Category.SHAPE,
    "↻",
    "Shifts the elements along dimensions; what leaves at one end comes back at the other.",
    formula="roll(self, shifts, dims)",
    forward=_roll,
    attributes=(
        Attribute("shifts", Kind.DIMS, summary="By how much."),
        Attribute("dims", Kind.DIMS, None, summary="Along which dimensions; without any, through all elements."),
    ),
    promotion=Promotion.NONE,
    vjp={"self": "roll(g, opposite(shifts), dims)"},
    keywords=("shift", "rotate", "circular"),
    samples=(Sample((3,), shifts=1), Sample((2, 3), shifts=(1, -1), dims=(0, 1)), Sample((2, 3), shifts=2)),
)
ROT90 = define(
    "rot90",
    Category.SHAPE,
    "↺",
    "Turns a matrix by 90 degrees, counter-clockwise, k times.",
    formula="rot90(self, k, dims)",
    forward=_rot90,
    attributes=(
        Attribute("k", Kind.INTEGER, 1, summary="How many quarter turns."),
        Attribute("dims", Kind.DIMS, (0, 1), summary="The plane that is turned, from the first to the second."),
    ),
    promotion=Promotion.NONE,
    vjp={"self": "rot90(g, -k, dims)"},
    keywords=("rotate", "turn"),
    samples=(Sample((2, 3)), Sample((2, 3, 4), k=2, dims=(1, 2))),
)
