"""Which nodes and edges of a recording stand for which nodes and wires of the document.

A node of the document may have made several backward nodes (an operation that consists of others), one, or none
(an untracked one). Its card shows the one that takes the gradient of its result. A node that only hands a tensor
on has none of its own, and shows that of the tensor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.debug.events import EdgeId, NodeNumber
from core.debug.nodes import GradNode
from core.debug.recording import Recording
from core.expr.graph import Alias, Call, Document, Wire
from core.expr.ids import NodeId, WireId
from core.expr.operations import slots_of
from core.expr.regions import is_cut


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """Where the gradients of a document's tensors and wires are found in a recording.

    `heads` has the backward node that takes the gradient of a node's result, `edges` the edge that a gradient
    takes along a wire, from its consumer, and `wires` the same the other way round. `origins` has the node of the
    document that made each backward node, and `handing_on` the nodes that have none of their own.
    """

    heads: Mapping[NodeId, NodeNumber]
    edges: Mapping[WireId, EdgeId]
    wires: Mapping[EdgeId, WireId]
    origins: Sequence[NodeId | None]
    handing_on: Mapping[NodeNumber, Sequence[NodeId]]

    def shown_by(self, numbers: Iterable[NodeNumber]) -> set[NodeId]:
        """The nodes of the document whose cards show something of these backward nodes."""
        found = {self.origins[number] for number in numbers}
        found.update(key for number in numbers for key in self.handing_on.get(number, ()))
        return {key for key in found if key is not None}

    def is_own(self, key: NodeId) -> bool:
        """Whether a node of the document made the backward node that it shows."""
        return key in self.heads and self.origins[self.heads[key]] == key


def passage(document: Document, recording: Recording) -> Passage:
    """Match a recording with the document it was made from."""
    made: dict[NodeId, list[GradNode]] = defaultdict(list)
    for node in sorted(recording.nodes, key=lambda node: node.order):
        if node.origin in document.nodes:
            made[node.origin].append(node)  # type: ignore[index]  # an origin in the document is a node's id
    heads = {key: nodes[0].number for key, nodes in made.items()}
    handing_on: dict[NodeNumber, list[NodeId]] = defaultdict(list)
    for key in document.nodes:
        source = same_tensor(document, key)
        if key not in heads and source in heads:
            heads[key] = heads[source]
            handing_on[heads[source]].append(key)
    edges: dict[WireId, EdgeId] = {}
    for key, nodes in made.items():
        edges.update(_edges_of(document, recording, key, nodes))
    origins = [_known(document, node) for node in recording.nodes]
    return Passage(heads, edges, {edge: wire for wire, edge in edges.items()}, origins, handing_on)


def _known(document: Document, node: GradNode) -> NodeId | None:
    return NodeId(str(node.origin)) if node.origin in document.nodes else None


def _edges_of(
    document: Document, recording: Recording, key: NodeId, nodes: Sequence[GradNode]
) -> Mapping[WireId, EdgeId]:
    """Match the wires into a node by where the edges lead; of several that lead there, by the place of the input."""
    leaving: dict[object, list[EdgeId]] = defaultdict(list)
    for node in nodes:
        for place, target in node.edges.items():
            leaving[recording.nodes[target.node].origin].append(EdgeId(node.number, place))
    places = {slot: place for place, slot in enumerate(slots_of(document, document.nodes[key]))}
    matched = {}
    for wire in document.wiring.into(key):
        candidates = leaving[same_tensor(document, wire.source.node)]
        if candidates and not is_cut(document, wire):
            matched[wire.id] = min(candidates, key=lambda edge: edge.slot != places[wire.slot])
            candidates.remove(matched[wire.id])
    return matched


def same_tensor(document: Document, key: NodeId) -> NodeId:
    """The node that computes the tensor which `key` only hands on; `key` itself where it computes one."""
    while (wire := handed_on(document, key)) is not None:
        key = wire.source.node
    return key


def handed_on(document: Document, key: NodeId) -> Wire | None:
    """The wire whose tensor a node hands on without computing anything."""
    node = document.nodes[key]
    if not isinstance(node, Alias) and not (isinstance(node, Call) and node.muted):
        return None
    wires = document.wiring.into(key)
    return wires[0] if wires and not is_cut(document, wires[0]) else None
