"""The plate of a card: an icon, a heading, a remark, and a button that closes it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.telling.flow import Manner
from app.panels.telling.text_view import TextView
from app.render.marks import Box, Marks, Stroke
from app.render.paint import paint
from app.widgets.buttons import IconButton
from app.widgets.icon_view import IconView
from app.widgets.labels import Tone, label
from app.widgets.theming import theme_of
from core.debug.text import Text

WIDTH = 340
_SIDE, _INDENT = 13, 20


class CardPlate(QWidget):
    """A raised plate. `closed` is emitted when the user closes it; `column` is for what stands under the heading."""

    closed = Signal()

    def __init__(self, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDTH)
        self.heading = TextView(Manner(metrics().type.size.body, 20, 600, "text.strong", coloured=False))
        self.remark: QLabel = label(tone=Tone.QUIET, size=metrics().type.size.caption)
        self.close_button = IconButton("close", "Close", side=20)
        self.close_button.clicked.connect(self.closed)
        self.column = QVBoxLayout()
        self.column.setContentsMargins(_INDENT, 0, 4, 0)
        self.column.setSpacing(8)
        self._lay_out(icon)

    def show_heading(self, heading: Text, remark: str = "") -> None:
        """Shows another heading."""
        self.heading.show_text(heading)
        self.remark.setText(remark)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        edge = Stroke(theme.colour("card.edge"), theme.metrics.line.hairline)
        radius = theme.metrics.radius.panel
        return (Box(0.5, 0.5, self.width() - 1, self.height() - 1, radius, theme.colour("raised"), edge),)

    def _lay_out(self, icon: str) -> None:
        top = QHBoxLayout()
        top.setSpacing(7)
        top.addWidget(IconView(icon, side=13))
        top.addWidget(self.heading, 1)
        top.addWidget(self.remark)
        top.addWidget(self.close_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(_SIDE, 9, 9, 11)
        whole.setSpacing(4)
        whole.addLayout(top)
        whole.addLayout(self.column)
