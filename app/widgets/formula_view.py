"""A formula in a box of its own, as large as it fits."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.theme import Theme
from app.render.draw_formula import formula_marks
from app.render.fonts import elided
from app.render.formula import Formula, Literal
from app.render.formula_layout import Typeset, typeset
from app.render.inks import Ink
from app.render.marks import Box, Marks, Stroke, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of

_PADDING = 12.0
_SMALLEST = 10.5


class FormulaView(QWidget):
    """Shows formulas below each other in a box, each as large as it fits; what never fits is cut."""

    def __init__(self, size: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = size
        self._formulas: tuple[tuple[Formula, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_formulas(self, *formulas: tuple[Formula, str]) -> None:
        """Shows other formulas, each with its text for those who do not see it, or where it does not fit."""
        self._formulas = formulas
        self.setAccessibleName("; ".join(text for _, text in formulas))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        heights = [laid.ascent + laid.descent for laid in self._laid()]
        return QSize(160, round(sum(heights) + _PADDING * (len(heights) + 1)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _laid(self) -> list[Typeset]:
        return [self._fitted(formula, text) for formula, text in self._formulas]

    def _fitted(self, formula: Formula, text: str) -> Typeset:
        room = max(self.width() - 2 * _PADDING, 40.0)
        laid = typeset(formula, self._size)
        if laid.width <= room:
            return laid
        smaller = max(int(2 * self._size * room / laid.width) / 2, _SMALLEST)
        laid = typeset(formula, smaller)
        return laid if laid.width <= room else typeset(Literal(elided(text, TextStyle(_SMALLEST), room)), _SMALLEST)

    def _marks(self, theme: Theme) -> Marks:
        edge = Stroke(theme.colour("hairline"), theme.metrics.line.hairline)
        radius = theme.metrics.radius.field
        marks: Marks = (Box(0.5, 0.5, self.width() - 1, self.height() - 1, radius, theme.colour("field"), edge),)
        y = _PADDING
        for laid in self._laid():
            marks += formula_marks(laid, (self.width() - laid.width) / 2, y + laid.ascent, Ink(theme))
            y += laid.ascent + laid.descent + _PADDING
        return marks
