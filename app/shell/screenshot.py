"""The whole window as a picture, drawn without a display: the same document always gives the same pixels."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QBuffer, QCoreApplication, QEvent, QIODevice, QPoint, Qt, qInstallMessageHandler
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.export.figure import ExportError
from app.export.pictures import At, indices
from app.model.files import Opened
from app.model.session import Session
from app.model.settings import USUAL_SIZE, Preferences, Settings
from app.model.theme import ThemeName
from app.model.workspace import WorkspaceId
from app.shell.documents import arranged
from app.shell.window import Window
from core.expr.graph import Document

_ROUNDS = 3
"""How often Qt is let do what it has put off: sizes are settled after that."""


def screenshot(
    document: Document, *, name: str = "", size: tuple[int, int] = USUAL_SIZE, at: At | None = None,
    theme: ThemeName = ThemeName.DARK, workspace: WorkspaceId = WorkspaceId.LEARN, scale: float = 1.0,
) -> QImage:  # fmt: skip
    """Draw the window with a document at a moment of its backward pass, or before stepping begins.

    `name` is what the window calls it. Raises ExportError when there is no such moment.
    """
    application = ensure_widgets()
    session = Session(Opened(arranged(document), source=name), theme=theme, clock=lambda: 0.0)
    if at is not None:
        _step_to(session, at)
    settings = Settings.of(Preferences(reduced_motion=True, workspace=str(workspace), theme=str(theme)))
    with _quietly(), _shown(Window(session, settings, clock=lambda: 0.0), size) as window:
        for _ in range(_ROUNDS):
            application.processEvents()
        window.parts.middle.active.clearFocus()
        return _painted(window, scale)


def as_png(image: QImage) -> bytes:
    """The content of a PNG file with a picture."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, Qt takes the name
    return bytes(buffer.data().data())


def ensure_widgets() -> QApplication:
    """The running application, or a new one that needs no display."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    return QApplication([sys.argv[0], "-platform", "offscreen", "-style", "fusion"])


def _step_to(session: Session, at: At) -> None:
    recording = session.stepping.recording
    if recording is None or not recording.events:
        raise ExportError("There is no backward pass to step through.", "Leave --at out.")
    session.stepping.to_event(indices(recording, at)[0])


@contextmanager
def _shown(window: Window, size: tuple[int, int]) -> Iterator[Window]:
    """Shows a window where nobody sees it, and leaves nothing of it."""
    try:
        window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        window.resize(*size)
        window.show()
        yield window
    finally:
        window.hide()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)


@contextmanager
def _quietly() -> Iterator[None]:
    """Keeps Qt from mentioning what only a real screen can do."""
    before = qInstallMessageHandler(_say_what_matters)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def _say_what_matters(_: object, __: object, message: str) -> None:
    if "plugin does not support" not in message:
        sys.stderr.write(f"{message}\n")


def _painted(window: Window, scale: float) -> QImage:
    """The window at a scale; the canvas draws in the pixels of the picture, as it would on such a screen."""
    image = QImage(window.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    for canvas in window.parts.middle.shown:
        width, height = round(canvas.width() * scale), round(canvas.height() * scale)
        canvas.motions.jump(canvas.motions.goal.resized(width, height, scale))
    with QPainter(image) as painter:
        window.render(painter, QPoint())
    return image
