"""Activation functions: what a layer does to its sums."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import ArgumentError, OperandError, ShapeError
from core.ops.arrays import Array, Result, axis, require_ndim, widened
from core.ops.families import SHAPES, elementwise
from core.ops.registry import Words, compose, define
from core.ops.spec import Attribute, Category, Domain, Kind, Op, Promotion, Sample

activation: Callable[..., Op] = functools.partial(
    elementwise, category=Category.ACTIVATION, promotion=Promotion.FLOATING, in_place=False, methods=()
)


def _number(name: str, default: float, summary: str, **limits: Any) -> Attribute:
    return Attribute(name, Kind.NUMBER, default, summary=summary, **limits)


# Steps and ramps -------------------------------------------------------------------------------------

RELU = activation(
    "relu",
    "hinge",
    "Keeps positive elements and sets the others to 0.",
    lambda x: np.maximum(0, x),  # in this order, -0.0 stays what it is
    ("linked(where(result <= 0, 0, g), result)", "where(result > 0, g, 0)"),
    formula="maximum(self, 0)",
    methods=("relu",),
    nn=("relu",),
    in_place=True,
    kinks="At 0 the gradient is 0.",
    keywords=("rectifier", "ramp", "hinge", "positive part"),
    promotion=Promotion.NUMERIC,
)
LEAKY_RELU = activation(
    "leaky_relu",
    "hinge",
    "Keeps positive elements and makes the others small.",
    lambda x, negative_slope=0.01: np.where(x > 0, x, x * negative_slope),
    ("linked(where(self > 0, g, g * negative_slope), self)", "where(self > 0, g, g * negative_slope)"),
    formula="where(self > 0, self, negative_slope * self)",
    attributes=(_number("negative_slope", 0.01, "The slope for negative elements."),),
    functions=(),
    nn=("leaky_relu",),
    kinks="At 0 the gradient is negative_slope.",
    keywords=("rectifier", "leak"),
    samples=(*SHAPES, Sample((4,), negative_slope=0.2)),
)
PRELU_KERNEL = define(
    "prelu_kernel",
    Category.ACTIVATION,
    "hinge",
    "Keeps positive elements and multiplies the others by a slope.",
    formula="where(self > 0, self, weight * self)",
    forward=lambda x, weight: np.where(x > 0, x, weight * x),
    inputs=("self", "weight"),
    vjp={"self": "where(self > 0, g, weight * g)", "weight": "where(self > 0, 0, self * g)"},
    hidden=True,
    samples=(Sample((3,), (1,)), Sample((2, 3), (3,))),
)


def _prelu(ops: Words, self: Any, weight: Any) -> Any:
    require_ndim("prelu: the weight", weight.shape, 0, 1)
    channels = self.shape[1] if self.ndim > 1 else 1
    count = math.prod(weight.shape)
    if count not in (1, channels):
        raise ShapeError(f"prelu: {count} slopes do not fit an input of shape {list(self.shape)}.")
    if count > 1:
        weight = ops.view(weight, (-1, *(1 for _ in self.shape[2:])))
    return ops.prelu_kernel(self, weight)


PRELU = compose(
    "prelu",
    Category.ACTIVATION,
    "hinge",
    "Keeps positive elements and multiplies the others by a slope that is learned, for each channel or for all.",
    formula="where(self > 0, self, weight * self)",
    body=_prelu,
    inputs=("self", "weight"),
    methods=("prelu",),
    nn=("prelu",),
    kinks="At 0 the gradient is the slope.",
    keywords=("rectifier", "leak", "learned"),
    samples=(Sample((3,), (1,)), Sample((2, 3), (3,))),
)


def _hardtanh(x: Array, min_val: float = -1.0, max_val: float = 1.0) -> Result:
    if min_val > max_val:
        raise ArgumentError(f"hardtanh: min_val cannot be greater than max_val: {min_val} and {max_val}.")
    return np.clip(x, *np.asarray([min_val, max_val]).astype(x.dtype))


HARDTANH = activation(
    "hardtanh",
    "clamp",
    "Cuts every element off at −1 and 1, or at other bounds.",
    _hardtanh,
    (
        "linked(where((self <= min_val) | (self >= max_val), 0, g), self)",
        "where((self > min_val) & (self < max_val), g, 0)",
    ),
    formula="minimum(maximum(self, min_val), max_val)",
    attributes=(_number("min_val", -1.0, "The lower bound."), _number("max_val", 1.0, "The upper bound.")),
    functions=(),
    nn=("hardtanh",),
    kinks="At the bounds the gradient is 0.",
    keywords=("clip", "saturate"),
    samples=(*SHAPES, Sample((5,), min_val=-0.5, max_val=0.25)),
    promotion=Promotion.NUMERIC,
)
RELU6 = compose(
    "relu6",
    Category.ACTIVATION,
    "hinge",
    "Cuts every element off at 0 and 6.",
    formula="hardtanh(self, 0.0, 6.0)",
    methods=(),
    functions=(),
    nn=("relu6",),
    domain=Domain(-3.0, 9.0),
    kinks="At 0 and at 6 the gradient is 0.",
    keywords=("rectifier", "mobile"),
    samples=(Sample((5,)), Sample((2, 3))),
)
HARDSIGMOID = activation(
    "hardsigmoid",
    "s_curve",
    "A sigmoid made of straight lines: 0 up to −3, 1 from 3 on.",
    lambda x: np.clip(x + 3, 0, 6) / x.dtype.type(6),
    ("linked(where((self > -3) & (self < 3), g / 6, 0), self)", "where((self > -3) & (self < 3), g / 6, 0)"),
    formula="minimum(maximum(self + 3, 0), 6) / 6",
    functions=(),
    nn=("hardsigmoid",),
    domain=Domain(-4.0, 4.0),
    kinks="At −3 and 3 the gradient is 0.",
    keywords=("logistic", "gate"),
)
HARDSWISH = activation(
    "hardswish",
    "soft_hinge",
    "Every element times a sigmoid made of straight lines.",
    lambda x: x * np.clip(x + 3, 0, 6) / x.dtype.type(6),
    "where(self <= -3, 0, where(self >= 3, g, g * (self / 3 + 0.5)))",
    formula="self * minimum(maximum(self + 3, 0), 6) / 6",
    functions=(),
    nn=("hardswish",),
    domain=Domain(-4.0, 4.0),
    kinks="At −3 the gradient is 0, at 3 it is 1.",
    keywords=("swish", "mobile"),
)
THRESHOLD = activation(
    "threshold",
    "hinge",
    "Keeps elements above a threshold and replaces the others.",
    lambda x, threshold, value: np.where(x <= threshold, np.asarray(value).astype(x.dtype), x),
    ("linked(where(self <= threshold, 0, g), self)", "where(self > threshold, g, 0)"),
    formula="where(self > threshold, self, value)",
    attributes=(
        Attribute("threshold", Kind.NUMBER, summary="Elements above it stay."),
        Attribute("value", Kind.NUMBER, summary="What replaces the others."),
    ),
    nn=("threshold",),
    kinks="At the threshold the gradient is 0.",
    keywords=("cut", "step"),
    samples=(Sample((5,), threshold=0.1, value=-7.0), Sample((2, 3), threshold=0.0, value=0.0)),
    promotion=Promotion.COMMON,
)
HARDSHRINK = activation(
    "hardshrink",
    "hinge",
    "Sets elements near 0 to 0 and keeps the others.",
    lambda x, lambd=0.5: np.where(np.abs(x) <= lambd, x.dtype.type(0), x),
    ("linked(where(abs(self) > lambd, g, 0), self)", "where(abs(self) > lambd, g, 0)"),
    formula="where(abs(self) <= lambd, 0, self)",
    attributes=(_number("lambd", 0.5, "How far from 0 an element counts as near.", minimum=0),),
    methods=("hardshrink",),
    nn=("hardshrink",),
    kinks="At ±lambd the gradient is 0.",
    keywords=("sparse", "dead zone"),
)
SOFTSHRINK = activation(
    "softshrink",
    "hinge",
    "Moves every element towards 0 by a fixed amount, and not beyond.",
    lambda x, lambd=0.5: x - np.clip(x, -lambd, lambd),
    ("linked(where(abs(self) > lambd, g, 0), self)", "where(abs(self) > lambd, g, 0)"),
    formula="sign(self) * maximum(abs(self) - lambd, 0)",
    attributes=(_number("lambd", 0.5, "By how much.", minimum=0),),
    functions=(),
    nn=("softshrink",),
    kinks="At ±lambd the gradient is 0.",
    keywords=("sparse", "lasso", "soft threshold"),
)


# Exponential branches --------------------------------------------------------------------------------


@widened
def _elu(x: Array, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> Array:
    return scale * np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) * input_scale))


def _celu(x: Array, alpha: float = 1.0) -> Result:
    if alpha == 0:
        raise OperandError("celu: alpha cannot be 0.", "It is what negative elements approach, with the other sign.")
    return _elu(x, alpha, 1.0, 1 / alpha)


def _elu_slope(alpha: str, scale: str, input_scale: str) -> str:
    """Return the gradient of an ELU: exponential below 0 (nothing is exponentiated above), constant elsewhere."""
    bend = f"{alpha} * {scale} * {input_scale}"
    below = f"exp(clamp_max(self, 0) * {input_scale}) * ({bend})"
    return f"where(self < 0, g * ({below}), where(self == 0, g * ({bend}), g * {scale}))"


ELU = activation(
    "elu",
    "soft_hinge",
    "Keeps positive elements; negative ones approach −alpha exponentially.",
    _elu,
    (
        _elu_slope("alpha", "scale", "input_scale"),
        "where(self > 0, g * scale, g * (alpha * scale * input_scale * exp(self * input_scale)))",
    ),
    formula="scale * where(self > 0, self, alpha * (exp(self * input_scale) - 1))",
    attributes=(
        _number("alpha", 1.0, "What negative elements approach, with the other sign."),
        _number("scale", 1.0, "The factor of the whole."),
        _number("input_scale", 1.0, "The factor in the exponent."),
    ),
    functions=(),
    nn=("elu",),
    kinks="At 0 the gradient is alpha, the slope from the left.",
    keywords=("exponential linear unit",),
    samples=(*SHAPES, Sample((5,), alpha=0.5)),
)
SELU = compose(
    "selu",
    Category.ACTIVATION,
    "soft_hinge",
    "An ELU whose constants keep mean 0 and variance 1 from layer to layer.",
    formula="elu(self, 1.6732632423543772, 1.0507009873554805)",
    methods=(),
    nn=("selu",),
    kinks="At 0 the gradient is 1.758, the slope from the left.",
    keywords=("self-normalising", "exponential linear unit"),
    samples=(Sample((5,)), Sample((2, 3))),
)
CELU = activation(
    "celu",
    "soft_hinge",
    "An ELU whose slope is continuous at 0 for every alpha.",
    _celu,
    (_elu_slope("alpha", "1", "(1 / alpha)"), "where(self > 0, g, g * exp(self / alpha))"),
    formula="where(self > 0, self, alpha * (exp(self / alpha) - 1))",
    attributes=(_number("alpha", 1.0, "What negative elements approach, with the other sign."),),
    nn=("celu",),
    keywords=("exponential linear unit",),
    samples=(*SHAPES, Sample((5,), alpha=0.5)),
)


# Smooth ----------------------------------------------------------------------------------------------


@widened
def _sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


@widened
def _logsigmoid(x: Array) -> Array:
    return np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))


@widened
def _softplus(x: Array, beta: float = 1.0, threshold: float = 20.0) -> Array:
    scaled = x * beta
    return np.where(scaled > threshold, x, np.log1p(np.exp(np.minimum(scaled, threshold))) / beta)


SIGMOID = activation(
    "sigmoid",
    "s_curve",
    "Maps every number to a share between 0 and 1.",
    _sigmoid,
    "g * ((1 - result) * result)",
    formula="1 / (1 + exp(-self))",
    promotion=Promotion.FLOAT,
    methods=("sigmoid",),
    nn=("sigmoid",),
    in_place=True,
    keywords=("logistic", "probability", "gate", "expit"),
    functions=("sigmoid", "special.expit"),
)
TANH = activation(
    "tanh",
    "s_curve",
    "The hyperbolic tangent: maps every number to one between −1 and 1.",
    np.tanh,
    "g * (1 - result * result)",
    formula="(exp(self) - exp(-self)) / (exp(self) + exp(-self))",
    promotion=Promotion.FLOAT,
    methods=("tanh",),
    nn=("tanh",),
    in_place=True,
    keywords=("hyperbolic", "squash"),
)
LOGSIGMOID = activation(
    "logsigmoid",
    "s_curve",
    "The logarithm of the sigmoid, without underflow.",
    _logsigmoid,
    "g * sigmoid(-self)",
    formula="-log(1 + exp(-self))",
    node="LogSigmoidBackward0",
    functions=(),
    nn=("logsigmoid",),
    keywords=("log probability", "logistic"),
)
SOFTPLUS = activation(
    "softplus",
    "soft_hinge",
    "A smooth ramp: the logarithm of one plus the exponential.",
    _softplus,
    "where(self * beta > threshold, g, g * sigmoid(self * beta))",
    formula="log(1 + exp(beta * self)) / beta",
    attributes=(
        _number("beta", 1.0, "How sharp the bend is."),
        _number("threshold", 20.0, "Where beta times the element is above it, the element itself is taken."),
    ),
    functions=(),
    nn=("softplus",),
    kinks="Above the threshold the gradient is exactly 1.",
    keywords=("smooth relu", "ramp", "log exp"),
    samples=(*SHAPES, Sample((5,), beta=2.0)),
)
SOFTSIGN = compose(
    "softsign",
    Category.ACTIVATION,
    "s_curve",
    "Divides every element by one plus its size.",
    formula="self / (abs(self) + 1)",
    methods=(),
    functions=(),
    nn=("softsign",),
    keywords=("squash",),
    samples=(Sample((5,)), Sample((2, 3))),
)
TANHSHRINK = compose(
    "tanhshrink",
    Category.ACTIVATION,
    "s_curve",
    "Every element minus its hyperbolic tangent.",
    formula="self - tanh(self)",
    methods=(),
    functions=(),
    nn=("tanhshrink",),
    samples=(Sample((5,)), Sample((2, 3))),
    keywords=("shrink",),
)
SILU = activation(
    "silu",
    "soft_hinge",
    "Every element times its sigmoid; also called swish.",
    lambda x: x * _sigmoid(x),
    "g * (sigmoid(self) * (1 + self * (1 - sigmoid(self))))",
    formula="self / (1 + exp(-self))",
    functions=(),
    nn=("silu",),
    keywords=("swish", "gate"),
)


@widened
def _mish(x: Array) -> Result:
    return x * np.tanh(_softplus(x))


MISH = activation(
    "mish",
    "soft_hinge",
    "Every element times the tanh of its softplus.",
    _mish,
    "g * (tanh(softplus(self)) + self * sigmoid(self) * (1 - tanh(softplus(self)) ** 2))",
    formula="self * tanh(log(1 + exp(self)))",
    functions=(),
    nn=("mish",),
    keywords=("swish", "gate"),
)


def _glu(x: Array, dim: int = -1) -> Result:
    place = axis(x.ndim, dim)
    if not x.ndim or x.shape[place] % 2:
        raise ShapeError(f"glu: dimension {dim} is halved and has to have an even size, not {list(x.shape)}.")
    kept, gate = np.split(x, 2, place)
    return kept * _sigmoid(gate)


GLU = activation(
    "glu",
    "s_curve",
    "One half of the tensor, each element times the sigmoid of its partner in the other half.",
    _glu,
    (
        "cat([g * sigmoid(chunk(self, 2, dim)[1]), g * chunk(self, 2, dim)[0]"
        " * (sigmoid(chunk(self, 2, dim)[1]) * (1 - sigmoid(chunk(self, 2, dim)[1])))], dim)",
        "cat([g * sigmoid(b), g * a * sigmoid(b) * (1 - sigmoid(b))])",
    ),
    formula="chunk(self, 2, dim)[0] * sigmoid(chunk(self, 2, dim)[1])",
    attributes=(Attribute("dim", Kind.DIM, -1, summary="The dimension that is halved."),),
    functions=(),
    nn=("glu",),
    keywords=("gated linear unit", "gate"),
    samples=(Sample((4,)), Sample((4, 3), dim=0)),
)
