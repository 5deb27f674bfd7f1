"""Reading what stands between square brackets."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from core.expr.graph import Slot
from core.expr.limits import MAX_CODE
from core.expr.parsing.builder import Builder
from core.expr.parsing.values import Operand
from core.expr.parsing.vocabulary import vocabulary
from core.expr.problems import Span
from core.expr.syntax import CodeError, span_of


class IndexReader:
    """Turns an index into text; the tensors in it become wires, and ``_0``, ``_1`` in the text."""

    def __init__(self, builder: Builder, read: Callable[[ast.expr], Any]) -> None:
        self._builder = builder
        self._read = read

    def read(self, tensor: Operand, index: ast.expr, span: Span) -> Any:
        """Add the node that takes a part of a tensor."""
        op = vocabulary().item
        if op is None:
            raise CodeError("Square brackets are not known here.", span=span)
        (setting,) = op.attributes
        tensors: list[Operand] = []
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        text = ", ".join(self._part(one, tensors) for one in parts)
        if len(text) > MAX_CODE:
            raise CodeError(f"This index is longer than {MAX_CODE:,} characters.", span=span)
        made = self._builder.call(op, {op.inputs[0].name: tensor, setting.name: text}, span)
        for place, one in enumerate(tensors):
            self._builder.connect(one, made.source.node, Slot(setting.name, place))
        return made

    def _part(self, node: ast.expr, tensors: list[Operand]) -> str:
        match node:
            case ast.Slice(lower, upper, step):
                bounds = [self._bound(one) for one in (lower, upper)]
                return ":".join(bounds) + (f":{self._bound(step)}" if step else "")
            case ast.Constant(value) if value is ...:
                return "..."
        return self._text(self._read(node), node, tensors)

    def _bound(self, node: ast.expr | None) -> str:
        if node is None:
            return ""
        value = self._read(node)
        if value is not None and not _is_place(value):
            raise CodeError("The ends of a range are plain integers.", span=span_of(node))
        return repr(value)

    def _text(self, value: Any, node: ast.expr, tensors: list[Operand]) -> str:
        if isinstance(value, Operand):
            tensors.append(value)
            return f"_{len(tensors) - 1}"
        if value is None or _is_place(value):
            return repr(value)
        if isinstance(value, list) and all(_is_place(one) or isinstance(one, list) for one in value):
            return repr(value)
        raise CodeError(
            "An index is made of integers, ranges such as 1:3, None, ..., lists of integers, and tensors.",
            span=span_of(node),
        )


def _is_place(value: Any) -> bool:
    return isinstance(value, int)
