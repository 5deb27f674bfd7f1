"""Connecting a socket with another."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.canvas.gestures.gesture import Pointer
from app.canvas.gestures.proposal import Proposal, open_sockets, proposal_at
from app.canvas.painting.preview import Preview, Speech
from app.canvas.requests import SearchRequest
from app.canvas.scene.targets import OnInput, OnOutput
from app.canvas.stage import Stage
from app.model.sockets import slot_at
from app.render.geometry import curve
from app.render.looks import Side
from app.render.marks import Cubic, Point
from core.expr.edits import connect
from core.expr.graph import Source
from core.expr.ids import NodeId

_REPLACES = "Takes the place of what is connected here"


class Connect:
    """Draws a wire from a socket to another, or to a card, or into the open, where a search is asked for."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, stage: Stage, start: OnInput | OnOutput) -> None:
        self._stage = stage
        self._start = start
        self._sockets = open_sockets(stage.model.document, stage.scene, start, stage.camera.view)

    def move(self, pointer: Pointer) -> None:
        proposal = self._proposal_at(pointer)
        refused = proposal is not None and bool(proposal.reason)
        aim = None if proposal is None or refused else proposal.aim
        self.cursor = Qt.CursorShape.ForbiddenCursor if refused else Qt.CursorShape.CrossCursor
        self._stage.preview(
            Preview(
                wire=self._wire(aim or pointer.place),
                sockets=self._sockets,
                aim=aim,
                speech=_speech(proposal, pointer.place),
            )
        )

    def commit(self, pointer: Pointer) -> None:
        match self._proposal_at(pointer):
            case None:
                self._stage.search_wanted.emit(self._request(pointer))
            case Proposal(reason=reason) if reason:
                self._stage.refused.emit(reason)
            case Proposal(source=source, target=target, slot=slot) if slot is not None:
                self._stage.attempt(lambda document: connect(document, source, target, slot))

    def cancel(self) -> None:
        """Nothing was connected yet."""

    def _proposal_at(self, pointer: Pointer) -> Proposal | None:
        return proposal_at(self._stage.model.document, self._stage.scene, self._start, pointer.place)

    def _wire(self, end: Point) -> Cubic:
        """From the result to the input, whichever the drag began at."""
        scene = self._stage.scene
        side = scene.nodes.looks[scene.nodes.rows[self._start.node]].output_side
        return _between(self._start, end, side)

    def _request(self, pointer: Pointer) -> SearchRequest:
        node, index = NodeId(self._start.node), self._start.index
        if isinstance(self._start, OnOutput):
            return SearchRequest(pointer.place, pointer.screen, source=Source(node, index))
        slot = slot_at(self._stage.model.document, node, index)
        return SearchRequest(pointer.place, pointer.screen, target=(node, slot) if slot else None)


def _between(start: OnInput | OnOutput, end: Point, side: Side) -> Cubic:
    return curve(start.place, end, side) if isinstance(start, OnOutput) else curve(end, start.place, side)


def _speech(proposal: Proposal | None, place: Point) -> Speech | None:
    if proposal is None:
        return None
    if proposal.reason:
        return Speech(place, proposal.reason, refusal=True)
    return Speech(place, _REPLACES) if proposal.replaces else None
