"""The usual cure of a NaN behind a choice.

``where(z > 0, z**0.5, 0)`` takes the other branch at z = 0, so its gradient for ``z**0.5`` is 0 there. The slope of
the root is infinite at 0, and 0 times infinity is NaN. The cure is to compute the root of something harmless where
it is not taken: ``where(z > 0, where(z > 0, z, 1)**0.5, 0)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from app.model.fixes import Fix
from core.debug.events import NonFinite
from core.expr import edits
from core.expr.changes import ChangeSet, apply
from core.expr.evaluate import Evaluation
from core.expr.graph import Call, Document, Slot, Source, Wire
from core.expr.ids import NodeId
from core.expr.operations import op_of, slots_of
from core.ops.spec import Op

_HARMLESS = 1
_BETWEEN = 0.5
"""Where the new node stands on the way from the operand to the node."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A node that takes the result of another one only where a condition holds, or only where it does not.

    `condition` is where the condition comes from, `taken` the input of the node, and `left` the other input.
    """

    op: Op
    condition: Wire
    taken: Slot
    left: Slot


def choice_behind(evaluation: Evaluation, event: NonFinite) -> Choice | None:
    """The choice that made the incoming gradient 0 at the element where NaN or infinity came up, if there is one."""
    document, node = evaluation.document, document_node(event)
    if not event.operands or event.operands[0][1] != 0 or node not in document.nodes:
        return None
    wires = document.wiring.out_of(node)
    return _choice(evaluation, wires[0]) if len(wires) == 1 else None


def safe_input_fix(evaluation: Evaluation, event: NonFinite) -> Fix | None:
    """The edit that gives the node a harmless input where its result is not taken."""
    choice, node, document = choice_behind(evaluation, event), document_node(event), evaluation.document
    slots = [*slots_of(document, document.nodes[node])] if node in document.nodes else []
    if choice is None or event.slot is None or event.slot >= len(slots):
        return None
    wire = document.wiring.at(node, slots[event.slot])
    if wire is None:
        return None
    return Fix("Give it a safe input", partial(_guarded, choice=choice, wire=wire))


def document_node(event: NonFinite) -> NodeId:
    """The node of the document that an event came from."""
    return NodeId(str(event.origin))


def _choice(evaluation: Evaluation, wire: Wire) -> Choice | None:
    """The choice at the end of a wire: a node with two inputs that gradients go to, and a condition."""
    document = evaluation.document
    target = document.nodes[wire.target]
    op = op_of(target)
    if op is None or not isinstance(target, Call):
        return None
    ports = [port.name for port, rule in zip(op.inputs, op.rules, strict=True) if rule is not None]
    conditions = [port.name for port, rule in zip(op.inputs, op.rules, strict=True) if rule is None]
    if len(ports) != 2 or len(conditions) != 1 or wire.slot.port not in ports:
        return None
    condition = document.wiring.at(target.id, Slot(conditions[0]))
    tensor = None if condition is None else evaluation.tensor(condition.source)
    if condition is None or tensor is None or tensor.array.dtype.kind != "b":
        return None
    (left,) = [Slot(port) for port in ports if port != wire.slot.port]
    return Choice(op, condition, wire.slot, left)


def _guarded(document: Document, choice: Choice, wire: Wire) -> ChangeSet:
    """Lead a wire through a choice of its own, with the same condition."""
    start, end = document.nodes[wire.source.node], document.nodes[wire.target]
    place = start.x + (end.x - start.x) * _BETWEEN, start.y + (end.y - start.y) * _BETWEEN
    added = edits.add_call(document, choice.op.name, constants={choice.left: _HARMLESS}, at=place, region=end.region)
    (guard,) = added.new_nodes()
    steps = [added]
    for source, target, slot in (
        (choice.condition.source, guard, choice.condition.slot),
        (wire.source, guard, choice.taken),
        (Source(guard), wire.target, wire.slot),
    ):
        document = apply(document, steps[-1].changes)
        steps.append(edits.connect(document, source, target, slot))
    return ChangeSet("Give a safe input", tuple(change for step in steps for change in step.changes))
