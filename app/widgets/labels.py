"""Text in the sizes and tones of the design."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.model.metrics import metrics
from app.render.marks import TextStyle
from app.widgets.theming import ui_font


class Tone(StrEnum):
    """The colour of a text, by what it is for."""

    PLAIN = "plain"
    QUIET = "quiet"
    STRONG = "strong"
    ERROR = "error"
    VALUE = "value"
    GRADIENT = "gradient"


def label(
    text: str = "",
    *,
    tone: Tone = Tone.PLAIN,
    size: float | None = None,
    weight: int = 400,
    code: bool = False,
    wraps: bool = False,
    parent: QWidget | None = None,
) -> QLabel:
    """A label; plain text only, so that no name or message can be taken for markup."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setFont(ui_font(TextStyle(size or metrics().type.size.body, weight, code=code)))
    made.setProperty("tone", str(tone))
    made.setWordWrap(wraps)
    return made


def set_tone(made: QLabel, tone: Tone) -> None:
    """Shows a label in another colour."""
    if made.property("tone") != tone:
        made.setProperty("tone", str(tone))
        made.style().unpolish(made)
        made.style().polish(made)
