"""Comparisons, truth values, and choosing by them. Only `where` passes gradients on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import DtypeError, OperandError
from core.ops.arrays import Array, Result
from core.ops.families import BOTH, PAIRS, SHAPES
from core.ops.registry import compose, define
from core.ops.spec import Attribute, Category, Kind, Op, Port, Promotion, Sample, Takes

_NO_GRADIENT = "The result is a truth value: no gradient passes."


def _relation(name: str, sign: str, summary: str, forward: Callable[..., Any], operator: str, *others: str) -> Op:
    return define(
        name,
        Category.COMPARE,
        sign,
        summary,
        formula=f"self {operator} other",
        forward=forward,
        inputs=BOTH,
        operator=operator,
        methods=(name, *others),
        functions=(name, *others),
        kinks=_NO_GRADIENT,
        keywords=("compare", *others),
        samples=PAIRS,
    )


EQ = _relation("eq", "=", "Whether two elements are equal.", np.equal, "==")
NE = _relation("ne", "≠", "Whether two elements differ.", np.not_equal, "!=", "not_equal")
LT = _relation("lt", "<", "Whether the first is smaller.", np.less, "<", "less")
LE = _relation("le", "≤", "Whether the first is smaller or equal.", np.less_equal, "<=", "less_equal")
GT = _relation("gt", ">", "Whether the first is larger.", np.greater, ">", "greater")
GE = _relation("ge", "≥", "Whether the first is larger or equal.", np.greater_equal, ">=", "greater_equal")


def _test(name: str, summary: str, forward: Callable[..., Any], formula: str, *keywords: str) -> Op:
    return define(
        name,
        Category.COMPARE,
        name,
        summary,
        formula=formula,
        forward=forward,
        promotion=Promotion.NONE,
        kinks=_NO_GRADIENT,
        keywords=("test", *keywords),
        samples=SHAPES,
    )


ISNAN = _test("isnan", "Whether an element is not a number.", np.isnan, "self != self", "nan", "missing")
ISINF = _test("isinf", "Whether an element is infinite.", np.isinf, "abs(self) == inf", "infinite")
ISFINITE = _test("isfinite", "Whether an element is a number.", np.isfinite, "abs(self) < inf", "infinite", "nan")
ISPOSINF = _test("isposinf", "Whether an element is +∞.", lambda x: x == np.inf, "self == inf", "infinite")
ISNEGINF = _test("isneginf", "Whether an element is −∞.", lambda x: x == -np.inf, "self == -inf", "infinite")
SIGNBIT = _test("signbit", "Whether an element is negative, or −0.", np.signbit, "copysign(1, self) < 0", "negative")


def _isclose(x: Any, y: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Any:
    if rtol < 0 or atol < 0:
        raise OperandError(f"isclose: the differences allowed cannot be negative, as rtol={rtol} or atol={atol} is.")
    return np.isclose(x, y, rtol, atol, equal_nan)


ISCLOSE = define(
    "isclose",
    Category.COMPARE,
    "≈",
    "Whether two elements are equal up to small differences.",
    formula="abs(self - other) <= atol + rtol * abs(other)",
    forward=_isclose,
    inputs=("self", "other"),
    attributes=(
        Attribute("rtol", Kind.NUMBER, 1e-5, 0, summary="The difference allowed, as a share of the second."),
        Attribute("atol", Kind.NUMBER, 1e-8, 0, summary="The difference allowed besides."),
        Attribute("equal_nan", Kind.FLAG, False, summary="Whether NaN equals NaN."),
    ),
    kinks=_NO_GRADIENT,
    keywords=("almost", "tolerance", "near"),
    samples=(*PAIRS, Sample((3,), (3,), atol=1.0)),
)


def _logical(name: str, sign: str, summary: str, forward: Callable[..., Any], formula: str) -> Op:
    return define(
        name,
        Category.COMPARE,
        sign,
        summary,
        formula=formula,
        forward=forward,
        inputs=("self", "other"),
        promotion=Promotion.NONE,
        in_place=True,
        kinks=_NO_GRADIENT,
        keywords=("boolean", "condition"),
        samples=PAIRS,
    )


LOGICAL_AND = _logical("logical_and", "and", "Whether both are not 0.", np.logical_and, "(self != 0) & (other != 0)")
LOGICAL_OR = _logical("logical_or", "or", "Whether one is not 0.", np.logical_or, "(self != 0) | (other != 0)")
LOGICAL_XOR = _logical(
    "logical_xor", "xor", "Whether exactly one is not 0.", np.logical_xor, "(self != 0) ^ (other != 0)"
)
LOGICAL_NOT = define(
    "logical_not",
    Category.COMPARE,
    "¬",
    "Whether an element is 0.",
    formula="self == 0",
    forward=np.logical_not,
    promotion=Promotion.NONE,
    in_place=True,
    kinks=_NO_GRADIENT,
    keywords=("boolean", "negate"),
    samples=SHAPES,
)

_INTEGERS = (
    Sample(np.array([5, 12, -3]), np.array([3, 10, 6])),
    Sample(np.array([True, False]), np.array([[True], [False]])),
)


def _bitwise(name: str, operator: str, summary: str, forward: Callable[..., Any]) -> Op:
    return define(
        name,
        Category.COMPARE,
        operator,
        summary,
        formula=f"self {operator} other",
        forward=forward,
        inputs=BOTH,
        operator=operator,
        in_place=True,
        kinks=_NO_GRADIENT,
        keywords=("bits", "boolean", "mask"),
        samples=_INTEGERS,
    )


BITWISE_AND = _bitwise("bitwise_and", "&", "The bits that both have; for truth values, and.", np.bitwise_and)
BITWISE_OR = _bitwise("bitwise_or", "|", "The bits that one of them has; for truth values, or.", np.bitwise_or)
BITWISE_XOR = _bitwise("bitwise_xor", "^", "The bits that only one has; for truth values, either or.", np.bitwise_xor)


def _shift(name: str, operator: str, word: str, forward: Callable[..., Any]) -> Op:
    return define(
        name,
        Category.COMPARE,
        operator,
        f"Moves the bits of whole numbers to the {word}.",
        formula=f"self {operator} other",
        forward=forward,
        inputs=BOTH,
        operator=operator,
        in_place=True,
        kinks=_NO_GRADIENT,
        keywords=("bits", "shift", "power of two"),
        samples=(Sample(np.array([5, 12, -3]), np.array([1, 2, 0])), Sample(np.array([5, 12]), 2)),
    )


LEFT_SHIFT = _shift("bitwise_left_shift", "<<", "left", np.left_shift)
RIGHT_SHIFT = _shift("bitwise_right_shift", ">>", "right", np.right_shift)
BITWISE_NOT = define(
    "bitwise_not",
    Category.COMPARE,
    "~",
    "Flips every bit; for truth values, not.",
    formula="~self",
    forward=np.invert,
    operator="~",
    in_place=True,
    kinks=_NO_GRADIENT,
    keywords=("invert", "negate", "mask"),
    samples=(Sample(np.array([5, 0, -3])), Sample(np.array([True, False]))),
)

_ONES: dict[int, Array] = {2: np.ones((), np.int16), 4: np.ones((), np.int32), 8: np.ones((), np.int64)}
_BOOL = np.dtype(bool)
_SMALL = 1000  # elements; below, numpy's own way is quicker


def _where(condition: Any, x: Any, y: Any) -> Result:
    """Choose; against a plain 0, as gradients do, without a branch for every element (20 times as fast)."""
    if condition.__class__ is not np.ndarray:
        return np.where(condition, x, y)
    if condition.dtype is _BOOL and condition.size > _SMALL:
        if x.__class__ is int and x == 0 and y.__class__ is np.ndarray and y.shape == condition.shape:
            return _zeroed(y, condition)
        if y.__class__ is int and y == 0 and x.__class__ is np.ndarray and x.shape == condition.shape:
            return _zeroed(x, np.logical_not(condition))
    if condition.dtype.kind not in "bu":
        raise DtypeError(f"where: expected condition to be a boolean tensor, not {condition.dtype}.", "Compare it.")
    return np.where(condition, x, y)


def _zeroed(x: Array, condition: Array) -> Result:
    """Return the numbers, with 0 where the condition holds: there the mask is 0, elsewhere -1, that is all bits."""
    one = _ONES.get(x.itemsize)
    if one is None or x.dtype.kind != "f":
        return np.where(condition, 0, x)
    mask = condition.astype(one.dtype)
    np.subtract(mask, one, mask)
    return np.bitwise_and(x.view(one.dtype), mask, mask).view(x.dtype)


WHERE = define(
    "where",
    Category.COMPARE,
    "?:",
    "Takes the first tensor where the condition holds, and the second elsewhere.",
    formula="where(condition, self, other)",
    forward=_where,
    inputs=(Port("condition", "Truth values.", takes=Takes.EITHER, as_is=True), *BOTH),
    vjp={"self": "where(condition, g, 0)", "other": "where(condition, 0, g)"},
    methods=(),
    kinks="A NaN in the gradient of the branch not taken is multiplied by 0 further back, and stays NaN.",
    keywords=("if", "choose", "mask", "condition"),
    samples=(
        Sample(np.array([True, False, True]), (3,), (3,)),
        Sample(np.array([[True], [False]]), (3,), (2, 1)),
        Sample(np.array([True, False]), (2,), 0.5),
        Sample(np.array(True), (), ()),
    ),
)
HEAVISIDE = define(
    "heaviside",
    Category.COMPARE,
    "step_curve",
    "1 for positive elements, 0 for negative ones, and a given value at 0.",
    formula="where(self == 0, values, where(self > 0, 1, 0))",
    forward=lambda x, values: np.heaviside(x, values).astype(np.result_type(x)),
    inputs=("self", "values"),
    vjp={"self": "missing('heaviside')", "values": "missing('heaviside')"},
    node="NotImplemented",
    in_place=True,
    kinks="There is no gradient: asking for one is an error.",
    keywords=("step", "threshold", "jump"),
    samples=PAIRS[:3],
)
WHERE_METHOD = compose(
    "where_method",
    Category.COMPARE,
    "?:",
    "Keeps the tensor where the condition holds, and takes the other one elsewhere.",
    formula="where(condition, self, other)",
    inputs=("self", "condition", BOTH[1]),
    hidden=True,
    methods=("where",),
    samples=(Sample((3,), np.array([True, False, True]), (3,)), Sample((2, 2), np.array([True, False]), 0.5)),
)
WHERE_INDICES = define(
    "where_indices",
    Category.COMPARE,
    "?:",
    "The positions at which an element is not 0: one tensor of indices for each dimension.",
    formula="where(self)",
    forward=lambda x: np.nonzero(np.atleast_1d(x)),
    promotion=Promotion.NONE,
    outputs=("indices",),
    many_results=True,
    methods=(),
    functions=("where",),
    kinks="The result is positions: no gradient passes.",
    keywords=("nonzero", "positions", "find"),
    samples=(Sample(np.array([0.0, 2.0, 0.0, 3.0])), Sample(np.array([[True, False], [True, True]]))),
)
