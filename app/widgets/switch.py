"""A switch, as on the cards of leaves."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.marks import Box, Disc, Marks, Stroke
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
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        width, height = theme.metrics.size.switch
        on = self.isChecked()
        edge = Stroke(theme.colour("accent" if on else "control.edge"), 1.25)
        track = Box(_MARGIN, _MARGIN, width, height, height / 2, fill=theme.colour("accent") if on else "", stroke=edge)
        radius = height / 2 - 2.5
        x = _MARGIN + (width - height / 2 if on else height / 2)
        knob = Disc(x, _MARGIN + height / 2, radius, theme.colour("text.inverse" if on else "control.edge"))
        if not self.hasFocus():
            return (track, knob)
        focus = Stroke(theme.colour("focus"), theme.metrics.line.hairline)
        ring = Box(0.5, 0.5, width + 5, height + 5, height / 2 + 2.5, stroke=focus)
        return (ring, track, knob)
