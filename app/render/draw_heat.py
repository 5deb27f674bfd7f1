"""Heat maps: cells with a sign for what their colour alone must not say."""

from __future__ import annotations

from app.model.theme import Family, HeatRamp
from app.render.inks import Ink
from app.render.looks import HeatMap
from app.render.marks import Box, Cells, Lines, Mark, Marks, Stroke

_GAP = 1.0
_SIGN_FROM = 8.0
"""Negative cells carry a minus from this size on."""
_SMALL_CELL = 20.0


def heat_size(heat: HeatMap, cell: float) -> tuple[float, float]:
    """Width and height of a heat map with cells of this size."""
    return heat.columns * (cell + _GAP) - _GAP, heat.rows * (cell + _GAP) - _GAP


def heat_marks(heat: HeatMap, x: float, y: float, cell: float, family: Family, ink: Ink) -> Marks:
    """The cells from the upper left corner, with a minus in negative and a cross in undefined ones."""
    ramp, undefined = ink.theme.ramps[family], ink("nan.base")
    colours = [ink.of(ramp.levels[level]) if level else undefined for level in heat.levels]
    starts = range(0, len(colours), heat.columns)
    rows = tuple(tuple(colours[start : start + heat.columns]) for start in starts)
    radius = ink.theme.metrics.radius.cell_small if cell < _SMALL_CELL else ink.theme.metrics.radius.cell
    cells = Cells(x, y, cell, _GAP, radius, rows)
    return _mesh(heat, x, y, cell, radius, ink), cells, *_signs(heat, x, y, cell, ramp, ink)


def _mesh(heat: HeatMap, x: float, y: float, cell: float, radius: float, ink: Ink) -> Mark:
    """What is seen between and around the cells: without it, cells near 0 could not be told from a light card."""
    width, height = heat_size(heat, cell)
    return Box(x - _GAP, y - _GAP, width + 2 * _GAP, height + 2 * _GAP, radius + _GAP, fill=ink("hairline"))


def _signs(heat: HeatMap, x: float, y: float, cell: float, ramp: HeatRamp, ink: Ink) -> Marks:
    by_colour: dict[str, list[tuple[float, float, float, float]]] = {}
    pitch = cell + _GAP
    for index, level in enumerate(heat.levels):
        centre_x = x + index % heat.columns * pitch + cell / 2
        centre_y = y + index // heat.columns * pitch + cell / 2
        if level == 0:
            lines = by_colour.setdefault(ink("nan.on"), [])
            reach = 0.22 * cell
            lines.append((centre_x - reach, centre_y - reach, centre_x + reach, centre_y + reach))
            lines.append((centre_x + reach, centre_y - reach, centre_x - reach, centre_y + reach))
        elif level < 128 and cell >= _SIGN_FROM:
            sign = ink.of(ink.theme.on_cell(ramp.levels[level]))
            by_colour.setdefault(sign, []).append((centre_x - 0.2 * cell, centre_y, centre_x + 0.2 * cell, centre_y))
    return tuple(Lines(tuple(lines), Stroke(colour, 1.2)) for colour, lines in by_colour.items())
