"""Offering what a crash has left behind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtWidgets import QMessageBox, QWidget

from app.model.recovery import Lost
from app.shell.documents import Documents


def offer_lost(documents: Documents, lost: Sequence[Lost], window: QWidget) -> bool:
    """Ask whether the latest document that a crash left is to be recovered; True when it was."""
    if not lost:
        return False
    latest = lost[0]
    box = QMessageBox(window)
    box.setWindowTitle("Gradwalk")
    box.setText(f"Gradwalk ended without saving “{named(latest)}”.")
    when = datetime.fromtimestamp(latest.modified).strftime("%Y-%m-%d %H:%M")
    more = f" {len(lost) - 1} more are kept until you decide." if len(lost) > 1 else ""
    box.setInformativeText(f"It was last changed at {when}.{more}")
    recover = box.addButton("Recover", QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton("Discard", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton("Later", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(recover)
    box.exec()
    if box.clickedButton() is recover:
        return documents.recover(latest)
    if box.clickedButton() is discard:
        latest.discard()
    return False


def named(lost: Lost) -> str:
    """What a lost document was called."""
    return lost.path.name if lost.path is not None else lost.title or "Untitled"
