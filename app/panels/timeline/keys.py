"""What keys do on the timeline, also where no window gives them another meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.model.stepping import Stepping
from core.debug.steps import StepSize

Go: TypeAlias = Callable[[Stepping], object]

_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_KEPT = _SHIFT | _CTRL | Qt.KeyboardModifier.AltModifier


def _step(size: StepSize, *, forward: bool) -> Go:
    return lambda stepping: stepping.move(size, forward=forward)


_MOVES: Mapping[tuple[Qt.Key, Qt.KeyboardModifier], Go] = {
    (Qt.Key.Key_Right, _NONE): _step(StepSize.NODE, forward=True),
    (Qt.Key.Key_Left, _NONE): _step(StepSize.NODE, forward=False),
    (Qt.Key.Key_PageDown, _NONE): _step(StepSize.NODE, forward=True),
    (Qt.Key.Key_PageUp, _NONE): _step(StepSize.NODE, forward=False),
    (Qt.Key.Key_Right, _SHIFT): _step(StepSize.MICRO, forward=True),
    (Qt.Key.Key_Left, _SHIFT): _step(StepSize.MICRO, forward=False),
    (Qt.Key.Key_Right, _CTRL): _step(StepSize.RUN, forward=True),
    (Qt.Key.Key_Left, _CTRL): _step(StepSize.RUN, forward=False),
    (Qt.Key.Key_Home, _NONE): lambda stepping: stepping.to_start(),
    (Qt.Key.Key_End, _NONE): lambda stepping: stepping.to_end(),
    (Qt.Key.Key_Space, _NONE): lambda stepping: stepping.player.play(),
    (Qt.Key.Key_Space, _SHIFT): lambda stepping: stepping.player.play(forward=False),
}


def move_for(event: QKeyEvent) -> Go | None:
    """What a key does; None for one that has no meaning here."""
    return _MOVES.get((Qt.Key(event.key()), event.modifiers() & _KEPT))
