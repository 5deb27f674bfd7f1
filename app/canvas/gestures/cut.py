"""Cutting wires by drawing a line across them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

from app.canvas.gestures.gesture import Pointer
from app.canvas.painting.preview import Preview
from app.canvas.scene.areas import meeting
from app.canvas.scene.scene import Scene
from app.canvas.stage import Stage
from app.render.geometry import Floats, flattened
from app.render.marks import Point
from core.expr.edits import disconnect
from core.expr.ids import WireId

_SEGMENTS = 24
_LEAST_STEP = 3.0
"""Screen pixels that the pointer has to move for the line to go on."""


class CutWires:
    """Disconnects every wire that the line crosses."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, stage: Stage, start: Pointer) -> None:
        self._stage = stage
        self._line = [start.place]
        self._cut: dict[str, None] = {}

    def move(self, pointer: Pointer) -> None:
        last, place = self._line[-1], pointer.place
        if max(abs(place[0] - last[0]), abs(place[1] - last[1])) * self._stage.camera.zoom < _LEAST_STEP:
            return
        self._line.append(place)
        self._cut |= dict.fromkeys(wires_across(self._stage.scene, last, place))
        self._stage.preview(Preview(knife=tuple(self._line), wires=tuple(self._cut)))

    def commit(self, pointer: Pointer) -> None:
        self.move(pointer)
        known = self._stage.model.document.wires
        cut = [WireId(wire) for wire in self._cut if wire in known]
        if cut:
            self._stage.attempt(lambda document: disconnect(document, cut))

    def cancel(self) -> None:
        """Nothing was cut yet."""


def wires_across(scene: Scene, start: Point, end: Point) -> list[str]:
    """The wires that a straight line crosses."""
    low, high = np.minimum(start, end), np.maximum(start, end)
    rows = meeting(scene.wires.boxes, np.concatenate([low, high])[None])
    points = flattened(scene.wires.curves[rows], _SEGMENTS)
    crossed = _crossed(points, np.asarray(start), np.asarray(end))
    return [scene.wires.placed[row].id for row in rows[crossed].tolist()]


def _crossed(points: Floats, start: Floats, end: Floats) -> Floats:
    """Which polylines (E, n, 2) a line crosses: its ends, and those of a segment, are on different sides."""
    one, other = points[:, :-1], points[:, 1:]
    ends_apart = _side(one, other, start) != _side(one, other, end)
    segment_apart = _side(start, end, one) != _side(start, end, other)
    return np.asarray((ends_apart & segment_apart).any(axis=1))


def _side(start: Floats, end: Floats, place: Floats) -> Floats:
    """On which side of the line through two points a place lies."""
    along, towards = end - start, place - start
    return np.asarray(along[..., 0] * towards[..., 1] > along[..., 1] * towards[..., 0])
