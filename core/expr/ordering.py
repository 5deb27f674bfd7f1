"""The order in which the nodes of a document are evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.expr.graph import Document, Wire
    from core.expr.ids import NodeId


@dataclass(frozen=True, slots=True)
class Ordering:
    """All nodes, each behind those it depends on. `closing` are the wires that close a cycle: none, usually."""

    nodes: tuple[NodeId, ...]
    closing: tuple[Wire, ...] = ()


def order_nodes(document: Document) -> Ordering:
    """Return the order of evaluation: the document's own, save that what a node needs comes before it."""
    places = {key: place for place, key in enumerate(document.nodes)}
    if all(places[wire.source.node] < places[wire.target] for wire in document.wires.values()):
        return Ordering(tuple(places))
    return _sorted(document, places)


def _sorted(document: Document, places: Mapping[NodeId, int]) -> Ordering:
    """Walk into the inputs of each node in turn; without recursion, since chains may be long."""
    done: dict[NodeId, None] = {}
    closing: list[Wire] = []
    for start in places:
        open_nodes: dict[NodeId, Iterator[Wire]] = {}
        pending = [start] if start not in done else []
        while pending:
            node = pending[-1]
            if node not in open_nodes:
                inputs = document.wiring.into(node)
                open_nodes[node] = iter(sorted(inputs, key=lambda wire: places[wire.source.node]))
            for wire in open_nodes[node]:
                source = wire.source.node
                if source in open_nodes:
                    closing.append(wire)
                elif source not in done:
                    pending.append(source)
                    break
            else:
                pending.pop()
                del open_nodes[node]
                done[node] = None
    return Ordering(tuple(done), tuple(closing))


def depends_on(document: Document, node: NodeId, other: NodeId) -> bool:
    """Whether `node` is computed, directly or not, from `other` (or is the same)."""
    return other in with_sources(document, [node])


def with_sources(document: Document, nodes: list[NodeId]) -> set[NodeId]:
    """Return the nodes and all that they are computed from."""
    found = set(nodes)
    pending = list(nodes)
    while pending:
        fresh = [source for source in document.wiring.sources(pending.pop()) if source not in found]
        found.update(fresh)
        pending.extend(fresh)
    return found
