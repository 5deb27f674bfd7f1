"""Exchanging the nodes that compute something for others that compute something else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.expr.actions import nodes_of
from core.expr.changes import Part
from core.expr.draft import Draft
from core.expr.graph import Call, Document, Leaf, Node, NodeBase, Source, Wire
from core.expr.ids import NodeId


def exchange(document: Document, root: Node, parts: Iterable[Part], result: Source) -> Draft:
    """Put new parts in the place of `root` and of what only the root uses; `result` is what takes its place.

    A new node that does the same as an old one in the same place becomes that one: it keeps its id, its name and
    its place on the canvas.
    """
    listed = list(parts)
    new = {part.id: part for part in listed if isinstance(part, NodeBase)}
    wires = [part for part in listed if isinstance(part, Wire)]
    old = used_only_by(document, root.id)
    same = _matched(document, root.id, result, new, wires, old) if result.node in new else {}
    draft = Draft(document)
    for key in old:
        for wire in document.wiring.into(key):
            draft.remove(wire)
        if key not in same.values():
            draft.remove(document.nodes[key])
    for key, node in new.items():
        draft.put(_in_place_of(document.nodes[same[key]], node) if key in same else node)
    for wire in wires:
        draft.put(_rewired(document, wire, same))
    if result.node not in new:
        for wire in document.wiring.out_of(root.id):
            draft.update(wire, source=result)
    return draft


def used_only_by(document: Document, root: NodeId) -> set[NodeId]:
    """Return a node with all that is computed, or given, for it alone: what has a name is there for itself."""
    looked_at = {key for action in document.actions for key in nodes_of(action)}
    found = {root}
    for key in reversed(document.ordering.nodes):
        targets = [wire.target for wire in document.wiring.out_of(key)]
        if targets and found.issuperset(targets) and not document.nodes[key].name and key not in looked_at:
            found.add(key)
    return found


def _matched(
    document: Document, root: NodeId, result: Source, new: dict[NodeId, Node], wires: list[Wire], old: set[NodeId]
) -> dict[NodeId, NodeId]:
    """Go down both expressions together, as far as they are alike; return which new node is which old one."""
    same = {result.node: root}
    pending = [result.node]
    while pending:
        key = pending.pop()
        for wire in (one for one in wires if one.target == key):
            before = document.wiring.at(same[key], wire.slot)
            there, here = (before.source.node if before else None), wire.source.node
            free = there in old and there not in same.values() and here in new and here not in same
            if there is not None and free and _does_the_same(document.nodes[there], new[here]):
                same[here] = there
                pending.append(here)
    return same


def _does_the_same(one: Node, other: Node) -> bool:
    match one, other:
        case Call(op=op), Call(op=another):
            return op == another
        case Leaf(value=value), Leaf(value=another_value):
            return value == another_value
    return False


def _in_place_of(old: Node, new: Node) -> Node:
    return replace(
        new, id=old.id, name=old.name, requires_grad=old.requires_grad, retains_grad=old.retains_grad,
        region=old.region, x=old.x, y=old.y, extra=old.extra,
    )  # fmt: skip


def _rewired(document: Document, wire: Wire, same: dict[NodeId, NodeId]) -> Wire:
    """Return a new wire between the nodes that are there now, with the id of an old one to the same input."""
    target = same.get(wire.target, wire.target)
    source = wire.source._replace(node=same.get(wire.source.node, wire.source.node))
    before = document.wiring.at(target, wire.slot) if target in document.nodes else None
    changed = replace(wire, source=source, target=target)
    return replace(changed, id=before.id, via=before.via, extra=before.extra) if before else changed
