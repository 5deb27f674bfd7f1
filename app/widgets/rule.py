"""A hairline between parts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.widgets.theming import theme_of


class Rule(QWidget):
    """A line, across or upright."""

    def __init__(
        self, orientation: Qt.Orientation = Qt.Orientation.Horizontal, parent: QWidget | None = None, *, length: int = 0
    ) -> None:
        super().__init__(parent)
        across = orientation is Qt.Orientation.Horizontal
        along = QSizePolicy.Policy.Fixed if length else QSizePolicy.Policy.Expanding
        if across:
            self.setFixedHeight(1)
            self.setSizePolicy(along, QSizePolicy.Policy.Fixed)
        else:
            self.setFixedWidth(1)
            self.setSizePolicy(QSizePolicy.Policy.Fixed, along)
        if length:
            self.setFixedSize(length if across else 1, 1 if across else length)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme_of(self).colour("hairline")))
