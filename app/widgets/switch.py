"""A switch, as on the cards of leaves."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.draw_card import switch_marks
from app.render.inks import Ink
from app.render.marks import Box, Marks, Stroke
from app.render.paint import paint
from app.widgets.theming import theme_of

_MARGIN = 3


class Switch(QAbstractButton):
    """On or off."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        width, height = metrics().size.switch
        return QSize(round(width) + 2 * _MARGIN, round(height) + 2 * _MARGIN)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            top = (self.height() - theme.metrics.size.switch[1]) / 2
            paint(painter, (*self._focus(theme, top), *switch_marks(_MARGIN, top, Ink(theme), on=self.isChecked())))

    def _focus(self, theme: Theme, top: float) -> Marks:
        if not self.hasFocus():
            return ()
        width, height = theme.metrics.size.switch
        stroke = Stroke(theme.colour("focus"), theme.metrics.line.hairline)
        return (Box(0.5, top - 2.5, width + 5, height + 5, height / 2 + 2.5, stroke=stroke),)
