"""Dragging the canvas under the viewport, and the viewport over the minimap."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from app.canvas.gestures.gesture import Pointer
from app.canvas.stage import Stage
from app.render.marks import Point


class Pan:
    """The scene goes where the pointer goes."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, stage: Stage, start: Pointer) -> None:
        self._stage = stage
        self._origin = stage.camera
        self._start = start.screen

    def move(self, pointer: Pointer) -> None:
        dx, dy = self._start[0] - pointer.screen[0], self._start[1] - pointer.screen[1]
        self._stage.camera = self._origin.panned(dx, dy)

    def commit(self, pointer: Pointer) -> None:
        self.move(pointer)

    def cancel(self) -> None:
        self._stage.camera = self._origin


class MapPan:
    """The viewport goes where the pointer is on the minimap."""

    cursor = Qt.CursorShape.PointingHandCursor

    def __init__(self, stage: Stage, start: Pointer, scene: Callable[[Point], Point]) -> None:
        self._stage = stage
        self._origin = stage.camera
        self._scene = scene
        self.move(start)

    def move(self, pointer: Pointer) -> None:
        self._stage.camera = self._stage.camera.centred(self._scene(pointer.screen))

    def commit(self, pointer: Pointer) -> None:
        self.move(pointer)

    def cancel(self) -> None:
        self._stage.camera = self._origin
