"""What goes along when a part is removed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from core.expr.actions import nodes_of
from core.expr.changes import Setting
from core.expr.draft import Draft
from core.expr.graph import Call, Node, Slot, Wire
from core.expr.ids import NodeId
from core.expr.operations import is_list


def remove_node(draft: Draft, node: Node, keep: Collection[Wire] = ()) -> None:
    """Remove a node with its wires (but those to `keep`) and with what was to be done with it."""
    wiring = draft.document.wiring
    cut = [wire for wire in (*wiring.into(node.id), *wiring.out_of(node.id)) if wire not in keep]
    for wire in cut:
        draft.remove(wire)
    draft.remove(node)
    close_gaps(draft, [wire for wire in cut if draft.node(wire.target) is not None])
    kept = tuple(action for action in draft.get(Setting.ACTIONS) if node.id not in nodes_of(action))
    draft.set(Setting.ACTIONS, kept)


def take_constant(draft: Draft, key: NodeId, slot: Slot) -> None:
    """Remove the constant in an input, if there is one."""
    node = draft.node(key)
    if isinstance(node, Call) and slot in node.constants:
        draft.update(node, constants={one: value for one, value in node.constants.items() if one != slot})


def close_gaps(draft: Draft, cut: Iterable[Wire]) -> None:
    """Move up what stands behind removed wires in lists of inputs (in an index, the text counts on the places)."""
    for key, port in {(wire.target, wire.slot.port): None for wire in cut}:
        node = draft.node(key)
        if isinstance(node, Call) and is_list(node, port):
            _renumber(draft, node, port)


def _renumber(draft: Draft, node: Call, port: str) -> None:
    wires = [draft.wire(wire.id) for wire in draft.document.wiring.into(node.id) if wire.slot.port == port]
    kept: dict[Slot, Wire | None] = {wire.slot: wire for wire in wires if wire is not None}
    kept |= {slot: None for slot in node.constants if slot.port == port}
    moved = {slot: Slot(port, place) for place, slot in enumerate(sorted(kept))}
    for slot, wire in kept.items():
        if wire is not None and moved[slot] != slot:
            draft.update(wire, slot=moved[slot])
    constants = {moved.get(slot, slot): value for slot, value in node.constants.items()}
    if constants != node.constants:
        draft.put(replace(node, constants=constants))
