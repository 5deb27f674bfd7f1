"""What happens when the program itself makes a mistake: it is said, and nothing is lost."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class CrashReporter(QObject):
    """Shows a dialog for each mistake that reaches the top, one at a time; the terminal gets it in one line.

    What Qt calls into Python for comes here too, since such an error would go nowhere else.
    """

    _happened = Signal(str, str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._before: Hook | None = None
        self._dialog: QDialog | None = None
        self._happened.connect(self._show)

    def install(self) -> None:
        """Begin to take mistakes."""
        self._before = sys.excepthook
        sys.excepthook = self.report

    def remove(self) -> None:
        """Leave mistakes to whoever took them before."""
        if self._before is not None:
            sys.excepthook = self._before
            self._before = None

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Tell of a mistake; it may come from any thread."""
        if not issubclass(kind, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        summary = f"{kind.__name__}: {error}"
        sys.stderr.write(f"Gradwalk made a mistake: {summary}\n")
        self._happened.emit(summary, "".join(traceback.format_exception(kind, error, trace)))

    def _show(self, summary: str, report: str) -> None:
        from app.dialogs.about import versions
        from app.dialogs.error_report import ErrorDialog

        if self._dialog is None:
            self._dialog = ErrorDialog(summary, f"{report}\n{versions()}", self._window)
            self._dialog.destroyed.connect(self._forget)
            self._dialog.open()

    def _forget(self) -> None:
        self._dialog = None
