"""Questions about documents and files, as dialogs of the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.shell.documents import Answer, Overwriting
from core.io import project

_PICTURES = "*.svg *.png *.pdf"
_OPEN = ";;".join(
    (
        f"Everything (*{project.SUFFIX} *.py {_PICTURES})",
        f"Documents (*{project.SUFFIX})",
        "Code (*.py)",
        f"Pictures with a document inside ({_PICTURES})",
    )
)
_SAVE = f"Gradwalk document (*{project.SUFFIX})"


class DialogAsker:
    """Asks over a window."""

    def __init__(self, window: QWidget) -> None:
        self._window = window

    def unsaved(self, name: str) -> Answer:
        """Ask what becomes of changes."""
        box = self._box(f"Save the changes to “{name}”?", "Without saving, they are lost.")
        save = box.addButton("Save", QMessageBox.ButtonRole.AcceptRole)
        discard = box.addButton("Discard", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(save)
        box.exec()
        clicked = box.clickedButton()
        return Answer.SAVE if clicked is save else Answer.DISCARD if clicked is discard else Answer.CANCEL

    def replaces(self, path: Path) -> bool:
        """Ask whether another file may be written over."""
        box = self._box(
            f"{path.name} holds another document. Write over it?", "What is in it now is kept beside it as a backup."
        )
        replace = box.addButton("Write over it", QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton("Keep it", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.exec()
        return box.clickedButton() is replace

    def changed(self, path: Path) -> Overwriting:
        """Ask what becomes of a file that something else has written to."""
        box = self._box(
            f"{path.name} is not as it was last opened or saved here. Write over it?",
            "Something else has written to it since. If you write over it, that is kept beside it as a backup.",
        )
        overwrite = box.addButton("Overwrite", QMessageBox.ButtonRole.DestructiveRole)
        elsewhere = box.addButton("Save as…", QMessageBox.ButtonRole.AcceptRole)
        box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(elsewhere)
        box.exec()
        clicked = box.clickedButton()
        if clicked is overwrite:
            return Overwriting.OVERWRITE
        return Overwriting.SAVE_AS if clicked is elsewhere else Overwriting.CANCEL

    def file_to_open(self, folder: Path | None) -> Path | None:
        """Ask which file to open."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open", str(folder or ""), _OPEN)
        return Path(name) if name else None

    def file_to_save(self, suggested: Path) -> Path | None:
        """Ask where to save."""
        options = QFileDialog.Option.DontConfirmOverwrite  # asked only where another document is in the way
        name, _ = QFileDialog.getSaveFileName(self._window, "Save", str(suggested), _SAVE, options=options)
        return Path(name) if name else None

    def tell(self, message: str, hint: str = "") -> None:
        """Say something that must not be missed."""
        box = self._box(message, hint)
        box.addButton("OK", QMessageBox.ButtonRole.AcceptRole)
        box.exec()

    def _box(self, message: str, hint: str) -> QMessageBox:
        box = QMessageBox(self._window)
        box.setWindowTitle("Gradwalk")
        box.setText(message)
        box.setInformativeText(hint)
        return box
