"""Opening the window."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.model.examples import find_example
from app.model.files import Opened
from app.model.recovery import find_lost
from app.model.session import Session
from app.model.settings import Settings, settings_folder
from app.shell.crash import CrashReporter
from app.shell.documents import arranged
from app.shell.restore import offer_lost
from app.shell.view_theme import theme_for
from app.shell.window import Window
from core.expr.graph import new_document

FIRST_EXAMPLE = "4"
"""What the window opens on."""


def main(arguments: Sequence[str] | None = None, folder: Path | None = None) -> int:
    """Open the window, with a file if one is named, and run until it is closed.

    Settings and recovery files are kept in `folder`, the user's own one unless another is given.
    """
    files = list(sys.argv[1:] if arguments is None else arguments)
    folder = folder or settings_folder()
    application = QApplication([sys.argv[0]])
    application.setStyle("Fusion")
    application.setApplicationName("Gradwalk")
    settings = Settings(folder / "settings.json")
    window = make_window(settings, folder)
    crashes = CrashReporter(window)
    crashes.install()
    window.show()
    QTimer.singleShot(0, lambda: begin(window, files, folder))
    status = application.exec()
    crashes.remove()
    return status


def make_window(settings: Settings, folder: Path) -> Window:
    """Make the window on the first example, which is evaluated and invites to the first step."""
    example = find_example(FIRST_EXAMPLE)
    opened = Opened(new_document()) if example is None else Opened(arranged(example.document), source=example.title)
    session = Session(opened, theme=theme_for(settings.held.theme))
    return Window(session, settings, recovery=folder / "recovery")


def begin(window: Window, files: Sequence[str], folder: Path) -> None:
    """Once the window is there: offer what a crash left behind, then open a file, or show the first page."""
    if offer_lost(window.parts.documents, find_lost(folder / "recovery"), window):
        return
    if files:
        window.parts.documents.open_path(Path(files[0]))
    elif window.settings.held.shows_welcome:
        window.openers.welcome()
