"""How much room a screen has for a window."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_FRAME = QSize(8, 40)
"""What the desktop may put around a window: known only when the window is there."""


def room_on_screen(window: QWidget) -> QSize:
    """The largest size at which all of a window is visible."""
    return window.screen().availableSize() - _FRAME
