"""The short way of an operation, written out as the source of one function.

What every recorded operation does (make the result, find the edges, make the node, save, guard) stands here once,
and what an operation saves is put into it. Calling a function for each of these steps would take
longer than many operations do. Operations that save the same values have the same source, which is compiled once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.engine.node import next_order
from core.ops.rule import compiled
from core.ops.spec import Op, Takes
from core.tensor.apply import Operation
from core.tensor.keeping import WORDS, Input, make_keep, saved_and_guards
from core.tensor.storage import Storage
from core.tensor.tensor import Tensor, gradient_edge, wrap
from core.tensor.views import attach_view

Method = Callable[..., Any]

_UNARY = """
def short(self):
    array = self.array
    kind = array.dtype
    if (kind is not FLOAT and kind.kind != "f") or not STATE.plain:
        return otherwise(self)
{edge}
    if edge is None and asks_in_vain(self):
        return operation(self)
    try:
        made = forward(array)
    except (ValueError, TypeError, RuntimeError):
        return otherwise(self)  # which says what is wrong
{result}
{storage}
    if edge is None:
        return result
    node = new(tracked)
    node.edges = (edge,)
    node.saved = {saved}
    node.guards = {guards}
{node}
"""

_CONFIGURED = """
def short(self, attributes, tracked):
{edge}
    if edge is None and asks_in_vain(self):
        return None
    try:
        made = forward(self.array, **attributes)
    except (ValueError, IndexError, TypeError, RuntimeError, ArithmeticError):
        return None
{result}
{storage}
    if edge is None or made.dtype.kind != "f":
        return result
    node = new(tracked)
    node.edges = (edge,)
    keep(node, result, self, **attributes)
{node}
"""

_BINARY = """
def short(self, other):
    first = self.array
    kind = first.dtype
    if isinstance(other, Tensor):
        second = other.array
        if second.dtype is not kind or (kind is not FLOAT and kind.kind != "f") or not STATE.plain:
            return otherwise(self, other)
        other_edge = other.edge
        if other_edge is None or other.view_of is not None:
            other_edge = gradient_edge(other)
    elif takes_numbers and other.__class__ in NUMBERS and kind.kind == "f" and STATE.plain:
        second = other
        other_edge = None
    else:
        return otherwise(self, other)
{edge}
    if edge is None and other_edge is None and (asks_in_vain(self) or asks_in_vain(other)):
        return operation(self, other)
    try:
        made = forward(first, second)
    except (ValueError, TypeError, RuntimeError):
        return otherwise(self, other)  # which says what is wrong
{result}
{storage}
    if other_edge is not None:
        if edge is not None:
            node = new(both)
            node.saved = {saved_both}
            node.guards = {guards_both}
        else:
            node = new(second_only)
            node.saved = {saved_second_only}
            node.guards = {guards_second_only}
        node.edges = (edge, other_edge)
    elif edge is None:
        return result
    elif second is other:
        node = new(number)
        node.saved = {saved_number}
        node.guards = {guards_number}
        node.edges = {edges_with_number}
    else:
        node = new(first_only)
        node.saved = {saved_first_only}
        node.guards = {guards_first_only}
        node.edges = (edge, None)
{node}
"""

_PARTS = {
    "result": """\
    if made.__class__ is not ndarray:
        made = asarray(made)
    result = new(Tensor)
    result.array = made
    result.edge = result.view_of = None
    result.flag = False""",
    "storage": """\
    result.storage = storage = Storage()
    storage.version = 0""",
    "edge": """\
    edge = self.edge
    if edge is None or self.view_of is not None:
        edge = gradient_edge(self)""",
    "node": """\
    node.hooks = node.origin = None
    node.order = next_order()
    node.shape = made.shape
    node.dtype = made.dtype
    result.edge = (node, 0)
    return result""",
}


def asks_in_vain(value: Any) -> bool:
    """Whether something asks for a gradient that cannot reach it: a view that was made where nothing is recorded."""
    return getattr(value, "view_of", None) is not None and value.requires_grad


_WORDS = {
    "__name__": __name__,  # of the calls in a traceback: they are this package's own
    **WORDS,
    "FLOAT": np.dtype(np.float32),  # which most tensors are of
    "NUMBERS": (float, int),
    "STATE": STATE,
    "Tensor": Tensor,
    "Storage": Storage,
    "asarray": np.asarray,
    "asks_in_vain": asks_in_vain,
    "attach_view": attach_view,
    "gradient_edge": gradient_edge,
    "ndarray": np.ndarray,
    "new": object.__new__,
    "next_order": next_order,
}


def unary(operation: Operation, otherwise: Method, attributes: dict[str, Any] | None = None) -> Method:
    """Make the short way for an operation on one tensor; its attributes, if it has some, are always these."""
    op, attributes = operation.op, attributes or {}
    saved, guards = saved_and_guards(op, (Input.TRACKED,), spelled=_spelled(op))
    words = {
        "operation": operation,
        "otherwise": otherwise,
        "forward": functools.partial(op.forward, **attributes) if attributes else op.forward,
        "tracked": operation.node_type((), attributes),
        **{f"{name}_": value for name, value in attributes.items()},
    }
    return _compiled(op, _UNARY, words, saved=saved, guards=guards)


def configured(operation: Operation) -> Method:
    """Make the function that does the work of an operation on one tensor with attributes, or returns None.

    It is also given the class of the node, and is for operations that make views, too.
    """
    op = operation.op

    def keep(*arguments: Any, **attributes: Any) -> None:
        short.__globals__["keep"] = kept = make_keep(op, (Input.TRACKED,))  # compiled when it is first needed
        kept(*arguments, **attributes)

    storage = "    attach_view(result, self)" if op.is_view else _PARTS["storage"]
    short = _compiled(op, _CONFIGURED, {"forward": op.forward, "keep": keep}, storage=storage)
    return short


def binary(operation: Operation, otherwise: Method) -> Method:
    """Make the short way for an operation on two tensors of one type, or on a tensor and a number."""
    op = operation.op
    words = {
        "operation": operation,
        "otherwise": otherwise,
        "forward": op.forward,
        "takes_numbers": op.inputs[1].takes is not Takes.TENSOR,
    }
    parts = {"edges_with_number": "(edge,)" if 1 in operation.settings else "(edge, None)"}
    cases = {
        "both": (Input.TRACKED, Input.TRACKED),
        "first_only": (Input.TRACKED, Input.TENSOR),
        "second_only": (Input.TENSOR, Input.TRACKED),
        "number": (Input.TRACKED, Input.NUMBER),
    }
    for name, inputs in cases.items():
        words[name] = operation.node_type([1.0 if one is Input.NUMBER else _ANY for one in inputs], {})
        parts[f"saved_{name}"], parts[f"guards_{name}"] = saved_and_guards(op, inputs, spelled=_spelled(op))
    return _compiled(op, _BINARY, words, **parts)


_ANY = wrap(np.zeros(()))
"""Stands for an input that is a tensor, where nothing else is asked of it."""


def _spelled(op: Op) -> dict[str, str]:
    """Return the words of the templates for the names of a record; no word of theirs ends as an attribute's does."""
    inputs = dict(zip((port.name for port in op.inputs), ("self", "other"), strict=False))
    return {**inputs, op.outputs[0]: "result", **{one.name: f"{one.name}_" for one in op.attributes}}


def _compiled(op: Op, template: str, words: dict[str, Any], **parts: str) -> Method:
    source = template.format(**{**_PARTS, **parts})
    short: Method = compiled(source, {**_WORDS, **words}, "short", "the short way of an operation")
    short.__name__, short.__qualname__ = op.name, f"Tensor.{op.name}"
    return short
