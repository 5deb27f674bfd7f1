"""Opening the window.

Something has to be on screen at once, and the rest takes longer to load: so only what the curtain needs is
imported at the beginning.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QApplication

from app.model.settings import USUAL_SIZE, Settings, settings_folder
from app.model.theme import load_theme
from app.shell.curtain import Curtain
from app.shell.view_theme import theme_for


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
    curtain = Curtain(load_theme(theme_for(settings.held.theme)), QSize(*(settings.held.window or USUAL_SIZE)))
    curtain.show()
    opening = Opening(curtain, settings, files, folder)
    QTimer.singleShot(0, opening.wait_for_curtain)
    return application.exec()


class Opening:
    """Replaces the curtain by the window once the curtain has been seen."""

    def __init__(self, curtain: Curtain, settings: Settings, files: Sequence[str], folder: Path) -> None:
        self._curtain = curtain
        self._settings = settings
        self._files = files
        self._folder = folder
        self._kept: tuple[object, ...] = ()

    def wait_for_curtain(self) -> None:
        """Let the curtain be painted before the program is busy."""
        self._curtain.repaint()
        QTimer.singleShot(0, self.open)

    def open(self) -> None:
        """Load the rest, and show the window in the place of the curtain; without a window the program ends."""
        try:
            self._open()
        except Exception as error:  # the curtain would stay for ever, with nobody to ask
            sys.stderr.write(f"Gradwalk could not open its window: {type(error).__name__}: {error}\n")
            sys.stderr.write(
                f"If its settings are the reason, it opens without them: move {self._folder / 'settings.json'} away.\n"
            )
            QApplication.exit(1)

    def _open(self) -> None:
        from app.shell.crash import CrashReporter
        from app.shell.start import begin, make_window

        window = make_window(self._settings, self._folder)
        crashes = CrashReporter(window)
        crashes.install()
        window.resize(self._curtain.size())
        window.move(self._curtain.pos())  # with its frame, which may not be there yet
        window.show()
        self._curtain.close()
        self._kept = (window, crashes)
        QTimer.singleShot(0, lambda: begin(window, self._files, self._folder))
