"""Gradients on their way: packets, the plus where they meet, and the seed they start from."""

from __future__ import annotations

from app.model.metrics import metrics
from app.model.theme import Emphasis, Family, Theme
from app.render.draw_heat import heat_marks, heat_size
from app.render.fonts import text_width
from app.render.inks import Ink, ink
from app.render.looks import HeatMap, PacketLook, SeedLook, Side
from app.render.marks import Anchor, Box, Disc, Lines, Marks, Rect, Shape, Stroke, Text, TextStyle

_PAD = 7.0
_CELL = 7.0
_POINTER_HALF = 5.0
_REACH = 13.0
"""How far its shadow and its pointer reach beyond a packet."""
_CAPTION_ROOM = 10.0
"""How much lower the words under a packet reach."""
_SHADOW = 1.2
"""Packets float higher than cards: their shadow is this much darker."""
_SEED = (8.0, 20.0)
"""How far a seed stands from its socket, and how high it is."""
_SEED_WORD = 18.0
"""Room for the word above a seed."""


def packet_marks(look: PacketLook, theme: Theme) -> Marks:
    """The packet around the origin."""
    shade = ink(theme, look.emphasis)
    area = _area(look)
    radius = theme.metrics.radius.packet
    return (
        *_shadow(area, radius, shade),
        _card(look, area, radius, shade),
        *_content(look, shade),
        *_caption(look, area, shade),
    )


def packet_size(look: PacketLook) -> tuple[float, float]:
    """Width and height of a packet without its pointer."""
    area = _area(look)
    return area.width, area.height


def packet_extent(look: PacketLook) -> Rect:
    """What is drawn of a packet around its place: its shadow, its pointer and its caption too."""
    area = _area(look).grown(_REACH)
    if not look.caption:
        return area
    wide = max(area.width, text_width(look.caption, _caption_style()) + 2)
    return Rect(-wide / 2, area.y, wide, area.height + _CAPTION_ROOM)


def _area(look: PacketLook) -> Rect:
    width, height = _size(look)
    return Rect(-width / 2, -height / 2, width, height)


def _size(look: PacketLook) -> tuple[float, float]:
    size = metrics().size
    least, height = size.packet_min_width, size.packet_height
    if isinstance(look.preview, HeatMap):
        wide, high = heat_size(look.preview, _CELL)
        return max(least, wide + _PAD + 1), max(height, high + _PAD + 1)
    return max(least, text_width(look.preview.text, _text_style()) + 2 * _PAD), height


def _text_style() -> TextStyle:
    return TextStyle(metrics().type.size.label, 600)


def _card(look: PacketLook, area: Rect, radius: float, shade: Ink) -> Shape:
    heat = isinstance(look.preview, HeatMap)
    edge = "nan.base" if look.nonfinite else "gradient.base"
    fill = "nan.soft" if look.nonfinite else "card" if heat else "gradient.packet"
    stroke = Stroke(shade(edge), 1.5 if heat or look.nonfinite else 1)
    return Shape(bubble(area, radius, look.pointer), fill=shade(fill), stroke=stroke)


def bubble(area: Rect, radius: float, pointer: Side) -> str:
    """A rounded rectangle with a pointer in the middle of one side, as path data."""
    left, top, right, bottom = area.x, area.y, area.right, area.bottom
    x, y = area.centre
    half, reach = min(_POINTER_HALF, area.height / 2 - radius), metrics().size.packet_pointer
    tips = {
        Side.TOP: f"H{x - half}L{x} {top - reach}L{x + half} {top}",
        Side.RIGHT: f"V{y - half}L{right + reach} {y}L{right} {y + half}",
        Side.BOTTOM: f"H{x + half}L{x} {bottom + reach}L{x - half} {bottom}",
        Side.LEFT: f"V{y + half}L{left - reach} {y}L{left} {y - half}",
    }
    tip = {side: text if side is pointer else "" for side, text in tips.items()}
    return (
        f"M{left + radius} {top}{tip[Side.TOP]}H{right - radius}"
        f"A{radius} {radius} 0 0 1 {right} {top + radius}{tip[Side.RIGHT]}V{bottom - radius}"
        f"A{radius} {radius} 0 0 1 {right - radius} {bottom}{tip[Side.BOTTOM]}H{left + radius}"
        f"A{radius} {radius} 0 0 1 {left} {bottom - radius}{tip[Side.LEFT]}V{top + radius}"
        f"A{radius} {radius} 0 0 1 {left + radius} {top}Z"
    )


def _shadow(area: Rect, radius: float, shade: Ink) -> Marks:
    return tuple(
        Box(
            area.x - layer.spread,
            area.y - layer.spread + layer.offset,
            area.width + 2 * layer.spread,
            area.height + 2 * layer.spread,
            radius + layer.spread,
            fill=shade.theme.colour("shadow"),
            opacity=min(layer.opacity * _SHADOW * shade.strength, 1.0),
        )
        for layer in shade.theme.shadow
    )


def _content(look: PacketLook, shade: Ink) -> Marks:
    if isinstance(look.preview, HeatMap):
        width, height = heat_size(look.preview, _CELL)
        return heat_marks(look.preview, -width / 2, -height / 2, _CELL, Family.GRADIENT, shade)
    colour = shade("nan.text" if look.nonfinite else "gradient.on")
    return (Text(0, 4.5, look.preview.text, _text_style(), colour, Anchor.MIDDLE),)


def _caption(look: PacketLook, area: Rect, shade: Ink) -> Marks:
    if not look.caption:
        return ()
    return (Text(0, area.bottom + 17, look.caption, _caption_style(), shade("text.quiet"), Anchor.MIDDLE),)


def _caption_style() -> TextStyle:
    return TextStyle(metrics().type.size.badge)


def sum_marks(theme: Theme) -> Marks:
    """A plus in a disc around the origin."""
    shade = ink(theme, Emphasis.CURRENT)
    radius, width = theme.metrics.size.sum_badge / 2, theme.metrics.line.ring_ready
    disc = Disc(0, 0, radius, fill=shade("canvas"), stroke=Stroke(shade("gradient.base"), width))
    plus = ((-4.5, 0.0, 4.5, 0.0), (0.0, -4.5, 0.0, 4.5))
    return disc, Lines(plus, Stroke(shade("gradient.strong"), width, round_cap=True))


def seed_marks(look: SeedLook, theme: Theme) -> Marks:
    """The external gradient beside a root's socket, which is at the origin."""
    shade = ink(theme, look.emphasis)
    style, small = _text_style(), TextStyle(theme.metrics.type.size.micro)
    area = seed_box(look)
    x, y, width = area.x, area.y, area.width
    reach = _SEED[0] + 2
    dx, dy = {Side.RIGHT: (1, 0), Side.LEFT: (-1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}[look.side]
    line = Lines(((5.0 * dx, 5.0 * dy, reach * dx, reach * dy),), Stroke(shade("gradient.base"), 2))
    edge = Stroke(shade("gradient.base"), 1)
    box = Box(x, y, width, area.height, theme.metrics.radius.packet, fill=shade("gradient.packet"), stroke=edge)
    return (
        line,
        box,
        Text(x + width / 2, y + 14.4, look.text, style, shade("gradient.on"), Anchor.MIDDLE),
        Text(x + width / 2, y - 7, "seed", small, shade("text.quiet"), Anchor.MIDDLE),
    )


def seed_box(look: SeedLook) -> Rect:
    """The box of a seed, from its socket."""
    gap, height = _SEED
    width = max(24.0, text_width(look.text, _text_style()) + 2 * _PAD)
    return Rect(*_beside(look.side, gap, width, height), width, height)


def seed_area(look: SeedLook) -> Rect:
    """The box of a seed with the word above it, from its socket."""
    box = seed_box(look)
    return Rect(box.x, box.y - _SEED_WORD, box.width, box.height + _SEED_WORD)


def _beside(side: Side, gap: float, width: float, height: float) -> tuple[float, float]:
    match side:
        case Side.RIGHT:
            return gap, -height / 2
        case Side.LEFT:
            return -gap - width, -height / 2
        case Side.TOP:
            return -width / 2, -gap - height
        case Side.BOTTOM:
            return -width / 2, gap
