"""Standard inputs with the signs that a style sheet cannot draw."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QStyle, QStyleOptionButton

from app.render.icons import icon_marks
from app.render.paint import paint
from app.widgets.theming import theme_of

_ARROW, _TICK = 12.0, 12.0


class Choice(QComboBox):
    """A choice of one of several words, with an arrow at its right end."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        colour = theme_of(self).colour("text.quiet" if self.isEnabled() else "text.disabled")
        with QPainter(self) as painter:
            place = self.width() - _ARROW - 7, (self.height() - _ARROW) / 2
            paint(painter, icon_marks("chevron_down", *place, _ARROW, colour))


class CheckBox(QCheckBox):
    """A box to be ticked."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        colour = theme_of(self).colour("text.inverse")
        with QPainter(self) as painter:
            x, y = box.x() + (box.width() - _TICK) / 2, box.y() + (box.height() - _TICK) / 2
            paint(painter, icon_marks("check", x, y, _TICK, colour, 1.75))
