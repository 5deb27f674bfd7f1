"""Cards when they are drawn small: fewer parts, larger letters."""

from __future__ import annotations

from app.model.theme import Family
from app.render.card_box import CardBox
from app.render.detail import Detail
from app.render.draw_card import polygon
from app.render.draw_signs import ring_marks, selection_marks
from app.render.draw_value import LETTER_MIDDLE, cell_marks
from app.render.draw_well import WELLS, well_marks
from app.render.fonts import elided
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.looks import (
    Badge,
    Glyph,
    GradientLine,
    GradientState,
    HeatMap,
    Icon,
    NodeLook,
    NumberText,
    Preview,
    Silhouette,
)
from app.render.marks import Anchor, Box, Marks, Point, Rect, Shape, Stroke, Text, TextStyle
from app.render.measure import fitted

_NUMBER = 10.0
_SYMBOL = 11.0
_CENTRED_SYMBOL = 12.0
"""Heights of letters on the screen, whatever the zoom."""
_BESIDE_TITLE = 12.0
"""Room at each side of the name of a backward node."""

_BARS = {
    GradientState.NONE: "blocked.soft",
    GradientState.NO_GRAD_FN: "",
    GradientState.BLOCKED: "blocked.base",
    GradientState.GHOST: "blocked.base",
    GradientState.NONFINITE: "nan.base",
    GradientState.FAILED: "error.base",
}
_DOTS = {GradientState.NONE: "text.disabled", GradientState.NO_GRAD_FN: "text.disabled"}


def bar_token(look: NodeLook) -> str:
    """The colour token of a card's state bar, "" without one."""
    return _BARS.get(look.gradient_state, "gradient.base")


def dot_token(look: NodeLook) -> str:
    """The colour token of a card that is no more than a rectangle."""
    if Badge.ERROR in look.signs:
        return "error.base"
    return _DOTS.get(look.gradient_state, bar_token(look))


def small_marks(look: NodeLook, box: CardBox, ink: Ink, zoom: float, detail: Detail) -> Marks:
    """A card below full detail; letters and lines keep their size on the screen."""
    if detail <= Detail.RECTANGLE:
        return _rectangle(look, box, ink)
    outline = polygon(look, box)
    edge = Stroke(ink("error.base" if Badge.ERROR in look.signs else "card.edge"), 0.9 / zoom)
    fill = ink("card" if look.tracked else "card.untracked")
    card = (Shape(outline.path(), fill=fill, stroke=edge),)
    scale = max(1.0, 0.6 / zoom)
    rings = (*selection_marks(look, outline, ink, scale), *ring_marks(look, outline, box, ink, scale))
    if detail is Detail.NUMBERS:
        return (*card, *_numbers(look, box, ink, zoom), *rings)
    symbol = _centred_symbol(look, box, ink, zoom) if detail is Detail.SYMBOL else ()
    return (*card, *_bar(look, box.well, ink, zoom), *symbol, *rings)


def _rectangle(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    radius = box.height / 2 if look.silhouette is Silhouette.LEAF else 15
    body = box.body
    return (Box(body.x, body.y, body.width, body.height, radius, fill=ink(dot_token(look))),)


def _bar(look: NodeLook, well: Rect, ink: Ink, zoom: float) -> Marks:
    token, state = bar_token(look), look.gradient_state
    if not token:
        return ()
    if state in (GradientState.WAITING, GradientState.PENDING):
        edge = well.grown(-0.7 / zoom)
        stroke = Stroke(ink(token), 1.4 / zoom)
        return (Box(edge.x, edge.y, edge.width, edge.height, 5, stroke=stroke),)
    return (Box(well.x, well.y, well.width, well.height, 5, fill=ink(token)),)


def _centred_symbol(look: NodeLook, box: CardBox, ink: Ink, zoom: float) -> Marks:
    size = _CENTRED_SYMBOL / zoom
    x = box.body.x + box.body.width / 2
    middle = (box.body.y + box.well.y) / 2
    return _symbol(look, ink, x, middle, size, Anchor.MIDDLE, zoom)


def _symbol(look: NodeLook, ink: Ink, x: float, middle: float, size: float, anchor: Anchor, zoom: float) -> Marks:
    colour = ink(f"card.symbol.{look.category}")
    if isinstance(look.symbol, Icon):
        side = 0.9 * size
        left = x - side / 2 if anchor is Anchor.MIDDLE else x
        return icon_marks(look.symbol.name, left, middle - side / 2, side, colour, 1.25 / zoom)
    leaf = look.silhouette is Silhouette.LEAF
    style = TextStyle(round(2 * size) / 2, 600, italic=leaf)
    text = look.symbol.text if isinstance(look.symbol, Glyph) else look.title if leaf else ""
    if look.code_title and not leaf:
        style = TextStyle(style.size, 500, code=True)
        text, colour = elided(look.title, style, look.size.width - 2 * _BESIDE_TITLE), ink("text")
    return (Text(x, middle + LETTER_MIDDLE * size, text, style, colour, anchor),) if text else ()


def _numbers(look: NodeLook, box: CardBox, ink: Ink, zoom: float) -> Marks:
    """The symbol in a tinted title, and the two numbers."""
    title = ink(f"card.title.{look.category}" if look.tracked else "card.untracked")
    line = box.body.y + ink.theme.metrics.size.card_title
    family, value = look.value.family, (box.right - 2, box.value_middle)
    return (
        Shape(polygon(look, box).above(line).path(), fill=title),
        *_symbol(look, ink, box.title_left + 2, line - 14, _SYMBOL / zoom, Anchor.START, zoom),
        *_number(look, look.value.preview, value, look.value.token, family, ink, zoom),
        *_gradient(look, box.well, ink, zoom),
    )


def _gradient(look: NodeLook, well: Rect, ink: Ink, zoom: float) -> Marks:
    if not isinstance(look.gradient, GradientLine):
        return ()
    state, place = look.gradient.state, (well.right - 7, well.centre[1])
    held = NumberText("—") if state is GradientState.NONE else look.gradient.preview
    number = _number(look, held, place, WELLS[state].value, Family.GRADIENT, ink, zoom)
    return (*well_marks(state, well, ink, 1 / zoom), *number)


def _number(
    look: NodeLook, held: Preview | None, place: Point, token: str, family: Family, ink: Ink, zoom: float
) -> Marks:
    """A value that ends at a place, around its height."""
    right, middle = place
    if isinstance(held, HeatMap):
        return cell_marks(held, look, right, middle, family, ink)
    if not isinstance(held, NumberText):
        return ()
    text, style = fitted(held, right - 12, round(2 * _NUMBER / zoom) / 2, 600)
    return (Text(right, middle + LETTER_MIDDLE * style.size, text, style, ink(token), Anchor.END),)
