"""An equation in a box of its own."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.telling.equations import EquationLayout, lay_out, spoken
from app.render.draw_formula import formula_marks
from app.render.inks import Ink
from app.render.marks import Box, Marks, Stroke
from app.render.paint import paint
from app.widgets.theming import theme_of
from core.debug.explanation import Equation

_PADDING, _AROUND = 16.0, 14.0
_LOWEST = 48.0
_NOTHING = EquationLayout((), 0.0, 0.0)


class EquationView(QWidget):
    """Shows an equation in the middle of its box, with some room `above` that goes with it when it is hidden."""

    def __init__(self, parent: QWidget | None = None, *, above: float = 0.0) -> None:
        super().__init__(parent)
        self._above = above
        self._equation: Equation | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_equation(self, equation: Equation | None) -> None:
        """Shows another equation; None hides the box."""
        self.setVisible(equation is not None)
        if equation != self._equation:
            self._equation = equation
            self.setAccessibleName("" if equation is None else spoken(equation))
            self.updateGeometry()
            self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._above + max(self._laid(width).height + 2 * _AROUND, _LOWEST))

    def sizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(max(self.width(), 160)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, round(self._above + _LOWEST))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _laid(self, width: float) -> EquationLayout:
        if self._equation is None:
            return _NOTHING
        return lay_out(self._equation, metrics().type.size.formula_inline, width - 2 * _PADDING)

    def _marks(self, theme: Theme) -> Marks:
        laid, ink = self._laid(self.width()), Ink(theme)
        edge = Stroke(ink("hairline"), theme.metrics.line.hairline)
        height = self.height() - self._above
        box = Box(0.5, self._above + 0.5, self.width() - 1, height - 1, theme.metrics.radius.card, ink("field"), edge)
        left, top = max((self.width() - laid.width) / 2, _PADDING), self._above + (height - laid.height) / 2
        parts = [formula_marks(part.laid, left + part.x, top + part.y, ink) for part in laid.parts]
        return (box, *(mark for marks in parts for mark in marks))
