"""A path from left to right, where a pane is wide and low: a column for each node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.panels.path.rows import PathRow
from app.render.fonts import elided, text_width
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Mark, Marks, Stroke, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of
from core import numbers
from core.debug.arrays import Part, is_finite, statistics
from core.debug.text import written

_LEFT, _RIGHT = 84.0, 12.0
_NARROWEST, _GAP = 58.0, 22.0
_NAME, _KIND, _NORM, _VALUE = 14.0, 30.0, 54.0, 80.0
HEIGHT = 92

_NOT_FINITE = numbers.number(float("nan")), numbers.number(float("inf"))


class PathTable(QWidget):
    """Shows the nodes of a path with the norms of what has arrived.

    `taken` is emitted with the number of a column that is clicked.
    """

    taken = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[PathRow, ...] = ()
        self._element: tuple[int, ...] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding)

    def show_rows(self, rows: Sequence[PathRow], element: tuple[int, ...] | None) -> None:
        """Shows another path, and the numbers at one element if there is one to follow."""
        self._rows, self._element = tuple(rows), element
        self.setAccessibleName("; ".join(row.spoken for row in rows))
        self.setMinimumWidth(round(self._end))
        self.updateGeometry()
        self.update()

    @property
    def latest(self) -> tuple[float, float]:
        """From where to where the last node stands at which something has arrived."""
        arrived = [place for place, row in enumerate(self._rows) if row.has_arrived]
        return self._places[arrived[-1] if arrived else 0] if self._rows else (0.0, 0.0)

    def sizeHint(self) -> QSize:
        return QSize(round(self._end), HEIGHT)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for place, (left, right) in enumerate(self._places):
            if left - _GAP / 2 <= event.position().x() <= right + _GAP / 2:
                self.taken.emit(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, tuple(self._marks(theme_of(self))))

    @property
    def _places(self) -> list[tuple[float, float]]:
        x, places = _LEFT, []
        for row in self._rows:
            width = max(_NARROWEST, text_width(row.name, _name_style()), text_width(row.kind, _kind_style()))
            width = max(width, text_width(self._value(row), _number_style()))
            places.append((x, x + width))
            x += width + _GAP
        return places

    @property
    def _end(self) -> float:
        return (self._places[-1][1] if self._rows else _LEFT) + _RIGHT

    def _value(self, row: PathRow) -> str:
        """The number at the element that is followed, or the whole gradient if it is short."""
        if not row.has_arrived:
            return "—"
        if self._element is not None:
            number = _at(row.carried, self._element)
            return "—" if number is None else numbers.number(number)
        text = written(row.carried)
        return text if len(text) <= 16 else "—"

    def _marks(self, theme: Theme) -> Iterator[Mark]:
        ink, quiet = Ink(theme), TextStyle(metrics().type.size.caption)
        below = "value" if self._element is None else f"[{', '.join(map(str, self._element))}]"
        yield Text(16, _NORM, "norm", quiet, ink("text.quiet"))
        yield Text(16, _VALUE, elided(below, quiet, _LEFT - 24), quiet, ink("text.quiet"))
        for place, (row, (left, right)) in enumerate(zip(self._rows, self._places, strict=True)):
            if place:
                yield from icon_marks("chevron_right", left - _GAP / 2 - 6, _NAME - 10, 11, ink("text.quiet"))
            yield from self._column(row, left, right, ink)

    def _column(self, row: PathRow, left: float, right: float, ink: Ink) -> Marks:
        middle = (left + right) / 2
        shade = "text.strong" if row.has_arrived else "text.quiet"
        token = "gradient.strong" if row.has_arrived and is_finite(row.carried) else "nan.text"
        colour = ink(token if row.has_arrived else "text.quiet")
        norm = numbers.number(statistics(row.carried).norm) if row.has_arrived and row.carried is not None else "—"
        value = self._value(row)
        marks: Marks = (
            Text(middle, _NAME, row.name, _name_style(), ink(shade), Anchor.MIDDLE),
            Text(middle, _KIND, row.kind, _kind_style(), ink("text.quiet"), Anchor.MIDDLE),
            Text(middle, _NORM, norm, _number_style(), colour, Anchor.MIDDLE),
        )
        if any(bad in value for bad in _NOT_FINITE):
            edge = Stroke(ink("nan.base"), 1.5)
            width = text_width(value, _number_style()) + 24
            box = Box(middle - width / 2, _VALUE - 16, width, 23, 6, fill=ink("nan.soft"), stroke=edge)
            return (*marks, box, Text(middle, _VALUE, value, _number_style(), ink("nan.text"), Anchor.MIDDLE))
        shown = ink("gradient.strong") if row.has_arrived and value != "—" else ink("text.quiet")
        return (*marks, Text(middle, _VALUE, value, _number_style(), shown, Anchor.MIDDLE))


def _at(value: Part, element: tuple[int, ...]) -> float | None:
    """The number at an element, where the tensor has it; of a single number that number."""
    if not isinstance(value, np.ndarray):
        return None
    if value.size == 1:
        return float(value.item())
    is_inside = len(element) == value.ndim and all(
        place < size for place, size in zip(element, value.shape, strict=False)
    )
    return float(value[element]) if is_inside else None


def _name_style() -> TextStyle:
    return TextStyle(metrics().type.size.body, 600, italic=True)


def _kind_style() -> TextStyle:
    return TextStyle(metrics().type.size.caption)


def _number_style() -> TextStyle:
    return TextStyle(metrics().type.size.label, 600)
