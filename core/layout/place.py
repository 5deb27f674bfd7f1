"""Placing a whole graph: its parts one by one, packed beside each other, and brought to the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from core.layout.direction import Direction
from core.layout.drawing import Drawing, merge
from core.layout.flow import flow_of
from core.layout.frames import ancestry
from core.layout.graph import Gaps
from core.layout.part import draw_part
from core.layout.parts import connected_parts, pack
from core.layout.placement import LayoutCancelled, Placement
from core.layout.screen import pins_of, recall, show, way_back

if TYPE_CHECKING:
    from core.layout.flow import Flow, Ints
    from core.layout.graph import Graph

DEFAULT_GAPS = Gaps()


def place(
    graph: Graph,
    direction: Direction = Direction.LEFT_TO_RIGHT,
    gaps: Gaps = DEFAULT_GAPS,
    room: float = inf,
    earlier: Placement | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Placement:
    """Place the boxes of a graph in layers, so that all edges run in one direction and few of them cross.

    The picture begins at (0, 0). A part that is longer than `room` px is broken into columns. With an `earlier`
    placement of a similar graph, the new one keeps its order wherever that costs no crossings, and stays where
    most boxes were. With pins, it is fitted to them. `cancelled` is asked between the phases; once it says so,
    LayoutCancelled is raised. Raises ArgumentError when the edges form a cycle.
    """

    def pause() -> None:
        if cancelled():
            raise LayoutCancelled

    flow = flow_of(graph, direction)
    if not flow.count:
        return Placement(direction)
    pins, known = pins_of(graph, direction, flow), recall(graph, flow, earlier)
    pieces = []
    for boxes, edges in connected_parts(flow, [*_by_outermost_group(flow), pins.box.tolist()]):
        part, held = flow.part(boxes, edges), pins.part(boxes)
        drawing = draw_part(part, gaps, room, pause, known.part(boxes), held)
        pieces.append(Piece(boxes, edges, part, drawing, is_held=len(held.box) > 0))
    drawing = _beside_each_other(flow, pieces, gaps.part)
    if direction.backwards and not len(pins.box):
        drawing = drawing.moved(-drawing.extent(flow).last, 0)
    placement = show(graph, direction, flow, drawing)
    if earlier is None or len(pins.box):
        return placement
    return placement.moved(*way_back(placement, earlier))


class Piece(NamedTuple):
    """A part of the graph with its boxes and edges, and whether pins hold it in its place."""

    boxes: Ints
    edges: Ints
    flow: Flow
    drawing: Drawing
    is_held: bool


def _by_outermost_group(flow: Flow) -> list[list[int]]:
    """The boxes of each group that no other surrounds: a frame cannot be torn apart."""
    members: list[list[int]] = [[] for _ in flow.frames]
    for box, group in enumerate(flow.group.tolist()):
        if group >= 0:
            members[ancestry(group, flow.frames)[0]].append(box)
    return members


def _beside_each_other(flow: Flow, pieces: Sequence[Piece], gap: float) -> Drawing:
    """All pieces in one drawing: what pins hold stays, and the rest is packed beyond it."""
    held = [piece for piece in pieces if piece.is_held]
    free = [piece for piece in pieces if not piece.is_held]
    along = across = 0.0
    for piece in held:
        extent = piece.drawing.extent(piece.flow)
        along, across = extent.first, extent.high + gap
    moves = pack([piece.drawing.extent(piece.flow) for piece in free], gap)
    placed = [(piece.boxes, piece.edges, piece.drawing) for piece in held]
    for piece, (forth, aside) in zip(free, moves, strict=True):
        placed.append((piece.boxes, piece.edges, piece.drawing.moved(along + forth, across + aside)))
    return merge(flow, placed)
