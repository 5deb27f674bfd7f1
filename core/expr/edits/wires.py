"""Edits of wires: connecting, cutting, inserting and bridging."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.expr.changes import ChangeSet
from core.expr.draft import Draft
from core.expr.edits.errors import EditError, the_node, the_wire
from core.expr.edits.removal import close_gaps, remove_node, take_constant
from core.expr.graph import Alias, Document, Leaf, Point, Slot, Source, Wire
from core.expr.ids import NodeId, WireId
from core.expr.operations import first_wired, length, op_of, port_named, slots_of
from core.expr.ordering import depends_on


def why_not_connect(document: Document, source: Source, target: NodeId, slot: Slot) -> str:
    """Return why a wire from `source` to this input can never be, or nothing when it can."""
    taker, giver = document.nodes.get(target), document.nodes.get(source.node)
    if taker is None or giver is None:
        return "There is no such node."
    if isinstance(taker, Leaf):
        return "A leaf is given, not computed: it takes no input."
    if source.node == target:
        return "A node cannot take its own result."
    if depends_on(document, source.node, target):
        return "This would close a cycle: what the wire starts from is computed from what it leads to."
    if op_of(taker) is not None or isinstance(taker, Alias):
        port = port_named(taker, slot.port)
        if port is None or (slot.place and not port.variadic):
            return f"There is no input {slot.port!r} here."
    return ""


def connect(document: Document, source: Source, target: NodeId, slot: Slot, *, detached: bool = False) -> ChangeSet:
    """Lead a wire from a result to an input; it takes the place of a wire or a constant that is there."""
    if reason := why_not_connect(document, source, target, slot):
        raise EditError(reason)
    draft = Draft(document)
    node = the_node(draft, target)
    slot = Slot(slot.port, min(slot.place, length(document, node, slot.port)))
    before = document.wiring.at(target, slot)
    if before is not None:
        draft.remove(before)
    take_constant(draft, target, slot)
    draft.put(Wire(id=draft.ids.wire(), source=source, target=target, slot=slot, detached=detached))
    return draft.finish("Connect")


def disconnect(document: Document, wires: Iterable[WireId]) -> ChangeSet:
    """Cut wires; in a list of inputs the later ones move up."""
    draft = Draft(document)
    cut = [the_wire(draft, key) for key in wires]
    for wire in cut:
        draft.remove(wire)
    close_gaps(draft, cut)
    return draft.finish("Cut wire" if len(cut) == 1 else f"Cut {len(cut)} wires")


def set_detached(document: Document, wires: Iterable[WireId], detached: bool) -> ChangeSet:
    """Detach wires, so that only values pass them, or attach them again."""
    draft = Draft(document)
    for key in wires:
        draft.update(the_wire(draft, key), detached=detached)
    return draft.finish("Detach" if detached else "Attach")


def bend(document: Document, wire: WireId, via: Sequence[Point]) -> ChangeSet:
    """Lead a wire over these points."""
    draft = Draft(document)
    draft.update(the_wire(draft, wire), via=tuple(via))
    return draft.finish("Reroute wire")


def insert_on_wire(document: Document, wire: WireId, node: NodeId, slot: Slot | None = None) -> ChangeSet:
    """Put a node between the two ends of a wire; it takes the value in `slot`, or in its first free input."""
    draft = Draft(document)
    bridged = the_wire(draft, wire)
    slot = slot or _free_slot(document, node)
    reason = why_not_connect(document, bridged.source, node, slot) or why_not_connect(
        document, Source(node), bridged.target, bridged.slot
    )
    if reason:
        raise EditError(reason)
    take_constant(draft, node, slot)
    before = document.wiring.at(node, slot)
    if before is not None:
        draft.remove(before)
    draft.update(bridged, target=node, slot=slot, via=())
    after = Wire(id=draft.ids.wire(), source=Source(node), target=bridged.target, slot=bridged.slot)
    draft.put(after)
    return draft.finish("Insert on wire")


def _free_slot(document: Document, key: NodeId) -> Slot:
    node = document.nodes.get(key)
    if node is None:
        raise EditError("There is no such node.")
    slots = [*slots_of(document, node)]
    free = [slot for slot in slots if document.wiring.at(key, slot) is None]
    if not free:
        raise EditError("The node has no free input.")
    constants = getattr(node, "constants", {})
    return next((slot for slot in free if slot not in constants), free[0])


def dissolve(document: Document, node: NodeId) -> ChangeSet:
    """Remove a node, and lead what went into its first input to where its result went."""
    draft = Draft(document)
    removed = the_node(draft, node)
    slot = first_wired(document, removed)
    first = document.wiring.at(node, slot) if slot else None
    if first is None:
        raise EditError("Nothing is connected to the node, so there is nothing to bridge.")
    remove_node(draft, removed, keep=document.wiring.out_of(node))
    for wire in document.wiring.out_of(node):
        draft.update(wire, source=first.source, detached=wire.detached or first.detached)
    return draft.finish("Dissolve node")
