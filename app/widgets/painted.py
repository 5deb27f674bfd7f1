"""A widget that is drawn with the marks of pictures, so that letters and lines are as sharp as on the canvas."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.theme import Theme
from app.render.marks import Marks
from app.render.paint import paint
from app.widgets.theming import theme_of


class Painted(QWidget):
    """Shows what `marks` returns; `measure` says how large that is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def marks(self, theme: Theme) -> Marks:
        """What is drawn."""
        raise NotImplementedError

    def measure(self, theme: Theme) -> tuple[float, float]:
        """The width and height that are needed."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        width, height = self.measure(theme_of(self))
        return QSize(round(width + 0.49), round(height + 0.49))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self.marks(theme_of(self)))
