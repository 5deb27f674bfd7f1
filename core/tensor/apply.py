"""Running an operation on tensors, and recording it.

`Operation` is an `Op` record made callable. It computes the result with the record's forward function and,
when a gradient may be asked for later, leaves a node behind. Most calls take a short way for one or two
tensors of the same type; everything else (conversions, attributes, lists of tensors, unusual modes) takes
the general one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.engine.node import Edge, Node, next_order, node_class
from core.errors import GradwalkError, ShapeError
from core.ops.spec import Op, Promotion
from core.tensor import special
from core.tensor.bind import bind
from core.tensor.dtype import as_float, common_type
from core.tensor.keeping import Input, Keep, make_keep, make_keep_of_list
from core.tensor.storage import Storage
from core.tensor.tensor import Array, Tensor, gradient_edge, wrap
from core.tensor.views import attach_view

_new = object.__new__
_ndarray = np.ndarray


class Operation:
    """An operation that can be called with tensors. `method` is its fastest form."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.node_type = node_class(op)
        self.variadic = op.inputs[0].variadic
        self._keeps: dict[tuple[tuple[Input, ...], bool], Keep] = {}
        self.method = self._fastest()

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Bind arguments as a function of the operation's signature would, and run it."""
        inputs, attributes = bind(self.op, arguments, named)
        return self.run(inputs, attributes)

    def run(self, inputs: Sequence[Any], attributes: dict[str, Any]) -> Any:
        """Compute the results for inputs (tensors, numbers, None or a list of tensors) and record them."""
        op = self.op
        made = self.compute(inputs, attributes)
        results = [wrap(np.asarray(one)) for one in (made if op.has_many_results else (made,))]
        flat = inputs[0] if self.variadic else inputs
        if op.is_view:
            for result in results:
                attach_view(result, flat[0], op.name if op.many_results else "")
        node = self.record(inputs, attributes, results) if STATE.mode.grad else None
        if not STATE.plain:
            special.note(flat, results, node)
        return tuple(results) if op.has_many_results else results[0]

    def compute(self, inputs: Sequence[Any], attributes: dict[str, Any]) -> Any:
        """Run the forward function on arrays of the type the operation computes in."""
        if self.variadic:
            arrays = self._converted([one.array for one in inputs[0]])
            arguments: list[Any] = [arrays]
        else:
            arrays = arguments = self._converted([one.array if isinstance(one, Tensor) else one for one in inputs])
        try:
            return self.op.forward(*arguments, **attributes)
        except GradwalkError:
            raise
        except (ValueError, IndexError) as error:
            raise unfit(self.op, arrays, error) from error

    def record(self, inputs: Sequence[Any], attributes: dict[str, Any], results: Sequence[Tensor]) -> Node | None:
        """Leave a node for the results, if one of the inputs asks for a gradient."""
        op = self.op
        flat = inputs[0] if self.variadic else inputs
        edges = self.edges(flat)
        tracked = [one for one in results if one.array.dtype.kind == "f"]
        if not tracked or not any(edges):
            return None
        node = self.make_node(edges, tracked)
        for number, result in enumerate(tracked):
            result.edge = (node, number)
        if op.saved:
            saved_results = (None,) if op.many_results else results
            self.keep(flat, edges)(node, *saved_results, *inputs, **attributes)
        return node

    def edges(self, flat: Sequence[Any]) -> tuple[Edge | None, ...]:
        """Return where the gradients of the inputs go."""
        rules = self.op.rules * len(flat) if self.variadic else self.op.rules
        return tuple(
            gradient_edge(one) if rule is not None and isinstance(one, Tensor) else None
            for one, rule in zip(flat, rules, strict=True)
        )

    def make_node(self, edges: tuple[Edge | None, ...], results: Sequence[Tensor]) -> Node:
        """Make the node of one application, for its results that can have a gradient."""
        arrays = [one.array for one in results]
        if len(arrays) == 1:
            node = self.node_type(edges, arrays[0].shape, arrays[0].dtype)
        else:
            node = self.node_type(edges, [one.shape for one in arrays], [one.dtype for one in arrays])
        if self.op.has_many_results:
            node.outputs = len(arrays)
        node.origin = STATE.mode.origin
        return node

    def keep(self, flat: Sequence[Any], edges: Sequence[Edge | None], *, in_place: bool = False) -> Keep:
        """Return the function that saves what a node with these inputs needs."""
        given = () if self.variadic else tuple(map(_given, flat, edges))
        keep = self._keeps.get((given, in_place))
        if keep is None:
            keep = make_keep(self.op, given, in_place=in_place) if given else make_keep_of_list(self.op)
            self._keeps[given, in_place] = keep
        return keep

    def _converted(self, arrays: list[Any]) -> list[Any]:
        if self.op.promotion is Promotion.NONE:
            return arrays
        kind = common_type(one for one in arrays if one is not None)
        if self.op.promotion is Promotion.FLOAT:
            kind = as_float(kind)
        return [one if one is None else _as_type(one, kind) for one in arrays]

    def _fastest(self) -> Callable[..., Any]:
        op = self.op
        plain_ports = not any(port.variadic or port.optional for port in op.inputs)
        if plain_ports and op.is_differentiable and not (op.attributes or op.has_many_results or op.is_view):
            if len(op.inputs) == 1:
                return unary(self)
            if len(op.inputs) == 2:
                return binary(self)
        return self.__call__


def unary(operation: Operation) -> Callable[[Tensor], Tensor]:
    """Make the short way for an operation on one tensor, without attributes."""
    op, node_type = operation.op, operation.node_type
    forward, saves = op.forward, bool(op.saved)
    keep = make_keep(op, (Input.TRACKED,))

    def method(self: Tensor) -> Tensor:
        array = self.array
        if not STATE.plain or array.dtype.kind != "f":
            return operation(self)  # type: ignore[no-any-return]
        out = forward(array)
        if out.__class__ is not _ndarray:
            out = np.asarray(out)
        result = _new(Tensor)
        result.array = out
        result.storage = Storage()
        result.edge = None
        result.flag = False
        result.view = None
        edge = self.edge
        if edge is None or self.view is not None:
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
            node.shape = out.shape
            node.dtype = out.dtype
            result.edge = (node, 0)
        return result

    return method


def binary(operation: Operation) -> Callable[[Tensor, Any], Tensor]:
    """Make the short way for an operation on two tensors of one type, or a tensor and a number."""
    op, node_type = operation.op, operation.node_type
    forward, saves = op.forward, bool(op.saved)
    keeps: dict[tuple[bool, Any], Keep] = {}

    def method(self: Tensor, other: Any) -> Tensor:
        first = self.array
        if other.__class__ is Tensor:
            second = other.array
            short = first.dtype is second.dtype
        else:
            second = other
            short = other.__class__ is float
        if not (short and STATE.plain and first.dtype.kind == "f"):
            return operation(self, other)  # type: ignore[no-any-return]
        try:
            out = forward(first, second)
        except ValueError as error:
            raise unfit(op, [first, second], error) from error
        if out.__class__ is not _ndarray:
            out = np.asarray(out)
        result = _new(Tensor)
        result.array = out
        result.storage = Storage()
        result.edge = None
        result.flag = False
        result.view = None
        edge = self.edge
        if edge is None or self.view is not None:
            edge = gradient_edge(self)
        other_edge = None if second is other else gradient_edge(other)
        if edge is not None or other_edge is not None:
            node = _new(node_type)
            node.edges = edges = (edge, other_edge)
            if saves:
                kind = (edge is None, None if second is other else other_edge is None)
                keep = keeps.get(kind)
                if keep is None:
                    keep = keeps[kind] = operation.keep((self, other), edges)
                keep(node, result, self, other)
            else:
                node.saved = node.guards = ()
            node.hooks = node.origin = None
            node.order = next_order()
            node.shape = out.shape
            node.dtype = out.dtype
            result.edge = (node, 0)
        return result

    return method


def unfit(op: Op, arrays: Sequence[Any], error: Exception) -> ShapeError:
    """Turn numpy's complaint about shapes into an error that names the operation and the shapes."""
    shapes = " and ".join(str(list(one.shape)) for one in arrays if isinstance(one, np.ndarray))
    return ShapeError(f"{op.name}: the shapes {shapes} do not fit together ({error}).")


def _given(one: Any, edge: Edge | None) -> Input:
    if edge is not None:
        return Input.TRACKED
    return Input.TENSOR if isinstance(one, Tensor) else Input.NUMBER


def _as_type(value: Any, kind: np.dtype[Any]) -> Any:
    if isinstance(value, np.ndarray):
        return value if value.dtype == kind else value.astype(kind)
    return kind.type(value)


__all__ = ["Array", "Operation"]
