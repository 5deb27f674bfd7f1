"""The signs that operations are written with, and how strongly each binds its operands."""

from __future__ import annotations

from collections.abc import Mapping

from core.ops.arithmetic import NEG
from core.ops.compare import BITWISE_NOT
from core.ops.notation import GETITEM
from core.ops.powers import POW

MINUS = NEG.spelling.operator
INVERT = BITWISE_NOT.spelling.operator
ITEM = GETITEM.spelling.operator
POWER = POW.spelling.operator

PREFIX: Mapping[str, str] = {MINUS: "-", INVERT: "~"}
"""What is written for a sign before its operand."""

ATOM = 20
"""The strength of a name, a call, or anything else that needs no parentheses."""

PREFIX_STRENGTH = 13
POWER_STRENGTH = 14

_LEVELS = (
    ("<", "<=", ">", ">=", "==", "!="), ("|",), ("^",), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "//", "%", "@"),
)  # fmt: skip
STRENGTH: Mapping[str, int] = {sign: 5 + level for level, signs in enumerate(_LEVELS) for sign in signs} | {
    POWER: POWER_STRENGTH
}
"""Infix signs, the weakest first, as in Python."""

PRODUCT_STRENGTH = STRENGTH["*"]
"""The strength of products and quotients, which are written closely inside a sum."""


def operands(sign: str) -> tuple[int, int]:
    """Return how strong the left and the right operand of an infix sign have to be to stand without parentheses."""
    own = STRENGTH[sign]
    if sign == POWER:
        return own + 1, PREFIX_STRENGTH
    if own == STRENGTH["<"]:
        return own + 1, own + 1  # a < b < c would be something else
    return own, own + 1


CONVERSIONS: Mapping[str, str] = {
    "float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32", "short": "int16",
    "bool": "bool",
}  # fmt: skip
"""Methods that convert to an element type: ``x.float()``."""

UNSPELLED = "ops."
"""What stands before the name of an operation that code has no word for."""
