"""Gradient rules with the names of the tensors, and with the numbers, put in."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from core.debug.arrays import Array
from core.debug.events import Vjp
from core.debug.explanation import Binding, Formula
from core.debug.recording import Recording
from core.debug.text import MOST_NUMBERS, gradient, value
from core.ops.rule import root


def formula_of(recording: Recording, vjp: Vjp) -> Formula | None:
    """Return the formula that gave a gradient; None for a node without a written rule."""
    if vjp.rule is None:
        return None
    text = vjp.rule.shown or vjp.rule.text
    operands = {name: one for name, one in vjp.operands if root(name) == name}
    incoming = {"g": vjp.incoming[0]} if len(vjp.incoming) == 1 else {}
    bindings = [Binding(name, name, gradient(one)) for name, one in incoming.items()]
    bindings += [Binding(name, operand_label(recording, vjp, name), value(one)) for name, one in operands.items()]
    return Formula(text, tuple(bindings), _with(text, operands | incoming), gradient(vjp.result))


def operand_label(recording: Recording, vjp: Vjp, name: str) -> str:
    """Return how to call what a rule calls `name`: the tensor wired to that input, the result, or its number."""
    node, expression = recording.nodes[vjp.node], recording.expression
    held = dict(vjp.operands).get(name)
    if isinstance(held, (int, float)):
        return repr(held)
    if node.op is None:
        return name
    if name in node.op.outputs:
        return node.label
    places = [place for place, port in enumerate(node.op.inputs) if port.name == name]
    if not places:
        return name
    target = node.edges.get(places[0])
    if target is not None:
        return recording.nodes[target.node].label
    operands = expression.operands(node.origin) if expression is not None and node.origin is not None else ()
    origin = operands[places[0]] if places[0] < len(operands) else None
    return expression.label(origin) if expression is not None and origin is not None else name


def target_label(recording: Recording, vjp: Vjp) -> str:
    """Return how to call what a gradient is for: the tensor at the other end of the edge."""
    return recording.nodes[recording.nodes[vjp.node].edges[vjp.slot].node].label


def with_labels(recording: Recording, vjp: Vjp) -> str:
    """Return the rule with the names of the tensors in it, as code: ``g * b``."""
    if vjp.rule is None:
        return ""
    labels = {name: operand_label(recording, vjp, name) for name in map(root, vjp.rule.names)}
    return _replaced(vjp.rule.shown or vjp.rule.text, {name: _parsed(label, name) for name, label in labels.items()})


def _with(text: str, numbers: Mapping[str, Any]) -> str:
    return _replaced(text, {name: tree for name, one in numbers.items() if (tree := _literal(one)) is not None})


def _literal(one: Any) -> ast.expr | None:
    """Return a number or a short array as a part of an expression; None for what would be too long in one."""
    if isinstance(one, np.ndarray):
        return _parsed(repr(_short(one)), "") if one.size <= MOST_NUMBERS else None
    return _parsed(repr(one), "") if isinstance(one, (int, float)) else None


def _short(array: Array) -> Any:
    rounded = [float(f"{number:.4g}") for number in array.reshape(-1).tolist()]
    whole = [int(number) if number.is_integer() else number for number in rounded]
    return np.array(whole, object).reshape(array.shape).tolist()


def _parsed(text: str, otherwise: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return ast.Name(otherwise, ast.Load())


def _replaced(text: str, parts: Mapping[str, ast.expr]) -> str:
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return text  # some rules are shown in words
    return ast.unparse(_Replace(parts).visit(tree))


class _Replace(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, parts: Mapping[str, ast.expr]) -> None:
        self._parts = parts

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._parts.get(node.id, node)
