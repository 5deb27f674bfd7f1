"""Reading what is to be printed: texts, tensors, and what is known about tensors."""

from __future__ import annotations

import ast
import re
from typing import Any

from core.expr.graph import Aspect, Print, Printable, Quantity
from core.expr.limits import MAX_CODE
from core.expr.parsing.expressions import ExpressionReader
from core.expr.parsing.values import DtypeName, Operand, is_plain
from core.expr.parsing.variables import LostError
from core.expr.problems import Span
from core.expr.syntax import CodeError, span_of

_FORMAT = re.compile(r"[<>^]?[-+ ]?[0-9]{0,2}(\.[0-9]{1,2})?[efg%d]?")
_ASPECTS = {aspect.value: aspect for aspect in Aspect if aspect is not Aspect.VALUE}
_AS_NUMBER = {"item"}
_AS_IT_IS = {"tolist", "numpy", "detach", "clone", "cpu"}


def read_print(reader: ExpressionReader, node: ast.Call) -> Print:
    """Return what a call of print shows."""
    if node.keywords:
        raise CodeError("print is read without sep, end and file.", span=span_of(node))
    return Print(tuple(_argument(reader, one) for one in node.args))


def _argument(reader: ExpressionReader, node: ast.expr) -> Printable | tuple[Printable, ...]:
    if isinstance(node, ast.JoinedStr):
        return tuple(_piece(reader, one) for one in node.values)
    return _printable(reader, node)


def _piece(reader: ExpressionReader, node: ast.expr) -> Printable:
    match node:
        case ast.Constant(str() as text):
            return text
        case ast.FormattedValue(value, _, None):
            return _printable(reader, value)
        case ast.FormattedValue(value, _, ast.JoinedStr([ast.Constant(str() as form)])) if _FORMAT.fullmatch(form):
            shown = _printable(reader, value)
            if isinstance(shown, Quantity):
                return Quantity(shown.source, shown.aspect, shown.as_number, form)
            return shown
    raise CodeError("This format is not read.", "Formats such as .4f or .2e are.", span_of(node))


def _printable(reader: ExpressionReader, node: ast.expr) -> Printable:
    match node:
        case ast.Call(ast.Attribute(value, name), [], []) if name in _AS_NUMBER:
            return _as_number(reader, value)
        case ast.Call(ast.Attribute(value, name), [], []) if name in _AS_IT_IS and _looks_at_grad(value):
            return _printable(reader, value)
        case ast.Call(ast.Attribute(value, "size"), [], []):
            return _quantity(reader, value, Aspect.SHAPE)
        case ast.Attribute(value, name) if name in _ASPECTS and not reader.path(node):
            return _quantity(reader, value, _ASPECTS[name])
    value = reader.read(node)
    if isinstance(value, Operand):
        return Quantity(reader.builder.as_node(value, span_of(node)))
    return _text(value, span_of(node))


def _as_number(reader: ExpressionReader, node: ast.expr) -> Quantity:
    shown = _printable(reader, node)
    if not isinstance(shown, Quantity) or shown.aspect not in (Aspect.VALUE, Aspect.GRAD):
        raise CodeError("Only a tensor has an item().", span=span_of(node))
    return Quantity(shown.source, shown.aspect, as_number=True)


def _looks_at_grad(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == Aspect.GRAD


def _quantity(reader: ExpressionReader, node: ast.expr, aspect: Aspect) -> Quantity:
    source = reader.builder.as_node(reader.operand(node), span_of(node))
    if aspect is Aspect.GRAD and source.node in reader.doubtful_gradients:
        raise LostError("What this gradient is depends on a line that could not be read.", span=span_of(node))
    return Quantity(source, aspect)


def _text(value: Any, span: Span) -> str:
    if isinstance(value, DtypeName):
        return f"torch.{value.name}"
    if not is_plain(value):
        raise CodeError("Only tensors, numbers and texts are printed.", "Print tensors one by one.", span)
    text = str(value)
    if len(text) > MAX_CODE:
        raise CodeError(f"This is longer than {MAX_CODE:,} characters.", span=span)
    return text
