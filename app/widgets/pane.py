"""A part of the window with a title: what panels are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.widgets.labels import Tone, label
from app.widgets.theming import theme_of


class PaneHeader(QWidget):
    """The line with the title of a pane; other widgets can stand at its right."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        space, sizes = metrics().space, metrics().type.size
        self.setFixedHeight(round(metrics().size.pane_header))
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(round(space.panel_pad), 0, round(space.panel_pad) - 4, 1)
        self.row.setSpacing(8)
        self.row.addWidget(label(title, tone=Tone.STRONG, size=sizes.label, weight=600))
        self.row.addStretch(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme.colour("panel.header")))
            painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.colour("hairline")))


class Pane(QWidget):
    """A header above a body. A body may have a `heading`: a widget that stands at the right end of the header."""

    def __init__(self, title: str, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = PaneHeader(title)
        self.body = body
        self.setAccessibleName(title)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(body, 1)
        self.setFocusProxy(body)
        heading = getattr(body, "heading", None)
        if isinstance(heading, QWidget):
            self.header.row.addWidget(heading)
