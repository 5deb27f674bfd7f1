"""The cells of small tensors, the scale of their colours, and what the result comes to."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.panels.telling.flow import Flow, Manner, flow
from app.panels.tensor.cells import CELLS_LEFT, CellTable, limits
from app.panels.tensor.content import TensorContent
from app.panels.tensor.summary import SCALE_HEIGHT, SUMMARY_HEIGHT, scale_marks, spoken, summary_marks
from app.render.inks import Ink
from app.render.marks import Marks
from app.render.paint import paint
from app.widgets.theming import theme_of
from core.debug.arrays import Part, Value
from core.debug.text import say, written

_SIDE, _BELOW = 16.0, 4.0
_SHORTEST_SCALE = 126.0


class NumbersView(QWidget):
    """Shows a calculation by its numbers; without cells, only what it comes to."""

    def __init__(self, parent: QWidget | None = None, *, with_cells: bool = True) -> None:
        super().__init__(parent)
        self._content = TensorContent("")
        self._held: Value | None = None
        self._with_cells = with_cells
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def content(self) -> TensorContent:
        """What is shown."""
        return self._content

    def show_content(self, content: TensorContent) -> None:
        """Shows other tensors."""
        self._content, self._held = content, _held(content.result)
        rows = [f"{row.sign} {row.name} {written(row.value)}".strip() for row in content.rows]
        ends = [content.note] if self._held is None else [spoken(self._held), content.note]
        self.setAccessibleName("; ".join(part for part in (*rows, *ends) if part))
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

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)

    def _parts(self, width: float, ink: Ink | None) -> Iterator[tuple[float, Marks]]:
        """What is shown from the top down: how high each part is, and, given colours, how it is drawn."""
        content, held = self._content, self._held
        table = CellTable(content.rows, width, content.element)
        if content.rows and self._with_cells:
            yield table.height, () if ink is None else table.marks(ink)
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

    def _note(self, width: float) -> Flow:
        manner = Manner(metrics().type.size.label, 19, shade="text.quiet")
        return flow(say(self._content.note), manner, width - 2 * _SIDE)


def _held(value: Part) -> Value | None:
    """A tensor with numbers in it."""
    return None if value is None or not value.size else value
