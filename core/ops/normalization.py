"""Normalization: mean 0 and variance 1 within a layer, a batch or a group, and then a learned scale."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.errors import ArgumentError, ShapeError
from core.ops.arrays import Array, Result, widened
from core.ops.registry import Words, compose, define, define_word
from core.ops.spec import Attribute, Category, Kind, Port, Promotion, Sample

Sizes = tuple[int, ...]

_WEIGHT = Port("weight", "A learned factor.", optional=True)
_BIAS = Port("bias", "A learned summand.", optional=True)
_EPS = Attribute("eps", Kind.NUMBER, 1e-5, 0, summary="What is added to the variance, so that it is never 0.")
_INNER_EPS = Attribute("eps", Kind.NUMBER)
_DIM = Attribute("dim", Kind.DIMS)


def _standardized(x: Array, places: Sizes, eps: float) -> Result:
    if not x.size:  # numpy would warn of a mean of nothing
        return x.copy()
    middle = x.mean(places, keepdims=True)
    spread = np.square(x - middle).mean(places, keepdims=True)
    return (x - middle) / np.sqrt(spread + x.dtype.type(eps))


def _affine(x: Array, weight: Array | None, bias: Array | None) -> Array:
    x = x if weight is None else x * weight
    return x if bias is None else x + bias


STANDARDIZED = compose(
    "standardized",
    Category.ACTIVATION,
    "σ",
    "Moves and scales the elements to mean 0 and variance 1.",
    formula="(self - mean(self, dim, True)) * rsqrt(mean(square(self - mean(self, dim, True)), dim, True) + eps)",
    attributes=(_DIM, _INNER_EPS),
    hidden=True,
    samples=(Sample((2, 3), dim=(1,), eps=1e-5), Sample((2, 3, 2), dim=(0, 2), eps=0.1)),
)
STANDARDIZE_BACK = compose(
    "standardize_back",
    Category.ACTIVATION,
    "σ",
    "The gradient of what was moved and scaled to mean 0 and variance 1.",
    formula=(
        "(self - mean(self, dim, True)"
        " - standardized(other, dim, eps) * mean(self * standardized(other, dim, eps), dim, True))"
        " * rsqrt(mean(square(other - mean(other, dim, True)), dim, True) + eps)"
    ),
    inputs=("self", "other"),
    attributes=(_DIM, _INNER_EPS),
    hidden=True,
    samples=(Sample((2, 3), (2, 3), dim=(1,), eps=1e-5), Sample((2, 3, 2), (2, 3, 2), dim=(0, 2), eps=0.1)),
)

# Within a layer ---------------------------------------------------------------------------------------


def _trailing(normalized_shape: Sizes) -> Sizes:
    """Return the dimensions that are normalized: the last ones."""
    return tuple(range(-len(normalized_shape), 0))


define_word("trailing", _trailing)


def _check_ends(name: str, x: Any, normalized_shape: Sizes, *parameters: Any) -> None:
    """Refuse an input that does not end in the sizes that are normalized, and parameters of another shape."""
    if not normalized_shape:
        raise ShapeError(f"{name}: normalized_shape needs at least one dimension.")
    if tuple(x.shape[-len(normalized_shape) :]) != normalized_shape:
        raise ShapeError(
            f"{name}: with normalized_shape={list(normalized_shape)} the input has to end in these sizes, but its "
            f"shape is {list(x.shape)}."
        )
    for one in parameters:
        if one is not None and tuple(one.shape) != normalized_shape:
            raise ShapeError(
                f"{name}: weight and bias need the shape {list(normalized_shape)} of normalized_shape, but one has "
                f"{list(one.shape)}."
            )


@widened
def _layer_norm(
    self: Array,
    normalized_shape: Sizes,
    weight: Array | None = None,
    bias: Array | None = None,
    eps: float = 1e-5,
) -> Result:
    _check_ends("layer_norm", self, normalized_shape, weight, bias)
    return _affine(_standardized(self, _trailing(normalized_shape), eps), weight, bias)


LAYER_NORM = define(
    "layer_norm",
    Category.ACTIVATION,
    "σ",
    "Brings the features of every sample to mean 0 and variance 1, and scales them as learned.",
    formula="standardized(self, trailing(normalized_shape), eps) * weight + bias",
    forward=_layer_norm,
    inputs=("self", _WEIGHT, _BIAS),
    attributes=(Attribute("normalized_shape", Kind.SHAPE, summary="The sizes of the last dimensions."), _EPS),
    vjp={
        "self": "standardize_back(scaled_by(g, weight), self, trailing(normalized_shape), eps)",
        "weight": "g * standardized(self, trailing(normalized_shape), eps)",
        "bias": "g",
    },
    promotion=Promotion.SAME,
    node="NativeLayerNormBackward0",
    methods=(),
    nn=("layer_norm",),
    signature=("self", "normalized_shape", "weight", "bias", "eps"),
    keywords=("normalise", "layer", "transformer"),
    samples=(
        Sample((2, 3), (3,), (3,), normalized_shape=(3,)),
        Sample((2, 3), normalized_shape=(3,)),
        Sample((2, 2, 3), (2, 3), None, normalized_shape=(2, 3), eps=0.1),
    ),
)


def _rms_norm(ops: Words, self: Any, weight: Any = None, *, normalized_shape: Sizes, eps: float | None = None) -> Any:
    _check_ends("rms_norm", self, normalized_shape, weight)
    step = ops.smallest_step(self.dtype) if eps is None else eps
    squares = ops.mean(self**2, ops.trailing(normalized_shape), True)
    return ops.scaled_by(self * ops.rsqrt(squares + step), weight)


RMS_NORM = compose(
    "rms_norm",
    Category.ACTIVATION,
    "σ",
    "Divides the features of every sample by the root of their mean square, and scales them as learned.",
    formula=(
        "scaled_by(self * rsqrt(mean(self ** 2, trailing(normalized_shape), True)"
        " + (smallest_step(self.dtype) if eps is None else eps)), weight)"
    ),
    body=_rms_norm,
    inputs=("self", _WEIGHT),
    attributes=(
        Attribute("normalized_shape", Kind.SHAPE, summary="The sizes of the last dimensions."),
        Attribute("eps", Kind.NUMBER, None, 0, summary="What is added to the mean square."),
    ),
    signature=("self", "normalized_shape", "weight", "eps"),
    methods=(),
    nn=("rms_norm",),
    keywords=("normalise", "layer", "transformer", "root mean square"),
    samples=(Sample((2, 3), (3,), normalized_shape=(3,), eps=1e-5), Sample((2, 3), normalized_shape=(3,), eps=0.1)),
)

# Within a batch ---------------------------------------------------------------------------------------


def _in_channels(x: Array | None, ndim: int) -> Array | None:
    """Give a number for every channel the dimensions of the input."""
    return None if x is None else x.reshape(-1, *(1,) * (ndim - 2))


def _batch_norm(
    self: Array,
    running_mean: Array | None = None,
    running_var: Array | None = None,
    weight: Array | None = None,
    bias: Array | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Result:
    places = (0, *range(2, self.ndim))
    size = math.prod(self.shape[place] for place in places)
    if training:
        if size <= 1:
            raise ArgumentError(
                f"batch_norm: expected more than 1 value per channel when training, got input size {list(self.shape)}."
            )
        _update(running_mean, self.mean(places), momentum)
        _update(running_var, self.var(places, ddof=1), momentum)
        made = _standardized(self, places, eps)
    else:
        middle, spread = (_in_channels(one, self.ndim) for one in (running_mean, running_var))
        made = (self - middle) / np.sqrt(spread + self.dtype.type(eps))
    return _affine(made, _in_channels(weight, self.ndim), _in_channels(bias, self.ndim))


def _update(running: Array | None, batch: Array, momentum: float) -> None:
    """Move running statistics towards those of the batch; they are part of the layer and change in place."""
    if running is not None:
        running += momentum * (batch - running).astype(running.dtype)


IN_CHANNELS = compose(
    "in_channels",
    Category.SHAPE,
    "view",
    "Gives a number for every channel the dimensions of the input.",
    formula="None if self is None else view(self, (-1, *(1,) * (ndim - 2)))",
    inputs=(Port("self", optional=True),),
    attributes=(Attribute("ndim", Kind.INTEGER, 2),),
    hidden=True,
    samples=(Sample((3,), ndim=4), Sample((3,), ndim=2)),
)
_CHANNELS = "not_channels(len(self.shape))"
_RUNNING_SCALE = "in_channels(rsqrt(running_var + eps), len(self.shape))"

BATCH_NORM = define(
    "batch_norm",
    Category.ACTIVATION,
    "σ",
    "Brings every channel to mean 0 and variance 1 over the batch, and scales it as learned.",
    formula=(
        "standardized(self, not_channels(self.ndim), eps) * in_channels(weight, self.ndim)"
        " + in_channels(bias, self.ndim)"
    ),
    forward=_batch_norm,
    inputs=(
        "self",
        Port("running_mean", "The mean of earlier batches; updated in training.", optional=True),
        Port("running_var", "The variance of earlier batches; updated in training.", optional=True),
        _WEIGHT,
        _BIAS,
    ),
    attributes=(
        Attribute("training", Kind.FLAG, False, summary="Take mean and variance of this batch, not earlier ones."),
        Attribute("momentum", Kind.NUMBER, 0.1, 0, 1, summary="How much a batch counts in the running statistics."),
        _EPS,
    ),
    vjp={
        "self": (
            f"standardize_back(scaled_by(g, in_channels(weight, len(self.shape))), self, {_CHANNELS}, eps) if training"
            f" else scaled_by(g * {_RUNNING_SCALE}, in_channels(weight, len(self.shape)))",
            "standardize_back(g * weight, self)",
        ),
        "weight": (
            f"sum(g * (standardized(self, {_CHANNELS}, eps) if training"
            f" else (self - in_channels(running_mean, len(self.shape))) * {_RUNNING_SCALE}), {_CHANNELS})",
            "sum(g * standardized(self))",
        ),
        "bias": "sum(g, not_channels(g.ndim))",
    },
    promotion=Promotion.NONE,
    node="NativeBatchNormBackward0",
    methods=(),
    nn=("batch_norm",),
    keywords=("normalise", "layer", "running mean"),
    samples=(
        Sample((3, 2), None, None, (2,), (2,), training=True),
        Sample((2, 2, 3), None, None, None, None, training=True, eps=0.1),
        Sample((3, 2), np.array([0.1, -0.2]), np.array([1.5, 0.5]), (2,), (2,)),
    ),
)

# Within groups of channels ----------------------------------------------------------------------------


def _grouped_shape(shape: Sizes, num_groups: int) -> Sizes:
    if len(shape) < 2 or shape[1] % num_groups:
        raise ShapeError(f"group_norm: the channels of {list(shape)} cannot be divided into {num_groups} groups.")
    return shape[0], num_groups, -1


define_word("grouped_shape", _grouped_shape)
define_word("space_dims", lambda ndim: tuple(range(2, ndim)))
define_word("smallest_step", lambda kind: float(np.finfo(getattr(kind, "numpy", kind)).eps))


@widened
def _group_norm(
    self: Array, num_groups: int, weight: Array | None = None, bias: Array | None = None, eps: float = 1e-5
) -> Result:
    made = _standardized(self.reshape(_grouped_shape(self.shape, num_groups)), (2,), eps).reshape(self.shape)
    return _affine(made, _in_channels(weight, self.ndim), _in_channels(bias, self.ndim))


_GROUPS = "grouped_shape(self.shape, num_groups)"

GROUP_NORM = define(
    "group_norm",
    Category.ACTIVATION,
    "σ",
    "Brings groups of channels of every sample to mean 0 and variance 1, and scales them as learned.",
    formula=(
        f"reshape(standardized(reshape(self, {_GROUPS}), (2,), eps), self.shape) * in_channels(weight, self.ndim)"
        " + in_channels(bias, self.ndim)"
    ),
    forward=_group_norm,
    inputs=("self", _WEIGHT, _BIAS),
    attributes=(Attribute("num_groups", Kind.INTEGER, minimum=1, summary="Into how many groups."), _EPS),
    vjp={
        "self": (
            f"reshape(standardize_back(reshape(scaled_by(g, in_channels(weight, len(self.shape))), {_GROUPS}),"
            f" reshape(self, {_GROUPS}), (2,), eps), self.shape)",
            "standardize_back(g * weight, self)",
        ),
        "weight": (
            f"sum(g * reshape(standardized(reshape(self, {_GROUPS}), (2,), eps), self.shape), {_CHANNELS})",
            "sum(g * standardized(self))",
        ),
        "bias": "sum(g, not_channels(g.ndim))",
    },
    promotion=Promotion.SAME,
    node="NativeGroupNormBackward0",
    methods=(),
    nn=("group_norm",),
    signature=("self", "num_groups", "weight", "bias", "eps"),
    keywords=("normalise", "layer"),
    samples=(Sample((2, 4), (4,), (4,), num_groups=2), Sample((2, 2, 3), num_groups=1, eps=0.1)),
)


def _instance_norm(
    ops: Words,
    self: Any,
    running_mean: Any = None,
    running_var: Any = None,
    weight: Any = None,
    bias: Any = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Any:
    if not use_input_stats:
        return ops.batch_norm(self, running_mean, running_var, weight, bias, False, momentum, eps)
    samples, channels = self.shape[:2]
    flat = ops.view(ops.contiguous(self), (1, samples * channels, *self.shape[2:]))
    scale, move = (one if one is None else ops.repeat(one, (samples,)) for one in (weight, bias))
    return ops.view(ops.batch_norm(flat, None, None, scale, move, True, momentum, eps), tuple(self.shape))


INSTANCE_NORM = compose(
    "instance_norm",
    Category.ACTIVATION,
    "σ",
    "Brings every channel of every sample to mean 0 and variance 1, and scales it as learned.",
    formula="standardized(self, space_dims(self.ndim), eps)",
    body=_instance_norm,
    inputs=(
        "self",
        Port("running_mean", "The mean of earlier batches.", optional=True),
        Port("running_var", "The variance of earlier batches.", optional=True),
        _WEIGHT,
        _BIAS,
    ),
    attributes=(
        Attribute("use_input_stats", Kind.FLAG, True, summary="Take mean and variance of the input."),
        Attribute("momentum", Kind.NUMBER, 0.1, 0, 1, summary="How much a batch counts in the running statistics."),
        _EPS,
    ),
    methods=(),
    functions=(),
    nn=("instance_norm",),
    keywords=("normalise", "layer", "style"),
    samples=(Sample((2, 2, 3)), Sample((2, 2, 3), None, None, (2,), (2,), eps=0.1)),
)
