"""Settings of operations as text: how they are shown in a field, and what an entered text means."""

from __future__ import annotations

from typing import Any

from core.errors import ArgumentError
from core.expr.arithmetic import number_of
from core.expr.indices import read_index
from core.expr.literal import dtype_named, numbers_of
from core.expr.syntax import CodeError, parse_expression
from core.ops.spec import REQUIRED, Attribute, Kind
from core.tensor import dtype as dtypes

_MOST_TENSORS = 1000
"""Places of tensors in an index that are understood, whether anything is connected there or not."""


def text_of(value: Any) -> str:
    """A setting as text: "0, 1" for a list of numbers, "" for none."""
    match value:
        case None:
            return ""
        case tuple() | list():
            return ", ".join(map(text_of, value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def default_text(attribute: Attribute) -> str:
    """What holds where nothing is entered."""
    if attribute.default is REQUIRED:
        return "needed"
    return text_of(attribute.default) or "none"


def value_of(attribute: Attribute, text: str) -> Any:
    """The value that a text means; None where nothing is entered, so that the default holds.

    Raises ArgumentError where the text is no value of this kind, or is beyond the limits.
    """
    text = text.strip()
    if not text:
        return None
    if text in attribute.choices:
        return text
    value = _read(attribute, text)
    _check_limits(attribute, value)
    return value


def _read(attribute: Attribute, text: str) -> Any:
    match attribute.kind:
        case Kind.FLAG:
            return _flag(text)
        case Kind.INTEGER | Kind.DIM:
            return _integer(attribute, text)
        case Kind.NUMBER:
            return _number(text)
        case Kind.DIMS | Kind.SHAPE:
            return _integers(attribute, text)
        case Kind.PAIRS:
            return _pairs(text)
        case Kind.CHOICE:
            known = ", ".join(map(str, attribute.choices))
            raise ArgumentError(f"There is no choice {text!r}.", f"There are {known}.")
        case Kind.DTYPE:
            return dtypes.of(dtype_named(text)).name
        case Kind.INDEX:
            read_index(text, [0] * _MOST_TENSORS)
            return text
        case Kind.TEXT:
            return text


def _flag(text: str) -> bool:
    if text not in ("True", "False"):
        raise ArgumentError("This is either True or False.")
    return text == "True"


def _number(text: str) -> float | int | bool:
    try:
        number = number_of(parse_expression(text))
    except CodeError:
        number = None
    if number is None:
        raise ArgumentError("A number is needed here.", "Such as 0.5 or 1e-3.")
    return number


def _integer(attribute: Attribute, text: str) -> int:
    number = _number(text)
    if isinstance(number, bool) or not isinstance(number, int):
        raise ArgumentError(f"{attribute.name} is an integer.", "Such as 0, or -1 for the last one.")
    return number


def _integers(attribute: Attribute, text: str) -> tuple[int, ...] | int:
    """Several integers; a single one stays single, as calls have it."""
    numbers = _list(text)
    if not all(isinstance(one, int) and not isinstance(one, bool) for one in numbers):
        raise ArgumentError(f"{attribute.name} is made of integers.", "Such as 0, 1.")
    return numbers[0] if len(numbers) == 1 and not text.endswith(",") and attribute.kind is Kind.DIMS else numbers


def _pairs(text: str) -> Any:
    numbers = _list(text)
    return numbers[0] if len(numbers) == 1 else numbers


def _list(text: str) -> tuple[Any, ...]:
    try:
        found = numbers_of(parse_expression(f"[{text}]"))
    except ArgumentError:
        raise ArgumentError("A list of integers is needed here.", "Such as 0, 1.") from None
    if len(found) == 1 and isinstance(found[0], list):
        found = found[0]
    return tuple(tuple(one) if isinstance(one, list) else one for one in found)


def _check_limits(attribute: Attribute, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    low, high = attribute.minimum, attribute.maximum
    if low is not None and value < low:
        raise ArgumentError(f"{attribute.name} is at least {low:g}.")
    if high is not None and value > high:
        raise ArgumentError(f"{attribute.name} is at most {high:g}.")
