"""Arithmetic with plain numbers in text: bounded, so that no text can take long or need much memory."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from core.errors import ArgumentError
from core.expr.creation import check_size
from core.expr.limits import MAX_BITS
from core.expr.syntax import CodeError, dotted, span_of

Number = bool | int | float

_WORDS: dict[str, float] = {"inf": math.inf, "nan": math.nan, "pi": math.pi, "e": math.e}
_HOMES = {"", "math", "torch", "np", "numpy"}
_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_SIGNS: dict[type[ast.AST], Callable[[Any], Any]] = {ast.USub: operator.neg, ast.UAdd: operator.pos}


def constant_of(node: ast.expr) -> Number | None:
    """Return the number that a part of the tree is by itself, or None when it is no plain number."""
    match node:
        case ast.Constant(bool() | int() | float() as value):
            number: Number = checked(value, node)
            return number
        case ast.Name() | ast.Attribute():
            home, _, word = dotted(node).rpartition(".")
            return _WORDS.get(word) if home in _HOMES else None
        case ast.Call(ast.Name("float"), [ast.Constant(str() as text)], []):
            return _float_of(text, node)
    return None


def _float_of(text: str, node: ast.expr) -> float:
    try:
        return float(text)
    except ValueError:
        raise CodeError(f"{text[:20]!r} is not a number.", span=span_of(node)) from None


def number_of(node: ast.expr) -> Number | None:
    """Return the value of arithmetic with plain numbers, or None when something else is in it."""
    match node:
        case ast.UnaryOp(op, operand) if type(op) in _SIGNS:
            value = number_of(operand)
            return None if value is None else _SIGNS[type(op)](value)
        case ast.BinOp(left, op, right) if type(op) in _OPERATORS:
            first, second = number_of(left), number_of(right)
            return None if first is None or second is None else combined(op, first, second, node)
    return constant_of(node)


def combined(op: ast.operator, first: Any, second: Any, node: ast.expr) -> Any:
    """Return the result of one operator on numbers or arrays."""
    if type(op) not in _OPERATORS:
        raise CodeError("This operator does not work on numbers here.", span=span_of(node))
    _check_power(op, first, second, node)
    try:
        check_size(np.broadcast_shapes(np.shape(first), np.shape(second)))
        return checked(_OPERATORS[type(op)](first, second), node)
    except CodeError:
        raise
    except ArgumentError as error:
        raise CodeError(error.message, span=span_of(node)) from None
    except ZeroDivisionError:
        raise CodeError("This divides by zero.", span=span_of(node)) from None
    except OverflowError:
        raise CodeError("This number is too large.", span=span_of(node)) from None
    except ValueError as error:
        raise CodeError(f"These do not fit together: {error}.", span=span_of(node)) from None


def _check_power(op: ast.operator, base: Any, exponent: Any, node: ast.expr) -> None:
    integers = isinstance(base, int) and isinstance(exponent, int)
    if isinstance(op, ast.Pow) and integers and exponent > 0 and base.bit_length() * exponent > MAX_BITS:
        raise CodeError("This power is too large.", span=span_of(node))


def checked(value: Any, node: ast.expr) -> Any:
    """Return a number, unless it is not a real one or has too many digits."""
    if isinstance(value, complex):
        raise CodeError("This is a complex number; only real ones are supported.", span=span_of(node))
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise CodeError("This number is too large.", span=span_of(node))
    return value
