"""What all gestures have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QInputEvent

from app.canvas.scene.camera import Camera
from app.render.marks import Point


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the pointer is, in the scene and on the screen, and which modifiers are held."""

    place: Point
    screen: Point
    shift: bool = False
    ctrl: bool = False
    alt: bool = False

    @classmethod
    def of(cls, position: QPointF, event: QInputEvent, camera: Camera) -> Pointer:
        """The pointer of an event at a position in the widget."""
        screen, held = (position.x(), position.y()), event.modifiers()
        return cls(
            camera.scene(screen),
            screen,
            shift=bool(held & Qt.KeyboardModifier.ShiftModifier),
            ctrl=bool(held & Qt.KeyboardModifier.ControlModifier),
            alt=bool(held & Qt.KeyboardModifier.AltModifier),
        )


class Gesture(Protocol):
    """One act of the pointer. It shows what it would do, and does it only when it is committed."""

    cursor: Qt.CursorShape

    def move(self, pointer: Pointer) -> None:
        """The pointer is somewhere else, or other modifiers are held."""

    def commit(self, pointer: Pointer) -> None:
        """The button was released."""

    def cancel(self) -> None:
        """Esc was pressed, or the canvas lost the pointer."""


@dataclass(slots=True)
class Press:
    """A button that was pressed, before it is clear whether it is a click or the start of a drag."""

    start: Pointer
    reach: float  # how far the pointer may stray, in screen pixels
    click: Callable[[], object]
    drag: Callable[[Pointer], Gesture] | None = None
    cursor: Qt.CursorShape = Qt.CursorShape.ArrowCursor

    def move(self, pointer: Pointer) -> None:
        """Nothing happens before the pointer has gone far enough to be dragging."""

    def commit(self, pointer: Pointer) -> None:
        """Clicks, unless the pointer was taken away to avoid it."""
        if not self.strayed(pointer):
            self.click()

    def cancel(self) -> None:
        """Nothing was done yet."""

    def strayed(self, pointer: Pointer) -> bool:
        """Whether the pointer has gone so far that this is no click."""
        dx, dy = pointer.screen[0] - self.start.screen[0], pointer.screen[1] - self.start.screen[1]
        return max(abs(dx), abs(dy)) >= self.reach
