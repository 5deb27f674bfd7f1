"""The whole window as a picture, drawn without a display: the same document always gives the same pixels."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.model.files import Opened
from app.model.session import Session
from app.model.settings import Preferences, Settings
from app.model.theme import ThemeName
from app.model.workspace import WorkspaceId
from app.shell.documents import arranged
from app.shell.window import USUAL_SIZE, Window
from core.expr.graph import Document

_ROUNDS = 3
"""How often Qt is let do what it has put off: sizes are settled after that."""


def screenshot(
    document: Document, *, name: str = "", size: tuple[int, int] = USUAL_SIZE, step: int | None = None,
    theme: ThemeName = ThemeName.DARK, workspace: WorkspaceId = WorkspaceId.LEARN, scale: float = 1.0,
) -> QImage:  # fmt: skip
    """Draw the window with a document, after a step of its backward pass if one is given.

    `name` is what the window calls it. Raises PositionError when there is no such step.
    """
    application = ensure_widgets()
    session = Session(Opened(arranged(document), source=name), theme=theme, clock=lambda: 0.0)
    settings = Settings.of(Preferences(reduced_motion=True, workspace=str(workspace), theme=str(theme)))
    window = Window(session, settings, clock=lambda: 0.0)
    try:
        window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        window.resize(*size)
        window.show()
        if step is not None:
            session.stepping.to_step(step)
        for _ in range(_ROUNDS):
            application.processEvents()
        window.parts.canvas.clearFocus()
        return _painted(window, scale)
    finally:
        window.deleteLater()


def save_screenshot(image: QImage, path: Path) -> None:
    """Write a picture as PNG; raises OSError when it cannot be written."""
    if not image.save(str(path), b"PNG"):
        raise OSError(None, "The picture could not be written", str(path))


def ensure_widgets() -> QApplication:
    """The running application, or a new one that needs no display."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    made = QApplication([sys.argv[0], "-platform", "offscreen"])
    made.setStyle("Fusion")
    return made


def _painted(window: Window, scale: float) -> QImage:
    image = QImage(round(window.width() * scale), round(window.height() * scale), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    with QPainter(image) as painter:
        window.render(painter, QPoint())
    return image
