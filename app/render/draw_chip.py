"""What stands beside and between the cards of a backward graph, and words on the canvas."""

from __future__ import annotations

from app.model.metrics import metrics
from app.model.theme import Emphasis, Family, Theme
from app.render.draw_heat import heat_marks, heat_size
from app.render.fonts import elided, text_width
from app.render.frame import PlacedWords
from app.render.icons import icon_marks
from app.render.inks import ink
from app.render.looks import ChipLook, EdgeLook, HeatMap
from app.render.marks import Anchor, Box, Lines, Marks, Stroke, Text, TextStyle

CHIP_WIDTH, CHIP_HEIGHT = 176.0, 28.0
CHIP_STALK = 16.0
"""A chip hangs on its card by a line of this length."""
_CELL = 10.0
_LINE_HEIGHT = 17.0
_EDGE_HEIGHT = 24.0


def chip_marks(look: ChipLook, theme: Theme) -> Marks:
    """A saved tensor with its upper left corner at the origin, and the line to the card that keeps it."""
    shade, sizes = ink(theme, Emphasis.CURRENT), theme.metrics.type.size
    code, equals = TextStyle(sizes.caption, code=True), TextStyle(sizes.caption)
    variable = TextStyle(sizes.body, 600, italic=True)
    after, held = 28 + text_width(look.slot, code), _held_size(look)
    words = elided(look.variable, variable, CHIP_WIDTH - 18 - held[0] - after - text_width(" = ", equals))
    edge = Stroke(shade("selection" if look.selected else "control.edge"), 1.5 if look.selected else 1)
    middle = CHIP_HEIGHT / 2
    return (
        Lines(((-CHIP_STALK, middle, 0, middle),), Stroke(shade("control.edge"), 1.25)),
        Box(0.5, 0.5, CHIP_WIDTH - 1, CHIP_HEIGHT - 1, 6, fill=shade("card"), stroke=edge),
        *icon_marks("save", 8.5, 7.5, 13, shade("text.quiet"), 1.25),
        Text(28, 18.3, look.slot, code, shade("text")),
        *((Text(after, 18.3, " = ", equals, shade("text.quiet")),) if words else ()),
        Text(after + text_width(" = ", equals), 18.3, words, variable, shade("value.strong")),
        *_held(look, held, theme),
    )


def _value_style() -> TextStyle:
    return TextStyle(metrics().type.size.body, 600)


def _chip_cell(heat: HeatMap) -> float:
    return min(_CELL, (CHIP_HEIGHT - 6 + 1) // heat.rows - 1)


def _held_size(look: ChipLook) -> tuple[float, float]:
    """Width and height of the value at the end of a chip."""
    if isinstance(look.preview, HeatMap):
        return heat_size(look.preview, _chip_cell(look.preview))
    return text_width(look.preview.text, _value_style()), CHIP_HEIGHT


def _held(look: ChipLook, size: tuple[float, float], theme: Theme) -> Marks:
    shade, right = ink(theme, Emphasis.CURRENT), CHIP_WIDTH - 10
    if isinstance(look.preview, HeatMap):
        left, top = right - size[0], (CHIP_HEIGHT - size[1]) / 2
        return heat_marks(look.preview, left, top, _chip_cell(look.preview), Family.VALUE, shade)
    colour = shade("nan.text" if look.nonfinite else "value.strong")
    return (Text(right, 18.8, look.preview.text, _value_style(), colour, Anchor.END),)


def edge_size(look: EdgeLook) -> tuple[float, float]:
    """Width and height of what happens on an edge."""
    lead, middle, gap, remark = _edge_parts(look)
    return 20 + lead + middle + gap + remark, _EDGE_HEIGHT


def _edge_parts(look: EdgeLook) -> tuple[float, float, float, float]:
    """The widths of the sign, the words, the gap behind them and the remark."""
    sign, words, quiet = _edge_styles()
    gap = 12.0 if look.remark else 0.0
    return text_width("Σ ", sign), text_width(look.text, words), gap, text_width(look.remark, quiet)


def _edge_styles() -> tuple[TextStyle, TextStyle, TextStyle]:
    sizes = metrics().type.size
    return TextStyle(sizes.caption, 700), TextStyle(sizes.caption, 500), TextStyle(sizes.badge)


def edge_marks(look: EdgeLook, theme: Theme) -> Marks:
    """What happens on an edge, as a pill around the origin."""
    shade, (sign, words, quiet) = ink(theme, Emphasis.CURRENT), _edge_styles()
    (width, height), (lead, middle, gap, _) = edge_size(look), _edge_parts(look)
    left = -width / 2
    edge = Stroke(shade("gradient.base"), 1.25)
    return (
        Box(left, -height / 2, width, height, height / 2, fill=shade("card"), stroke=edge),
        Text(left + 10, 4, "Σ", sign, shade("gradient.strong")),
        Text(left + 10 + lead, 4, look.text, words, shade("text")),
        Text(left + 10 + lead + middle + gap, 4, look.remark, quiet, shade("text.quiet")),
    )


def words_marks(words: PlacedWords, theme: Theme) -> Marks:
    """Quiet lines below each other, the first one at the origin."""
    shade, size = ink(theme, Emphasis.CURRENT), theme.metrics.type.size.small
    marks = []
    for index, line in enumerate(words.lines):
        strong = words.strong and index == 0
        style = TextStyle(size, 500 if strong else 400, words.italic)
        colour = shade("text" if strong else "text.quiet")
        marks.append(Text(0, index * _LINE_HEIGHT, line, style, colour, words.anchor))
    return tuple(marks)
