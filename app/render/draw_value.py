"""The value line of a card: what it is, and what it holds."""

from __future__ import annotations

from app.model.theme import Family
from app.render.card_box import CardBox
from app.render.draw_heat import heat_marks, heat_size
from app.render.fonts import text_width
from app.render.inks import Ink
from app.render.looks import HeatMap, NodeLook, Note, NumberText, Problem
from app.render.marks import Anchor, Marks, Text
from app.render.measure import fitted, label_style

LETTER_MIDDLE = 0.36
"""The middle of digits and capitals above the baseline, in units of the size."""
GAP = 6.0
"""Between a label and what follows it."""


def value_marks(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    """The line under the title."""
    line, middle = look.value, box.value_middle
    sizes = ink.theme.metrics.type.size
    quiet = label_style()
    label = Text(box.label_left, middle + LETTER_MIDDLE * quiet.size, line.label, quiet, ink("text.quiet"))
    room = box.right - box.label_left
    match line.preview:
        case None:
            return (label,)
        case Note(text=text):
            return (Text(label.x, label.y, text, quiet, label.colour),)
        case Problem():
            text, style = fitted(line.preview, room, sizes.small, 600)
            return (Text(label.x, middle + LETTER_MIDDLE * style.size, text, style, ink("error.text")),)
        case HeatMap():
            return label, *cell_marks(line.preview, look, box.right, middle - 0.2, line.family, ink)
        case NumberText():
            text, style = fitted(line.preview, room - text_width(line.label, quiet) - GAP, sizes.number, 600)
            y = middle + LETTER_MIDDLE * style.size
            return label, Text(box.right, y, text, style, ink(f"{line.family}.strong"), Anchor.END)


def cell_marks(heat: HeatMap, look: NodeLook, right: float, middle: float, family: Family, ink: Ink) -> Marks:
    """A heat map that ends at `right`, around a height."""
    width, height = heat_size(heat, look.size.cell)
    return heat_marks(heat, right - width, round(middle - height / 2), look.size.cell, family, ink)
