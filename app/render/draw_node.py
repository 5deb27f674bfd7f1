"""A node as marks, with as much of it as a zoom allows."""

from __future__ import annotations

from app.model.theme import Emphasis, Theme
from app.render.card_box import CardBox, card_box
from app.render.detail import Detail, detail_at
from app.render.draw_card import body_marks, polygon
from app.render.draw_signs import glow_marks, ring_marks, selection_marks, sign_marks
from app.render.draw_small import small_marks
from app.render.draw_sockets import socket_marks
from app.render.draw_value import value_marks
from app.render.draw_well import gradient_marks
from app.render.inks import Ink, ink
from app.render.looks import NodeLook
from app.render.marks import Cubic, Curve, Marks, Stroke

OVERFLOW = 20.0
"""How far glows, shadows and signs may reach beyond a card."""


def node_marks(look: NodeLook, theme: Theme, zoom: float = 1.0) -> Marks:
    """The card with its upper left corner at the origin, in pixels at zoom 1."""
    box, detail = card_box(look), detail_at(zoom)
    shade = ink(theme, look.emphasis, muted=look.muted)
    if detail < Detail.FULL:
        return small_marks(look, box, shade, zoom, detail)
    outline, clear = polygon(look, box), ink(theme, Emphasis.CURRENT)
    return (
        *glow_marks(look, outline, clear),
        *body_marks(look, box, shade),
        *value_marks(look, box, shade),
        *gradient_marks(look, box, shade),
        *selection_marks(look, outline, clear),
        *ring_marks(look, outline, box, clear),
        *socket_marks(look, box, shade),
        *(_bypass(look, box, clear) if look.muted else ()),
        *sign_marks(look, box, shade),
    )


def _bypass(look: NodeLook, box: CardBox, shade: Ink) -> Marks:
    """A muted node passes its first input on: the wire runs through it."""
    if not box.inputs:
        return ()
    (x1, y1), (x2, y2) = box.inputs[0], box.outputs[0]
    bend = 0.42 * (x2 - x1)
    wire: Cubic = ((x1, y1), (x1 + bend, y1), (x2 - bend, y2), (x2, y2))
    return Curve(wire, Stroke(shade("text"), 2, round_cap=True)), *socket_marks(look, box, shade)
