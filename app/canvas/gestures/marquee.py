"""Selecting with a rubber band."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.canvas.gestures.gesture import Pointer
from app.canvas.painting.preview import Preview
from app.canvas.scene.hit import nodes_within
from app.canvas.stage import Stage
from app.model.selection import Selection
from app.render.marks import Point, Rect
from core.expr.ids import NodeId


def rect_between(one: Point, other: Point) -> Rect:
    """The rectangle with these two corners."""
    left, top = min(one[0], other[0]), min(one[1], other[1])
    return Rect(left, top, abs(other[0] - one[0]), abs(other[1] - one[1]))


class Marquee:
    """Selects the cards that the band touches; with Shift as well, with Ctrl the other way round."""

    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, stage: Stage, start: Pointer) -> None:
        self._stage = stage
        self._start = start.place
        self._before = stage.model.selection

    def move(self, pointer: Pointer) -> None:
        self._stage.show_selection(self._chosen(pointer))
        self._stage.preview(Preview(band=rect_between(self._start, pointer.place)))

    def commit(self, pointer: Pointer) -> None:
        self._stage.select(self._chosen(pointer))

    def cancel(self) -> None:
        """What was selected before is so again."""

    def _chosen(self, pointer: Pointer) -> Selection:
        touched = nodes_within(self._stage.scene, rect_between(self._start, pointer.place))
        band = Selection(frozenset(map(NodeId, touched)), current=NodeId(touched[-1]) if touched else None)
        if pointer.ctrl:
            both = Selection(band.nodes & self._before.nodes)
            return self._before.with_more(band).without(both)
        return self._before.with_more(band) if pointer.shift else band
