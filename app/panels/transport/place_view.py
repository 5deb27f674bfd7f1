"""The line that says where stepping is."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.telling.flow import Manner, line, without_stop
from app.panels.transport.place import Place
from app.render.fonts import elided, text_width
from app.render.inks import Ink
from app.render.marks import Marks, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of
from core.debug.text import plain

_HEIGHT = 24.0
_GAP = 16.0
_BASELINE = 16.5


class PlaceView(QWidget):
    """Shows the step, the event and what has happened; where there is little room, the end of it is cut."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = Place("")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def place(self) -> Place:
        """What is shown."""
        return self._place

    def show_place(self, place: Place) -> None:
        """Shows another place."""
        if place != self._place:
            self._place = place
            words = ", ".join(part for part in (place.step, place.event, plain(place.summary)) if part)
            self.setAccessibleName(words)
            self.setToolTip(plain(place.summary))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, round(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(90, round(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        ink, size, width = Ink(theme), metrics().type.size.body, self.width()
        step, event = TextStyle(size, 600), TextStyle(size)
        marks: Marks = (Text(0, _BASELINE, elided(self._place.step, step, width), step, ink("text.strong")),)
        x = text_width(self._place.step, step) + _GAP
        if self._place.event and x < width:
            text = elided(self._place.event, event, width - x)
            marks += (Text(x, _BASELINE, text, event, ink("text.quiet")),)
            x += text_width(self._place.event, event) + _GAP
        if self._place.summary and x + _GAP < width:
            summary = line(without_stop(self._place.summary), Manner(size, _HEIGHT, code=False), width - x)
            marks += summary.marks(x, 0.3, ink)
        return marks
