"""Pooling: one number for each window that moves over the input. Here, the largest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.errors import OperandError, ShapeError
from core.ops.arrays import Array
from core.ops.convolution import Sizes, each, windows
from core.ops.registry import Words, compose, define, define_word
from core.ops.spec import Attribute, Category, Kind, Sample

KERNEL = Attribute("kernel_size", Kind.SHAPE, summary="The size of the window.")
STRIDE = Attribute("stride", Kind.SHAPE, None, summary="How far it moves; by its own size, if not given.")
PADDING = Attribute("padding", Kind.SHAPE, 0, summary="How far it reaches over the border.")
CEIL = Attribute("ceil_mode", Kind.FLAG, False, summary="Also take a last window that is not complete.")
_DILATION = Attribute("dilation", Kind.SHAPE, 1, summary="How far apart the elements of the window are.")
_GEOMETRY = (KERNEL, STRIDE, PADDING, _DILATION, CEIL)


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the windows over a plane are; `overhang` is how far the last ones reach over its padded end."""

    kernel: Sizes
    stride: Sizes
    padding: Sizes
    dilation: Sizes
    overhang: Sizes

    def borders(self, ndim: int) -> list[tuple[int, int]]:
        """Return what has to be added before and after each dimension of the input."""
        pairs = zip(self.padding, self.overhang, strict=True)
        return [(0, 0)] * (ndim - 2) + [(edge, edge + more) for edge, more in pairs]


def geometry(
    shape: Sizes, kernel_size: Any, stride: Any, padding: Any, dilation: Any = 1, ceil_mode: bool = False
) -> Geometry:
    """Find the windows over the last two dimensions of a shape."""
    if len(shape) not in (3, 4):
        raise ShapeError(f"pooling: an image or a batch of images (3 or 4 dimensions) is expected, not {list(shape)}.")
    kernel, border, spread = each(kernel_size, 2), each(padding, 2), each(dilation, 2)
    if any(2 * edge > size for edge, size in zip(border, kernel, strict=True)):
        raise OperandError(f"pooling: the pad {list(border)} should be at most half of the kernel size {list(kernel)}.")
    steps = kernel if stride in (None, ()) else each(stride, 2)
    if min(*kernel, *steps, *spread) < 1:
        raise OperandError(f"pooling: kernel {kernel}, stride {steps} and dilation {spread} have to be above 0.")
    spans = [step * (size - 1) + 1 for size, step in zip(kernel, spread, strict=True)]
    sides = zip(shape[-2:], spans, steps, border, strict=True)
    return Geometry(kernel, steps, border, spread, tuple(_overhang(*side) if ceil_mode else 0 for side in sides))


def _overhang(size: int, span: int, step: int, edge: int) -> int:
    """Return how far the last window reaches over the end, where incomplete windows count, too."""
    free = size + 2 * edge - span
    steps = math.ceil(free / step)
    if steps * step >= size + edge:  # a window has to start inside
        steps -= 1
    return max(steps * step - free, 0)


def _max_pool(
    x: Array, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False
) -> tuple[Array, Array]:
    at = geometry(x.shape, kernel_size, stride, padding, dilation, ceil_mode)
    lowest = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    whole = np.pad(x, at.borders(x.ndim), constant_values=lowest)
    seen = windows(whole, at.kernel, at.stride, at.dilation)
    flat = seen.reshape(*seen.shape[:-2], -1)
    best = np.argmax(flat, -1)  # the first of equal ones; NaN counts as the largest
    inside = np.divmod(best, at.kernel[1])
    starts = np.ix_(*(np.arange(count) * step for count, step in zip(seen.shape[-4:-2], at.stride, strict=True)))
    row, column = (
        start + place * step - edge
        for start, place, step, edge in zip(starts, inside, at.dilation, at.padding, strict=True)
    )
    return np.take_along_axis(flat, best[..., None], -1)[..., 0], row * x.shape[-1] + column


define_word("flat_plane", lambda shape: (*shape[:-2], shape[-2] * shape[-1]))

_SAMPLES = (
    Sample((1, 2, 4, 4), kernel_size=2),
    Sample((2, 1, 5, 4), kernel_size=(3, 2), stride=1, padding=1),
    Sample((1, 5, 5), kernel_size=2, ceil_mode=True),
)
_TIES = "Of equal elements in a window, the first gets the gradient."

MAX_POOL2D_WITH_INDICES = define(
    "max_pool2d_with_indices",
    Category.REDUCTION,
    "max",
    "The largest element of every window, and where it is in the plane.",
    formula="max_pool2d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode)",
    forward=_max_pool,
    attributes=_GEOMETRY,
    outputs=("result", "indices"),
    vjp={
        "self": (
            "reshape(place(reshape(g, flat_plane(g.shape)), reshape(indices, flat_plane(g.shape)),"
            " flat_plane(self.shape), -1), self.shape)",
            "zeros, with g added where the largest elements are",
        )
    },
    node="MaxPool2DWithIndicesBackward0",
    hidden=True,
    zero_fills=True,
    kinks=_TIES,
    samples=_SAMPLES,
)


def _max_pool2d(ops: Words, self: Any, *settings: Any, return_indices: bool = False, **named: Any) -> Any:
    made = ops.max_pool2d_with_indices(self, *settings, **named)
    return tuple(made) if return_indices else made[0]


MAX_POOL2D = compose(
    "max_pool2d",
    Category.REDUCTION,
    "max",
    "The largest element of every window that moves over an image.",
    formula="max_pool2d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode)[0]",
    body=_max_pool2d,
    attributes=(*_GEOMETRY, Attribute("return_indices", Kind.FLAG, False, summary="Also return where they are.")),
    methods=(),
    nn=("max_pool2d",),
    kinks=_TIES,
    keywords=("pooling", "downsample", "image", "layer"),
    samples=_SAMPLES,
)


def in_one_dim(ops: Words, name: str, x: Any, settings: dict[str, Any]) -> Any:
    """Pool along the last dimension only, as a plane with a height of 1."""
    return ops.squeeze(getattr(ops, name)(ops.unsqueeze(x, -2), **settings), -2)


def beside(height: int, value: int | Sequence[int] | None) -> Sizes | None:
    """Return a setting for both dimensions of a plane, given that for its width."""
    return None if value is None else (height, *each(value if isinstance(value, int) else tuple(value), 1))


def _max_pool1d(
    ops: Words,
    self: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
) -> Any:
    settings = {"kernel_size": beside(1, kernel_size), "stride": beside(1, stride), "padding": beside(0, padding)}
    return in_one_dim(ops, "max_pool2d", self, settings | {"dilation": beside(1, dilation), "ceil_mode": ceil_mode})


MAX_POOL1D = compose(
    "max_pool1d",
    Category.REDUCTION,
    "max",
    "The largest element of every window that moves along the last dimension.",
    formula="max_pool1d(self, kernel_size, stride, padding, dilation, ceil_mode)",
    body=_max_pool1d,
    attributes=_GEOMETRY,
    methods=(),
    nn=("max_pool1d",),
    kinks=_TIES,
    keywords=("pooling", "downsample", "signal", "layer"),
    samples=(Sample((1, 2, 5), kernel_size=2), Sample((2, 6), kernel_size=3, stride=1, padding=1)),
)
