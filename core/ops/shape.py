"""The same elements in another shape. All of these are views, except where numpy has to copy."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.errors import ShapeError
from core.ops.arrays import Array, axes, axis
from core.ops.memory import Shape, steps_of, window
from core.ops.registry import define, define_word
from core.ops.spec import Attribute, Category, Kind, Promotion, Sample

_SIZE = Attribute("size", Kind.SHAPE, splat=True, summary="The new shape; one -1 is found from the rest.")


def filled_in(size: Shape, count: int) -> Shape:
    """Return a shape with its -1 replaced, so that it has `count` elements."""
    unknown = [place for place, length in enumerate(size) if length == -1]
    known = math.prod(length for length in size if length != -1)
    if len(unknown) > 1:
        raise ShapeError(f"Only one dimension can be inferred, but {list(size)} has {len(unknown)} of -1.")
    if any(length < -1 for length in size):
        raise ShapeError(f"The shape {list(size)} has an invalid length.")
    if unknown and known == 0:
        raise ShapeError(f"The -1 in the shape {list(size)} cannot be found: any length would do for 0 elements.")
    found = tuple(count // known if length == -1 else length for length in size)
    if math.prod(found) != count:
        raise ShapeError(f"The shape {list(size)} is invalid for a tensor of {count} elements.")
    return found


def viewed(x: Array, size: Shape) -> Array | None:
    """Return `x` with another shape without copying, or None where its strides do not allow that."""
    made = x.reshape(filled_in(size, x.size))
    return made if made.base is x or made.base is x.base or not x.size else None


def _view(self: Array, size: Shape) -> Array:
    made = viewed(self, size)
    if made is None:
        raise ShapeError(
            f"view: a tensor of shape {list(self.shape)} whose elements are not contiguous in memory cannot be seen "
            f"with shape {list(size)}: its strides do not allow a view.",
            "Use reshape(), which copies when it has to, or contiguous() first.",
        )
    return made


def _expand(self: Array, size: Shape) -> Array:
    if not self.ndim and min(size, default=0) >= 0:  # the gradient of a sum
        return np.ndarray(size, self.dtype, np.asarray(self), 0, (0,) * len(size))
    missing = len(size) - self.ndim
    if missing < 0:
        raise ShapeError(f"expand: the size {list(size)} has fewer dimensions than the tensor ({self.ndim}).")
    if any(length < -1 for length in size):
        raise ShapeError(f"expand: the size {list(size)} has a negative length.")
    if -1 in size[:missing]:
        raise ShapeError(f"expand: -1 is not allowed in a leading, non-existing dimension, as in {list(size)}.")
    shape = (1,) * missing + self.shape
    wanted = tuple(before if length == -1 else length for length, before in zip(size, shape, strict=True))
    if any(before not in (1, length) for length, before in zip(wanted, shape, strict=True)):
        raise ShapeError(
            f"expand: the shape {list(self.shape)} cannot be expanded to size {list(size)}: only dimensions of "
            "length 1 can grow."
        )
    steps = steps_of(self)
    if not steps:
        return window(self, wanted, (0,) * missing)
    for place in reversed(range(missing)):
        steps = (shape[place + 1] * steps[0], *steps)
    ends = zip(steps, shape, wanted, strict=True)
    return window(self, wanted, tuple(step if before == length else 0 for step, before, length in ends))


def _unsqueeze(self: Array, dim: int) -> Array:
    return np.expand_dims(self, axis(self.ndim + 1, dim))


def _squeeze(self: Array, dim: int | Shape | None = None) -> Array:
    gone = range(self.ndim) if dim is None else axes(self.ndim, dim) if dim != () else ()
    return self.reshape([length for place, length in enumerate(self.shape) if length != 1 or place not in gone])


def _squeeze_overload(_: Sequence[Any], attributes: Mapping[str, Any]) -> int:
    dim = attributes["dim"]
    return 0 if dim is None else 1 if isinstance(dim, int) else 2


define_word("reshape", np.reshape)

VIEW = define(
    "view",
    Category.SHAPE,
    "view",
    "Sees the elements with another shape; they have to lie in memory in that order.",
    formula="view(self, size)",
    forward=_view,
    attributes=(_SIZE,),
    promotion=Promotion.NONE,
    vjp={"self": "reshape(g, self.shape)"},
    functions=(),
    is_view=True,
    keywords=("reshape", "shape"),
    samples=(Sample((6,), size=(2, 3)), Sample((2, 3), size=(-1,)), Sample((), size=(1, 1))),
)
UNSAFE_VIEW = define(
    "unsafe_view",
    Category.SHAPE,
    "view",
    "Gives a fresh copy another shape.",
    formula="unsafe_view(self, size)",
    forward=_view,
    attributes=(_SIZE,),
    promotion=Promotion.NONE,
    vjp={"self": "reshape(g, self.shape)"},
    hidden=True,
    samples=(Sample((6,), size=(2, 3)), Sample((2, 3), size=(-1,))),
)
RESHAPE_ALIAS = define(
    "reshape_alias",
    Category.SHAPE,
    "view",
    "Sees elements that are not contiguous in memory with another shape.",
    formula="view(self, size)",
    forward=_view,
    attributes=(_SIZE,),
    promotion=Promotion.NONE,
    vjp={"self": "reshape(g, self.shape)"},
    is_view=True,
    hidden=True,
    samples=(Sample((6,), size=(2, 3)), Sample((2, 3), size=(6,))),
)
ALIAS = define(
    "alias",
    Category.SHAPE,
    "=",
    "Looks at the whole tensor.",
    formula="self",
    forward=lambda self: self[...],
    promotion=Promotion.NONE,
    vjp={"self": "g"},
    is_view=True,
    hidden=True,
    samples=(Sample((3,)), Sample((2, 3))),
)
EXPAND = define(
    "expand",
    Category.SHAPE,
    "expand",
    "Repeats dimensions of length 1, without copying: the copies share their memory.",
    formula="expand(self, size)",
    forward=_expand,
    attributes=(Attribute("size", Kind.SHAPE, splat=True, summary="The new shape; -1 keeps a length."),),
    promotion=Promotion.NONE,
    vjp={"self": ("g", "g summed over the repetitions")},
    functions=(),
    is_view=True,
    keywords=("broadcast", "repeat", "grow"),
    samples=(
        Sample((2, 1), size=(2, 3)),
        Sample((3,), size=(2, 3)),
        Sample((), size=(2,)),
        Sample((1, 3), size=(4, -1)),
    ),
)
UNSQUEEZE = define(
    "unsqueeze",
    Category.SHAPE,
    "+1",
    "Inserts a dimension of length 1.",
    formula="unsqueeze(self, dim)",
    forward=_unsqueeze,
    attributes=(Attribute("dim", Kind.DIM, summary="Where the new dimension goes."),),
    promotion=Promotion.NONE,
    vjp={"self": "reshape(g, self.shape)"},
    in_place_overload=1,
    in_place=True,
    is_view=True,
    keywords=("new axis", "add dimension"),
    samples=(Sample((3,), dim=0), Sample((2, 3), dim=-1)),
)
SQUEEZE = define(
    "squeeze",
    Category.SHAPE,
    "−1",
    "Takes out dimensions of length 1.",
    formula="squeeze(self, dim)",
    forward=_squeeze,
    attributes=(Attribute("dim", Kind.DIMS, None, summary="Which dimensions; without any, all of length 1."),),
    promotion=Promotion.NONE,
    vjp={"self": "reshape(g, self.shape)"},
    overload=_squeeze_overload,
    in_place_overload=3,
    in_place=True,
    is_view=True,
    keywords=("drop axis", "remove dimension"),
    samples=(Sample((1, 3, 1)), Sample((1, 3, 1), dim=0), Sample((1, 3, 1), dim=(0, 2)), Sample((2, 3), dim=1)),
)
SQUEEZED = define(
    "squeezed",
    Category.SHAPE,
    "−1",
    "Takes a dimension of length 1 out of a fresh result.",
    formula="squeeze(self, dim)",
    forward=_squeeze,
    attributes=(Attribute("dim", Kind.DIM),),
    promotion=Promotion.NONE,
    vjp={"self": "reshape(g, self.shape)"},
    node="SqueezeBackward4",
    hidden=True,
    samples=(Sample((1, 3), dim=0), Sample((2, 1), dim=1)),
)
