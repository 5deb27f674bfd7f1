"""Adding the nodes that code asks for to a draft, in the order in which it would run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.expr.draft import Draft
from core.expr.graph import ALIAS_SLOT, Alias, Call, Leaf, Node, Slot, Source, Value, Wire
from core.expr.ids import NodeId, RegionId
from core.expr.limits import MAX_NODES, MAX_PLACE
from core.expr.parsing.values import DtypeName, Operand, Several, frozen, is_plain
from core.expr.problems import Span
from core.expr.syntax import CodeError
from core.ops.spec import Attribute, Category, Op, Port
from core.tensor.bind import parameters


class Builder:
    """Makes nodes and wires. `spans` says where in the code each node comes from."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.region: RegionId | None = None
        self.spans: dict[NodeId, Span] = {}
        self._used: set[NodeId] = set()
        self._viewed: dict[NodeId, NodeId] = {}

    def leaf(self, value: Value, requires_grad: bool, span: Span) -> Operand:
        """Add a leaf."""
        leaf = Leaf(id=self.draft.ids.node(), value=value, requires_grad=requires_grad, region=self.region)
        return Operand(self._added(leaf, span))

    def alias(self, operand: Operand, span: Span) -> Operand:
        """Add another name for a tensor; it keeps the tensor's place in the graph, unless that is cut."""
        added = self._added(Alias(id=self.draft.ids.node(), region=self.region), span)
        self.connect(operand, added.node, ALIAS_SLOT)
        self._viewed[added.node] = self.memory_of(operand)
        return Operand(added)

    def call(self, op: Op, given: Mapping[str, Any], span: Span) -> Any:
        """Add an operation with its arguments, by the names of their parameters, and return its result or results."""
        attributes: dict[str, Any] = {}
        inputs: dict[Slot, Any] = {}
        for one in parameters(op):
            value = given.get(one.name)
            if isinstance(one, Port):
                inputs.update(_inputs(one, value))
            elif value is not None:
                attributes[one.name] = _setting(op, one, value, span)
        constants = {slot: _constant(op, one, span) for slot, one in inputs.items() if not isinstance(one, Operand)}
        call = Call(
            id=self.draft.ids.node(), op=op.name, attributes=attributes, constants=constants, region=self.region
        )
        added = self._added(call, span)
        for slot, one in inputs.items():
            if isinstance(one, Operand):
                self.connect(one, added.node, slot)
        first = next(iter(inputs.values()), None)
        if isinstance(first, Operand) and _may_be_view(op):
            self._viewed[added.node] = self.memory_of(first)
        return results_of(op, added)

    def memory_of(self, operand: Operand) -> NodeId:
        """Return the node that made the memory in which a tensor may have its numbers: not its own for a view."""
        return self._viewed.get(operand.source.node, operand.source.node)

    def connect(self, operand: Operand, target: NodeId, slot: Slot) -> None:
        """Lead a tensor into an input."""
        wire = Wire(
            id=self.draft.ids.wire(), source=operand.source, target=target, slot=slot, detached=operand.detached
        )
        self.draft.put(wire)
        self._used.add(operand.source.node)

    def as_node(self, operand: Operand, span: Span) -> Source:
        """Return a result that can be looked at by itself: what is cut from the graph gets a node of its own."""
        return self.alias(operand, span).source if operand.detached else operand.source

    def node(self, key: NodeId) -> Node:
        """Return a node as it is now."""
        node = self.draft.node(key)
        if node is None:
            raise CodeError("This tensor is not there any more.")
        return node

    def is_used(self, key: NodeId) -> bool:
        """Whether anything is computed from a node so far."""
        return key in self._used or bool(self.draft.document.wiring.out_of(key))

    def _added(self, node: Node, span: Span) -> Source:
        if len(self.draft.document.nodes) + len(self.spans) >= MAX_NODES:
            raise CodeError(f"A document has up to {MAX_NODES:,} nodes.", "Split the code.", span)
        self.draft.put(node)
        self.spans[node.id] = span
        return Source(node.id)


def results_of(op: Op, source: Source) -> Operand | Several:
    """Return what the call of an operation stands for: one result, or several (by name, where they have names)."""
    if not op.has_many_results:
        return Operand(source)
    return Several(source, () if op.many_results else op.outputs)


def _may_be_view(op: Op) -> bool:
    """Whether the result may have its numbers in the memory of the first input: what is made of views may be one."""
    is_made_of_views = op.body is not None and op.category in (Category.SHAPE, Category.INDEXING)
    return op.is_view or (is_made_of_views and not op.inputs[0].variadic)


def _inputs(port: Port, value: Any) -> Iterator[tuple[Slot, Any]]:
    """Iterate over what a port is given: one thing, or for a list of tensors each of them."""
    if port.variadic and isinstance(value, list | tuple):
        if len(value) >= MAX_PLACE:
            raise CodeError(f"{port.name!r} takes fewer than {MAX_PLACE:,} tensors.")
        yield from ((Slot(port.name, place), one) for place, one in enumerate(value))
    elif value is not None:
        yield Slot(port.name), value


def _constant(op: Op, value: Any, span: Span) -> Any:
    if not is_plain(value):
        raise CodeError(f"{op.name} takes tensors and numbers here.", span=span)
    return frozen(value)


def _setting(op: Op, attribute: Attribute, value: Any, span: Span) -> Any:
    match value:
        case DtypeName(name):
            return name
        case tuple():
            value = list(value)
    if not is_plain(value):
        raise CodeError(f"{attribute.name!r} of {op.name} has to be plain numbers.", span=span)
    return frozen(value)
