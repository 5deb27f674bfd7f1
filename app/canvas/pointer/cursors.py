"""The shape of the pointer over each thing."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.canvas.scene.targets import (
    OnInput,
    OnInvitation,
    OnMap,
    OnOutput,
    OnRegionSwitch,
    OnScissors,
    OnSwitch,
    OnWire,
    Target,
)


def cursor_over(target: Target) -> Qt.CursorShape:
    """A cross where a wire begins, a hand where a click does something, an arrow elsewhere."""
    match target:
        case OnInput() | OnOutput():
            return Qt.CursorShape.CrossCursor
        case OnSwitch() | OnScissors() | OnRegionSwitch() | OnWire() | OnMap() | OnInvitation():
            return Qt.CursorShape.PointingHandCursor
        case _:
            return Qt.CursorShape.ArrowCursor
