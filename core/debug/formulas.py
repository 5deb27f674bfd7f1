"""Gradient rules with the names of the tensors, and with the numbers, put in."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.debug.arrays import Part
from core.debug.events import Vjp
from core.debug.explanation import Binding, Formula
from core.debug.recording import Recording
from core.debug.text import MOST_NUMBERS, gradient, value
from core.ops.registry import all_ops
from core.ops.rule import ARRAY_WORDS, root

LONGEST = 100
"""A formula with the numbers put in is left out when it has more characters: nobody would read it."""


def formula_of(recording: Recording, vjp: Vjp) -> Formula | None:
    """Return the formula that gave a gradient; None for a node without a written rule."""
    if vjp.rule is None:
        return None
    text = vjp.rule.shown or vjp.rule.text
    incoming: list[tuple[str, Part]] = [("g", vjp.incoming[0])] if len(vjp.incoming) == 1 else []
    operands = [(name, one) for name, one in vjp.operands if root(name) == name]
    bindings = [Binding(name, name, gradient(one)) for name, one in incoming]
    bindings += [Binding(name, operand_label(recording, vjp, name), value(one)) for name, one in operands]
    literals = ((name, _literal(one)) for name, one in (*vjp.operands, *incoming))
    numbers = _replaced(text, {name: tree for name, tree in literals if tree is not None})
    return Formula(text, tuple(bindings), numbers if len(numbers) <= LONGEST else "", gradient(vjp.result))


def with_labels(recording: Recording, vjp: Vjp) -> str:
    """Return the rule with the names of the tensors and the settings in it, as code: ``g * b``."""
    if vjp.rule is None:
        return ""
    settings = {name: tree for name, one in vjp.operands if not isinstance(one, np.ndarray) and (tree := _literal(one))}
    labels = {name: _expression(operand_label(recording, vjp, name)) for name in map(root, vjp.rule.names)}
    return _replaced(vjp.rule.shown or vjp.rule.text, labels | settings)


def operand_label(recording: Recording, vjp: Vjp, name: str) -> str:
    """Return how to call what a rule calls `name`: the tensor wired to that input, or the result of the node."""
    node, expression = recording.nodes[vjp.node], recording.expression
    if node.op is None or name in node.op.outputs:
        return name if node.op is None else node.label
    places = [place for place, port in enumerate(node.op.inputs) if port.name == name]
    target = node.edges.get(places[0]) if places else None
    if target is not None:
        return recording.nodes[target.node].label
    is_direct = expression is not None and node.origin is not None and expression.op(node.origin) is node.op
    operands = expression.operands(node.origin) if expression is not None and is_direct else ()
    origin = operands[places[0]] if places and places[0] < len(operands) else None
    return expression.label(origin) if expression is not None and origin is not None else name


def _literal(one: Any) -> ast.expr | None:
    """Return a number, a setting or a short array as a part of an expression; None for what is too long for one."""
    match one:
        case np.ndarray():
            return _parsed(repr(_rounded(one.tolist()))) if one.size <= MOST_NUMBERS else None
        case bool() | int() | float() | None | str():
            return _parsed(repr(_rounded(one)))
        case tuple() | list() if all(isinstance(item, int) for item in one):
            return _parsed(repr(list(one)))
    return None


def _rounded(one: Any) -> Any:
    match one:
        case list():
            return [_rounded(item) for item in one]
        case float():
            short = float(f"{one:.4g}")
            return int(short) if short.is_integer() else short
    return one


def _expression(label: str) -> ast.expr:
    """Return a label as a part of an expression, with brackets around it where it needs them."""
    try:
        return _parsed(label)
    except SyntaxError:
        return ast.Name(label, ast.Load())


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _replaced(text: str, parts: Mapping[str, ast.expr]) -> str:
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return text  # some rules are shown in words
    return ast.unparse(_Replace(parts).visit(tree))


def _worked_out(word: str, settings: Sequence[Any]) -> ast.expr | None:
    """Return what a word that is not an operation makes of shapes and settings."""
    if word not in ARRAY_WORDS or word in {op.name for op in all_ops()}:
        return None
    try:
        return _literal(ARRAY_WORDS[word](*settings))
    except (TypeError, ValueError, AttributeError, IndexError):  # it takes arrays
        return None


class _Replace(ast.NodeTransformer):
    """Puts expressions in the place of names, and drops the branches of settings that are not taken."""

    def __init__(self, parts: Mapping[str, ast.expr]) -> None:
        self._parts = parts

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._parts.get(node.id, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        known = self._parts.get(ast.unparse(node))
        if known is not None:
            return known
        base = self._parts.get(node.value.id) if isinstance(node.value, ast.Name) else None
        is_number = isinstance(base, ast.Constant | ast.List)
        return node if base is None or is_number else ast.Attribute(base, node.attr, ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Work out what is computed from shapes and settings alone: ``count([2, 3])`` is 6."""
        replaced = self.generic_visit(node)
        if not isinstance(replaced, ast.Call) or not isinstance(replaced.func, ast.Name) or replaced.keywords:
            return replaced
        try:
            settings = [ast.literal_eval(one) for one in replaced.args]
        except ValueError:
            return replaced  # it reads a tensor
        return _worked_out(replaced.func.id, settings) or replaced

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        test = self.visit(node.test)
        match test:
            case ast.Constant(value=chosen):
                return self._branch(node, taken=bool(chosen))
            case ast.Compare(ast.Constant(value=one), [ast.Is() | ast.IsNot() as sign], [ast.Constant(value=None)]):
                return self._branch(node, taken=isinstance(sign, ast.Is) is (one is None))
        return ast.IfExp(test, self._branch(node, taken=True), self._branch(node, taken=False))

    def _branch(self, node: ast.IfExp, *, taken: bool) -> ast.expr:
        found: ast.expr = self.visit(node.body if taken else node.orelse)
        return found
