"""Placing the nodes of a document automatically, with cards of their real sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from app.render.build.ground import Ground
from app.render.build.wires import label_forms, label_size
from app.render.card_box import CardBox, card_box
from app.render.geometry import Floats, boxes, curves, flattened
from app.render.looks import Side
from core.expr.changes import ChangeSet
from core.expr.draft import Draft
from core.expr.graph import Document, Wire
from core.expr.ids import NodeId
from core.layout import Box, Direction, Edge, Graph, Group, Key, Placement, Point, Route, Size, place

Bends: TypeAlias = tuple[tuple[float, float], ...]

DIRECTIONS = {
    Side.RIGHT: Direction.LEFT_TO_RIGHT,
    Side.LEFT: Direction.RIGHT_TO_LEFT,
    Side.TOP: Direction.BOTTOM_TO_TOP,
    Side.BOTTOM: Direction.TOP_TO_BOTTOM,
}
"""The way edges run, by the side of a card that its results leave by."""
_LEAST_LABEL = Size(40, 20)
_STUBS = 12.0
"""How much of a wire shows on both sides of its label."""
_WIDEST_LABEL = 84.0
"""A longer label is written in fewer digits, or as cells."""
_CLEAR = 6.0
"""How far a wire stays from cards that are not its own."""
_SEGMENTS = 24
_DECIMALS = 2


def is_unplaced(document: Document) -> bool:
    """Whether nodes lie on top of each other, as those that were read from code do."""
    return len({(node.x, node.y) for node in document.nodes.values()}) < len(document.nodes)


def nodes_alone(document: Document) -> list[NodeId]:
    """The nodes that have a place of their own, where no other lies on top of them."""
    held = Counter((node.x, node.y) for node in document.nodes.values())
    return [key for key, node in document.nodes.items() if held[node.x, node.y] == 1]


def arrange(
    ground: Ground,
    pins: Sequence[str] = (),
    earlier: Placement | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[ChangeSet, Placement]:
    """The moves that put all nodes in layers, wires led around cards; the placement is where a later one starts.

    Pinned nodes stay. Raises LayoutCancelled once `cancelled` says so.
    """
    document, direction = ground.document, DIRECTIONS[ground.flow]
    wires = list(document.wires.values())
    graph = Graph(
        boxes={key: _box(card_box(node.look), ground.flow) for key, node in ground.nodes.items()},
        edges=[Edge(wire.source.node, wire.target, *_ports(ground, wire), _label(ground, wire)) for wire in wires],
        groups=_groups(document),
        pins={key: Point(node.x, node.y) for key, node in document.nodes.items() if key in pins},
    )
    placement = place(graph, direction, earlier=earlier, cancelled=cancelled)
    return _changes(ground, wires, graph, placement), placement


def _box(card: CardBox, flow: Side) -> Box:
    """A card with the distances of its sockets from its top, or from its left."""
    axis = 1 if flow.horizontal else 0
    inputs, outputs = (tuple(point[axis] for point in points) for points in (card.inputs, card.outputs))
    return Box(card.width, card.height, inputs, outputs)


def _ports(ground: Ground, wire: Wire) -> tuple[int, int]:
    return wire.source.output, ground.places[wire.id]


def _label(ground: Ground, wire: Wire) -> Size:
    """Room for the gradient on a wire, which has the shape of the tensor: a number, a short vector, some cells."""
    tensor = ground.evaluation.tensor(wire.source)
    if tensor is None:
        return _LEAST_LABEL
    width, height = label_size(label_forms(tensor.array, None)[-2:][0])
    return Size(min(max(width + _STUBS, _LEAST_LABEL.width), _WIDEST_LABEL), max(height, _LEAST_LABEL.height))


def _groups(document: Document) -> dict[Key, Group]:
    """The regions that hold something, directly or in regions inside them."""
    members: dict[Key, list[Key]] = {key: [] for key in document.regions}
    for node in document.nodes.values():
        if node.region is not None:
            members[node.region].append(node.id)
    return {
        key: Group(tuple(members[key]), region.parent)
        for key, region in document.regions.items()
        if region.bounds is None
    }


def _changes(ground: Ground, wires: Sequence[Wire], graph: Graph, placement: Placement) -> ChangeSet:
    draft = Draft(ground.document)
    for node in ground.document.nodes.values():
        x, y = placement.positions[node.id]
        draft.update(node, x=round(x, _DECIMALS), y=round(y, _DECIMALS))
    for wire, via in zip(wires, bends(graph, placement, ground.flow), strict=True):
        if via != wire.via:
            draft.update(wire, via=via)
    return draft.finish("Arrange")


def bends(graph: Graph, placement: Placement, flow: Side) -> list[Bends]:
    """Where each wire is led around cards that it would touch if it went straight from socket to socket."""
    touching = _touch_cards(graph, placement, flow)
    return [_bends(route) if is_bent else () for route, is_bent in zip(placement.routes, touching, strict=True)]


def _bends(route: Route) -> Bends:
    return tuple((round(x, _DECIMALS), round(y, _DECIMALS)) for x, y in route[1:-1])


def _touch_cards(graph: Graph, placement: Placement, flow: Side) -> list[bool]:
    """Which wires would touch a card that is not their own."""
    if not placement.routes:
        return []
    ends = np.array([(route[0], route[-1]) for route in placement.routes], dtype=np.float64)
    straight = curves(ends[:, 0], ends[:, 1], flow)
    numbers = {key: number for number, key in enumerate(graph.boxes)}
    cards = np.array([_area(graph.boxes[key], placement.positions[key]) for key in numbers], dtype=np.float64)
    cards += np.array([-_CLEAR, -_CLEAR, _CLEAR, _CLEAR])
    own = [(numbers[edge.source], numbers[edge.target]) for edge in graph.edges]
    areas = boxes(straight)
    return [_touches(straight[index], areas[index], cards, own[index]) for index in range(len(own))]


def _area(box: Box, place: Point) -> tuple[float, float, float, float]:
    return place.x, place.y, place.x + box.width, place.y + box.height


def _touches(wire: Floats, area: Floats, cards: Floats, own: tuple[int, int]) -> bool:
    touches = (cards[:, :2] <= area[2:]).all(axis=1) & (cards[:, 2:] >= area[:2]).all(axis=1)
    near = [card for card in np.flatnonzero(touches).tolist() if card not in own]
    if not near:
        return False
    points, held = flattened(wire[None], _SEGMENTS)[0][:, None], cards[near]
    inside = (points > held[:, :2]).all(axis=2) & (points < held[:, 2:]).all(axis=2)
    return bool(inside.any())
