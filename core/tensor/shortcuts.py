"""The methods of tensors, each as short as its operation allows.

Most programs apply operations without attributes to one tensor, or to two of the same type, while gradients
are recorded and nothing else is going on. For these, the work of `Operation.run` is written out in one
function, without the questions that have only one answer there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.engine.node import Node, next_order
from core.tensor.apply import Operation, unfit
from core.tensor.composite import Composite
from core.tensor.keeping import Input, Keep, make_keep
from core.tensor.storage import Storage
from core.tensor.tensor import Tensor, gradient_edge

_new = object.__new__
_ndarray = np.ndarray


Method = Callable[..., Any]

Kind = tuple[type[Node], Keep, bool]
"""How calls with inputs of one kind are recorded: the node, what saves for it, and whether it has two edges."""


def fastest(operation: Operation | Composite, otherwise: Method | None = None) -> Method:
    """Make the fastest function that does what `operation` does for a tensor and further arguments.

    What is not usual is left to `otherwise`: to the operation itself, if it is not given.
    """
    otherwise = otherwise or operation
    op = operation.op
    if isinstance(operation, Composite):
        return lambda *arguments, **named: otherwise(*arguments, **named)
    special = any(port.variadic or port.optional or port.as_is for port in op.inputs)
    if not (special or op.attributes or op.has_many_results or op.is_view):
        match len(op.inputs), len(op.slots):
            case 1, 1:
                return unary(operation, otherwise)
            case 2, 2:
                return binary(operation, otherwise)
    return lambda *arguments, **named: otherwise(*arguments, **named)


def unary(operation: Operation, otherwise: Method) -> Method:
    """Make the short way for an operation on one tensor, without attributes."""
    op, node_type = operation.op, operation.node_type((), {})
    forward, saves = op.forward, bool(op.saved)

    def keep(node: Node, result: Tensor, self: Tensor) -> None:
        nonlocal keep
        keep = make_keep(op, (Input.TRACKED,))  # compiled when it is first needed
        keep(node, result, self)

    def method(self: Tensor, *, out: Tensor | None = None) -> Any:
        array = self.array
        if not STATE.plain or array.dtype.kind != "f" or out is not None:
            return otherwise(self, out=out)
        made = forward(array)
        if made.__class__ is not _ndarray:
            made = np.asarray(made)
        result = _new(Tensor)
        result.array = made
        result.storage = Storage()
        result.edge = None
        result.flag = False
        result.view_of = None
        edge = self.edge
        if edge is None or self.view_of is not None:
            edge = gradient_edge(self)
        if edge is not None:
            node = _new(node_type)
            node.edges = (edge,)
            if saves:
                keep(node, result, self)
            else:
                node.saved = node.guards = ()
            node.hooks = node.origin = None
            node.order = next_order()
            node.shape = made.shape
            node.dtype = made.dtype
            result.edge = (node, 0)
        elif self.view_of is not None and operation.edges((self,)):
            return operation(self)  # a view that was made where nothing is recorded
        return result

    return method


def binary(operation: Operation, otherwise: Method) -> Method:
    """Make the short way for an operation on two tensors of one type, or a tensor and a number."""
    op, always = operation.op, operation.node_type((None, None), {})
    forward, varies = op.forward, bool(op.saved or op.overload or operation.settings)
    kinds: dict[tuple[bool, bool | None], Kind] = {}

    def method(self: Tensor, other: Any, *, out: Tensor | None = None) -> Any:
        first = self.array
        if isinstance(other, Tensor):
            second = other.array
            short = first.dtype is second.dtype
        else:
            second = other
            short = other.__class__ is float or other.__class__ is int
        if not (short and STATE.plain and first.dtype.kind == "f" and out is None):
            return otherwise(self, other, out=out)
        try:
            made = forward(first, second)
        except ValueError as error:
            raise unfit(op, [first, second], error) from error
        if made.__class__ is not _ndarray:
            made = np.asarray(made)
        result = _new(Tensor)
        result.array = made
        result.storage = Storage()
        result.edge = None
        result.flag = False
        result.view_of = None
        edge = self.edge
        if edge is None or self.view_of is not None:
            edge = gradient_edge(self)
        other_edge = None if second is other else gradient_edge(other)
        if edge is not None or other_edge is not None:
            if varies:
                given = (edge is None, None if second is other else other_edge is None)
                kind = kinds.get(given)
                if kind is None:
                    kind = kinds[given] = _kind(operation, self, other)
                node = _new(kind[0])
                node.edges = (edge, other_edge) if kind[2] else (edge,)
                kind[1](node, result, self, other)
            else:
                node = _new(always)
                node.edges = (edge, other_edge)
                node.saved = node.guards = ()
            node.hooks = node.origin = None
            node.order = next_order()
            node.shape = made.shape
            node.dtype = made.dtype
            result.edge = (node, 0)
        elif (self.view_of is not None or getattr(other, "view_of", None) is not None) and operation.edges(
            (self, other)
        ):
            return operation(self, other)  # a view that was made where nothing is recorded
        return result

    return method


def _kind(operation: Operation, self: Tensor, other: Any) -> Kind:
    inputs = (self, other)
    edges = operation.edges(inputs) or ()
    return operation.node_type(inputs, {}), operation.keep(inputs, edges), len(edges) == 2
