"""The foot of an exported figure, which makes it readable on its own and without colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from app.model.metrics import metrics
from app.render.draw_formula import formula_marks
from app.render.draw_legend import blocked_key
from app.render.draw_signs import nan_marks, number_disc
from app.render.fonts import text_width
from app.render.formula_layout import Typeset, typeset
from app.render.inks import Ink
from app.render.looks import Side, Silhouette
from app.render.marks import Anchor, Box, Lines, Marks, Ramp, Rect, Shape, Stroke, Text, TextStyle
from app.render.outlines import card_polygon
from app.render.overlays import FigureEntry, Footer, Scale
from core import numbers

_ROW = 28.0
_GAP = 22.0
_PAD = 6.0
_FIRST_LINE = 24.0
_DESCENT = 8.0
"""How far a formula may hang below its line before what follows makes way."""
_RAMP = 96.0

Entry: TypeAlias = FigureEntry | Scale


def footer_size(footer: Footer, shade: Ink) -> tuple[float, float]:
    """Width and height of a footer; entries wrap into as many rows as they need."""
    return footer.width, _head(footer).bottom + _ROW * len(_rows(footer, shade)) + _PAD


@dataclass(frozen=True, slots=True)
class _Head:
    """The formula and the moment: on one line, or the moment under the formula where they do not fit."""

    laid: Typeset
    formula: float
    moment: float

    @property
    def bottom(self) -> float:
        return max(self.moment, self.formula + self.laid.descent - _DESCENT)


def _head(footer: Footer) -> _Head:
    laid = typeset(footer.formula, metrics().type.size.body)
    formula = max(_FIRST_LINE, laid.ascent + 10)
    fits = laid.width + text_width(footer.moment, _moment_style()) + _GAP <= footer.width
    return _Head(laid, formula, formula if fits else formula + max(laid.descent, _DESCENT) + 18)


def footer_marks(footer: Footer, shade: Ink) -> Marks:
    """A rule; the formula and the moment under it; then the legend."""
    head = _head(footer)
    marks: list[Marks] = [
        (Lines(((0, 0, footer.width, 0),), Stroke(shade("hairline"), 1)),),
        formula_marks(head.laid, 0, head.formula, shade),
        (_moment(footer, head, shade),),
    ]
    for index, row in enumerate(_rows(footer, shade)):
        x, y = 0.0, head.bottom + _ROW * (index + 1)
        for entry in row:
            key, width = _key(entry, x, y, shade)
            marks += [key, (Text(x + width + 6, y, _words(entry, footer), _style(), shade("text")),)]
            x += _width(entry, footer, shade)
    return tuple(mark for group in marks for mark in group)


def _moment(footer: Footer, head: _Head, shade: Ink) -> Text:
    beside = head.moment == head.formula
    x, anchor = (footer.width, Anchor.END) if beside else (0.0, Anchor.START)
    return Text(x, head.moment, footer.moment, _moment_style(), shade("text"), anchor)


def _moment_style() -> TextStyle:
    return TextStyle(metrics().type.size.small)


def _style() -> TextStyle:
    return TextStyle(metrics().type.size.caption)


def _rows(footer: Footer, shade: Ink) -> list[list[Entry]]:
    rows: list[list[Entry]] = []
    room = 0.0
    entries: list[Entry] = [*footer.entries, *footer.scales]
    for entry in entries:
        width = _width(entry, footer, shade)
        if width - _GAP > room:
            rows.append([])
            room = footer.width
        rows[-1].append(entry)
        room -= width
    return rows


def _width(entry: Entry, footer: Footer, shade: Ink) -> float:
    return _key(entry, 0, 0, shade)[1] + 6 + text_width(_words(entry, footer), _style()) + _GAP


def _words(entry: Entry, footer: Footer) -> str:
    match entry:
        case Scale():
            return entry.title
        case FigureEntry.GRADIENT:
            return f"gradient of {footer.root}" if footer.root else "gradient"
        case FigureEntry.FLOW:
            return footer.flow
        case FigureEntry.ORDER:
            return "order of the engine"
        case FigureEntry.BLOCKED:
            return "blocked: not computed"
        case FigureEntry.NONFINITE:
            return "NaN or infinite"
        case _:
            return entry.value


def _key(entry: Entry, x: float, y: float, shade: Ink) -> tuple[Marks, float]:
    """The sign of an entry beside the baseline at (x, y), and its width."""
    match entry:
        case Scale():
            return _scale(entry, x, y, shade)
        case FigureEntry.VALUE:
            style = TextStyle(metrics().type.size.label, 600)
            return (Text(x, y, "18", style, shade("value.strong")),), text_width("18", style)
        case FigureEntry.GRADIENT:
            return _gradient_key(x, y, shade), 46
        case FigureEntry.FLOW:
            return _arrow(x, y, shade), 30
        case FigureEntry.ORDER:
            return number_disc(1, x + 8.5, y - 4, shade), 17
        case FigureEntry.LEAF:
            return _outline(Silhouette.LEAF, x, y, 22, 0.29, shade), 22
        case FigureEntry.ROOT:
            return _outline(Silhouette.ROOT, x, y, 24, 0.5, shade), 24
        case FigureEntry.BLOCKED:
            return blocked_key(Rect(x, y - 10, 22, 12), shade), 22
        case FigureEntry.NONFINITE:
            return nan_marks(x + 17, y - 4, "NaN", shade), 34


def _scale(scale: Scale, x: float, y: float, shade: Ink) -> tuple[Marks, float]:
    """The colours of a heat map between the numbers they end at."""
    style, digits, colour = TextStyle(metrics().type.size.micro), numbers.number(scale.limit), shade("text.quiet")
    low, high = text_width(numbers.MINUS + digits, style) + 5, text_width(digits, style)
    stops = tuple(((at + 1) / 2, colour) for at, colour in shade.theme.ramps[scale.family].stops)
    end = x + low + _RAMP
    marks = (
        Text(x, y, numbers.MINUS + digits, style, colour),
        Ramp(x + low, y - 8, _RAMP, 8, 2, stops),
        Text(end + 5, y, digits, style, colour),
    )
    return marks, low + _RAMP + 5 + high


def _gradient_key(x: float, y: float, shade: Ink) -> Marks:
    sizes, colour = metrics().type.size, shade("gradient.strong")
    return (
        Box(x, y - 11, 46, 15, 4, fill=shade("gradient.soft")),
        Text(x + 5, y, "grad", TextStyle(sizes.micro, 500), colour),
        Text(x + 42, y, "1", TextStyle(sizes.caption, 600), colour, Anchor.END),
    )


def _arrow(x: float, y: float, shade: Ink) -> Marks:
    colour = shade("gradient.base")
    line = Lines(((x + 2, y - 4, x + 30, y - 4),), Stroke(colour, 2.4))
    return line, Shape(f"M{x + 8} {y - 8}l-8 4l8 4z", fill=colour)


def _outline(silhouette: Silhouette, x: float, y: float, width: float, scale: float, shade: Ink) -> Marks:
    """A card's silhouette in small: drawn at a fraction of its size."""
    outline = card_polygon(silhouette, width / scale, 14 / scale, Side.RIGHT)
    return (Shape(outline.path(), stroke=Stroke(shade("card.edge"), 1.25), x=x, y=y - 11, scale=scale),)
