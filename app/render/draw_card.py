"""The body of a card: its shadow, its title and its edge."""

from __future__ import annotations

from app.render.card_box import CardBox
from app.render.fonts import elided, text_width
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.looks import Badge, Glyph, NodeLook, Ring, Silhouette
from app.render.marks import Anchor, Box, Disc, Lines, Marks, Shape, Stroke, Text, TextStyle
from app.render.measure import SWITCH_ROOM, code_title_style, symbol_style, symbol_width, title_style, variable_style
from app.render.outlines import Polygon, card_polygon

_STACK = ((6.0, -6.0), (3.0, -3.0))
"""Where the cards behind a folded group stand."""
_SIGN_ROOM = 16.0


def polygon(look: NodeLook, box: CardBox) -> Polygon:
    """The outline of a card."""
    return card_polygon(look.silhouette, box.width, box.height, look.output_side)


def body_marks(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    """Everything of a card but its rows, its sockets and its signs."""
    outline = polygon(look, box)
    fill = ink("card" if look.tracked else "card.untracked")
    title = ink(f"card.title.{look.category}" if look.tracked else "card.untracked")
    line = box.body.y + ink.theme.metrics.size.card_title
    return (
        *_stack(look, outline, ink),
        *(shadow_marks(look, outline, ink) if look.tracked else ()),
        Shape(outline.path(), fill=fill),
        Shape(outline.above(line).path(), fill=title),
        _title_line(outline, line, ink),
        Shape(outline.path(), stroke=_edge(look, ink)),
        *_title(look, box, ink),
    )


def shadow_marks(look: NodeLook, outline: Polygon, ink: Ink) -> Marks:
    """A few soft layers; twice as dark under the pointer."""
    darker = 2 if Ring.HOVERED in look.rings else 1
    return tuple(
        Shape(
            outline.grown(layer.spread).path(),
            fill=ink.theme.colours["shadow"],
            y=layer.offset,
            opacity=layer.opacity * darker * ink.strength,
        )
        for layer in ink.theme.shadow
    )


def _stack(look: NodeLook, outline: Polygon, ink: Ink) -> Marks:
    if not look.folded:
        return ()
    edge = Stroke(ink("card.edge"), ink.theme.metrics.line.hairline)
    return tuple(Shape(outline.path(), fill=ink("card"), stroke=edge, x=x, y=y) for x, y in _STACK)


def _title_line(outline: Polygon, y: float, ink: Ink) -> Lines:
    level = [x for x, at in outline.above(y).points if at == y]
    return Lines(((min(level), y, max(level), y),), Stroke(ink("hairline"), ink.theme.metrics.line.hairline))


def _edge(look: NodeLook, ink: Ink) -> Stroke:
    width = ink.theme.metrics.line.card
    if Badge.ERROR in look.signs:
        return Stroke(ink("error.base"), width + 0.5)
    return Stroke(ink("text.quiet" if Ring.HOVERED in look.rings else "card.edge"), width)


def _title(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    """A symbol and a name at the left; a variable, a count or a switch at the right."""
    right, taken = _title_right(look, box, ink)
    left = box.title_left + symbol_width(look.symbol)
    style = _title_style(look, ink)
    baseline = box.body.y + (19.5 if style.italic else 18.5)
    colour = ink("card.symbol.leaf" if style.italic else "text")
    words = elided(look.title, style, box.right - taken - left)
    return (*_symbol(look, box, ink), Text(left, baseline, words, style, colour), *right)


def _title_style(look: NodeLook, ink: Ink) -> TextStyle:
    if look.code_title:
        return code_title_style()
    if look.silhouette is Silhouette.LEAF:
        return variable_style()
    return title_style()


def _symbol(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    if look.symbol is None:
        return ()
    colour, x, y = ink(f"card.symbol.{look.category}"), box.title_left, box.body.y
    if isinstance(look.symbol, Glyph):
        style = symbol_style(look.symbol)
        baseline = y + (20 if style.size > 16 else 19.5)
        return (Text(x, baseline, look.symbol.text, style, colour),)
    return icon_marks(look.symbol.name, x + 0.5, y + 6.5, 15, colour, 1.75)


def _title_right(look: NodeLook, box: CardBox, ink: Ink) -> tuple[Marks, float]:
    """The marks at the right end of the title and the room they take."""
    if look.switch is not None:
        label = TextStyle(ink.theme.metrics.type.size.caption, 500)
        area = box.switch
        mark = Text(area.x - 4, area.y + 11, "∂", label, ink("text.quiet"), Anchor.END)
        return (*switch_marks(area.x, area.y, ink, on=look.switch), mark), SWITCH_ROOM
    text = f"×{look.folded}" if look.folded else look.name
    if not text:
        return (), 0.0
    style = TextStyle(title_style().size, 600) if look.folded else title_style(italic=True)
    if look.code_title:
        style = TextStyle(ink.theme.metrics.type.size.section, 600, italic=True)
    colour = ink("text" if look.folded or look.code_title else "text.quiet")
    baseline = box.body.y + (19 if look.code_title else 18.5)
    room = _SIGN_ROOM if _signs(look) else 0.0
    mark = Text(box.right - room, baseline, text, style, colour, Anchor.END)
    return (mark,), room + text_width(text, style) + 8


def _signs(look: NodeLook) -> bool:
    """Whether a badge hangs over the end of the title."""
    return any(badge in (Badge.NONFINITE, Badge.INFINITE, Badge.ERROR) for badge in look.signs)


def switch_marks(x: float, y: float, ink: Ink, *, on: bool) -> Marks:
    """A switch with its upper left corner at (x, y)."""
    width, height = ink.theme.metrics.size.switch
    radius = height / 2
    if on:
        knob = Disc(x + width - radius, y + radius, 4.5, fill=ink("text.inverse"))
        return Box(x, y, width, height, radius, fill=ink("accent")), knob
    edge = Stroke(ink("control.edge"), 1.5)
    frame = Box(x + 0.75, y + 0.75, width - 1.5, height - 1.5, radius - 0.75, fill=ink("field"), stroke=edge)
    return frame, Disc(x + radius, y + radius, 3, fill=ink("control.edge"))
