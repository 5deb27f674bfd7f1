"""A key as it looks on a keyboard, with what it does beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.fonts import text_width
from app.render.marks import Anchor, Box, Marks, Stroke, Text, TextStyle
from app.widgets.painted import Painted

_PADDING, _HEIGHT, _GAP = 6.0, 18.0, 7.0
_SIGNS = {"Right": "→", "Left": "←", "Up": "↑", "Down": "↓", "Shift": "⇧", "Return": "Enter"}


def key_text(shortcut: str) -> str:
    """A shortcut as keys are labelled: "Shift+Right" as "⇧ →"."""
    keys = shortcut.replace("++", "+Plus").split("+")
    return " ".join({"Plus": "+"}.get(key, _SIGNS.get(key, key)) for key in keys)


class KeyCap(Painted):
    """A key and a few words."""

    def __init__(self, shortcut: str, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = key_text(shortcut)
        self._words = words
        self.setAccessibleName(f"{shortcut}: {words}" if words else shortcut)

    def measure(self, theme: Theme) -> tuple[float, float]:
        words = _GAP + text_width(self._words, _words_style()) if self._words else 0.0
        return self._cap_width() + words, _HEIGHT

    def marks(self, theme: Theme) -> Marks:
        width = self._cap_width()
        edge = Stroke(theme.colour("hairline"), theme.metrics.line.hairline)
        cap = Box(0.5, 0.5, width - 1, _HEIGHT - 1, theme.metrics.radius.badge, theme.colour("control"), edge)
        key = Text(width / 2, 13, self._key, _key_style(), theme.colour("text.strong"), Anchor.MIDDLE)
        words = Text(width + _GAP, 13, self._words, _words_style(), theme.colour("text.quiet"))
        return (cap, key, words)

    def _cap_width(self) -> float:
        return max(text_width(self._key, _key_style()) + 2 * _PADDING, _HEIGHT)


def _key_style() -> TextStyle:
    return TextStyle(metrics().type.size.badge, 500)


def _words_style() -> TextStyle:
    return TextStyle(metrics().type.size.caption)
