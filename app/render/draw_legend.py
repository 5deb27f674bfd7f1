"""Legends: the signs of the canvas in one line, and the range of a heat map's colours."""

from __future__ import annotations

from app.render.fonts import text_width
from app.render.hatching import hatching
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Lines, Marks, Ramp, Rect, Stroke, Text, TextStyle
from app.render.overlays import Legend, LegendEntry, Scale
from core import numbers

_KEY = Rect(0, 2, 14, 8)
_GAP = 24.0


def _style(shade: Ink) -> TextStyle:
    return TextStyle(shade.theme.metrics.type.size.badge)


def legend_size(legend: Legend, shade: Ink) -> tuple[float, float]:
    """Width and height of a legend."""
    words = sum(text_width(entry, _style(shade)) for entry in legend.entries)
    return words + (_KEY.width + 6 + _GAP) * len(legend.entries) - _GAP, 14


def legend_marks(legend: Legend, shade: Ink) -> Marks:
    """Keys and words from left to right."""
    marks: list[Marks] = []
    x = 0.0
    for entry in legend.entries:
        marks += [_key(entry, x, shade), (Text(x + 20, 10, entry, _style(shade), shade("text.quiet")),)]
        x += _KEY.width + 6 + text_width(entry, _style(shade)) + _GAP
    return tuple(mark for group in marks for mark in group)


def _key(entry: LegendEntry, x: float, shade: Ink) -> Marks:
    area = Rect(x, _KEY.y, _KEY.width, _KEY.height)
    match entry:
        case LegendEntry.VALUE | LegendEntry.GRADIENT:
            return (_filled(area, shade(f"{entry}.base")),)
        case LegendEntry.NONFINITE:
            return (_filled(area, shade("nan.base")),)
        case LegendEntry.PENDING:
            return (_outlined(area, Stroke(shade("gradient.base"), 1.5)),)
        case LegendEntry.NONE:
            middle = area.centre[1]
            return (Lines(((x + 1, middle, x + 13, middle),), Stroke(shade("text.quiet"), 1.25)),)
        case LegendEntry.BLOCKED:
            return blocked_key(area, shade)


def blocked_key(area: Rect, shade: Ink) -> Marks:
    """A small hatched box."""
    lines = Lines(hatching(area, 2, 4), Stroke(shade("blocked.hatch"), 1.25))
    return _filled(area, shade("blocked.soft")), lines, _outlined(area, Stroke(shade("blocked.base"), 1))


def _filled(area: Rect, colour: str) -> Box:
    return Box(area.x, area.y, area.width, area.height, 2, fill=colour)


def _outlined(area: Rect, stroke: Stroke) -> Box:
    edge = area.grown(-stroke.width / 2)
    return Box(edge.x, edge.y, edge.width, edge.height, 2, stroke=stroke)


def scale_size(scale: Scale, shade: Ink) -> tuple[float, float]:
    """Width and height of a colour scale."""
    return scale.width, 38


def scale_marks(scale: Scale, shade: Ink) -> Marks:
    """A title, the colours from -limit to limit, and their numbers."""
    sizes = shade.theme.metrics.type.size
    label, digits = TextStyle(sizes.caption, 500), TextStyle(sizes.micro)
    stops = tuple(((at + 1) / 2, colour) for at, colour in shade.theme.ramps[scale.family].stops)
    middle, end, quiet = scale.width / 2, numbers.number(scale.limit), shade("text.quiet")
    return (
        Text(0, 8, scale.title, label, quiet),
        Ramp(0, 16, scale.width, 8, 2, stops),
        Lines(((middle, 14, middle, 26),), Stroke(quiet, 1)),
        Text(0, 37, numbers.MINUS + end, digits, quiet),
        Text(middle, 37, "0", digits, quiet, Anchor.MIDDLE),
        Text(scale.width, 37, end, digits, quiet, Anchor.END),
    )
