"""Small tensors as large cells with their numbers, below each other as in a calculation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.model.metrics import metrics
from app.model.theme import Family
from app.panels.tensor.content import Element, TensorRow
from app.render.build.numbers import largest_of
from app.render.fonts import elided, text_width
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Lines, Mark, Marks, Rect, Stroke, Text, TextStyle
from app.render.previews import heat_map
from core import numbers
from core.debug.arrays import Array, Part, statistics

MOST_COLUMNS, MOST_LINES = 6, 9
_HEAD, _TALL, _LOW, _GAP, _COLUMN_GAP = 20.0, 30.0, 22.0, 4.0, 2.0
CELLS_LEFT = 100.0
_NAME, _SIGN, _SIDE = 30.0, 18.0, 16.0
_WIDEST, _NARROWEST, _NORM = 62.0, 44.0, 56.0
_RESULT_GAP = 3.0
_MARGIN = 4.0
"""What is left free beside a number in its cell."""


def fits(rows: Sequence[TensorRow]) -> bool:
    """Whether all tensors are small enough to be shown by their numbers."""
    matrices = [as_matrix(row.value) for row in rows if isinstance(row.value, np.ndarray)]
    known = all(row.value is None or isinstance(row.value, np.ndarray) for row in rows)
    lines = sum(max(len(matrix), 1) for matrix in matrices)
    return known and lines <= MOST_LINES and all(matrix.shape[1] <= MOST_COLUMNS for matrix in matrices)


def as_matrix(array: Array) -> Array:
    """An array as lines of numbers; leading dimensions stand below each other."""
    return array.reshape(-1, array.shape[-1]) if array.ndim > 1 else array.reshape(1, -1)


def limits(rows: Sequence[TensorRow]) -> dict[Family, float]:
    """The largest absolute values, which the colours of each family end at."""
    families = {row.family for row in rows}
    return {family: max(largest_of(row.value) for row in rows if row.family is family) or 1.0 for family in families}


@dataclass(frozen=True, slots=True, eq=False)
class CellTable:
    """Rows with their cells, for some width. `picked` is an element of the result that is looked at closely."""

    rows: Sequence[TensorRow]
    width: float
    element: Element | None = None
    picked: Element | None = None

    @property
    def columns(self) -> int:
        """How many numbers stand beside each other at most."""
        return max((as_matrix(row.value).shape[1] for row in self.rows if isinstance(row.value, np.ndarray)), default=1)

    @property
    def cell(self) -> float:
        """How wide a cell is."""
        room = self.width - CELLS_LEFT - _SIDE
        beside_norm = (room - _NORM) / max(self.columns, 1) - _COLUMN_GAP
        if beside_norm >= _NARROWEST:
            return min(beside_norm, _WIDEST)
        return min(room / max(self.columns, 1) - _COLUMN_GAP, _WIDEST)

    @property
    def has_norms(self) -> bool:
        """Whether there is room for norms."""
        return self.cells_end + _NORM <= self.width - _SIDE + 1

    @property
    def cells_end(self) -> float:
        """Where the cells end."""
        return CELLS_LEFT + self.columns * (self.cell + _COLUMN_GAP) - _COLUMN_GAP

    @property
    def height(self) -> float:
        """How high all rows are."""
        return self._bottom(len(self.rows))

    def _bottom(self, count: int) -> float:
        gap = _RESULT_GAP if count == len(self.rows) > 1 else 0.0
        return _HEAD + sum(_height(row) + _GAP for row in self.rows[:count]) + gap

    def marks(self, ink: Ink) -> Marks:
        """The table from its upper left corner."""
        return tuple(self._marks(ink))

    def _marks(self, ink: Ink) -> Iterator[Mark]:
        yield from self._heads(ink)
        reach = limits(self.rows)
        for place, row in enumerate(self.rows):
            is_result = place == len(self.rows) - 1 > 0
            y = self._bottom(place) + (_RESULT_GAP if is_result else 0.0)
            if is_result and row.sign != "→":
                line = y - _RESULT_GAP - 2
                yield Lines(((CELLS_LEFT, line, self.cells_end, line),), Stroke(ink("text.quiet"), 1))
            yield from self._names(row, y, ink, is_result=is_result)
            yield from self._cells(row, y, reach[row.family], ink)
        yield from self._element_marks(ink)
        if self.picked is not None:
            area, focus = self._area(self.picked).grown(1), Stroke(ink("focus"), metrics().line.focus)
            yield Box(area.x, area.y, area.width, area.height, metrics().radius.cell + 1, stroke=focus)

    def element_at(self, x: float, y: float) -> Element | None:
        """The element of the result whose cell is at a place."""
        result = self.rows[-1].value if self.rows else None
        if not isinstance(result, np.ndarray):
            return None
        for element in np.ndindex(result.shape):
            area = self._area(element)
            if area.x <= x <= area.right and area.y <= y <= area.bottom:
                return element
        return None

    def _area(self, element: Element) -> Rect:
        """The cell of an element of the result."""
        row = self.rows[-1]
        shape = row.value.shape if row.value is not None else ()
        place = int(np.ravel_multi_index(element, shape)) if shape else 0
        line, column = divmod(place, shape[-1] if shape else 1)
        top = self._bottom(len(self.rows) - 1) + (_RESULT_GAP if len(self.rows) > 1 else 0.0)
        return Rect(self._x(column), top + line * (_line(row) + _COLUMN_GAP), self.cell, _line(row))

    def _heads(self, ink: Ink) -> Iterator[Mark]:
        style, colour = TextStyle(metrics().type.size.micro), ink("text.quiet")
        if self.columns > 1:
            for column in range(self.columns):
                x = CELLS_LEFT + column * (self.cell + _COLUMN_GAP) + self.cell / 2
                yield Text(x, 14, str(column), style, colour, Anchor.MIDDLE)
        if self.has_norms:
            yield Text(self.width - _SIDE, 14, "norm", style, colour, Anchor.END)

    def _names(self, row: TensorRow, y: float, ink: Ink, *, is_result: bool) -> Iterator[Mark]:
        sizes, baseline = metrics().type.size, y + min(_height(row), _TALL) / 2 + 4
        style = TextStyle(sizes.label, 600 if is_result else 500)
        name = elided(row.name, style, CELLS_LEFT - _NAME - 4)
        yield Text(_NAME, baseline, name, style, ink("text.strong" if is_result else "text"))
        if row.sign:
            sign = TextStyle(sizes.section, 500)
            yield Text(_SIGN, baseline + 0.5, row.sign, sign, ink("text.quiet"), Anchor.MIDDLE)
        if self.has_norms and row.value is not None:
            norm = numbers.number(statistics(row.value).norm)
            style = TextStyle(sizes.small, 500)
            yield Text(self.width - _SIDE, baseline, norm, style, ink("text.quiet"), Anchor.END)

    def _cells(self, row: TensorRow, y: float, limit: float, ink: Ink) -> Iterator[Mark]:
        if not isinstance(row.value, np.ndarray) or not row.value.size:
            yield from self._missing(row.value, y, ink)
            return
        matrix, height = as_matrix(row.value), _line(row)
        levels = _levels(matrix, limit)
        for line, column in np.ndindex(matrix.shape):
            area = Rect(self._x(column), y + line * (height + _COLUMN_GAP), self.cell, height)
            yield from _cell(matrix[line, column].item(), int(levels[line, column]), area, row.family, ink)

    def _missing(self, value: Part, y: float, ink: Ink) -> Iterator[Mark]:
        """A gradient that is None has no cells, which is not the same as zeros."""
        width, radius = self.cells_end - CELLS_LEFT, metrics().radius.cell
        edge = Stroke(ink("control.edge"), 1, (3, 3))
        yield Box(CELLS_LEFT + 0.5, y + 0.5, width - 1, _TALL - 1, radius, stroke=edge)
        text = "None" if value is None else "no elements"
        style = TextStyle(metrics().type.size.label, italic=True)
        yield Text(CELLS_LEFT + width / 2, y + _TALL / 2 + 4.4, text, style, ink("text.quiet"), Anchor.MIDDLE)

    def _x(self, column: int) -> float:
        return CELLS_LEFT + column * (self.cell + _COLUMN_GAP)

    def _element_marks(self, ink: Ink) -> Iterator[Mark]:
        """A frame around the column in which something went wrong."""
        element = self.element
        if element is None or not element or element[-1] >= self.columns:
            return
        if any(_height(row) > _TALL for row in self.rows):
            return
        dashed = Stroke(ink("nan.base"), 1.5, (4, 3))
        left, top = self._x(element[-1]) - 4, _HEAD - 4
        yield Box(left, top, self.cell + 8, self.height - _HEAD + 4, 7, stroke=dashed)


def _height(row: TensorRow) -> float:
    if not isinstance(row.value, np.ndarray) or not row.value.size:
        return _TALL
    lines = len(as_matrix(row.value))
    return lines * (_line(row) + _COLUMN_GAP) - _COLUMN_GAP


def _line(row: TensorRow) -> float:
    """How high a line of cells is."""
    return _LOW if isinstance(row.value, np.ndarray) and len(as_matrix(row.value)) > 1 else _TALL


def _levels(matrix: Array, limit: float) -> NDArray[np.uint8]:
    heat = heat_map(matrix, limit, len(matrix), matrix.shape[1])
    return np.frombuffer(heat.levels, np.uint8).reshape(matrix.shape)


def _cell(value: float, level: int, area: Rect, family: Family, ink: Ink) -> Iterator[Mark]:
    colour = ink.theme.ramps[family].levels[level] if level else ink("nan.base")
    yield Box(area.x, area.y, area.width, area.height, metrics().radius.cell, fill=colour)
    style = TextStyle(metrics().type.size.body, 600)
    text = _number(value, style, area.width - _MARGIN)
    on = ink.theme.on_cell(colour) if level else ink("nan.on")
    yield Text(area.centre[0], area.centre[1] + 4.7, text, style, on, Anchor.MIDDLE)


def _number(value: float, style: TextStyle, room: float) -> str:
    """The number with as many digits as there is room for."""
    texts = [numbers.number(value, digits) for digits in (4, 3, 2, 1)]
    return next((text for text in texts if text_width(text, style) <= room), "…")
