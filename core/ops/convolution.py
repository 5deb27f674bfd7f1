"""Convolutions in one and more dimensions: sums of products under a kernel that moves over the input.

The three operations here are each other's gradients: the convolution, its transpose (which spreads every
element of the input over the output), and the product of input and gradient that the kernel gets.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from core.errors import OperandError, ShapeError
from core.ops.arrays import Array, Result, require_ndim, widened
from core.ops.registry import Words, compose, define, define_word
from core.ops.spec import Attribute, Category, Kind, Op, Port, Promotion, Sample

Sizes = tuple[int, ...]


def each(value: int | Sizes, count: int) -> Sizes:
    """Return a setting for every dimension in space, given one for all or one for each."""
    sizes = (value,) if isinstance(value, int) else tuple(value)
    if len(sizes) not in (1, count):
        raise ShapeError(f"A number, or {count} numbers, are expected, not {list(sizes)}.")
    return sizes * count if len(sizes) == 1 else sizes


def inside(places: tuple[Any, ...]) -> Any:
    """Return the numpy index of places in the last dimensions, those in space."""
    return (..., *places)


def _padded(x: Array, padding: Sizes) -> Array:
    if not any(padding):
        return x
    return np.pad(x, [(0, 0)] * (x.ndim - len(padding)) + [(size, size) for size in padding])


def windows(x: Array, kernel: Sizes, stride: Sizes, dilation: Sizes) -> Result:
    """Return what a moving kernel sees: the dimensions of its positions, followed by those of the kernel."""
    spans = tuple(step * (size - 1) + 1 for size, step in zip(kernel, dilation, strict=True))
    places = tuple(range(x.ndim - len(kernel), x.ndim))
    if any(span > x.shape[place] for span, place in zip(spans, places, strict=True)):
        raise ShapeError(
            f"The kernel size {list(spans)} can't be greater than the input size {[x.shape[p] for p in places]} "
            "(with its padding)."
        )
    seen = np.lib.stride_tricks.sliding_window_view(x, spans, places)
    return seen[inside(tuple(slice(None, None, step) for step in (*stride, *dilation)))]


def positions(kernel: Sizes, stride: Sizes, dilation: Sizes, count: Sizes) -> Iterator[tuple[Sizes, tuple[slice, ...]]]:
    """Iterate over the elements of a kernel, and the elements of the input that each one meets."""
    for offset in itertools.product(*map(range, kernel)):
        starts = [place * step for place, step in zip(offset, dilation, strict=True)]
        yield (
            offset,
            tuple(
                slice(start, start + step * (size - 1) + 1, step)
                for start, step, size in zip(starts, stride, count, strict=True)
            ),
        )


def _grouped(x: Array, groups: int, dim: int) -> list[Array]:
    return np.split(x, groups, dim) if groups > 1 else [x]


def _check(x: Array, weight: Array, groups: int) -> None:
    if x.ndim != weight.ndim:
        raise ShapeError(f"conv: an input of shape {list(x.shape)} and a weight of {list(weight.shape)} do not fit.")
    if x.shape[1] != weight.shape[1] * groups:
        raise ShapeError(
            f"conv: the weight of size {list(weight.shape)} with groups={groups} expects an input with "
            f"{weight.shape[1] * groups} channels, but the input of size {list(x.shape)} has {x.shape[1]} channels."
        )
    if weight.shape[0] % groups:
        raise ShapeError(f"conv: {weight.shape[0]} output channels cannot be divided into {groups} groups.")


@widened
def _convolution(
    x: Array, weight: Array, bias: Array | None, stride: Sizes, padding: Sizes, dilation: Sizes, groups: int
) -> Result:
    _check(x, weight, groups)
    seen = windows(_padded(x, padding), weight.shape[2:], stride, dilation)
    count = weight.ndim - 2
    summed = (1, *range(2 + count, 2 + 2 * count)), tuple(range(1, 2 + count))
    parts = [
        np.tensordot(part, kernel, summed)
        for part, kernel in zip(_grouped(seen, groups, 1), _grouped(weight, groups, 0), strict=True)
    ]
    made = np.moveaxis(np.concatenate(parts, -1) if groups > 1 else parts[0], -1, 1)
    made = np.ascontiguousarray(made)
    return made if bias is None else made + bias.reshape(-1, *(1,) * count)


def _padded_elements(x: Array, weight: Array, bias: Array | None, padding: Sizes, **_: Any) -> int:
    """Return how many elements the padded input has, with as many channels as there are on either side."""
    lengths = (length + 2 * border for length, border in zip(x.shape[2:], padding, strict=False))
    return math.prod((x.shape[0], max(x.shape[1], weight.shape[0]), *lengths))


@widened
def _transposed(
    x: Array,
    weight: Array,
    bias: Array | None,
    size: Sizes,
    stride: Sizes,
    padding: Sizes,
    dilation: Sizes,
    groups: int,
) -> Result:
    if x.shape[1] != weight.shape[0]:
        raise ShapeError(
            f"conv_transpose: the weight of size {list(weight.shape)} expects {weight.shape[0]} channels, but the "
            f"input of size {list(x.shape)} has {x.shape[1]} channels."
        )
    whole = tuple(length + 2 * border for length, border in zip(size, padding, strict=True))
    made = np.zeros((x.shape[0], weight.shape[1] * groups, *whole), np.result_type(x, weight))
    for part, rows, kernel in zip(
        _grouped(made, groups, 1), _grouped(x, groups, 1), _grouped(weight, groups, 0), strict=True
    ):
        for offset, met in positions(weight.shape[2:], stride, dilation, x.shape[2:]):
            product = np.tensordot(rows, kernel[inside(offset)], ((1,), (0,)))
            part[inside(met)] += np.moveaxis(product, -1, 1)
    cut = tuple(slice(border, border + length) for border, length in zip(padding, size, strict=True))
    made = np.ascontiguousarray(made[inside(cut)])
    return made if bias is None else made + bias.reshape(-1, *(1,) * len(size))


@widened
def _kernel_product(
    x: Array, g: Array, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, groups: int
) -> Result:
    whole = _padded(x, padding)
    made = np.empty((g.shape[1], x.shape[1] // groups, *kernel), np.result_type(x, g))
    places = (0, *range(2, x.ndim))
    for part, seen, met_by in zip(
        _grouped(made, groups, 0), _grouped(whole, groups, 1), _grouped(g, groups, 1), strict=True
    ):
        for offset, met in positions(kernel, stride, dilation, g.shape[2:]):
            product = np.tensordot(met_by, seen[inside(met)], (places, places))
            part[inside(offset)] = product
    return made


_STRIDE = Attribute("stride", Kind.SHAPE, 1, summary="How far the kernel moves at each step.")
_PADDING = Attribute("padding", Kind.SHAPE, 0, summary="How many zeros surround the input.")
_DILATION = Attribute("dilation", Kind.SHAPE, 1, summary="How far apart the elements of the kernel are.")
_GROUPS = Attribute("groups", Kind.INTEGER, 1, 1, summary="Into how many groups, which do not mix, the channels fall.")
_BIAS = Port("bias", "What is added to every output channel.", optional=True)
_GEOMETRY = (
    Attribute("stride", Kind.SHAPE),
    Attribute("padding", Kind.SHAPE),
    Attribute("dilation", Kind.SHAPE),
    Attribute("groups", Kind.INTEGER),
)
_PLAIN = {"stride": (1, 1), "padding": (0, 0), "dilation": (1, 1), "groups": 1}
_UNUSUAL = {"stride": (2, 1), "padding": (1, 0), "dilation": (1, 2), "groups": 2}

define_word("in_space", lambda shape: tuple(shape[2:]))
define_word("not_channels", lambda ndim: (0, *range(2, ndim)))

CONVOLUTION = define(
    "convolution",
    Category.LINALG,
    "grid",
    "Sums of products under a kernel that moves over the input.",
    formula="convolution(self, weight, bias, stride, padding, dilation, groups)",
    forward=_convolution,
    elements=_padded_elements,
    inputs=("self", "weight", _BIAS),
    attributes=_GEOMETRY,
    vjp={
        "self": (
            "convolution_transposed(g, weight, None, in_space(self.shape), stride, padding, dilation, groups)",
            "conv_transpose(g, weight)",
        ),
        "weight": ("kernel_product(self, g, in_space(weight.shape), stride, padding, dilation, groups)", "self * g"),
        "bias": "sum(g, not_channels(g.ndim))",
    },
    promotion=Promotion.SAME,
    hidden=True,
    samples=(
        Sample((1, 2, 4, 4), (3, 2, 2, 2), (3,), **_PLAIN),
        Sample((2, 2, 5, 4), (2, 1, 2, 2), None, **_UNUSUAL),
    ),
)
CONVOLUTION_TRANSPOSED = define(
    "convolution_transposed",
    Category.LINALG,
    "grid",
    "Spreads every element of the input over the output, as a kernel says.",
    formula="convolution_transposed(self, weight, bias, size, stride, padding, dilation, groups)",
    forward=_transposed,
    elements=lambda x, weight, bias, size, groups, **_: math.prod((len(x), weight.shape[1] * groups, *size)),
    inputs=("self", "weight", _BIAS),
    attributes=(Attribute("size", Kind.SHAPE), *_GEOMETRY),
    vjp={
        "self": ("convolution(g, weight, None, stride, padding, dilation, groups)", "conv(g, weight)"),
        "weight": ("kernel_product(g, self, in_space(weight.shape), stride, padding, dilation, groups)", "g * self"),
        "bias": "sum(g, not_channels(g.ndim))",
    },
    promotion=Promotion.SAME,
    node="ConvolutionBackward0",
    hidden=True,
    samples=(
        Sample((1, 3, 3, 3), (3, 2, 2, 2), (2,), size=(4, 4), **_PLAIN),
        Sample((2, 2, 3, 2), (2, 1, 2, 2), None, size=(5, 4), **_UNUSUAL),
    ),
)
KERNEL_PRODUCT = define(
    "kernel_product",
    Category.LINALG,
    "grid",
    "For every element of a kernel, the sum of the products of what it meets and what comes of that.",
    formula="kernel_product(self, other, kernel, stride, padding, dilation, groups)",
    forward=_kernel_product,
    inputs=("self", "other"),
    attributes=(Attribute("kernel", Kind.SHAPE), *_GEOMETRY),
    vjp={
        "self": "convolution_transposed(other, g, None, in_space(self.shape), stride, padding, dilation, groups)",
        "other": "convolution(self, g, None, stride, padding, dilation, groups)",
    },
    promotion=Promotion.SAME,
    hidden=True,
    samples=(
        Sample((1, 2, 4, 4), (1, 3, 3, 3), kernel=(2, 2), **_PLAIN),
        Sample((2, 2, 5, 4), (2, 2, 3, 2), kernel=(2, 2), **_UNUSUAL),
    ),
)


def batched(ops: Words, x: Any, count: int, compute: Callable[[Any], Any]) -> Any:
    """Compute with a batch; an input without that dimension becomes a batch of one."""
    if x.ndim == count + 2:
        return compute(x)
    if x.ndim != count + 1:
        raise ShapeError(f"An input with {count + 1} or {count + 2} dimensions is expected, not {list(x.shape)}.")
    return ops.squeeze(compute(ops.unsqueeze(x, 0)), 0)


def _check_settings(name: str, weight: Any, count: int, groups: int) -> None:
    require_ndim(f"{name}: the weight", weight.shape, count + 2, count + 2)
    if groups < 1:
        raise OperandError(f"{name}: groups has to be at least 1, not {groups}.")


def _conv(
    ops: Words,
    self: Any,
    weight: Any,
    bias: Any = None,
    stride: int | Sizes = 1,
    padding: int | Sizes | str = 0,
    dilation: int | Sizes = 1,
    groups: int = 1,
    *,
    count: int,
) -> Any:
    _check_settings(f"conv{count}d", weight, count, groups)
    steps, spread = each(stride, count), each(dilation, count)

    def compute(x: Any) -> Any:
        border = padding
        if border == "valid":
            border = 0
        if isinstance(border, str):
            x, border = _same(ops, x, weight, steps, spread)
        return ops.convolution(x, weight, bias, steps, each(border, count), spread, groups)

    return batched(ops, self, count, compute)


def _same(ops: Words, x: Any, weight: Any, stride: Sizes, dilation: Sizes) -> tuple[Any, Sizes]:
    """Return the padding for an output as large as the input; what is uneven is added at the end."""
    if any(step != 1 for step in stride):
        raise OperandError("conv: padding='same' is not supported for strided convolutions.", "Give numbers.")
    spans = [step * (size - 1) for size, step in zip(weight.shape[2:], dilation, strict=True)]
    uneven = [part for span in reversed(spans) for part in (0, span % 2)]
    return ops.pad(x, tuple(uneven)) if any(uneven) else x, tuple(span // 2 for span in spans)


def _conv_transpose(
    ops: Words,
    self: Any,
    weight: Any,
    bias: Any = None,
    stride: int | Sizes = 1,
    padding: int | Sizes = 0,
    output_padding: int | Sizes = 0,
    groups: int = 1,
    dilation: int | Sizes = 1,
    *,
    count: int,
) -> Any:
    _check_settings(f"conv_transpose{count}d", weight, count, groups)
    steps, border, spread = (each(one, count) for one in (stride, padding, dilation))
    extra = each(output_padding, count)

    def compute(x: Any) -> Any:
        size = tuple(
            (x.shape[place + 2] - 1) * steps[place]
            - 2 * border[place]
            + spread[place] * (weight.shape[place + 2] - 1)
            + extra[place]
            + 1
            for place in range(count)
        )
        return ops.convolution_transposed(x, weight, bias, size, steps, border, spread, groups)

    return batched(ops, self, count, compute)


def _layer(count: int) -> Op:
    name = f"conv{count}d"
    space = (4, 5)[:count]
    kernel = (2, 3)[:count]
    return compose(
        name,
        Category.LINALG,
        "grid",
        f"A kernel moves over the input in {'one dimension' if count == 1 else 'two dimensions'} and sums products.",
        formula=f"{name}(self, weight, bias, stride, padding, dilation, groups)",
        body=functools.partial(_conv, count=count),
        inputs=("self", "weight", _BIAS),
        attributes=(
            _STRIDE,
            Attribute("padding", Kind.SHAPE, 0, choices=("same", "valid"), summary=_PADDING.summary),
            _DILATION,
            _GROUPS,
        ),
        functions=(name,),
        methods=(),
        nn=(name,),
        keywords=("convolution", "filter", "kernel", "layer", "image" if count == 2 else "signal"),
        samples=(
            Sample((1, 2, *space), (3, 2, *kernel), (3,)),
            Sample((2, 2, *space), (2, 1, *kernel), stride=2, padding=1, groups=2),
            Sample((2, *space), (1, 2, *kernel), padding="same"),
        ),
    )


def _transposed_layer(count: int) -> Op:
    name = f"conv_transpose{count}d"
    space = (3, 2)[:count]
    kernel = (2, 3)[:count]
    return compose(
        name,
        Category.LINALG,
        "grid",
        "Spreads every element of the input over the output, as a kernel says: the reverse of a convolution.",
        formula=f"{name}(self, weight, bias, stride, padding, output_padding, groups, dilation)",
        body=functools.partial(_conv_transpose, count=count),
        inputs=("self", "weight", _BIAS),
        attributes=(
            _STRIDE,
            _PADDING,
            Attribute("output_padding", Kind.SHAPE, 0, summary="How much larger the output is on one side."),
            _GROUPS,
            _DILATION,
        ),
        functions=(name,),
        methods=(),
        nn=(name,),
        keywords=("deconvolution", "upsample", "kernel", "layer"),
        samples=(
            Sample((1, 2, *space), (2, 3, *kernel), (3,)),
            Sample((2, 2, *space), (2, 1, *kernel), stride=2, padding=1, output_padding=1, groups=2),
        ),
    )


CONV1D, CONV2D = _layer(1), _layer(2)
CONV_TRANSPOSE1D, CONV_TRANSPOSE2D = _transposed_layer(1), _transposed_layer(2)
