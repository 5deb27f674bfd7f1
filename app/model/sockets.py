"""Which inputs and results of the document the sockets of a card stand for."""

from __future__ import annotations

from core.expr.graph import Call, Document, Slot
from core.expr.ids import NodeId
from core.expr.operations import length, ports_of, slots_of
from core.expr.ordering import with_sources


def slot_at(document: Document, node: NodeId, index: int) -> Slot | None:
    """The input that a socket stands for; behind the last one of a list, the next place in it."""
    slots = [*slots_of(document, document.nodes[node])]
    return slots[index] if index < len(slots) else _next_in_list(document, node)


def free_slot(document: Document, node: NodeId) -> Slot | None:
    """The first input of a node that holds neither a wire nor a constant; None when there is none."""
    slots = slots_of(document, document.nodes[node])
    free = (slot for slot in slots if not is_taken(document, node, slot))
    return next(free, None) or _next_in_list(document, node)


def is_taken(document: Document, node: NodeId, slot: Slot) -> bool:
    """Whether an input holds a wire or a constant."""
    part = document.nodes[node]
    return document.wiring.at(node, slot) is not None or (isinstance(part, Call) and slot in part.constants)


def barred_takers(document: Document, source: NodeId) -> set[NodeId]:
    """The nodes that could never take a result of `source`: itself, and what it is computed from."""
    return with_sources(document, [source])


def barred_givers(document: Document, target: NodeId) -> set[NodeId]:
    """The nodes whose results `target` could never take: itself, and what is computed from it."""
    found, pending = {target}, [target]
    while pending:
        fresh = {wire.target for wire in document.wiring.out_of(pending.pop())} - found
        found |= fresh
        pending.extend(fresh)
    return found


def _next_in_list(document: Document, node: NodeId) -> Slot | None:
    part = document.nodes[node]
    lists = (port.name for port in ports_of(part) if port.variadic)
    return next((Slot(name, length(document, part, name)) for name in lists), None)
