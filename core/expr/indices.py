"""What stands between square brackets, as text: ``0``, ``1:, None``, ``..., [0, 2]``, ``_0``.

A tensor in an index is written as ``_0``, ``_1`` and so on: the place of its wire.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any

from core.expr.arithmetic import number_of
from core.expr.syntax import CodeError, parse_expression, span_of

TENSOR_PLACE = re.compile(r"\b_([0-9]{1,3})\b")


def read_index(text: str, tensors: Sequence[Any] = ()) -> Any:
    """Return the index that a text means, with the tensors in their places."""
    tree = parse_expression(f"x[{text}]")
    if not isinstance(tree, ast.Subscript) or not isinstance(tree.value, ast.Name):
        raise CodeError("This is not an index.", _HINT)
    return _part(tree.slice, tensors)


_HINT = "An index is made of integers, ranges such as 1:3, None, ... and lists of integers."


def _part(node: ast.expr, tensors: Sequence[Any]) -> Any:
    match node:
        case ast.Tuple(parts):
            return tuple(_part(one, tensors) for one in parts)
        case ast.List(parts):
            return [_part(one, tensors) for one in parts]
        case ast.Slice(lower, upper, step):
            return slice(*(one and _part(one, tensors) for one in (lower, upper, step)))
        case ast.Constant(value) if value is None or value is ...:
            return value
        case ast.Name(name) if match := TENSOR_PLACE.fullmatch(name):
            return _tensor(int(match[1]), tensors, node)
    number = number_of(node)
    if not isinstance(number, int):
        raise CodeError("This is not an index.", _HINT, span_of(node))
    return number


def _tensor(place: int, tensors: Sequence[Any], node: ast.expr) -> Any:
    if place >= len(tensors):
        raise CodeError(f"The tensor _{place} of the index is not connected.", span=span_of(node))
    return tensors[place]
