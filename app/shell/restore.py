"""Offering what a crash has left behind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtWidgets import QMessageBox, QWidget

from app.model.recovery import Lost
from app.shell.documents import Documents


def offer_lost(documents: Documents, lost: Sequence[Lost], window: QWidget, wanted: Path | None = None) -> Lost | None:
    """Ask whether the latest document that a crash left is to be recovered, and return it when it was.

    `wanted` is the file that the user has asked for, which is to be opened afterwards.
    """
    if not lost:
        return None
    latest = lost[0]
    box = QMessageBox(window)
    box.setWindowTitle("Gradwalk")
    box.setText(f"Gradwalk ended without saving “{named(latest)}”.")
    when = datetime.fromtimestamp(latest.modified).strftime("%Y-%m-%d %H:%M")
    more = f" {len(lost) - 1} more are kept until you decide." if len(lost) > 1 else ""
    then = f" “{wanted.name}” opens next." if wanted is not None and not is_of(latest, wanted) else ""
    box.setInformativeText(f"It was last changed at {when}.{more}{then}")
    recover = box.addButton("Recover", QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton("Discard", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton("Later", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(recover)
    box.exec()
    if box.clickedButton() is recover:
        return latest if documents.recover(latest) else None
    if box.clickedButton() is discard:
        latest.discard()
    return None


def is_of(lost: Lost, path: Path) -> bool:
    """Whether a lost document is a later state of what is in a file."""
    return lost.path is not None and lost.path.absolute() == path.absolute()


def named(lost: Lost) -> str:
    """What a lost document was called."""
    return lost.path.name if lost.path is not None else lost.title or "Untitled"
