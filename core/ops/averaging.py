"""Pooling by averages: of windows of a given size, and of a given number of windows."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from core.ops.arrays import Array, Result, require_ndim, widened
from core.ops.convolution import Sizes, each, inside, positions, windows
from core.ops.pooling import CEIL, KERNEL, PADDING, STRIDE, Geometry, beside, geometry, in_one_dim
from core.ops.registry import Words, compose, define
from core.ops.spec import Attribute, Category, Kind, Sample

# Windows of a given size ------------------------------------------------------------------------------


def _counts(shape: Sizes, at: Geometry, include_pad: bool) -> Result:
    """Return how many elements each window covers; what the overhang adds never counts."""
    ones = np.pad(np.ones(shape[-2:]), at.borders(2)) if not include_pad else _with_border(shape, at)
    return windows(ones, at.kernel, at.stride, (1, 1)).sum((-2, -1))


def _with_border(shape: Sizes, at: Geometry) -> Array:
    padded = np.ones([size + 2 * edge for size, edge in zip(shape[-2:], at.padding, strict=True)])
    return np.pad(padded, [(0, more) for more in at.overhang])


@widened
def _avg_pool(
    x: Array,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Result:
    at = geometry(x.shape, kernel_size, stride, padding, 1, ceil_mode)
    sums = windows(np.pad(x, at.borders(x.ndim)), at.kernel, at.stride, (1, 1)).sum((-2, -1))
    return (sums / (divisor_override or _counts(x.shape, at, count_include_pad))).astype(x.dtype)


@widened
def _avg_unpool(
    g: Array,
    shape: Sizes,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Result:
    at = geometry(shape, kernel_size, stride, padding, 1, ceil_mode)
    shares = (g / (divisor_override or _counts(shape, at, count_include_pad))).astype(g.dtype)
    whole = np.pad(np.zeros(shape, g.dtype), at.borders(len(shape)))
    for _, met in positions(at.kernel, at.stride, (1, 1), g.shape[-2:]):
        whole[inside(met)] += shares
    cut = tuple(slice(edge, edge + size) for edge, size in zip(at.padding, shape[-2:], strict=True))
    return whole[inside(cut)]


_WINDOW = (
    KERNEL,
    STRIDE,
    PADDING,
    CEIL,
    Attribute("count_include_pad", Kind.FLAG, True, summary="Whether the zeros around the input count."),
)
_SETTINGS = (
    *_WINDOW,
    Attribute("divisor_override", Kind.INTEGER, None, summary="What to divide by, if not the size of the window."),
)
_CALL = ", ".join(one.name for one in _SETTINGS)
_WORDS = ("pooling", "downsample", "layer", "mean")

AVG_POOL2D = define(
    "avg_pool2d",
    Category.REDUCTION,
    "μ",
    "The average of every window that moves over an image.",
    formula=f"avg_pool2d(self, {_CALL})",
    forward=_avg_pool,
    attributes=_SETTINGS,
    vjp={"self": (f"avg_unpool2d(g, self.shape, {_CALL})", "g / count, spread over the windows")},
    node="AvgPool2DBackward0",
    methods=(),
    functions=(),
    nn=("avg_pool2d",),
    keywords=(*_WORDS, "image"),
    samples=(
        Sample((1, 2, 4, 4), kernel_size=2),
        Sample((2, 1, 5, 4), kernel_size=(3, 2), stride=1, padding=1, count_include_pad=False),
        Sample((1, 5, 5), kernel_size=2, padding=1, ceil_mode=True),
    ),
)
AVG_UNPOOL2D = define(
    "avg_unpool2d",
    Category.REDUCTION,
    "μ",
    "Spreads every element evenly over the window it belongs to.",
    formula=f"avg_unpool2d(self, shape, {_CALL})",
    forward=_avg_unpool,
    attributes=(Attribute("shape", Kind.SHAPE), *_SETTINGS),
    vjp={"self": f"avg_pool2d(g, {_CALL})"},
    hidden=True,
    samples=(
        Sample((1, 2, 2, 2), shape=(1, 2, 4, 4), kernel_size=2),
        Sample((1, 3, 3), shape=(1, 5, 5), kernel_size=2, padding=1, ceil_mode=True, count_include_pad=False),
    ),
)


def _avg_pool1d(
    ops: Words,
    self: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Any:
    settings = {"kernel_size": beside(1, kernel_size), "stride": beside(1, stride), "padding": beside(0, padding)}
    options = {"ceil_mode": ceil_mode, "count_include_pad": count_include_pad}
    return in_one_dim(ops, "avg_pool2d", self, settings | options)


AVG_POOL1D = compose(
    "avg_pool1d",
    Category.REDUCTION,
    "μ",
    "The average of every window that moves along the last dimension.",
    formula="avg_pool1d(self, kernel_size, stride, padding, ceil_mode, count_include_pad)",
    body=_avg_pool1d,
    attributes=_WINDOW,
    methods=(),
    nn=("avg_pool1d",),
    keywords=(*_WORDS, "signal"),
    samples=(Sample((1, 2, 5), kernel_size=2), Sample((2, 6), kernel_size=3, stride=1, padding=1)),
)

# A given number of windows ----------------------------------------------------------------------------


@functools.cache
def _averaging_matrix(size: int, count: int) -> Array:
    """Return the matrix that averages `size` elements in `count` windows of about the same length."""
    matrix = np.zeros((count, size))
    for row in range(count):
        start, stop = row * size // count, -(-(row + 1) * size // count)
        matrix[row, start:stop] = 1 / (stop - start)
    return matrix


def _matrices(shape: Sizes, count: Sizes, dtype: Any) -> tuple[Array, Array]:
    down, across = (_averaging_matrix(size, some) for size, some in zip(shape[-2:], count, strict=True))
    return down.astype(dtype), across.astype(dtype)


@widened
def _adaptive(x: Array, output_size: Sizes) -> Result:
    down, across = _matrices(x.shape, output_size, x.dtype)
    return down @ x @ across.T


@widened
def _adaptive_back(g: Array, shape: Sizes) -> Result:
    down, across = _matrices(shape, g.shape[-2:], g.dtype)
    return down.T @ g @ across


_OUTPUT = Attribute("output_size", Kind.SHAPE, summary="How many windows there are.")

ADAPTIVE_AVERAGE = define(
    "adaptive_average",
    Category.REDUCTION,
    "μ",
    "The averages of a given number of windows over a plane.",
    formula="adaptive_average(self, output_size)",
    forward=_adaptive,
    attributes=(_OUTPUT,),
    elements=lambda x, output_size: math.prod((*x.shape[:-2], *output_size)),
    vjp={"self": "adaptive_spread(g, self.shape)"},
    node="AdaptiveAvgPool2DBackward0",
    hidden=True,
    samples=(Sample((1, 2, 5, 4), output_size=(2, 3)), Sample((1, 3, 3), output_size=(2, 2))),
)
ADAPTIVE_SPREAD = define(
    "adaptive_spread",
    Category.REDUCTION,
    "μ",
    "Spreads every element evenly over the window it belongs to.",
    formula="adaptive_spread(self, shape)",
    forward=_adaptive_back,
    attributes=(Attribute("shape", Kind.SHAPE),),
    vjp={"self": "adaptive_average(g, (self.shape[-2], self.shape[-1]))"},
    hidden=True,
    samples=(Sample((1, 2, 2, 3), shape=(1, 2, 5, 4)), Sample((1, 2, 2), shape=(1, 3, 3))),
)


def _adaptive_avg_pool2d(ops: Words, self: Any, output_size: Any) -> Any:
    require_ndim("adaptive_avg_pool2d", self.shape, 3, 4)
    wanted = output_size if isinstance(output_size, int) else tuple(output_size)
    given = each(wanted, 2)
    count = tuple(size if some is None else some for size, some in zip(self.shape[-2:], given, strict=True))
    return ops.mean(self, (-2, -1), True) if count == (1, 1) else ops.adaptive_average(self, count)


ADAPTIVE_AVG_POOL2D = compose(
    "adaptive_avg_pool2d",
    Category.REDUCTION,
    "μ",
    "Averages an image in a given number of windows.",
    formula="adaptive_average(self, output_size)",
    body=_adaptive_avg_pool2d,
    attributes=(_OUTPUT,),
    methods=(),
    functions=(),
    nn=("adaptive_avg_pool2d",),
    keywords=(*_WORDS, "global average", "image"),
    samples=(Sample((1, 2, 5, 4), output_size=(2, 3)), Sample((1, 2, 4, 4), output_size=1)),
)


def _adaptive_avg_pool1d(ops: Words, self: Any, output_size: Any) -> Any:
    require_ndim("adaptive_avg_pool1d", self.shape, 2, 3)
    return in_one_dim(ops, "adaptive_average", self, {"output_size": beside(1, output_size)})


ADAPTIVE_AVG_POOL1D = compose(
    "adaptive_avg_pool1d",
    Category.REDUCTION,
    "μ",
    "Averages the last dimension in a given number of windows.",
    formula="adaptive_avg_pool1d(self, output_size)",
    body=_adaptive_avg_pool1d,
    attributes=(_OUTPUT,),
    methods=(),
    nn=("adaptive_avg_pool1d",),
    keywords=(*_WORDS, "global average", "signal"),
    samples=(Sample((1, 2, 5), output_size=2), Sample((2, 4), output_size=3)),
)
