"""A button that shows what holds now and opens a menu with the other choices."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.fonts import text_width
from app.render.icons import icon_marks
from app.render.marks import Box, Marks, Stroke, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of

_PADDING, _GAP, _SIGN = 11.0, 5.0, 14.0


class DropButton(QAbstractButton):
    """Shows a quiet word, what holds, and the sign of a menu, which others fill: "Layout Learn"."""

    def __init__(self, caption: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.menu = QMenu(self)
        self._caption = caption
        self._name = name
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.clicked.connect(self.open_menu)

    def show_text(self, text: str) -> None:
        """Shows what holds now."""
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(f"{self._name}: {text}")
            self.updateGeometry()
            self.update()

    def open_menu(self) -> None:
        """Opens the menu below."""
        self.menu.popup(self.mapToGlobal(QPoint(0, self.height() + 3)))

    def sizeHint(self) -> QSize:
        return QSize(round(self._end() + _GAP + _SIGN + _PADDING), round(metrics().size.control))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _caption_end(self) -> float:
        return _PADDING + (text_width(self._caption, _style()) + _GAP if self._caption else 0.0)

    def _end(self) -> float:
        return self._caption_end() + text_width(self.text(), _style(500))

    def _marks(self, theme: Theme) -> Marks:
        token = "control.hover" if self.underMouse() or self.isDown() else "control"
        stroke = Stroke(theme.colour("focus"), 1) if self.hasFocus() else Stroke(theme.colour("hairline"), 1)
        width, height = self.width(), self.height()
        ground = Box(0.5, 0.5, width - 1, height - 1, theme.metrics.radius.button, theme.colour(token), stroke)
        baseline = height / 2 + 4.4
        caption = Text(_PADDING, baseline, self._caption, _style(), theme.colour("text.quiet"))
        words = Text(self._caption_end(), baseline, self.text(), _style(500), theme.colour("text.strong"))
        left = width - _PADDING - _SIGN + 2
        sign = icon_marks("chevron_down", left, (height - _SIGN) / 2, _SIGN, theme.colour("text.quiet"))
        return (ground, caption, words, *sign)


def _style(weight: int = 400) -> TextStyle:
    return TextStyle(metrics().type.size.label, weight)
