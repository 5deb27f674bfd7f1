"""The pointer's buttons: which gesture begins where, and how it goes on and ends."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.canvas.gestures.gesture import Gesture, Pointer, Press
from app.canvas.pointer.beginnings import Beginnings
from app.canvas.stage import Stage


class Hand:
    """Makes one gesture at a time, from the press of a button to its release."""

    def __init__(self, stage: Stage, beginnings: Beginnings) -> None:
        self.gesture: Gesture | None = None
        self._stage = stage
        self._beginnings = beginnings
        self._button = Qt.MouseButton.NoButton

    def press(self, pointer: Pointer, button: Qt.MouseButton) -> None:
        """A button goes down; others do nothing until it is released."""
        if self.gesture is None:
            self._button = button
            self.gesture = self._beginnings.begin(pointer, button)

    def move(self, pointer: Pointer) -> None:
        """The pointer moves, or other modifiers are held, while the button is down."""
        match self.gesture:
            case Press(start=start, drag=drag) as press if drag is not None and press.strayed(pointer):
                self.gesture = drag(start)
                self.gesture.move(pointer)
            case None:
                pass
            case gesture:
                gesture.move(pointer)

    def release(self, pointer: Pointer, button: Qt.MouseButton) -> None:
        """The button comes up: what the gesture has shown is done."""
        gesture = self.gesture
        if gesture is not None and button is self._button:
            self.gesture = None
            try:
                gesture.commit(pointer)
            finally:
                self._stage.settle()

    def cancel(self) -> bool:
        """Gives the gesture up; False when there is none."""
        gesture, self.gesture = self.gesture, None
        if gesture is None:
            return False
        gesture.cancel()
        self._stage.settle()
        return True
