"""What is on screen while everything else is still being loaded: the window with nothing in it."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.model.theme import Theme
from app.widgets.screen import room_on_screen


class Curtain(QWidget):
    """Looks as the window will: its bars, its columns and its foot, empty."""

    def __init__(self, theme: Theme, size: QSize) -> None:
        super().__init__()
        self._theme = theme
        self.setWindowTitle("Gradwalk")
        self.resize(size.boundedTo(room_on_screen(self)))

    def paintEvent(self, event: QPaintEvent) -> None:
        size, colour = self._theme.metrics.size, self._theme.colour
        bars, foot = round(size.menubar + size.toolbar), round(size.status)
        left, right, below = round(size.outline), round(size.right_column), round(size.timeline)
        width, height = self.width(), self.height()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(colour("panel")))
            painter.fillRect(left, bars, width - left - right, height - bars - below - foot, QColor(colour("canvas")))
            for top, high in ((0, bars), (height - foot, foot)):
                painter.fillRect(0, top, width, high, QColor(colour("bar")))
