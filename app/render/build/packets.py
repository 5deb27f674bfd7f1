"""Gradients beside the wires: seeds, packets that are docked where gradients are summed, and those on their way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.model.metrics import metrics
from app.render.build.labels import overlaps
from app.render.build.numbers import gradient_preview
from app.render.build.passage import Passage
from app.render.build.places import output_place
from app.render.build.progress import Progress
from app.render.draw_packet import packet_size
from app.render.frame import PlacedNode, PlacedPacket, PlacedSeed
from app.render.geometry import Floats, point_at
from app.render.looks import HeatMap, PacketLook, SeedLook, Side
from app.render.marks import Cubic, Point
from core.debug.arrays import Value, is_finite
from core.debug.events import EdgeId, NodeNumber, Receive, Seed, Sum, Unbroadcast, Vjp
from core.expr.ids import NodeId, WireId

NOT_DELIVERED = "not delivered yet"
_TETHER = 66.0
_SOCKET_GAP = 14.0
_STRETCHES = (1.0, 1.35, 1.75, 2.2)
"""How much farther apart docked packets may stand to be clear of cards."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What packets are placed on: cards by their node, wires by their id, and the cards' rectangles (N, 4)."""

    nodes: Mapping[NodeId, PlacedNode]
    courses: Mapping[WireId, Sequence[Cubic]]
    cards: Floats
    flow: Side
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Docked:
    """Two packets at a socket of a node and the plus between them, with the wires that they came along.

    `incoming` tells which of the packets has come last, along the first of the wires.
    """

    node: NodeId
    packets: tuple[PlacedPacket, PlacedPacket]
    incoming: int
    plus: Point
    wires: tuple[WireId, ...]


def sums_at(progress: Progress) -> list[Sum]:
    """The sums of the present step: for each result the last one, if it is not over yet."""
    if not progress.is_stepping:
        return []
    events = progress.recording.events[progress.step.first : progress.index + 1]
    return [*{(event.node, event.output): event for event in events if isinstance(event, Sum)}.values()]


def earlier_wires(progress: Progress, passage: Passage, event: Sum) -> list[WireId]:
    """The wires along which the earlier contributions to a sum came."""
    track = progress.recording.pass_at(event.index).nodes[event.node]
    arrivals = (progress.recording.events[at] for at in track.arrivals if at < event.index)
    edges = (arrival.source for arrival in arrivals if isinstance(arrival, Receive | Sum))
    return [passage.wires[edge] for edge in edges if edge is not None and edge in passage.wires]


def docked(progress: Progress, passage: Passage, stage: Stage) -> Iterator[Docked]:
    """The packets that stay at their sockets until the next step."""
    for event in sums_at(progress):
        node = passage.origins[event.node]
        if node is not None and event.source is not None and event.source in passage.wires:
            incoming = passage.wires[event.source]
            earlier = earlier_wires(progress, passage, event)
            yield _dock(stage, node, event, incoming, earlier)


def _dock(stage: Stage, node: NodeId, event: Sum, incoming: WireId, earlier: Sequence[WireId]) -> Docked:
    socket = output_place(stage.nodes[node], event.output)
    pointer = stage.flow.opposite
    looks = [packet(value, stage.limit, pointer) for value in (event.incoming, event.before)]
    across = 1 if stage.flow.horizontal else 0
    ends = [_mean(stage.courses[wire][-1][3][across] for wire in wires) for wires in ([incoming], earlier)]
    is_second = bool(earlier) and ends[0] > ends[1]
    if is_second:
        looks.reverse()
    first, second = _free_docks(stage, socket, looks)
    plus = (first[0], socket[1]) if stage.flow.horizontal else (socket[0], first[1])
    places = PlacedPacket(*first, looks[0]), PlacedPacket(*second, looks[1])
    return Docked(node, places, int(is_second), plus, (incoming, *earlier))


def _mean(values: Iterator[float]) -> float:
    listed = [*values]
    return sum(listed) / len(listed) if listed else 0.0


def _free_docks(stage: Stage, socket: Point, looks: Sequence[PacketLook]) -> tuple[Point, Point]:
    """Where two packets stand on both sides of a socket, nearest to where the design puts them."""
    ways = ((near, stretch) for near in (False, True) for stretch in _STRETCHES)
    choices = [_docks(stage.flow, socket, looks, stretch, near=near) for near, stretch in ways]
    return min(choices, key=lambda places: _covered(stage.cards, places, looks))


def _docks(
    flow: Side, socket: Point, looks: Sequence[PacketLook], stretch: float, *, near: bool
) -> tuple[Point, Point]:
    sizes, size = [packet_size(look) for look in looks], metrics().size
    along, across = (0, 1) if flow.horizontal else (1, 0)
    longest, widest = (max(one[axis] for one in sizes) for axis in (along, across))
    forward = longest / 2 + _SOCKET_GAP if near else max(size.dock_dx, longest / 2 + _SOCKET_GAP)
    aside = max(size.dock_dy, widest / 2 + _SOCKET_GAP) * stretch
    sign = 1 if flow in (Side.RIGHT, Side.BOTTOM) else -1
    if flow.horizontal:
        x = socket[0] + sign * forward
        return (x, socket[1] - aside), (x, socket[1] + aside)
    y = socket[1] + sign * forward
    return (socket[0] - aside, y), (socket[0] + aside, y)


def _covered(cards: Floats, places: Sequence[Point], looks: Sequence[PacketLook]) -> float:
    """How many cards packets would cover."""
    return sum(_cards_under(cards, place, look) for place, look in zip(places, looks, strict=True))


def _cards_under(cards: Floats, place: Point, look: PacketLook) -> float:
    width, height = packet_size(look)
    x, y = place
    box = np.array([[x - width / 2, y - height / 2, x + width / 2, y + height / 2]])
    return float(overlaps(box, cards)[0])


def packet(value: Value, limit: float | None, pointer: Side, caption: str = "") -> PacketLook:
    """The packet of a gradient."""
    return PacketLook(gradient_preview(value, limit), pointer, not is_finite(value), caption)


# What is computed and not delivered ---------------------------------------------------------------------


def undelivered(progress: Progress, passage: Passage, stage: Stage) -> Iterator[PlacedPacket]:
    """What the running node has computed and not handed on yet, in the middle of a step."""
    for edge, value in _computed(progress).items():
        wire = passage.wires.get(edge)
        if wire is not None and wire in stage.courses:
            yield _tethered(stage, stage.courses[wire], value)


def _computed(progress: Progress) -> dict[EdgeId, Value]:
    found: dict[EdgeId, Value] = {}
    if not progress.is_stepping:
        return found
    for event in progress.recording.events[progress.step.first : progress.index + 1]:
        match event:
            case Vjp(result=value):
                found[EdgeId(event.node, event.slot)] = value
            case Unbroadcast(slot=slot, after=value) if slot is not None:
                found[EdgeId(event.node, slot)] = value
            case Receive(source=source) | Sum(source=source) if source is not None:
                found.pop(source, None)
    return found


def _tethered(stage: Stage, pieces: Sequence[Cubic], value: Value) -> PlacedPacket:
    """A packet beside the wire, on the side where there is room."""
    meets = point_at(pieces[len(pieces) // 2], 0.5)
    across = (0, 1) if stage.flow.horizontal else (1, 0)
    choices = []
    for sign, pointer in ((1, Side.TOP), (-1, Side.BOTTOM)) if stage.flow.horizontal else _ASIDE:
        look = packet(value, stage.limit, pointer, NOT_DELIVERED)
        place = meets[0] + sign * _TETHER * across[0], meets[1] + sign * _TETHER * across[1]
        choices.append(PlacedPacket(*place, look, meets))
    return min(choices, key=lambda one: _cards_under(stage.cards, (one.x, one.y), one.look))


_ASIDE = ((1, Side.LEFT), (-1, Side.RIGHT))


# Seeds --------------------------------------------------------------------------------------------------


def given_seeds(progress: Progress) -> dict[tuple[NodeNumber, int], Seed]:
    """The external gradients that the present pass has been given so far, by result."""
    recording = progress.recording
    step = progress.first_step
    found: dict[tuple[NodeNumber, int], Seed] = {}
    for event in recording.events[step.first : min(step.last, progress.index) + 1]:
        if isinstance(event, Seed):
            found.setdefault((event.node, event.output), event)
    return found


def placed_seed(node: PlacedNode, output: int, event: Seed, progress: Progress, flow: Side) -> PlacedSeed:
    """A seed beside a card."""
    look = SeedLook(_seed_text(event.gradient), flow, progress.emphasis(event.node))
    return PlacedSeed(*output_place(node, output), look, node.id, output)


def _seed_text(value: Value) -> str:
    held = gradient_preview(value, None)
    if isinstance(held, HeatMap):
        return f"{held.rows} × {held.columns}"
    return held.text
