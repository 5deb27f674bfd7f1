"""Operations in lists: the tinted tile with the symbol, and names with the letters that were searched for."""

from __future__ import annotations

from collections.abc import Iterator

from app.render.fonts import elided, text_width
from app.render.icons import icon_marks, symbol
from app.render.inks import Ink
from app.render.looks import Icon
from app.render.marks import Anchor, Box, Lines, Mark, Marks, Stroke, Text, TextStyle
from core.ops.spec import Category, Op

TILE = 26.0
LEAF_CATEGORY = "leaf"
_LARGEST, _SMALLEST, _ICON = 15.0, 8.0, 15.0


def op_tile(op: Op | None, x: float, y: float, ink: Ink, *, faint: bool = False) -> Marks:
    """The tile of an operation, or of a leaf, with its upper left corner at (x, y)."""
    category: Category | str = LEAF_CATEGORY if op is None else op.category
    return tile("x" if op is None else op.symbol, category, x, y, ink, faint=faint)


def tile(sign: str, category: str, x: float, y: float, ink: Ink, *, faint: bool = False) -> Marks:
    """A square in the tint of a category with a symbol in it; `faint` ones are only outlined."""
    edge = Stroke(ink("hairline"), ink.theme.metrics.line.hairline)
    radius = ink.theme.metrics.radius.button
    if faint:
        ground = Box(x + 0.5, y + 0.5, TILE - 1, TILE - 1, radius, stroke=edge)
    else:
        ground = Box(x, y, TILE, TILE, radius, fill=ink(f"card.title.{category}"))
    colour = ink("text.disabled" if faint else f"card.symbol.{category}")
    shown = symbol(sign)
    middle = x + TILE / 2, y + TILE / 2
    if isinstance(shown, Icon):
        return (ground, *icon_marks(shown.name, middle[0] - _ICON / 2, middle[1] - _ICON / 2, _ICON, colour, 1.75))
    style = _fitted(shown.text, italic=category == LEAF_CATEGORY)
    return (ground, Text(middle[0], middle[1] + 0.36 * style.size, shown.text, style, colour, Anchor.MIDDLE))


def _fitted(text: str, *, italic: bool) -> TextStyle:
    """The largest letters that fit into a tile."""
    style = TextStyle(_LARGEST, 600, italic=italic)
    width = text_width(text, style)
    if width <= TILE - 4:
        return style
    return TextStyle(max(round(2 * _LARGEST * (TILE - 4) / width) / 2, _SMALLEST), 600, italic=italic)


def spanned_text(
    x: float, y: float, text: str, spans: tuple[tuple[int, int], ...], style: TextStyle, ink: Ink, room: float,
    shade: str = "text",
) -> Marks:  # fmt: skip
    """Text with some stretches strong and underlined, cut to a room."""
    shown = elided(text, style, room)
    return tuple(_runs(x, y, shown, spans, style, ink, shade))


def _runs(
    x: float, y: float, text: str, spans: tuple[tuple[int, int], ...], style: TextStyle, ink: Ink, shade: str
) -> Iterator[Mark]:
    strong = TextStyle(style.size, 600, style.italic, style.code)
    place = 0
    for start, end in (*spans, (len(text), len(text))):
        plain, found = text[place:start], text[start:end]
        if plain:
            yield Text(x, y, plain, style, ink(shade))
            x += text_width(plain, style)
        if found:
            yield Text(x, y, found, strong, ink("text.strong"))
            width = text_width(found, strong)
            yield Lines(((x, y + 3, x + width, y + 3),), Stroke(ink("text.strong"), 1.5))
            x += width
        place = max(place, end)
