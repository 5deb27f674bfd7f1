"""What a pane says when it has nothing to show."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.panels.telling.flow import Manner
from app.panels.telling.text_view import TextView
from core.debug.text import say


class Hint(QWidget):
    """Shows a quiet sentence that says what to do."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = TextView(Manner(metrics().type.size.small, 18, shade="text.quiet"))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.addWidget(self._text)
        column.addStretch(1)
        self.show_hint(text)

    @property
    def text(self) -> str:
        """What is said."""
        return self._text.accessibleName()

    def show_hint(self, text: str) -> None:
        """Says something else."""
        self._text.show_text(say("{}", text) if text else ())
