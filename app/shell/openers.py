"""The dialogs that commands open, each with what it needs of the window.

They are imported when they are opened: the start of the program need not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from app.model.files import Opened
from app.model.selection import Selection
from app.shell.documents import arranged
from app.shell.parts import Parts
from core.expr import edits
from core.expr.parse import Parsed

if TYPE_CHECKING:
    from app.dialogs.code import CodeDialog
    from app.dialogs.export.dialog import ExportDialog
    from app.dialogs.welcome.dialog import WelcomeDialog


class Openers:
    """Opens dialogs over a window."""

    def __init__(self, window: QWidget, parts: Parts) -> None:
        self._window = window
        self._parts = parts

    @property
    def table(self) -> Mapping[str, Callable[[], object]]:
        """The dialogs by their names."""
        return {
            "about": self.about,
            "code": partial(self.code, ""),
            "export": self.export,
            "shortcuts": self.shortcuts,
            "welcome": self.welcome,
        }

    def about(self) -> None:
        """Open what says what this is."""
        from app.dialogs.about import AboutDialog

        AboutDialog(self._window).open()

    def shortcuts(self) -> None:
        """Open the list of keys."""
        from app.dialogs.shortcuts import ShortcutsDialog

        ShortcutsDialog(self._parts.settings, self._window).open()

    def welcome(self) -> WelcomeDialog:
        """Open the first page."""
        from app.dialogs.welcome.dialog import WelcomeDialog

        documents = self._parts.documents
        dialog = WelcomeDialog(
            self._parts.settings, documents.open_example, self._open_file, documents.open_new, parent=self._window
        )
        dialog.open()
        return dialog

    def code(self, text: str) -> CodeDialog:
        """Open the dialog that reads code."""
        from app.dialogs.code import CodeDialog

        dialog = CodeDialog(text, self._replace, self._insert, self._window)
        dialog.open()
        return dialog

    def export(self) -> ExportDialog:
        """Open the dialog that writes pictures and code."""
        from app.dialogs.export.dialog import ExportDialog

        stepping = self._parts.session.stepping
        steps = stepping.recording.steps if stepping.recording is not None else ()
        now = stepping.step.number if stepping.is_stepping and stepping.step is not None else None
        document, said = self._parts.session.document, self._parts.status.say
        dialog = ExportDialog(document, now, max(len(steps) - 1, 0), self._ask_path, said, self._window)
        dialog.open()
        return dialog

    def _open_file(self, path: Path | None) -> None:
        if path is None:
            self._parts.documents.ask_and_open()
        else:
            self._parts.documents.open_path(path)

    def _ask_path(self, suffix: str) -> Path | None:
        from app.export.formats import FORMATS

        stem = Path(self._parts.session.source.title).stem or "expression"
        filters = ";;".join(f"{one.name} (*{ending})" for ending, one in FORMATS.items() if ending == suffix)
        name, _ = QFileDialog.getSaveFileName(self._window, "Export", f"{stem}{suffix}", filters)
        return Path(name if name.endswith(suffix) else f"{name}{suffix}") if name else None

    def _replace(self, parsed: Parsed) -> None:
        """Show code as a document of its own."""
        if self._parts.documents.may_leave():
            self._parts.documents.show(Opened(arranged(parsed.document), problems=parsed.problems))

    def _insert(self, parsed: Parsed) -> None:
        """Add what code stands for to the document, below all that is there."""
        session, part = self._parts.session, arranged(parsed.document)
        nodes = session.document.nodes
        below = max((node.y for node in nodes.values()), default=0.0) + 140 if nodes else 0.0
        top = min((node.y for node in part.nodes.values()), default=0.0)
        session.perform(edits.paste(session.document, part, by=(0.0, below - top)))
        new = [key for key in session.document.nodes if key not in nodes]
        session.select(Selection(frozenset(new), current=new[-1] if new else None))
        self._parts.canvas.viewing.fit(new)
