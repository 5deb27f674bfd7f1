"""A few numbers as large cells in the colours of a heat map, with names before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.theme import Family, Theme
from app.render.draw_heat import heat_marks, heat_size
from app.render.inks import Ink
from app.render.looks import HeatMap
from app.render.marks import Anchor, Box, Marks, Text, TextStyle
from app.render.paint import paint
from app.render.previews import heat_map, largest
from app.widgets.theming import theme_of
from core import numbers

_MOST_COLUMNS = 6
_ROW, _GAP, _NAME, _CELL = 24.0, 6.0, 22.0, 12.0


@dataclass(frozen=True, slots=True, eq=False)
class CellRow:
    """A name and the tensor that it stands for."""

    name: str
    array: NDArray[Any]
    family: Family = Family.VALUE


class CellRows(QWidget):
    """Shows tensors below each other: the numbers of a short vector in cells, of anything larger only cells."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[CellRow, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[CellRow]) -> None:
        """Shows other tensors."""
        self._rows = tuple(rows)
        self.setAccessibleName("; ".join(f"{row.name} {_spoken(row.array)}" for row in rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        heights = [_height(row) for row in self._rows]
        return QSize(160, round(sum(heights) + _GAP * max(len(heights) - 1, 0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, y = theme_of(self), 0.0
        with QPainter(self) as painter:
            for row in self._rows:
                paint(painter, _marks(row, y, self.width(), theme))
                y += _height(row) + _GAP


def _is_short(array: NDArray[Any]) -> bool:
    return array.ndim <= 1 and 0 < array.size <= _MOST_COLUMNS


def _heat(array: NDArray[Any]) -> HeatMap:
    return heat_map(array, largest(array) or 1.0)


def _height(row: CellRow) -> float:
    return _ROW if _is_short(row.array) or not row.array.size else max(heat_size(_heat(row.array), _CELL)[1], _ROW)


def _spoken(array: NDArray[Any]) -> str:
    return numbers.vector(array.reshape(-1).tolist()) if _is_short(array) else numbers.shape(array.shape)


def _marks(row: CellRow, y: float, width: float, theme: Theme) -> Marks:
    ink, sizes = Ink(theme), theme.metrics.type.size
    name = Text(0, y + 16, row.name, TextStyle(sizes.label, 600, italic=True), ink("text.strong"))
    if not row.array.size:
        return (name, Text(_NAME, y + 16, "[ ]", TextStyle(sizes.small), ink("text.quiet")))
    if _is_short(row.array):
        return (name, *_numbers(row, y, width, ink))
    return (name, *heat_marks(_heat(row.array), _NAME, y + 4, _CELL, row.family, ink))


def _numbers(row: CellRow, y: float, width: float, ink: Ink) -> Marks:
    array = np.atleast_1d(row.array)
    cell = (width - _NAME - (array.size - 1)) / array.size
    style = TextStyle(ink.theme.metrics.type.size.badge, 600)
    colours = _colours(row, ink)
    marks: Marks = ()
    for place, (value, colour) in enumerate(zip(array.tolist(), colours, strict=True)):
        x = _NAME + place * (cell + 1)
        box = Box(x, y, cell, _ROW, ink.theme.metrics.radius.cell, fill=colour)
        digits = 4 if cell > 44 else 2
        on = ink.theme.on_cell(colour)
        marks += (box, Text(x + cell / 2, y + 16, numbers.number(value, digits), style, on, Anchor.MIDDLE))
    return marks


def _colours(row: CellRow, ink: Ink) -> list[str]:
    ramp, undefined = ink.theme.ramps[row.family], ink("nan.base")
    return [ramp.levels[level] if level else undefined for level in _heat(row.array).levels]
