"""Finding out what an edit makes it necessary to compute again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.expr.graph import Document, Node, Wire
from core.expr.ids import NodeId, RegionId
from core.expr.regions import Modes, is_cut, modes_at


def affected(before: Document, after: Document) -> set[NodeId]:
    """Return the nodes of `after` whose results may differ from those in `before`, and all that depend on them."""
    changed = {*_changed_nodes(before, after), *_changed_ends(before, after)}
    if before.regions is not after.regions or _moved_between_regions(before, after):
        changed.update(_changed_by_frames(before, after))
    return _with_dependents(after, changed)


def _changed_nodes(before: Document, after: Document) -> Iterator[NodeId]:
    if before.nodes is after.nodes:
        return
    for key, node in after.nodes.items():
        earlier = before.nodes.get(key)
        if earlier is not node and (earlier is None or _meaning(earlier) != _meaning(node)):
            yield key


def _meaning(node: Node) -> Node:
    """Return a node without what makes no difference to its result."""
    return replace(node, name="", region=None, x=0.0, y=0.0, extra={})


def _changed_ends(before: Document, after: Document) -> Iterator[NodeId]:
    """Iterate over the nodes whose inputs are connected differently."""
    if before.wires is after.wires:
        return
    for key, wire in after.wires.items():
        earlier = before.wires.get(key)
        if earlier is not wire and (earlier is None or _connection(earlier) != _connection(wire)):
            yield wire.target
            if earlier is not None and earlier.target in after.nodes:
                yield earlier.target
    for key, wire in before.wires.items():
        if key not in after.wires and wire.target in after.nodes:
            yield wire.target


def _connection(wire: Wire) -> tuple[Any, ...]:
    return wire.source, wire.target, wire.slot, wire.detached


def _moved_between_regions(before: Document, after: Document) -> bool:
    if before.nodes is after.nodes:
        return False
    pairs = ((before.nodes.get(key), node) for key, node in after.nodes.items())
    return any(earlier is not node and earlier is not None and earlier.region != node.region for earlier, node in pairs)


def _changed_by_frames(before: Document, after: Document) -> Iterator[NodeId]:
    """Iterate over the nodes that run in other modes, or are reached by a wire that is cut now or no longer."""
    then, now = _modes(before), _modes(after)
    for key, node in after.nodes.items():
        earlier = before.nodes.get(key)
        if earlier is not None and then(earlier.region) != now(node.region):
            yield key
    for wire in after.wires.values():
        earlier_wire = before.wires.get(wire.id)
        if earlier_wire is not None and is_cut(before, earlier_wire) != is_cut(after, wire):
            yield wire.target


def _modes(document: Document) -> Callable[[RegionId | None], Modes]:
    known: Mapping[RegionId | None, Modes] = {key: modes_at(document, key) for key in (None, *document.regions)}
    return lambda region: known.get(region, Modes())


def _with_dependents(document: Document, changed: set[NodeId]) -> set[NodeId]:
    pending = list(changed)
    while pending:
        for wire in document.wiring.out_of(pending.pop()):
            if wire.target not in changed:
                changed.add(wire.target)
                pending.append(wire.target)
    return changed
