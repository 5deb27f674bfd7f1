"""What a gradient rule multiplies with: the local factor of the chain rule.

A vector-Jacobian product is linear in `g`. Where the rule works element by element, its Jacobian is a diagonal,
and the diagonal is what the rule gives for a gradient of ones.
"""

from __future__ import annotations

import ast
import functools
from typing import Any

import numpy as np

from core.debug.arrays import Array, read_only
from core.debug.events import Vjp
from core.errors import ArgumentError
from core.ops.registry import get
from core.ops.rule import ARRAY_WORDS, Rule, compile_gradients
from core.ops.shape import EXPAND
from core.ops.spec import Category

BY_ELEMENT = (Category.ARITHMETIC, Category.ELEMENTWISE, Category.ACTIVATION, Category.COMPARE)
"""The categories of operations that work element by element."""
_LINEAR = (ast.Mult, ast.Div, ast.Add, ast.Sub)


def local_factor(vjp: Vjp) -> Array | None:
    """Return what the incoming gradient was multiplied with, element by element; None where it was not."""
    incoming = vjp.incoming[0]
    if len(vjp.incoming) != 1 or not isinstance(incoming, np.ndarray) or vjp.rule is None:
        return None
    if not is_by_element(vjp.rule):
        return None
    factor = apply_rule(vjp, np.ones_like(incoming))
    return factor if factor is not None and factor.shape == vjp.result.shape else None


def apply_rule(vjp: Vjp, g: Any) -> Array | None:
    """Return what the rule would give for another gradient `g`; None when an operand of it is not known."""
    operands = dict(vjp.operands)
    if vjp.rule is None or not operands.keys() >= set(vjp.rule.names):
        return None
    (result,) = _compiled(vjp.rule, tuple(operands))(tuple(operands.values()), g, (vjp.rule,))
    found: Array = read_only(result)
    return found


@functools.cache
def _compiled(rule: Rule, names: tuple[str, ...]) -> Any:
    return compile_gradients((rule,), names, "node", ARRAY_WORDS, variadic=False)


@functools.cache
def is_by_element(rule: Rule) -> bool:
    """Whether each element of the rule's result depends on one element of `g` only."""
    for text in (rule.shown, rule.text):
        try:
            return _by_element(ast.parse(text, mode="eval").body)
        except SyntaxError:  # shown in words, or not at all
            continue
    return False


def _by_element(node: ast.AST) -> bool:
    match node:
        case ast.Name():
            return True
        case _ if not _reads_g(node):
            return True
        case ast.UnaryOp(operand=operand):
            return _by_element(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return isinstance(op, _LINEAR) and _by_element(left) and _by_element(right)
        case ast.IfExp(test=test, body=body, orelse=other):
            return not _reads_g(test) and _by_element(body) and _by_element(other)
        case ast.Call(func=ast.Name(id=word), args=arguments):
            return _is_by_element(word) and all(map(_by_element, arguments))
        case _:
            return False


def _reads_g(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name()):
            return False  # a fact, such as g.shape
        case ast.Name(id=name):
            return name == "g"
        case _:
            return any(map(_reads_g, ast.iter_child_nodes(node)))


def _is_by_element(word: str) -> bool:
    try:
        return word == EXPAND.name or get(word).category in BY_ELEMENT
    except ArgumentError:
        return False
