"""Running an operation on tensors, and recording it.

`Operation` is an `Op` record made callable. It computes the result with the record's forward function and,
when a gradient may be asked for later, leaves a node behind. Many calls take a short way instead, for one or
two tensors of the same type (inlined.py); conversions, attributes, lists of tensors and unusual modes are
dealt with here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.engine.modes import STATE
from core.engine.node import Edge, Node, node_class
from core.errors import (
    DtypeError,
    GradwalkError,
    MissingError,
    OperandError,
    PositionError,
    ShapeError,
)
from core.ops.arrays import common_shape
from core.ops.spec import Kind, Op, Promotion
from core.tensor import special
from core.tensor.bind import bind
from core.tensor.budget import check_size
from core.tensor.dtype import as_float, common_type
from core.tensor.keeping import Input, Keep, arrays_in, make_keep, make_keep_of_list
from core.tensor.out_argument import put_into
from core.tensor.results import named_results
from core.tensor.tensor import Tensor, gradient_edge, wrap
from core.tensor.views import attach_view

Attributes = Mapping[str, Any]
Edges = tuple[Edge | None, ...]


class Operation:
    """An operation that can be called with tensors; `words` says what those that come before it are made of."""

    def __init__(self, op: Op, words: dict[str, Any]) -> None:
        self.op = op
        self._prepare = op.prepare(words) if op.prepare is not None else None
        self.variadic = op.inputs[0].variadic
        self._names = [port.name for port in op.inputs]
        self._as_is = {place for place, port in enumerate(op.inputs) if port.as_is}
        self._indices = [attribute.name for attribute in op.attributes if attribute.kind is Kind.INDEX]
        self.slots = op.slots
        self.settings = [slot for slot in op.slots if op.inputs[slot].number_is_setting]
        self._node_types: dict[tuple[int, tuple[int, ...]], type[Node]] = {}
        self._keeps: dict[tuple[tuple[Input, ...], bool], Keep] = {}

    def __call__(self, /, *arguments: Any, **named: Any) -> Any:
        """Bind arguments as a function of the operation's signature would, and run it."""
        out = named.pop("out", None) if named else None
        inputs, attributes = bind(self.op, arguments, named)
        if out is not None:
            asked = self.is_asked(inputs)
            return put_into(out, self.op.name, asked=asked, compute=lambda: self.compute(inputs, attributes))
        return self.run(inputs, attributes)

    def run(self, inputs: Sequence[Any], attributes: Attributes) -> Any:
        """Compute the results for inputs (tensors, numbers, None or a list of tensors) and record them."""
        op = self.op
        if self._prepare is not None:
            inputs = self._prepare(*inputs)
        edges = self.edges(inputs) if STATE.mode.grad else None  # first: a view renews its history by that, in any case
        made = self.compute(inputs, attributes)
        results = [wrap(np.asarray(one)) for one in (made if op.has_many_results else (made,))]
        if op.is_view:
            for result in results:
                attach_view(result, inputs[0], op.name if op.many_results else "")
        node = self._record(inputs, attributes, results, edges) if edges is not None else None
        if not STATE.plain:
            special.mark(inputs[0] if self.variadic else inputs, results)
            special.tell(self, inputs, attributes, results, node)
        if not op.has_many_results:
            return results[0]
        return (
            tuple(results)
            if op.many_results or op.plain_results
            else named_results((*op.spelling.functions, op.name)[0], op.outputs, results)
        )

    def compute(self, inputs: Sequence[Any], attributes: Attributes) -> Any:
        """Run the forward function on arrays of the type the operation computes in."""
        given = inputs[0] if self.variadic else inputs
        arrays = self._converted([one.array if isinstance(one, Tensor) else one for one in given])
        if self._indices:
            attributes = {**attributes, **{name: arrays_in(attributes[name]) for name in self._indices}}
        if STATE.mode.limit is not None:
            check_size(self.op, arrays, attributes, STATE.mode.limit)
        try:
            if self.variadic:
                return self.op.forward(arrays, **attributes)
            if self.op.signature:  # inputs and attributes are mixed, so everything goes by its name
                return self.op.forward(**dict(zip(self._names, arrays, strict=True)), **attributes)
            return self.op.forward(*arrays, **attributes)
        except GradwalkError:
            raise
        except ValueError as error:
            raise unfit(self.op, arrays, error) from error
        except IndexError as error:
            raise PositionError(f"{self.op.name}: {error}.") from error
        except TypeError as error:
            raise _untyped(self.op, arrays, error) from error
        except ArithmeticError as error:
            raise OperandError(f"{self.op.name} cannot compute with these settings: {error}.") from error

    def edges(self, inputs: Sequence[Any]) -> Edges | None:
        """Return where the gradients of the inputs go, or None when no input asks for one."""
        edges = tuple(gradient_edge(one) if isinstance(one, Tensor) else None for one in self._ends(inputs))
        return edges if any(edges) or self.is_asked(inputs) else None

    def is_asked(self, inputs: Sequence[Any]) -> bool:
        """Whether an input asks for a gradient."""
        return any(isinstance(one, Tensor) and one.requires_grad for one in self._ends(inputs))

    def _ends(self, inputs: Sequence[Any]) -> Sequence[Any]:
        """Return the inputs that the node has an edge for."""
        return inputs[0] if self.variadic else [inputs[slot] for slot in self._slots(inputs)]

    def make_node(
        self,
        inputs: Sequence[Any],
        attributes: Attributes,
        results: Sequence[Tensor],
        edges: Edges,
        *,
        in_place: bool = False,
    ) -> Node:
        """Make the node of one application: it takes the gradients of those results that can have one."""
        op = self.op
        arrays = [one.array for one in results if one.array.dtype.kind == "f"]
        kind = self.node_type(inputs, attributes, in_place=in_place)
        if len(arrays) == 1:
            node = kind(edges, arrays[0].shape, arrays[0].dtype)
        else:
            node = kind(edges, [one.shape for one in arrays], [one.dtype for one in arrays])
        if op.has_many_results:
            node.outputs = len(arrays)  # type: ignore[misc]  # a ManyNode has a slot for it
        node.origin = STATE.mode.origin
        if op.saved:
            keep = self.keep(inputs, edges, in_place=in_place)
            keep(node, *((None,) if op.many_results else results), *inputs, **attributes)
        return node

    def keep(self, inputs: Sequence[Any], edges: Edges, *, in_place: bool = False) -> Keep:
        """Return the function that saves what a node with these inputs needs."""
        given = () if self.variadic else self._given(inputs, edges)
        keep = self._keeps.get((given, in_place))
        if keep is None:
            keep = make_keep(self.op, given, in_place=in_place) if given else make_keep_of_list(self.op)
            self._keeps[given, in_place] = keep
        return keep

    def _slots(self, inputs: Sequence[Any]) -> tuple[int, ...]:
        """Return the places of the inputs that the node has an edge for."""
        slots = self.slots
        if self.settings:
            numbers = [slot for slot in self.settings if not isinstance(inputs[slot], Tensor)]
            slots = tuple(slot for slot in slots if slot not in numbers)
        return slots

    def _given(self, inputs: Sequence[Any], edges: Edges) -> tuple[Input, ...]:
        given = [Input.TENSOR if isinstance(one, Tensor) else Input.NUMBER for one in inputs]
        for slot, edge in zip(self._slots(inputs), edges, strict=True):
            if edge is not None or len(edges) == 1:  # the only one counts as asking, whatever became of its edge
                given[slot] = Input.TRACKED
        return tuple(given)

    def node_type(self, inputs: Sequence[Any], attributes: Attributes, *, in_place: bool = False) -> type[Node]:
        """Return the class of the node that a call with these arguments leaves."""
        number = self.op.overload(inputs, attributes) if self.op.overload is not None else 0
        if in_place:
            number += self.op.in_place_overload
        slots = self.slots if self.variadic else self._slots(inputs)
        found = self._node_types.get((number, slots))
        if found is None:
            found = self._node_types.setdefault((number, slots), node_class(self.op, number, slots))
        return found

    def _record(
        self, inputs: Sequence[Any], attributes: Attributes, results: Sequence[Tensor], edges: Edges
    ) -> Node | None:
        tracked = [one for one in results if one.array.dtype.kind == "f"]
        if not tracked:
            return None
        node = self.make_node(inputs, attributes, results, edges)
        for number, result in enumerate(tracked):
            result.edge = (node, number)
        return node

    def _converted(self, arrays: list[Any]) -> list[Any]:
        if self.op.promotion is Promotion.NONE or not arrays or _are_alike(arrays):
            return arrays
        left = {place for place, one in enumerate(arrays) if one is None} | self._as_is
        taken = [one for place, one in enumerate(arrays) if place not in left]
        if self.op.promotion is Promotion.SAME:
            self._check_same(taken)
            return arrays
        if self.op.promotion is Promotion.NUMERIC:
            self._check_numeric(taken)
        kind = common_type(taken)
        if self.op.promotion is Promotion.FLOAT:
            kind = as_float(kind)
        elif self.op.promotion is Promotion.FLOATING and kind.kind != "f":
            raise MissingError(f"{self.op.name} is not implemented for {kind}.", "Convert it first, with .float().")
        return [one if place in left else _as_type(self.op, one, kind) for place, one in enumerate(arrays)]

    def _check_same(self, arrays: list[Any]) -> None:
        types = {one.dtype for one in arrays if isinstance(one, np.ndarray)}
        if len(types) > 1:
            names = " and ".join(sorted(str(kind) for kind in types))
            raise DtypeError(f"{self.op.name}: the tensors have to be of the same dtype, not {names}.")

    def _check_numeric(self, arrays: list[Any]) -> None:
        if any(np.result_type(one).kind == "b" for one in arrays):
            raise DtypeError(
                f"{self.op.name} does not take truth values.",
                "Invert a mask with ~ or logical_not(), compare two with ^, or convert them first, with .float().",
            )


def unfit(op: Op, arrays: Sequence[Any], error: Exception) -> ShapeError:
    """Turn numpy's complaint about shapes into an error that names the operation and the shapes."""
    shapes = [one.shape for one in arrays if isinstance(one, np.ndarray)]
    try:
        common_shape(*shapes, by=op.name)
    except ShapeError as clash:
        return clash
    return ShapeError(f"{op.name}: the shapes {' and '.join(str(list(one)) for one in shapes)} do not fit ({error}).")


def _untyped(op: Op, arrays: Sequence[Any], error: Exception) -> DtypeError:
    types = " and ".join(str(one.dtype) for one in arrays if isinstance(one, np.ndarray))
    return DtypeError(f"{op.name} does not work with {types} ({error}).")


def _as_type(op: Op, value: Any, kind: np.dtype[Any]) -> Any:
    if isinstance(value, np.ndarray):
        return value if value.dtype == kind else value.astype(kind)
    try:
        if kind.kind in "ui":
            return np.int64(value).astype(kind)  # a number that is too large for a small type wraps, as in PyTorch
        return kind.type(value)
    except OverflowError:
        raise OperandError(f"{op.name}: the value {value} cannot be converted to {kind} without overflow.") from None


def _are_alike(arrays: list[Any]) -> bool:
    """Whether all inputs are arrays of one floating point type: then there is nothing to convert."""
    kinds = {getattr(one, "dtype", None) for one in arrays}
    return len(kinds) == 1 and getattr(kinds.pop(), "kind", "") == "f"
