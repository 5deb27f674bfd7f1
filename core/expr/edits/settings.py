"""Edits of what a document holds besides its parts."""

from __future__ import annotations

from typing import Any

from core.expr.changes import ChangeSet, Setting
from core.expr.draft import Draft
from core.expr.graph import Document


def set_title(document: Document, title: str) -> ChangeSet:
    """Change the title."""
    return _set(document, Setting.TITLE, title, "Rename document")


def set_note(document: Document, note: str) -> ChangeSet:
    """Change the note, which says what the document is about."""
    return _set(document, Setting.NOTE, note, "Change note")


def _set(document: Document, setting: Setting, value: Any, name: str) -> ChangeSet:
    draft = Draft(document)
    draft.set(setting, value)
    return draft.finish(name)
