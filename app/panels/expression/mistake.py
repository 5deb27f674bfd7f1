"""What is wrong with a line, on a plate under it."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.model.metrics import metrics
from app.render.marks import Box, Stroke
from app.render.paint import paint
from app.widgets.icon_view import IconView
from app.widgets.labels import Tone, label
from app.widgets.theming import theme_of

_WIDEST = 640


class MistakePlate(QWidget):
    """Says what is wrong, below a widget of the same window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = label(tone=Tone.ERROR, size=metrics().type.size.small, wraps=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 7, 12, 7)
        row.setSpacing(8)
        row.addWidget(IconView("warning", "error.text"))
        row.addWidget(self._words, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What is said."""
        return self._words.text()

    def show_below(self, widget: QWidget, text: str) -> None:
        """Says something about what is in a widget."""
        self.setParent(widget.window())
        self._words.setText(text)
        self.setAccessibleName(text)
        self.setFixedWidth(min(widget.width(), _WIDEST))
        self.setFixedHeight(self.heightForWidth(self.width()) if self.hasHeightForWidth() else self.sizeHint().height())
        self.move(widget.mapTo(widget.window(), QPoint(0, widget.height() + 4)))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        edge = Stroke(theme.colour("error.base"), theme.metrics.line.hairline)
        fill, radius = theme.colour("error.soft"), theme.metrics.radius.field
        with QPainter(self) as painter:
            paint(painter, (Box(0.5, 0.5, self.width() - 1, self.height() - 1, radius, fill, edge),))
