"""Matching the arguments of a call to an operation's inputs and attributes, as PyTorch's signatures do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.errors import KindError
from core.ops.spec import REQUIRED, Attribute, Kind, Op
from core.tensor.dtype import numpy_of
from core.tensor.tensor import Tensor

_ALIASES = {"input": "self", "axis": "dim", "keepdims": "keepdim", "x": "self"}


def bind(op: Op, arguments: Sequence[Any], named: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return the inputs in order, and the attributes by name with their defaults filled in."""
    given = {_ALIASES.get(name, name): value for name, value in named.items()} if named else named
    inputs: list[Any] = []
    rest = list(arguments)
    for port in op.inputs:
        if rest:
            value = rest.pop(0)
        elif port.name in given:
            value = given.pop(port.name)
        elif port.optional:
            value = None
        else:
            raise KindError(f"{op.name}() misses its argument {port.name!r}.")
        inputs.append(list(value) if port.variadic else _input(op, port.name, value, port.optional))
    return inputs, _attributes(op, rest, given)


def _input(op: Op, name: str, value: Any, optional: bool) -> Any:
    if isinstance(value, (Tensor, bool, int, float)) or (value is None and optional):
        return value
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        return value.item()  # a numpy scalar
    raise KindError(
        f"{op.name}(): {name!r} has to be a tensor or a number, not {type(value).__name__}.",
        "Make a tensor of it with torch.tensor(...)." if isinstance(value, (list, tuple)) else "",
    )


def _attributes(op: Op, rest: list[Any], given: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for attribute in op.attributes:
        if attribute.splat and rest and not isinstance(rest[0], (list, tuple)) and rest[0] is not None:
            value: Any = tuple(rest)
            rest = []
        elif rest and not attribute.keyword_only:
            value = rest.pop(0)
        elif attribute.name in given:
            value = given.pop(attribute.name)
        elif attribute.default is not REQUIRED:
            value = attribute.default
        else:
            raise KindError(f"{op.name}() misses its argument {attribute.name!r}.")
        result[attribute.name] = _attribute(op, attribute, value)
    if rest or given:
        extra = ", ".join([*map(repr, rest), *given])
        raise KindError(f"{op.name}() takes no further argument, but got {extra}.")
    return result


def _attribute(op: Op, attribute: Attribute, value: Any) -> Any:
    match attribute.kind:
        case Kind.DTYPE:
            return numpy_of(value)
        case Kind.DIMS | Kind.SHAPE if isinstance(value, list | tuple):
            return tuple(int(one) for one in value)
        case Kind.FLAG:
            return bool(value)
    if isinstance(value, Tensor) and attribute.kind is not Kind.INDEX:
        return value.item()
    if attribute.choices and value not in attribute.choices:
        choices = ", ".join(map(repr, attribute.choices))
        raise KindError(f"{op.name}(): {attribute.name!r} has to be one of {choices}, not {value!r}.")
    return value
