"""Where things stand: cards, their sockets, and the wires between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from app.render.build.paths import bulged, wire_pieces
from app.render.card_box import card_box
from app.render.frame import PlacedNode
from app.render.geometry import Floats
from app.render.looks import Side
from app.render.marks import Cubic, Point, Rect
from core.expr.graph import Document, Wire
from core.expr.ids import NodeId, WireId
from core.expr.operations import slots_of


def card_area(node: PlacedNode) -> Rect:
    """The rectangle of a card."""
    box = card_box(node.look)
    return Rect(node.x, node.y, box.width, box.height)


def card_areas(nodes: Iterable[PlacedNode]) -> Floats:
    """The rectangles (N, 4) of cards: left, top, right, bottom."""
    areas = [card_area(node) for node in nodes]
    return np.array([(area.x, area.y, area.right, area.bottom) for area in areas], dtype=np.float64).reshape(-1, 4)


def output_place(node: PlacedNode, output: int = 0) -> Point:
    """Where a result leaves a card."""
    x, y = card_box(node.look).outputs[output]
    return node.x + x, node.y + y


def input_place(node: PlacedNode, place: int) -> Point:
    """Where an input enters a card."""
    x, y = card_box(node.look).inputs[place]
    return node.x + x, node.y + y


def wire_course(
    nodes: Mapping[NodeId, PlacedNode], wire: Wire, place: int, flow: Side, detour: int
) -> tuple[Cubic, ...]:
    """The curves of a wire to an input of its target, by its place; with a detour it swings out to a side."""
    start, end = output_place(nodes[wire.source.node], wire.source.output), input_place(nodes[wire.target], place)
    if detour and not wire.via:
        return (bulged(start, end, flow, forward=detour > 0),)
    return wire_pieces(start, end, wire.via, flow)


def input_places(document: Document) -> dict[WireId, int]:
    """At which of the inputs of its target each wire ends."""
    found = {}
    for key, node in document.nodes.items():
        slots = [*slots_of(document, node)]
        found.update({wire.id: slots.index(wire.slot) for wire in document.wiring.into(key)})
    return found
