"""The foot of an exported figure, which makes it readable on its own and without colour."""

from __future__ import annotations

from app.model.metrics import metrics
from app.render.draw_formula import formula_marks
from app.render.draw_legend import blocked_key
from app.render.draw_signs import nan_marks, number_disc
from app.render.fonts import text_width
from app.render.formula_layout import typeset
from app.render.inks import Ink
from app.render.looks import Side, Silhouette
from app.render.marks import Anchor, Box, Lines, Marks, Rect, Shape, Stroke, Text, TextStyle
from app.render.outlines import card_polygon
from app.render.overlays import FigureEntry, Footer

_ROW = 28.0
_GAP = 22.0
_PAD = 6.0


def footer_size(footer: Footer, shade: Ink) -> tuple[float, float]:
    """Width and height of a footer; entries wrap into as many rows as they need."""
    rows = _rows(footer, shade)
    return footer.width, 24 + _ROW * len(rows) + _PAD


def footer_marks(footer: Footer, shade: Ink) -> Marks:
    """A rule; the formula and the moment under it; then the legend."""
    sizes = metrics().type.size
    marks: list[Marks] = [
        (Lines(((0, 0, footer.width, 0),), Stroke(shade("hairline"), 1)),),
        formula_marks(typeset(footer.formula, sizes.body), 0, 24, shade),
        (Text(footer.width, 24, footer.moment, TextStyle(sizes.small), shade("text"), Anchor.END),),
    ]
    for index, row in enumerate(_rows(footer, shade)):
        x, y = 0.0, 24 + _ROW * (index + 1)
        for entry in row:
            key, width = _key(entry, x, y, shade)
            marks += [key, (Text(x + width + 6, y, _words(entry, footer), _style(), shade("text")),)]
            x += _width(entry, footer, shade)
    return tuple(mark for group in marks for mark in group)


def _style() -> TextStyle:
    return TextStyle(metrics().type.size.caption)


def _rows(footer: Footer, shade: Ink) -> list[list[FigureEntry]]:
    rows: list[list[FigureEntry]] = []
    room = 0.0
    for entry in footer.entries:
        width = _width(entry, footer, shade)
        if width - _GAP > room:
            rows.append([])
            room = footer.width
        rows[-1].append(entry)
        room -= width
    return rows


def _width(entry: FigureEntry, footer: Footer, shade: Ink) -> float:
    return _key(entry, 0, 0, shade)[1] + 6 + text_width(_words(entry, footer), _style()) + _GAP


def _words(entry: FigureEntry, footer: Footer) -> str:
    match entry:
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


def _key(entry: FigureEntry, x: float, y: float, shade: Ink) -> tuple[Marks, float]:
    """The sign of an entry beside the baseline at (x, y), and its width."""
    match entry:
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
