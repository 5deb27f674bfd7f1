"""Sums, differences, products and quotients, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import DtypeError, OperandError
from core.ops.arrays import require_floating
from core.ops.families import BOTH, PAIRS, elementwise, numbered, pairwise
from core.ops.registry import compose, define
from core.ops.spec import Attribute, Category, Domain, Kind, Port, Promotion, Sample, Takes

_ALPHA = Attribute("alpha", Kind.NUMBER, 1, keyword_only=True, summary="The factor of the second tensor.")
_OTHER = Port("other", takes=Takes.EITHER, number_is_setting=True)
_NOT_ZERO = Domain(0.5, 3.0, "numbers other than 0")
_SCALED = (Sample((3,), (3,), alpha=3), Sample((2, 3), (3,), alpha=-0.5), Sample((), (2,)))


def _add_scaled(x: Any, y: Any, alpha: float = 1) -> Any:
    if isinstance(alpha, float) and np.result_type(x).kind in "bui":
        raise DtypeError("add: alpha has to be an integer where the tensors hold integers.", "Convert them first.")
    return x + np.multiply(alpha, y).astype(np.result_type(x))


ADD = pairwise(
    "add",
    "+",
    "Adds two tensors, element by element.",
    np.add,
    ("g", "g"),
    formula="self + other",
    inputs=BOTH,
    operator="+",
    in_place=True,
    keywords=("plus", "sum of two"),
)
ADD_SCALED = pairwise(
    "add_scaled",
    "+",
    "Adds a multiple of the second tensor to the first.",
    _add_scaled,
    ("g", "g * alpha"),
    formula="self + alpha * other",
    inputs=BOTH,
    attributes=(_ALPHA,),
    node="AddBackward0",
    methods=("add",),
    functions=("add",),
    in_place=True,
    keywords=("axpy", "multiply and add"),
    samples=_SCALED,
)
SUB = pairwise(
    "sub",
    "−",
    "Subtracts the second tensor from the first.",
    np.subtract,
    ("g", "-g"),
    formula="self - other",
    inputs=BOTH,
    operator="-",
    methods=("sub", "subtract"),
    functions=("sub", "subtract"),
    in_place=True,
    keywords=("minus", "difference"),
    promotion=Promotion.NUMERIC,
)
SUB_SCALED = pairwise(
    "sub_scaled",
    "−",
    "Subtracts a multiple of the second tensor from the first.",
    lambda x, y, alpha=1: _add_scaled(x, y, -alpha),
    ("g", "-g * alpha"),
    formula="self - alpha * other",
    inputs=BOTH,
    attributes=(_ALPHA,),
    node="SubBackward0",
    methods=("sub", "subtract"),
    functions=("sub", "subtract"),
    in_place=True,
    samples=_SCALED,
    hidden=True,
    promotion=Promotion.NUMERIC,
)
RSUB = pairwise(
    "rsub",
    "−",
    "Subtracts the first tensor from the second.",
    lambda x, y, alpha=1: y - (x if alpha == 1 else alpha * x),
    ("-g * alpha", "g"),
    formula="other - alpha * self",
    inputs=("self", _OTHER),
    attributes=(_ALPHA,),
    overload=numbered(1, tensor=0, number=1),
    methods=(),
    reflected="-",
    samples=(*PAIRS, Sample((3,), 10), Sample((2,), (2,), alpha=2)),
    functions=("rsub",),
    hidden=True,
    promotion=Promotion.NUMERIC,
)
MUL = pairwise(
    "mul",
    "×",
    "Multiplies two tensors, element by element.",
    np.multiply,
    ("g * other", "g * self"),
    formula="self * other",
    inputs=BOTH,
    operator="*",
    methods=("mul", "multiply"),
    functions=("mul", "multiply"),
    in_place=True,
    keywords=("times", "product", "scale"),
)
NEG = elementwise(
    "neg",
    "−",
    "Changes the sign of every element.",
    np.negative,
    "-g",
    category=Category.ARITHMETIC,
    formula="-self",
    promotion=Promotion.NUMERIC,
    operator="neg",
    methods=("neg", "negative"),
    functions=("neg", "negative"),
    keywords=("minus", "opposite"),
)


def _positive(_: Any, x: Any) -> Any:
    if str(x.dtype).endswith("bool"):
        raise DtypeError("positive does not take truth values.", "Convert them first, with .float().")
    return x


POSITIVE = compose(
    "positive",
    Category.ARITHMETIC,
    "+",
    "The tensor itself: a plus sign changes nothing.",
    formula="self",
    body=_positive,
    hidden=True,
    methods=("positive",),
    functions=("positive",),
    samples=(Sample((3,)), Sample((2, 3))),
)
DIV = pairwise(
    "div",
    "÷",
    "Divides the first tensor by the second, element by element.",
    np.true_divide,
    ("g / other", "-g * ((self / other) / other)"),
    formula="self / other",
    inputs=BOTH,
    promotion=Promotion.FLOAT,
    operator="/",
    methods=("div", "divide", "true_divide"),
    functions=("div", "divide", "true_divide"),
    in_place=True,
    keywords=("quotient", "ratio", "over"),
    domain=_NOT_ZERO,
)
RECIPROCAL = elementwise(
    "reciprocal",
    "1/x",
    "One divided by every element.",
    lambda x: 1 / x,
    "-g * (result * result)",
    category=Category.ARITHMETIC,
    formula="1 / self",
    domain=_NOT_ZERO,
    keywords=("inverse", "one over"),
)
RDIV = compose(
    "rdiv",
    Category.ARITHMETIC,
    "÷",
    "Divides a number by every element of a tensor.",
    formula="reciprocal(self) * other",
    inputs=("self", BOTH[1]),
    reflected="/",
    methods=(),
    functions=(),
    domain=_NOT_ZERO,
    samples=(Sample((3,), 2.0), Sample((2, 3), 0.5)),
    hidden=True,
)


def _check_divisor(x: Any, divisor: Any) -> None:
    if np.result_type(x, divisor).kind in "ui" and not np.all(divisor):
        raise OperandError("Integers cannot be divided by zero (ZeroDivisionError).", "Convert them to floats.")


def _floor_divide(x: Any, y: Any) -> Any:
    _check_divisor(x, y)
    quotient = np.floor_divide(x, y)
    if quotient.dtype.kind == "f":  # numpy gives nan for x // 0, where x / 0 is infinite
        quotient = np.where(np.equal(y, 0), np.true_divide(x, y), quotient)
    return quotient


def _remainder(x: Any, y: Any) -> Any:
    _check_divisor(x, y)
    return np.remainder(x, y)


def _fmod(x: Any, y: Any) -> Any:
    _check_divisor(x, y)
    return np.fmod(x, y)


def _divide_rounded(x: Any, y: Any, rounding_mode: str) -> Any:
    if rounding_mode == "floor":
        return _floor_divide(x, y)
    _check_divisor(x, y)
    if np.result_type(x, y).kind == "f":
        return np.trunc(np.true_divide(x, y))
    return (x - np.fmod(x, y)) // y


_JUMPS = Domain(0.5, 3.0, "numbers other than 0; the result jumps where the quotient is whole")
_ROUNDED_SAMPLES = (Sample((3,), (3,)), Sample((2, 3), (3,)), Sample((), ()), Sample((4,), 0.75))

_ROUNDING = Attribute(
    "rounding_mode",
    Kind.CHOICE,
    choices=("floor", "trunc"),
    keyword_only=True,
    summary="Down, or towards zero.",
)

DIV_ROUNDED = pairwise(
    "div_rounded",
    "÷",
    "Divides, and rounds the quotient down or towards zero.",
    _divide_rounded,
    ("zeros_like(g)", "zeros_like(g)"),
    formula="floor(self / other) if rounding_mode == 'floor' else trunc(self / other)",
    inputs=BOTH,
    attributes=(
        Attribute("rounding_mode", Kind.CHOICE, choices=("floor", "trunc"), keyword_only=True, summary="Which way."),
    ),
    node="DivBackward2",
    methods=("div", "divide"),
    functions=("div", "divide"),
    in_place=True,
    domain=_JUMPS,
    kinks="The gradient is 0 everywhere, also where the quotient jumps.",
    samples=tuple(
        Sample(*sample.inputs, rounding_mode=mode) for sample in _ROUNDED_SAMPLES for mode in ("floor", "trunc")
    ),
    keywords=("integer division", "quotient", "truncate"),
)
FLOOR_DIVIDE = pairwise(
    "floor_divide",
    "//",
    "Divides, and rounds the quotient down; it passes no gradient on.",
    _floor_divide,
    ("missing('floor_divide')", "missing('floor_divide')"),
    formula="floor(self / other)",
    inputs=(BOTH[0], _OTHER),
    operator="//",
    node="NotImplemented",
    in_place=True,
    domain=_JUMPS,
    kinks="There is no gradient: asking for one is an error.",
    keywords=("integer division", "quotient"),
    samples=_ROUNDED_SAMPLES,
)
REMAINDER = pairwise(
    "remainder",
    "%",
    "What is left of the first tensor when multiples of the second are taken away; it has the second one's sign.",
    _remainder,
    ("g", "-g * div_rounded(self, other, rounding_mode='floor')"),
    formula="self - other * floor(self / other)",
    inputs=(BOTH[0], _OTHER),
    operator="%",
    overload=numbered(1, tensor=1, number=0),
    in_place=True,
    domain=_JUMPS,
    kinks="At the jumps the gradient is the one between them: 1 for the first tensor.",
    keywords=("modulo", "mod", "rest"),
    samples=_ROUNDED_SAMPLES,
)
FMOD = pairwise(
    "fmod",
    "fmod",
    "What is left of the first tensor when multiples of the second are taken away; it has the first one's sign.",
    _fmod,
    ("g", "-g * div_rounded(self, other, rounding_mode='trunc')"),
    formula="self - other * trunc(self / other)",
    inputs=(BOTH[0], _OTHER),
    overload=numbered(1, tensor=1, number=0),
    in_place=True,
    domain=_JUMPS,
    kinks="At the jumps the gradient is the one between them: 1 for the first tensor.",
    keywords=("modulo", "rest"),
    samples=_ROUNDED_SAMPLES,
)


def _lerp(x: Any, end: Any, weight: Any) -> Any:
    """Go from the nearer end, so that the result meets both ends exactly."""
    require_floating("lerp", x)
    step = end - x
    return np.where(np.less(np.abs(weight), 0.5), x + weight * step, end - step * (1 - weight))


_WEIGHT = Port("weight", "The share: 0 gives the first, 1 the second.", takes=Takes.EITHER, number_is_setting=True)

LERP = define(
    "lerp",
    Category.ARITHMETIC,
    "lerp",
    "Goes from the first tensor towards the second, by a share of the way.",
    formula="self + weight * (end - self)",
    forward=_lerp,
    inputs=("self", "end", _WEIGHT),
    vjp={"self": "g * (1 - weight)", "end": "g * weight", "weight": "g * (end - self)"},
    promotion=Promotion.SAME,
    overload=numbered(2, tensor=1, number=0),
    in_place=True,
    keywords=("linear interpolation", "mix", "blend"),
    samples=(Sample((3,), (3,), 0.25), Sample((2, 3), (3,), (2, 1)), Sample((), (), 0.75)),
)

_VALUE = Attribute("value", Kind.NUMBER, 1, keyword_only=True, summary="The factor of what is added.")
_TRIPLES = (Sample((3,), (3,), (3,)), Sample((2, 3), (3,), (2, 1), value=2), Sample((), (), (), value=-0.5))

ADDCMUL = define(
    "addcmul",
    Category.ARITHMETIC,
    "+×",
    "Adds the product of two tensors, times a number.",
    formula="self + value * tensor1 * tensor2",
    forward=lambda x, first, second, value=1: x + x.dtype.type(value) * first * second,
    inputs=("self", "tensor1", "tensor2"),
    attributes=(_VALUE,),
    vjp={"self": "g", "tensor1": "g * (tensor2 * value)", "tensor2": "g * (tensor1 * value)"},
    in_place=True,
    keywords=("multiply and add", "fused"),
    samples=_TRIPLES,
)
ADDCDIV = define(
    "addcdiv",
    Category.ARITHMETIC,
    "+÷",
    "Adds the quotient of two tensors, times a number.",
    formula="self + value * tensor1 / tensor2",
    forward=lambda x, first, second, value=1: x + value * (first / second),
    inputs=("self", "tensor1", "tensor2"),
    attributes=(_VALUE,),
    vjp={
        "self": "g",
        "tensor1": "g * (value / tensor2)",
        "tensor2": "-g * (value * tensor1 / (tensor2 * tensor2))",
    },
    in_place=True,
    domain=_NOT_ZERO,
    keywords=("divide and add", "fused"),
    samples=_TRIPLES,
    promotion=Promotion.FLOATING,
)
