"""The cells of small tensors, the scale of their colours, and what the result comes to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.panels.telling.flow import Flow, Manner, flow
from app.panels.tensor.cells import CELLS_LEFT, CellTable, limits
from app.panels.tensor.content import Element, TensorContent
from app.panels.tensor.summary import SCALE_HEIGHT, SUMMARY_HEIGHT, scale_marks, spoken, summary_marks
from app.panels.tensor.taken_apart import taken_apart
from app.render.inks import Ink
from app.render.marks import Marks
from app.render.paint import paint
from app.widgets.theming import theme_of
from core.debug.arrays import Part, Value
from core.debug.text import Text, plain, say, written

_SIDE, _BELOW = 16.0, 4.0
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_SHORTEST_SCALE = 126.0


class NumbersView(QWidget):
    """Shows a calculation by its numbers; without cells, only what it comes to.

    A click on a cell of the result takes its number apart, if a rule made it; arrows go on to the cells beside it.
    """

    def __init__(self, parent: QWidget | None = None, *, with_cells: bool = True) -> None:
        super().__init__(parent)
        self._content = TensorContent("")
        self._held: Value | None = None
        self._picked: Element | None = None
        self._with_cells = with_cells
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if with_cells else Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def content(self) -> TensorContent:
        """What is shown."""
        return self._content

    def show_content(self, content: TensorContent) -> None:
        """Shows other tensors."""
        if content.vjp is not self._content.vjp or content.vjp is None:
            self._picked = None
        self._content, self._held = content, _held(content.result)
        self._tell()

    @property
    def picked(self) -> Element | None:
        """The element of the result that is taken apart."""
        return self._picked

    def pick(self, element: Element | None) -> None:
        """Takes a number of the result apart."""
        if self._content.vjp is not None and element != self._picked:
            self._picked = element
            self._tell()

    def _tell(self) -> None:
        content = self._content
        rows = [f"{row.sign} {row.name} {written(row.value)}".strip() for row in content.rows]
        ends = [content.note] if self._held is None else [spoken(self._held), content.note]
        self.setAccessibleName("; ".join(part for part in (plain(self._apart), *rows, *ends) if part))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(sum(height for height, _ in self._parts(float(width), None)) + _BELOW)

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(self.width(), 240)))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(max(self.width(), 160)))

    def paintEvent(self, event: QPaintEvent) -> None:
        ink = Ink(theme_of(self))
        with QPainter(self) as painter:
            for height, marks in self._parts(float(self.width()), ink):
                paint(painter, marks)
                painter.translate(0, height)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        self.pick(self._table(float(self.width())).element_at(place.x(), place.y()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step, result = _STEPS.get(Qt.Key(event.key())), self._content.result
        if step is None or result is None or not result.size or self._content.vjp is None or not self._with_cells:
            super().keyPressEvent(event)
            return
        last = result.size - 1
        place = -1 if self._picked is None else int(np.ravel_multi_index(self._picked, result.shape or (1,)))
        moved = min(max(place + step, 0), last)
        self.pick(tuple(map(int, np.unravel_index(moved, result.shape))) if result.shape else ())

    def _parts(self, width: float, ink: Ink | None) -> Iterator[tuple[float, Marks]]:
        """What is shown from the top down: how high each part is, and, given colours, how it is drawn."""
        content, held = self._content, self._held
        table = self._table(width)
        if content.rows and self._with_cells:
            yield table.height, () if ink is None else table.marks(ink)
        if self._apart:
            apart = flow(self._apart, Manner(metrics().type.size.small, 19), width - 2 * _SIDE)
            yield apart.height + 10, () if ink is None else apart.marks(_SIDE, 4, ink)
        if content.note:
            note = self._note(width)
            yield note.height + 16, () if ink is None else note.marks(_SIDE, 8, ink)
        if held is None:
            return
        family = content.rows[-1].family
        ends = (CELLS_LEFT, max(table.cells_end if self._with_cells else width - _SIDE, CELLS_LEFT + _SHORTEST_SCALE))
        reach = limits(content.rows)[family]
        yield SCALE_HEIGHT, () if ink is None else scale_marks(family, reach, *ends, ink)
        yield SUMMARY_HEIGHT, () if ink is None else summary_marks(held, width, ink)

    def _table(self, width: float) -> CellTable:
        return CellTable(self._content.rows, width, self._content.element, self._picked)

    @property
    def _apart(self) -> Text:
        """The number that was picked, taken apart."""
        vjp = self._content.vjp
        return () if vjp is None or self._picked is None else taken_apart(self._content.title, vjp, self._picked)

    def _note(self, width: float) -> Flow:
        manner = Manner(metrics().type.size.label, 19, shade="text.quiet")
        return flow(say(self._content.note), manner, width - 2 * _SIDE)


def _held(value: Part) -> Value | None:
    """A tensor with numbers in it."""
    return None if value is None or not value.size else value
