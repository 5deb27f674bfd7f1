"""Where marks may leave traces, so that what lies outside of a picture need not be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.render.marks import Box, Cells, Curve, Disc, Lines, Mark, Marks, Ramp, Shape, Stroke, Text
from app.render.path_data import painter_path

_ASCENT, _DESCENT = 1.1, 0.4
"""How far letters reach above and below their baseline, in units of their size."""


def vertical_range(marks: Marks) -> tuple[float, float]:
    """The highest and the lowest point that marks may reach."""
    ranges = [_RANGES[type(mark)](mark) for mark in marks]
    return min((top for top, _ in ranges), default=0.0), max((bottom for _, bottom in ranges), default=0.0)


def _reach(stroke: Stroke | None) -> float:
    return stroke.width if stroke is not None else 0.0


def _box(box: Box) -> tuple[float, float]:
    return box.y - _reach(box.stroke), box.y + box.height + _reach(box.stroke)


def _disc(disc: Disc) -> tuple[float, float]:
    radius = disc.radius + _reach(disc.stroke)
    return disc.y - radius, disc.y + radius


def _shape(shape: Shape) -> tuple[float, float]:
    area, reach = painter_path(shape.path).boundingRect(), _reach(shape.stroke)
    return shape.y + shape.scale * area.top() - reach, shape.y + shape.scale * area.bottom() + reach


def _curve(curve: Curve) -> tuple[float, float]:
    heights = [y for _, y in curve.points]
    return min(heights) - curve.stroke.width, max(heights) + curve.stroke.width


def _lines(lines: Lines) -> tuple[float, float]:
    heights = [y for _, y1, _, y2 in lines.segments for y in (y1, y2)]
    return min(heights, default=0.0) - lines.stroke.width, max(heights, default=0.0) + lines.stroke.width


def _cells(cells: Cells) -> tuple[float, float]:
    return cells.y, cells.y + len(cells.rows) * (cells.cell + cells.gap)


def _text(text: Text) -> tuple[float, float]:
    return text.y - _ASCENT * text.style.size, text.y + _DESCENT * text.style.size


def _ramp(ramp: Ramp) -> tuple[float, float]:
    return ramp.y, ramp.y + ramp.height


_RANGES: dict[type[Mark], Callable[[Any], tuple[float, float]]] = {
    Box: _box,
    Disc: _disc,
    Shape: _shape,
    Curve: _curve,
    Lines: _lines,
    Cells: _cells,
    Text: _text,
    Ramp: _ramp,
}
