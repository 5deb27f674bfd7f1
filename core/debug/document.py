"""The document as the expression that a recording came from: names, wires, and why a gradient is cut off."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol

from core.debug.source import Cut, Origin, Reason
from core.expr.expression import Expressions
from core.expr.graph import Document, Leaf, Wire
from core.expr.ids import NodeId, RegionId
from core.expr.operations import op_of, slots_of
from core.expr.regions import cutting_frame, frames_around, is_cut, modes_at
from core.ops.spec import Op
from core.tensor.tensor import Tensor


class Values(Protocol):
    """The tensors that a document was evaluated to."""

    def tensors(self, node: NodeId) -> Sequence[Tensor]:
        """Return the results of a node; none when it could not be computed."""


class DocumentExpression:
    """A document and its values, as far as a recording asks about them. Its origins are ids of nodes."""

    def __init__(self, document: Document, values: Values) -> None:
        self._document = document
        self._values = values

    def label(self, origin: Origin) -> str:
        """Return the name of a node, or its own expression."""
        return self._expressions.title(_id(origin))

    def op(self, origin: Origin) -> Op | None:
        """Return the operation of a call."""
        return op_of(self._document.nodes[_id(origin)])

    def operands(self, origin: Origin) -> Sequence[Origin]:
        """Return the nodes wired to the inputs, by the place of the input; None for a constant."""
        return [wire and wire.source.node for wire in self._wires(_id(origin))]

    def cut(self, origin: Origin, slot: int) -> Cut | None:
        """Return why an input takes no gradient; None for a constant, and for an input that takes one."""
        wires = self._wires(_id(origin))
        wire = wires[slot] if slot < len(wires) else None
        if wire is None:
            return None
        if self._is_tracked(wire):
            return self._cut_on(wire)
        source = wire.source.node
        return Cut(Reason.DTYPE, blamed=source) if not self._is_floating(source) else self._cut_above(source)

    def leaves(self) -> Mapping[Origin, Tensor]:
        """Return the tensors of the leaves."""
        leaves = [key for key, node in self._document.nodes.items() if isinstance(node, Leaf)]
        return {key: tensors[0] for key in leaves if (tensors := self._values.tensors(key))}

    @cached_property
    def _expressions(self) -> Expressions:
        return Expressions(self._document)

    def _wires(self, node: NodeId) -> list[Wire | None]:
        slots = slots_of(self._document, self._document.nodes[node])
        return [self._document.wiring.at(node, slot) for slot in slots]

    def _is_tracked(self, wire: Wire) -> bool:
        tensors = self._values.tensors(wire.source.node)
        return wire.source.output < len(tensors) and tensors[wire.source.output].requires_grad

    def _is_floating(self, node: NodeId) -> bool:
        return any(tensor.dtype.is_floating_point for tensor in self._values.tensors(node))

    def _cut_on(self, wire: Wire) -> Cut | None:
        """Return what keeps a gradient from going along a wire from a tensor that asks for one."""
        frame = cutting_frame(self._document, wire)
        if frame is not None or wire.detached:
            return Cut(Reason.DETACH, frame.id if frame is not None else None, wire.source.node)
        op = op_of(self._document.nodes[wire.target])
        ports = zip(op.inputs, op.rules, strict=True) if op is not None else ()
        ruled = op is None or any(port.name == wire.slot.port and rule is not None for port, rule in ports)
        return None if ruled else Cut(Reason.UNUSED, blamed=wire.source.node)

    def _cut_above(self, start: NodeId) -> Cut:
        """Return why a tensor of floating point numbers asks for no gradient: the nearest cut above it."""
        seen, pending = {start}, deque([start])
        while pending:
            node = pending.popleft()
            wires = [wire for wire in self._wires(node) if wire is not None]
            cut = self._cut_at(node, [wire for wire in wires if self._is_tracked(wire)])
            if cut is not None:
                return cut
            fresh = [wire.source.node for wire in wires if wire.source.node not in seen]
            seen.update(fresh)
            pending += fresh
        return Cut(Reason.NOT_REQUIRED, blamed=start)

    def _cut_at(self, node: NodeId, tracked: Sequence[Wire]) -> Cut | None:
        """Return why a node that was given tensors that ask for gradients has none itself."""
        if not tracked:
            return None
        modes = modes_at(self._document, self._document.nodes[node].region)
        if not modes.grad:
            reason = Reason.INFERENCE_MODE if modes.inference else Reason.NO_GRAD
            return Cut(reason, self._silent_frame(node), node)
        for wire in tracked:
            if is_cut(self._document, wire):
                return self._cut_on(wire)
        return Cut(Reason.UNUSED if self._is_floating(node) else Reason.DTYPE, blamed=node)

    def _silent_frame(self, node: NodeId) -> RegionId | None:
        """Return the outermost region around a node that keeps it from being recorded."""
        frames = [
            frame.id
            for frame in frames_around(self._document, self._document.nodes[node].region)
            if frame.enabled and not modes_at(self._document, frame.id).grad
        ]
        return frames[-1] if frames else None


def _id(origin: Origin) -> NodeId:
    return NodeId(str(origin))
