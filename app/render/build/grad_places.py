"""Placing the backward graph: roots at the top, leaves at the bottom, saved tensors beside the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.render.build.arrange import DIRECTIONS, bends
from app.render.build.grad_cards import FLOW, GradParts, Rules
from app.render.build.labels import Spot, label_spots
from app.render.build.paths import wire_pieces
from app.render.build.places import card_areas
from app.render.build.route import delivered
from app.render.build.wires import label_forms, label_size
from app.render.card_box import card_box
from app.render.draw_chip import CHIP_HEIGHT, CHIP_STALK, CHIP_WIDTH, edge_size
from app.render.frame import PlacedChip, PlacedEdge, PlacedNode
from app.render.geometry import point_at
from app.render.looks import EdgeLook
from app.render.marks import Cubic
from core import numbers
from core.debug.arrays import Value
from core.debug.events import EdgeId, NodeNumber, Unbroadcast
from core.debug.recording import Recording
from core.debug.telling_edges import axes_summed
from core.layout import Box, Edge, Graph, Point, Size, place

_CHIP_PITCH = 34.0
_LABEL = Size(64, 36)


@dataclass(frozen=True, slots=True, eq=False)
class GradPlaces:
    """Where the parts of a backward graph stand. `spots` are those of the gradients on the edges."""

    nodes: Mapping[NodeNumber, PlacedNode]
    courses: Mapping[EdgeId, tuple[Cubic, ...]]
    spots: Mapping[EdgeId, Spot]
    chips: tuple[PlacedChip, ...]
    sums: Mapping[EdgeId, PlacedEdge]


def grad_places(
    recording: Recording, parts: Mapping[NodeNumber, GradParts], rules: Rules, limit: float | None
) -> GradPlaces:
    """Place a backward graph, with room for the gradients that it will carry."""
    edges = [EdgeId(node.number, slot) for node in recording.nodes for slot in node.edges]
    sums = {edge: _sum_look(rules.summed[edge]) for edge in edges if edge in rules.summed}
    graph = Graph(
        boxes={number: _box(one) for number, one in parts.items()},
        edges=[_edge(recording, edge, sums.get(edge)) for edge in edges],
    )
    placement = place(graph, DIRECTIONS[FLOW])
    nodes = {
        number: PlacedNode(grad_id(number), *placement.positions[number], one.look) for number, one in parts.items()
    }
    routes = zip(edges, bends(graph, placement, FLOW), strict=True)
    courses = {edge: wire_pieces(*_ends(recording, nodes, edge), via, FLOW) for edge, via in routes}
    spots = _spots(nodes, courses, sums, delivered(recording), limit)
    at_sums = {edge: point_at(courses[edge][spots[edge].piece], spots[edge].share) for edge in sums}
    pills = {edge: PlacedEdge(x, y, sums[edge]) for edge, (x, y) in at_sums.items()}
    return GradPlaces(nodes, courses, spots, tuple(_chips(nodes, parts)), pills)


def grad_id(number: NodeNumber) -> str:
    """The id of a backward node in a frame."""
    return f"grad-{number}"


def edge_id(edge: EdgeId) -> str:
    """The id of an edge in a frame."""
    return f"edge-{edge.node}-{edge.slot}"


def _box(part: GradParts) -> Box:
    """A card together with the tensors beside it."""
    card = card_box(part.look)
    beside = CHIP_STALK + CHIP_WIDTH if part.chips else 0.0
    height = max(card.height, len(part.chips) * _CHIP_PITCH)
    inputs, outputs = (tuple(x for x, _ in points) for points in (card.inputs, card.outputs))
    return Box(card.width + beside, height, inputs, outputs)


def _edge(recording: Recording, edge: EdgeId, sum_look: EdgeLook | None) -> Edge:
    """An edge from the node that takes the gradient to the one that sends it, as values flow."""
    sender = recording.nodes[edge.node]
    target = sender.edges[edge.slot]
    label = _LABEL if sum_look is None else Size(*edge_size(sum_look))
    return Edge(target.node, edge.node, target.output, list(sender.edges).index(edge.slot), label)


def _ends(recording: Recording, nodes: Mapping[NodeNumber, PlacedNode], edge: EdgeId) -> tuple[Point, Point]:
    sender = recording.nodes[edge.node]
    target = sender.edges[edge.slot]
    start = card_box(nodes[target.node].look).outputs[target.output]
    end = card_box(nodes[edge.node].look).inputs[list(sender.edges).index(edge.slot)]
    low, high = nodes[target.node], nodes[edge.node]
    return Point(low.x + start[0], low.y + start[1]), Point(high.x + end[0], high.y + end[1])


def _sum_look(event: Unbroadcast) -> EdgeLook:
    before, after = (numbers.shape(one.shape) for one in (event.before, event.after))
    return EdgeLook(f"sum over {axes_summed(event)}", f"{before} → {after}")


def _spots(
    nodes: Mapping[NodeNumber, PlacedNode], courses: Mapping[EdgeId, Sequence[Cubic]],
    sums: Mapping[EdgeId, EdgeLook], carried: Mapping[EdgeId, Value], limit: float | None,
) -> dict[EdgeId, Spot]:  # fmt: skip
    """Where the gradients, and the sums in place of them, stand on their edges."""
    labelled = [edge for edge in courses if edge in carried or edge in sums]
    sizes = [
        [edge_size(sums[edge])] if edge in sums else [label_size(form) for form in label_forms(carried[edge], limit)]
        for edge in labelled
    ]
    found = label_spots([courses[edge] for edge in labelled], sizes, card_areas(nodes.values()))
    return dict(zip(labelled, found, strict=True))


def _chips(nodes: Mapping[NodeNumber, PlacedNode], parts: Mapping[NodeNumber, GradParts]) -> Iterator[PlacedChip]:
    """The saved tensors below each other, around the middle of their card."""
    for number, part in parts.items():
        card, node = card_box(part.look), nodes[number]
        top = node.y + card.height / 2 - (len(part.chips) * _CHIP_PITCH - (_CHIP_PITCH - CHIP_HEIGHT)) / 2
        for place_number, look in enumerate(part.chips):
            yield PlacedChip(node.x + card.width + CHIP_STALK, top + place_number * _CHIP_PITCH, look)
