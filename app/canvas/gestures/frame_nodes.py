"""Drawing a frame around nodes."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

from app.canvas.gestures.gesture import Pointer
from app.canvas.gestures.marquee import rect_between
from app.canvas.painting.preview import Preview, Speech
from app.canvas.scene.areas import middles
from app.canvas.stage import Stage
from app.render.marks import Rect
from core.expr.edits import wrap
from core.expr.graph import RegionKind
from core.expr.ids import NodeId


class FrameNodes:
    """Puts a region around the cards whose middle is in the rectangle that is drawn."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, stage: Stage, start: Pointer, kind: RegionKind) -> None:
        self._stage = stage
        self._start = start.place
        self._kind = kind

    def move(self, pointer: Pointer) -> None:
        area = rect_between(self._start, pointer.place)
        count = len(self._inside(area))
        words = f"{self._kind} around {count} {'node' if count == 1 else 'nodes'}" if count else "Draw around nodes"
        colour = f"region.{self._kind}.border"
        self._stage.preview(Preview(band=area, band_colour=colour, speech=Speech(pointer.place, words)))

    def commit(self, pointer: Pointer) -> None:
        nodes = self._inside(rect_between(self._start, pointer.place))
        self._stage.attempt(lambda document: wrap(document, nodes, self._kind))

    def cancel(self) -> None:
        """Nothing was framed yet."""

    def _inside(self, area: Rect) -> list[NodeId]:
        nodes = self._stage.scene.nodes
        places = middles(nodes.boxes)
        inside = ((places >= (area.x, area.y)) & (places <= (area.right, area.bottom))).all(axis=1)
        found = (NodeId(nodes.placed[row].id) for row in np.flatnonzero(inside).tolist())
        return [node for node in found if node in self._stage.model.document.nodes]
