"""Which theme is shown: the one that was chosen, or the desktop's."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.model.settings import SYSTEM
from app.model.theme import ThemeName


def theme_for(choice: str) -> ThemeName:
    """The theme of a choice; where the desktop does not tell whether it is light or dark, the dark one."""
    if choice != SYSTEM:
        return ThemeName(choice)
    is_light = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Light
    return ThemeName.LIGHT if is_light else ThemeName.DARK
