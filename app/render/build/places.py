"""Where things stand: cards, their sockets, and the wires between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from app.render.build.paths import bulged, wire_pieces
from app.render.card_box import card_box
from app.render.frame import PlacedNode
from app.render.geometry import Floats, curves
from app.render.looks import Side
from app.render.marks import Cubic, Point, Rect
from core.expr.graph import Document, Node, Wire
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


@dataclass(frozen=True, slots=True)
class Course:
    """A wire between two placed cards, to an input of the second; with a detour it swings out to a side."""

    nodes: Mapping[NodeId, PlacedNode]
    wire: Wire
    place: int
    detour: int = 0

    @property
    def ends(self) -> tuple[Point, Point]:
        """The sockets that it connects."""
        source = self.wire.source
        target = self.nodes[self.wire.target]
        return output_place(self.nodes[source.node], source.output), input_place(target, self.place)


def wire_courses(courses: Sequence[Course], flow: Side) -> Iterator[tuple[WireId, tuple[Cubic, ...]]]:
    """The curves of wires; all those that go straight are computed together."""
    straight = [course for course in courses if not course.detour and not course.wire.via]
    ends = np.array([course.ends for course in straight], dtype=np.float64).reshape(-1, 2, 2)
    for course, points in zip(straight, curves(ends[:, 0], ends[:, 1], flow).tolist(), strict=True):
        yield course.wire.id, (cast(Cubic, tuple(map(tuple, points))),)
    for course in courses:
        if course.wire.via:
            yield course.wire.id, wire_pieces(*course.ends, course.wire.via, flow)
        elif course.detour:
            yield course.wire.id, (bulged(*course.ends, flow, forward=course.detour > 0),)


def input_places(document: Document, node: Node) -> Iterator[tuple[WireId, int]]:
    """At which of the inputs of a node the wires into it end."""
    wires = document.wiring.into(node.id)
    if wires:
        slots = [*slots_of(document, node)]
        yield from ((wire.id, slots.index(wire.slot)) for wire in wires)
