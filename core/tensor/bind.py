"""Matching the arguments of a call to an operation's inputs and attributes, as PyTorch's signatures do."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np

from core.errors import ArgumentError, KindError, OptionError
from core.ops.spec import REQUIRED, Attribute, Kind, Op, Port, Takes
from core.tensor.dtype import numpy_of
from core.tensor.tensor import Tensor, wrap

_ALIASES = {"input": "self", "axis": "dim", "keepdims": "keepdim", "x": "self"}
_LISTS = (list, tuple)
_NUMBERS = (bool, int, float)


def bind(op: Op, arguments: Sequence[Any], named: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return the inputs in order, and the attributes by name with their defaults filled in."""
    given = match_arguments(op, arguments, named)
    inputs = [_input(op, port, _value(op, port, given)) for port in op.inputs]
    return inputs, {one.name: _attribute(op, one, _value(op, one, given)) for one in op.attributes}


def match_arguments(op: Op, arguments: Sequence[Any], named: dict[str, Any]) -> dict[str, Any]:
    """Return what a call gives, under the names of the parameters; what it leaves out is not there."""
    by_name = {plain_name(name): value for name, value in named.items()} if named else {}
    rest = list(arguments)
    rest.reverse()
    given: dict[str, Any] = {}
    for one in parameters(op):
        _take(one, rest, by_name, given)
    if rest or by_name:
        extra = ", ".join([*map(repr, reversed(rest)), *by_name])
        raise KindError(f"{op.name}() takes no further argument, but got {extra}.")
    return given


def plain_name(name: str) -> str:
    """Return the name of a parameter in the records, for one that users may write."""
    return _ALIASES.get(name, name)


@functools.cache
def parameters(op: Op) -> tuple[Port | Attribute, ...]:
    """Return the inputs and attributes of an operation in the order in which a call gives them."""
    every: list[Port | Attribute] = [*op.inputs, *op.attributes]
    named = {one.name: one for one in every}
    return tuple(named[name] for name in op.signature or named)


def _take(one: Port | Attribute, rest: list[Any], by_name: dict[str, Any], given: dict[str, Any]) -> None:
    """Take the argument for one parameter; `rest` are the positional ones, the last first."""
    gathers = one.splat if isinstance(one, Attribute) else one.variadic
    if rest and gathers and not isinstance(rest[-1], _LISTS):
        given[one.name] = tuple(reversed(rest)) if rest[-1] is not None else None
        rest.clear()
    elif rest and not (isinstance(one, Attribute) and one.keyword_only):
        given[one.name] = rest.pop()
    elif one.name in by_name:
        given[one.name] = by_name.pop(one.name)


def _value(op: Op, one: Port | Attribute, given: Mapping[str, Any]) -> Any:
    if one.name in given:
        return given[one.name]
    default = (None if one.optional else REQUIRED) if isinstance(one, Port) else one.default
    if default is REQUIRED:
        raise KindError(f"{op.name}() misses its argument {one.name!r}.")
    return default


def _input(op: Op, port: Port, value: Any) -> Any:
    if port.variadic:
        return [_tensor(op, port, one) for one in value]
    if isinstance(value, Tensor) or (value is None and port.optional):
        return value
    if isinstance(value, _NUMBERS) and port.takes is not Takes.TENSOR:
        return value
    return _tensor(op, port, value)


def _tensor(op: Op, port: Port, value: Any) -> Any:
    if isinstance(value, Tensor):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return wrap(value)
    raise KindError(
        f"{op.name}(): {port.name!r} has to be {port.takes}, not {type(value).__name__}.",
        "Make a tensor of it with torch.tensor(...)." if isinstance(value, _LISTS) else "",
    )


def _attribute(op: Op, attribute: Attribute, value: Any) -> Any:
    optional = value is None and (attribute.default is not REQUIRED or attribute.kind not in _NUMBERED)
    if value is attribute.default or optional or attribute.kind is Kind.INDEX:
        return value
    if isinstance(value, str) and value in attribute.choices:
        return value
    try:
        value = _converted(attribute.kind, value)
    except TypeError:
        raise _impossible(op, attribute, value) from None
    if attribute.kind is Kind.CHOICE:
        raise _impossible(op, attribute, value)
    return value


def _impossible(op: Op, attribute: Attribute, value: Any) -> KindError:
    """Say what an attribute has to be: of some kind, or one of some words."""
    expected = [] if attribute.kind is Kind.CHOICE else [_EXPECTED[attribute.kind]]
    if attribute.choices:
        expected.append(f"one of {', '.join(map(repr, attribute.choices))}")
    text = f"{op.name}(): {attribute.name!r} has to be {' or '.join(expected)}, not"
    if attribute.choices:
        return OptionError(f"{text} {value!r}.")
    return KindError(f"{text} {type(value).__name__}.")


_NUMBERED = {Kind.INTEGER, Kind.DIM, Kind.NUMBER}


_EXPECTED = {
    Kind.FLAG: "True or False",
    Kind.INTEGER: "an integer",
    Kind.DIM: "an integer",
    Kind.NUMBER: "a number",
    Kind.DIMS: "an integer or several",
    Kind.SHAPE: "a shape: one or several integers",
    Kind.CHOICE: "a text",
    Kind.DTYPE: "a dtype",
    Kind.PAIRS: "a number of dimensions, or two lists of them",
    Kind.TEXT: "a text",
}


def _converted(kind: Kind, value: Any) -> Any:
    if kind in _WHOLE:
        return _whole(value)
    match kind:
        case Kind.DTYPE:
            return numpy_of(value)
        case Kind.FLAG:
            return bool(value)
        case Kind.DIMS | Kind.SHAPE if isinstance(value, _LISTS):
            return tuple(map(_whole, value))
        case Kind.DIMS:
            return _whole(value)
        case Kind.SHAPE:
            return (_whole(value),)
        case Kind.NUMBER:
            return _number(value)
    return value


_WHOLE = {Kind.INTEGER, Kind.DIM}
_LARGEST = 2**63 - 1


def _whole(value: Any) -> int:
    number = index(value)
    if abs(number) > _LARGEST:
        raise ArgumentError(f"The whole number {number} is too large.", f"The largest is {_LARGEST}.")
    return number


def _number(value: Any) -> bool | int | float:
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, (Tensor, np.generic)):
        number: bool | int | float = value.item()
        return number
    raise TypeError
