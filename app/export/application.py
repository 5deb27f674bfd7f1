"""The application object that fonts and painters need, where there is no window."""

from __future__ import annotations

import sys

from PySide6.QtGui import QGuiApplication


def ensure_application() -> QGuiApplication:
    """The running application, or a new one that needs no display."""
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    return QGuiApplication([sys.argv[0], "-platform", "offscreen"])
