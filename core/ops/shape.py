"""The same elements in another shape; most of these are views."""

from __future__ import annotations

import numpy as np

from core.ops.registry import define
from core.ops.spec import Attribute, Category, Kind


def _as_strided(x, size, stride, offset):
    return np.ndarray(size, x.dtype, x, offset * x.itemsize, tuple(s * x.itemsize for s in stride))


AS_STRIDED = define(
    "as_strided",
    Category.SHAPE,
    "",
    "s",
    formula="",
    forward=_as_strided,
    attributes=(
        Attribute("size", Kind.SHAPE),
        Attribute("stride", Kind.SHAPE),
        Attribute("offset", Kind.INTEGER, 0),
    ),
    vjp={"self": "as_strided_fill(g, self.shape, size, stride, offset)"},
)
T = define("t", Category.SHAPE, "T", "s", formula="self.T", forward=np.transpose, vjp={"self": "t(g)"}, is_view=True)


def _expand(g, size):
    return np.ndarray(size, g.dtype, np.asarray(g), 0, (0,) * len(size)) if g.ndim == 0 else np.broadcast_to(g, size)


EXPAND = define(
    "expand",
    Category.SHAPE,
    "",
    "s",
    formula="",
    forward=_expand,
    attributes=(Attribute("size", Kind.SHAPE, splat=True),),
    vjp={"self": "g"},
    is_view=True,
)
