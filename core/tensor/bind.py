"""Matching the arguments of a call to an operation's inputs and attributes, as PyTorch's signatures do."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from core.errors import KindError
from core.ops.spec import REQUIRED, Attribute, Kind, Op, Port
from core.tensor.dtype import numpy_of
from core.tensor.tensor import Tensor, wrap

_ALIASES = {"input": "self", "axis": "dim", "keepdims": "keepdim", "x": "self"}
_LISTS = (list, tuple)


def bind(op: Op, arguments: Sequence[Any], named: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return the inputs in order, and the attributes by name with their defaults filled in."""
    given = {_ALIASES.get(name, name): value for name, value in named.items()} if named else named
    rest = list(arguments)
    rest.reverse()
    inputs: dict[str, Any] = {}
    attributes: dict[str, Any] = {}
    for one in parameters(op):
        if isinstance(one, Port):
            inputs[one.name] = _input(op, one, _next(op, one, rest, given))
        else:
            attributes[one.name] = _attribute(op, one, _next(op, one, rest, given))
    if rest or given:
        extra = ", ".join([*map(repr, reversed(rest)), *given])
        raise KindError(f"{op.name}() takes no further argument, but got {extra}.")
    return [inputs[port.name] for port in op.inputs], attributes


@functools.cache
def parameters(op: Op) -> tuple[Port | Attribute, ...]:
    """Return the inputs and attributes of an operation in the order in which a call gives them."""
    named = {one.name: one for one in (*op.inputs, *op.attributes)}
    return tuple(named[name] for name in op.signature or named)


def _next(op: Op, one: Port | Attribute, rest: list[Any], given: dict[str, Any]) -> Any:
    """Take the value of the next argument; `rest` are the positional ones, the last first."""
    if rest and isinstance(one, Attribute) and one.splat and not isinstance(rest[-1], _LISTS):
        value = tuple(reversed(rest)) if rest[-1] is not None else None
        rest.clear()
        return value
    if rest and not (isinstance(one, Attribute) and one.keyword_only):
        return rest.pop()
    if one.name in given:
        return given.pop(one.name)
    default = (None if one.optional else REQUIRED) if isinstance(one, Port) else one.default
    if default is REQUIRED:
        raise KindError(f"{op.name}() misses its argument {one.name!r}.")
    return default


def _input(op: Op, port: Port, value: Any) -> Any:
    if port.variadic:
        return [_tensor(op, port.name, one) for one in value]
    if isinstance(value, (Tensor, bool, int, float)) or (value is None and port.optional):
        return value
    return _tensor(op, port.name, value)


def _tensor(op: Op, name: str, value: Any) -> Any:
    if isinstance(value, Tensor):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return wrap(value)
    raise KindError(
        f"{op.name}(): {name!r} has to be a tensor or a number, not {type(value).__name__}.",
        "Make a tensor of it with torch.tensor(...)." if isinstance(value, _LISTS) else "",
    )


def _attribute(op: Op, attribute: Attribute, value: Any) -> Any:
    if value is attribute.default or value is None or attribute.kind is Kind.INDEX:
        return value
    try:
        value = _converted(attribute.kind, value)
    except TypeError:
        raise KindError(
            f"{op.name}(): {attribute.name!r} has to be {_EXPECTED[attribute.kind]}, not {type(value).__name__}."
        ) from None
    if attribute.choices and value not in attribute.choices:
        choices = ", ".join(map(repr, attribute.choices))
        raise KindError(f"{op.name}(): {attribute.name!r} has to be one of {choices}, not {value!r}.")
    return value


_EXPECTED = {
    Kind.FLAG: "True or False",
    Kind.INTEGER: "an integer",
    Kind.DIM: "an integer",
    Kind.NUMBER: "a number",
    Kind.DIMS: "an integer or several",
    Kind.SHAPE: "a shape: one or several integers",
    Kind.CHOICE: "a text",
    Kind.DTYPE: "a dtype",
}


def _converted(kind: Kind, value: Any) -> Any:
    match kind:
        case Kind.DTYPE:
            return numpy_of(value)
        case Kind.FLAG:
            return bool(value)
        case Kind.DIMS | Kind.SHAPE if isinstance(value, _LISTS):
            return tuple(map(index, value))
        case Kind.INTEGER | Kind.DIM | Kind.DIMS:
            return index(value)
        case Kind.SHAPE:
            return (index(value),)
        case Kind.NUMBER:
            return _number(value)
    return value


def _number(value: Any) -> bool | int | float:
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, (Tensor, np.generic)):
        number: bool | int | float = value.item()
        return number
    raise TypeError
