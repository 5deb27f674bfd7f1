"""The wire that a drag from a socket would make, and why it could not be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.canvas.scene.areas import area_of, meeting
from app.canvas.scene.hit import node_at, socket_at, sockets_of
from app.canvas.scene.scene import Scene
from app.canvas.scene.targets import OnInput, OnOutput
from app.model.metrics import metrics
from app.model.sockets import barred_givers, barred_takers, free_slot, is_taken, slot_at
from app.render.geometry import Floats
from app.render.marks import Point, Rect
from core.expr.edits import why_not_connect
from core.expr.graph import Document, Slot, Source
from core.expr.ids import NodeId
from core.expr.operations import slots_of

_ALL_TAKEN = "All inputs here are taken. Drop the wire on one of them to replace what it has."
_TWO_RESULTS = "A result goes to an input, not to another result."
_TWO_INPUTS = "An input takes a result, not another input."


@dataclass(frozen=True, slots=True)
class Proposal:
    """A wire that ends at `aim`, or why there cannot be one; `replaces` when something is connected there."""

    source: Source
    target: NodeId
    slot: Slot | None
    aim: Point | None = None
    reason: str = ""
    replaces: bool = False


def proposal_at(document: Document, scene: Scene, start: OnInput | OnOutput, place: Point) -> Proposal | None:
    """The wire from a socket to what is at a place; None in the open."""
    socket = socket_at(scene, place, metrics().size.socket_hit)
    if socket is not None and socket.node in document.nodes and socket != start:
        return _to_socket(document, start, socket)
    node = NodeId(node_at(scene, place))
    return _to_node(document, scene, start, node) if node in document.nodes else None


def _to_socket(document: Document, start: OnInput | OnOutput, end: OnInput | OnOutput) -> Proposal:
    match start, end:
        case OnOutput(), OnInput():
            return _checked(document, start, end, slot_at(document, NodeId(end.node), end.index), end.place)
        case OnInput(), OnOutput():
            return _checked(document, end, start, slot_at(document, NodeId(start.node), start.index), end.place)
        case _:
            reason = _TWO_RESULTS if isinstance(start, OnOutput) else _TWO_INPUTS
            return Proposal(Source(NodeId(start.node)), NodeId(end.node), None, reason=reason)


def _to_node(document: Document, scene: Scene, start: OnInput | OnOutput, node: NodeId) -> Proposal:
    """To the first free input of a card, or from its first result."""
    placed = scene.nodes.placed[scene.nodes.rows[node]]
    sockets = sockets_of(placed)
    if isinstance(start, OnInput):
        giver = next(socket for socket in sockets if isinstance(socket, OnOutput))
        return _checked(document, giver, start, slot_at(document, NodeId(start.node), start.index), giver.place)
    slot = free_slot(document, node)
    taking = (one for one in sockets if isinstance(one, OnInput) and slot_at(document, node, one.index) == slot)
    place = next((socket.place for socket in taking), (placed.x, placed.y))
    return _checked(document, start, OnInput(node, 0, place), slot, place)


def _checked(document: Document, giver: OnOutput, taker: OnInput, slot: Slot | None, aim: Point) -> Proposal:
    source, target = Source(NodeId(giver.node), giver.index), NodeId(taker.node)
    any_slot = next(slots_of(document, document.nodes[target]), Slot(""))
    reason = why_not_connect(document, source, target, slot or any_slot) or ("" if slot else _ALL_TAKEN)
    replaces = slot is not None and is_taken(document, target, slot)
    return Proposal(source, target, slot, aim, reason, replaces)


def open_sockets(document: Document, scene: Scene, start: OnInput | OnOutput, view: Rect) -> Floats:
    """The places (n, 2) of the visible sockets that a wire from `start` could go to."""
    node = NodeId(start.node)
    barred = barred_takers(document, node) if isinstance(start, OnOutput) else barred_givers(document, node)
    kind = OnInput if isinstance(start, OnOutput) else OnOutput
    places = [
        socket.place
        for row in meeting(scene.nodes.boxes, area_of(view)).tolist()
        for socket in sockets_of(scene.nodes.placed[row])
        if isinstance(socket, kind) and socket.node not in barred and socket.node in document.nodes
    ]
    return np.array(places, dtype=np.float64).reshape(-1, 2)
