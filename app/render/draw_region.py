"""A region as marks: its frame, its header and its switch."""

from __future__ import annotations

from app.model.metrics import metrics
from app.model.theme import Emphasis, Theme
from app.render.draw_card import switch_marks
from app.render.fonts import elided, text_width
from app.render.icons import icon_marks
from app.render.inks import Ink, ink
from app.render.looks import RegionKind, RegionLook
from app.render.marks import Anchor, Box, Marks, Rect, Shape, Stroke, Text, TextStyle
from app.render.outlines import Polygon

HEADER = 28.0
_TINT = 0.18
"""How much of the border's colour lies over the header."""
REGION_ICONS = {
    RegionKind.NO_GRAD: "no_grad",
    RegionKind.ENABLE_GRAD: "enable_grad",
    RegionKind.DETACH: "scissors",
    RegionKind.INFERENCE_MODE: "inference_mode",
    RegionKind.COMMENT: "comment",
}
"""The icon of each kind of frame."""


def region_fill(look: RegionLook, theme: Theme) -> str:
    """The colour of a region's ground; the canvas where it is off."""
    return theme.colour(f"region.{look.kind}.fill{'' if look.on else '.off'}")


def switch_area(look: RegionLook) -> Rect:
    """The switch in a region's header, from the region's corner; a comment has none to be clicked."""
    width, height = metrics().size.switch
    return Rect(look.width - 36, 8, width, height)


def region_marks(look: RegionLook, theme: Theme) -> Marks:
    """The frame with its upper left corner at the origin, to be drawn under everything else."""
    shade = ink(theme, Emphasis.CURRENT)
    radius, width = theme.metrics.radius.region, theme.metrics.line.region
    border = f"region.{look.kind}.border{'' if look.on else '.off'}"
    fill = f"region.{look.kind}.fill"
    frame = Box(
        width / 2, width / 2, look.width - width, look.height - width, radius - width / 2,
        stroke=Stroke(shade(border), width),
    )  # fmt: skip
    ground = _header_outline(look, radius)
    filled: Marks = (
        Box(0, 0, look.width, look.height, radius, fill=shade(fill)),
        Shape(ground, fill=shade.over(fill, border, _TINT)),
    )
    return (*(filled if look.on else ()), frame, *_header(look, shade), *_selection(look, shade))


def _header_outline(look: RegionLook, radius: float) -> str:
    corners = ((0.0, 0.0), (look.width, 0.0), (look.width, HEADER), (0.0, HEADER))
    return Polygon(corners, (radius, radius, 0.0, 0.0)).path()


def _header(look: RegionLook, shade: Ink) -> Marks:
    """The kind in the code face, a note, and the switch with its state in words."""
    sizes = shade.theme.metrics.type.size
    colour = shade(f"region.{look.kind}.text" if look.on else "text.quiet")
    title, note = TextStyle(sizes.small, 600 if look.on else 500, code=True), TextStyle(sizes.caption)
    comment = look.kind is RegionKind.COMMENT
    right = look.width - (12 if comment else 64)
    icon = icon_marks(REGION_ICONS[look.kind], 13, 8, 14, colour)
    if comment:
        words = elided(look.note, TextStyle(sizes.small, 500), right - 34)
        return (*icon, Text(34, 19.5, words, TextStyle(sizes.small, 500), colour))
    x, switch = 34 + text_width(look.kind, title) + 12, switch_area(look)
    return (
        *icon,
        Text(34, 19.5, look.kind, title, colour),
        Text(x, 19.5, elided(look.note, note, right - x), note, colour),
        *switch_marks(switch.x, switch.y, shade, on=look.on),
        Text(look.width - 43, 19, "on" if look.on else "off", TextStyle(sizes.badge, 500), colour, Anchor.END),
    )


def _selection(look: RegionLook, shade: Ink) -> Marks:
    if not look.selected:
        return ()
    line = shade.theme.metrics.line
    away = line.selection_offset
    radius = shade.theme.metrics.radius.region + away
    stroke = Stroke(shade("selection"), line.selection)
    return (Box(-away, -away, look.width + 2 * away, look.height + 2 * away, radius, stroke=stroke),)
