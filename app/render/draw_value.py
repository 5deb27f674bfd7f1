"""The value line of a card: what it is, and what it holds."""

from __future__ import annotations

from app.model.theme import Family
from app.render.card_box import CardBox
from app.render.draw_heat import heat_marks, heat_size
from app.render.fonts import elided, text_width
from app.render.inks import Ink
from app.render.looks import HeatMap, NodeLook, Note, NumberText, Problem, ValueLine
from app.render.marks import Anchor, Marks, Text
from app.render.measure import fitted, label_style

LETTER_MIDDLE = 0.36
"""The middle of digits and capitals above the baseline, in units of the size."""
GAP = 6.0
"""Between a label and what follows it."""
_LEAST_NUMBER = 40.0
"""A long element type and shape is cut before the number gets less room than this."""


def value_marks(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    """The line under the title."""
    line, middle = look.value, box.value_middle
    room = box.right - box.label_left
    match line.preview:
        case Problem():
            text, style = fitted(line.preview, room, ink.theme.metrics.type.size.small, 600)
            return (Text(box.label_left, middle + LETTER_MIDDLE * style.size, text, style, ink("error.text")),)
        case HeatMap():
            width, _ = heat_size(line.preview, look.size.cell)
            cells = cell_marks(line.preview, look, box.right, middle - 0.2, line.family, ink)
            return _label(line.label, box, room - width - GAP, ink), *cells
        case NumberText():
            return _number(line, line.preview, box, ink)
        case Note(text=text):
            return (_label(text, box, room, ink),)
        case None:
            return (_label(line.label, box, room, ink),)


def _label(text: str, box: CardBox, room: float, ink: Ink) -> Text:
    style = label_style()
    y = box.value_middle + LETTER_MIDDLE * style.size
    return Text(box.label_left, y, elided(text, style, room), style, ink("text.quiet"))


def _number(line: ValueLine, held: NumberText, box: CardBox, ink: Ink) -> Marks:
    label = _label(line.label, box, box.right - box.label_left - _LEAST_NUMBER, ink)
    room = box.right - label.x - text_width(label.text, label.style) - GAP
    text, style = fitted(held, room, ink.theme.metrics.type.size.number, 600)
    y = box.value_middle + LETTER_MIDDLE * style.size
    return label, Text(box.right, y, text, style, ink(line.token), Anchor.END)


def cell_marks(heat: HeatMap, look: NodeLook, right: float, middle: float, family: Family, ink: Ink) -> Marks:
    """A heat map that ends at `right`, around a height."""
    width, height = heat_size(heat, look.size.cell)
    return heat_marks(heat, right - width, round(middle - height / 2), look.size.cell, family, ink)
