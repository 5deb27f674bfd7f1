"""What stands on a wire: a label, scissors or a wall, a reason, a ghost."""

from __future__ import annotations

from app.model.theme import Family, Theme
from app.render.draw_heat import heat_marks, heat_size
from app.render.fonts import text_width
from app.render.geometry import point_at
from app.render.icons import icon_marks
from app.render.inks import Ink, ink
from app.render.looks import Cut, HeatMap, Preview, WireLook, WireState
from app.render.marks import Anchor, Box, Cubic, Disc, Lines, Marks, Point, Shape, Stroke, Text, TextStyle

LABEL_CELL = 7.0
_REASON_AT = 0.3
"""Words beside a wire stand near its beginning, where they cover no card at its end."""
_LABEL_FADE = 0.6
"""Numbers on a wire are dimmed less than the wire, so that they stay legible."""


def wire_signs(wire: Cubic, look: WireLook, theme: Theme, ground: str) -> Marks:
    """What stands on a wire: its label, scissors or a wall, a reason, a ghost."""
    shade = ink(theme, look.emphasis)
    return (
        *_label(look, point_at(wire, look.label_at), theme, ground),
        *_cut_sign(wire, look, shade),
        *_reason(wire, look, shade, ground),
        *(_alert(point_at(wire, 0.5), shade) if look.state is WireState.INVALID else ()),
    )


def _label(look: WireLook, place: Point, theme: Theme, ground: str) -> Marks:
    shade = Ink(theme, theme.dim[look.emphasis] ** _LABEL_FADE)
    match look.label:
        case None:
            return ()
        case HeatMap():
            return _heat_label(look.label, place, shade)
        case _:
            colour = "nan.text" if look.state is WireState.NONFINITE else "gradient.strong"
            return _text_label(look.label, place, shade, ground, shade(colour))


def _text_label(label: Preview, place: Point, shade: Ink, ground: str, colour: str) -> Marks:
    style = TextStyle(shade.theme.metrics.type.size.badge, 600)
    x, y = place
    text = "" if isinstance(label, HeatMap) else label.text
    width, height = text_width(text, style) + 8, shade.theme.metrics.size.edge_badge_height
    plate = Box(x - width / 2, y - height / 2, width, height, shade.theme.metrics.radius.badge, fill=ground)
    return plate, Text(x, y + 4, text, style, colour, Anchor.MIDDLE)


def _heat_label(heat: HeatMap, place: Point, shade: Ink) -> Marks:
    width, height = heat_size(heat, LABEL_CELL)
    x, y = place[0] - width / 2, place[1] - height / 2
    edge = Stroke(shade("gradient.base"), 1)
    plate = Box(x - 4, y - 4, width + 8, height + 8, 5, fill=shade("canvas"), stroke=edge)
    return plate, *heat_marks(heat, x, y, LABEL_CELL, Family.GRADIENT, shade)


def _cut_sign(wire: Cubic, look: WireLook, shade: Ink) -> Marks:
    place = point_at(wire, look.cut_at)
    match look.cut:
        case Cut.SCISSORS:
            return (*scissors_marks(place, shade), *_ghost(look.ghost, (place[0], place[1] + 28), shade))
        case Cut.WALL:
            return wall_marks(place, sideways=_sideways(wire), shade=shade)
        case _:
            return ()


def _sideways(wire: Cubic) -> bool:
    return abs(wire[1][0] - wire[0][0]) >= abs(wire[1][1] - wire[0][1])


def scissors_marks(place: Point, shade: Ink) -> Marks:
    """Scissors in a disc: here a wire is detached."""
    x, y = place
    disc = Disc(x, y, 11, fill=shade("canvas"), stroke=Stroke(shade("region.detach.border"), 1.5))
    return disc, *icon_marks("scissors", x - 6.5, y - 6.5, 13, shade("region.detach.text"))


def wall_marks(place: Point, *, sideways: bool, shade: Ink) -> Marks:
    """A wall with its hatch on the inner side, across a wire that leaves a region."""
    thick, long = shade.theme.metrics.size.wall
    x, y = place
    colour = shade("blocked.base")
    offsets = [-long / 2 + 5.5 * index for index in range(round(long / 5.5))]
    if sideways:
        bar = Box(x - thick / 2, y - long / 2, thick, long, thick / 2, fill=colour)
        hatch = tuple((x - 1.5, y + at, x - 7.5, y + at + 6) for at in offsets)
    else:
        bar = Box(x - long / 2, y - thick / 2, long, thick, thick / 2, fill=colour)
        hatch = tuple((x + at, y + 1.5, x + at + 6, y + 7.5) for at in offsets)
    return bar, Lines(hatch, Stroke(colour, shade.theme.metrics.size.hatch_line))


def _ghost(text: str, place: Point, shade: Ink) -> Marks:
    if not text:
        return ()
    style = TextStyle(shade.theme.metrics.type.size.badge, 500, italic=True)
    width = text_width(text, style) + 20
    x, y = place
    edge = Stroke(shade("blocked.base"), 1, (3, 3))
    plate = Box(x - width / 2, y - 9, width, 18, 6, fill=shade("canvas"), stroke=edge)
    return plate, Text(x, y + 4, text, style, shade("ghost.text"), Anchor.MIDDLE)


def _reason(wire: Cubic, look: WireLook, shade: Ink, ground: str) -> Marks:
    if not look.reason:
        return ()
    style = TextStyle(shade.theme.metrics.type.size.micro, 500)
    x, y = point_at(wire, _REASON_AT)
    width = text_width(look.reason, style)
    plate = Box(x + 14, y - 8.5, width + 12, 17, shade.theme.metrics.radius.badge, fill=ground)
    return plate, Text(x + 20, y + 3.8, look.reason, style, shade("blocked.text"))


def _alert(place: Point, shade: Ink) -> Marks:
    """An exclamation mark on a wire whose ends do not fit."""
    x, y = place
    on = shade("error.on")
    disc = Disc(x, y, 8, fill=shade("error.base"), stroke=Stroke(shade("canvas"), 1.5))
    bar = Shape(f"M{x} {y - 3.8}V{y + 0.6}", stroke=Stroke(on, 1.8, round_cap=True))
    return disc, bar, Disc(x, y + 3.6, 1.1, fill=on)
