"""Sockets, and constants that sit in their place."""

from __future__ import annotations

from app.render.card_box import CardBox
from app.render.inks import Ink
from app.render.looks import NodeLook, Socket, SocketState
from app.render.marks import Anchor, Box, Disc, Lines, Marks, Point, Stroke, Text
from app.render.measure import pill_style, pill_text, pill_width

_COLOURS = {
    SocketState.TRACKED: "socket.tracked",
    SocketState.UNTRACKED: "socket.untracked",
    SocketState.GRADIENT: "gradient.base",
    SocketState.NONFINITE: "nan.base",
    SocketState.BLOCKED: "blocked.base",
    SocketState.BAD: "socket.bad",
}
_HOLLOW = frozenset({SocketState.UNTRACKED, SocketState.BLOCKED})


def socket_marks(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    """All sockets of a card, constants included."""
    places = (*zip(look.inputs, box.inputs, strict=True), *zip(look.outputs, box.outputs, strict=True))
    return tuple(mark for socket, place in places for mark in _one(socket, place, ink))


def _one(socket: Socket, place: Point, ink: Ink) -> Marks:
    if socket.constant:
        return _pill(socket.constant, place, ink)
    x, y = place
    colour, canvas = ink(_COLOURS[socket.state]), ink("canvas")
    radius = ink.theme.metrics.size.socket / 2
    if socket.state in _HOLLOW:
        ring = Disc(x, y, radius - 0.9, fill=canvas, stroke=Stroke(colour, 1.75))
        return (ring, _cross(x, y, colour)) if socket.state is SocketState.BLOCKED else (ring,)
    disc = Disc(x, y, radius, fill=colour, stroke=Stroke(canvas, 1.5))
    if socket.state is SocketState.BAD:
        return (
            disc,
            Lines(((x, y - 2.4, x, y + 0.6),), Stroke(canvas, 1.4)),
            Disc(x, y + 2.4, 0.8, fill=canvas),
        )
    return (disc,)


def _cross(x: float, y: float, colour: str) -> Lines:
    bars = ((x - 2, y - 2, x + 2, y + 2), (x + 2, y - 2, x - 2, y + 2))
    return Lines(bars, Stroke(colour, 1.25, round_cap=True))


def _pill(constant: str, place: Point, ink: Ink) -> Marks:
    width, height = pill_width(constant), ink.theme.metrics.size.constant_pill[1]
    x, y = place
    edge = Stroke(ink("control.edge"), 1)
    pill = Box(x - width / 2, y - height / 2, width, height, height / 2, fill=ink("card"), stroke=edge)
    return pill, Text(x, y + 4.1, pill_text(constant), pill_style(), ink("value.strong"), Anchor.MIDDLE)
