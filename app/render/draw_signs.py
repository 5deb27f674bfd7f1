"""Rings around a card and signs on its corners."""

from __future__ import annotations

from app.render.card_box import CardBox
from app.render.inks import Ink
from app.render.looks import Badge, NodeLook, Ring, Silhouette
from app.render.marks import Anchor, Disc, Lines, Marks, Shape, Stroke, Text, TextStyle
from app.render.outlines import Polygon

_GLOW = ((9.0, 0.08), (6.5, 0.12))
"""How far the layers of the glow reach, and how opaque they are."""
_BADGE_PITCH = 26.0


def glow_marks(look: NodeLook, outline: Polygon, ink: Ink) -> Marks:
    """The glow around the current card, to be drawn under it."""
    if Ring.CURRENT not in look.rings:
        return ()
    colour = ink("gradient.base")
    return tuple(Shape(outline.grown(reach).path(), fill=colour, opacity=share) for reach, share in _GLOW)


def selection_marks(look: NodeLook, outline: Polygon, ink: Ink, scale: float = 1.0) -> Marks:
    """The outline of a selected card, close to it and under its sockets; `scale` thickens it."""
    if Ring.SELECTED not in look.rings:
        return ()
    line = ink.theme.metrics.line
    close = outline.grown(line.selection_offset).path()
    return (Shape(close, stroke=Stroke(ink("selection"), line.selection * scale)),)


def ring_marks(look: NodeLook, outline: Polygon, box: CardBox, ink: Ink, scale: float = 1.0) -> Marks:
    """The rings of stepping and of the keyboard; `scale` thickens them where a picture is drawn small."""
    line = ink.theme.metrics.line
    away = outline.grown(line.ring_offset).path()
    rings: list[Shape] = []
    if Ring.CURRENT in look.rings:
        rings.append(Shape(away, stroke=Stroke(ink("gradient.base"), line.ring_current * scale)))
    if Ring.READY in look.rings:
        dashes = tuple(length * scale for length in line.ring_ready_dash)
        rings.append(Shape(away, stroke=Stroke(ink("gradient.base"), line.ring_ready * scale, dashes)))
    if Ring.FOCUSED in look.rings:
        rings.append(_corners(box, ink, scale))
    return tuple(rings)


def _corners(box: CardBox, ink: Ink, scale: float) -> Shape:
    """Four corners, which stay visible next to any other ring."""
    line = ink.theme.metrics.line
    reach, away = line.focus_corner, line.focus_offset
    left, top, right, bottom = -away, -away, box.width + away, box.height + away
    path = (
        f"M{left} {top + reach}V{top}H{left + reach}M{right - reach} {top}H{right}V{top + reach}"
        f"M{right} {bottom - reach}V{bottom}H{right - reach}M{left + reach} {bottom}H{left}V{bottom - reach}"
    )
    return Shape(path, stroke=Stroke(ink("focus"), line.focus * scale))


def sign_marks(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    """Numbers on the upper left corner and badges on the upper right one."""
    x, y = box.body.right - 4, box.body.y + 2
    badges = [_badge(badge, x - _BADGE_PITCH * index, y, ink) for index, badge in enumerate(look.signs)]
    numbers = (*_order(look, box, ink), *_queue(look, box, ink))
    return (*numbers, *(mark for badge in badges for mark in badge))


def _queue(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    if not look.queue:
        return ()
    x, y, radius = box.body.x - 1, box.body.y - 1, ink.theme.metrics.size.queue_badge / 2
    edge = Stroke(ink("gradient.base"), ink.theme.metrics.line.ring_ready)
    style = TextStyle(ink.theme.metrics.type.size.badge, 700)
    label = Text(x, y + 4, str(look.queue), style, ink("gradient.strong"), Anchor.MIDDLE)
    return Disc(x, y, radius, fill=ink("canvas"), stroke=edge), label


def _order(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    if not look.order:
        return ()
    x = box.body.x + (4 if look.silhouette is Silhouette.LEAF else 0)
    return number_disc(look.order, x, box.body.y, ink)


def number_disc(number: int, x: float, y: float, ink: Ink) -> Marks:
    """A small circled number: the order in which the engine ran."""
    style = TextStyle(ink.theme.metrics.type.size.micro, 600)
    label = Text(x, y + 3.9, str(number), style, ink("text"), Anchor.MIDDLE)
    return Disc(x, y, 8.5, fill=ink("canvas"), stroke=Stroke(ink("text"), 1)), label


def _badge(badge: Badge, x: float, y: float, ink: Ink) -> Marks:
    match badge:
        case Badge.ERROR:
            return _error(x, y, ink)
        case Badge.NONFINITE:
            return nan_marks(x, y, "NaN", ink)
        case Badge.INFINITE:
            return nan_marks(x, y, "Inf", ink)
        case Badge.BREAKPOINT:
            return (Disc(x + 1, y - 1, 6.5, fill=ink("stop"), stroke=Stroke(ink("canvas"), 2)),)
        case Badge.BREAKPOINT_OFF:
            return (Disc(x + 1, y - 1, 5.4, fill=ink("canvas"), stroke=Stroke(ink("text.quiet"), 1.75)),)


def _error(x: float, y: float, ink: Ink) -> Marks:
    radius, on = ink.theme.metrics.size.sign_error / 2, ink("error.on")
    disc = Disc(x, y, radius, fill=ink("error.base"), stroke=Stroke(ink("canvas"), 1.5))
    bar = Lines(((x, y - 4.2, x, y + 0.8),), Stroke(on, 2, round_cap=True))
    return disc, bar, Disc(x, y + 4, 1.2, fill=on)


def nan_marks(x: float, y: float, text: str, ink: Ink) -> Marks:
    """The six-sided sign of NaN and infinity, around its centre."""
    width, height = (length / 2 for length in ink.theme.metrics.size.sign_nan)
    shoulder = width - 5
    path = (
        f"M{x - shoulder} {y - height}H{x + shoulder}L{x + width} {y}L{x + shoulder} {y + height}"
        f"H{x - shoulder}L{x - width} {y}Z"
    )
    style = TextStyle(ink.theme.metrics.type.size.badge, 700)
    sign = Shape(path, fill=ink("nan.base"), stroke=Stroke(ink("canvas"), 1.5))
    return sign, Text(x, y + 4, text, style, ink("nan.on"), Anchor.MIDDLE)
