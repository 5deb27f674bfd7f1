"""Overlays as marks, and where they stand in a viewport."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.model.theme import Emphasis, Theme
from app.render.draw_banner import (
    headline_marks,
    headline_size,
    invitation_marks,
    invitation_size,
    moment_marks,
    moment_size,
)
from app.render.draw_footer import footer_marks, footer_size
from app.render.draw_legend import legend_marks, legend_size, scale_marks, scale_size
from app.render.draw_map import map_marks, map_size
from app.render.inks import Ink, ink
from app.render.marks import Marks, Point, Rect
from app.render.overlays import (
    Corner,
    Footer,
    Headline,
    Invitation,
    Legend,
    MiniMap,
    Moment,
    Overlay,
    Scale,
)

_MARGINS: dict[type, tuple[float, float]] = {
    Headline: (24, 30),
    Moment: (24, 24),
    Legend: (24, 18),
    Scale: (24, 24),
    Invitation: (24, 60),
    MiniMap: (24, 16),
    Footer: (30, 14),
}
"""Distances from the sides and from the upper or lower edge of the viewport."""

_AT_TOP = frozenset({Corner.TOP_LEFT, Corner.TOP_RIGHT})
_BETWEEN = 16.0
"""Between overlays in the same corner."""


def overlay_size(overlay: Overlay, theme: Theme) -> tuple[float, float]:
    """Width and height of an overlay."""
    width, height = _SIZES[type(overlay)](overlay, ink(theme, Emphasis.CURRENT))
    return width, height


def overlay_marks(overlay: Overlay, theme: Theme) -> Marks:
    """The overlay with its upper left corner at the origin."""
    return _MARKS[type(overlay)](overlay, ink(theme, Emphasis.CURRENT))


def overlay_places(overlays: Sequence[Overlay], viewport: Rect, theme: Theme) -> list[Point]:
    """Where the upper left corners of overlays stand in a viewport; those of one corner above each other."""
    room: dict[Corner, float] = {}
    places = []
    for overlay in overlays:
        x, y = overlay_place(overlay, viewport, theme)
        taken = room.get(overlay.corner, 0.0)
        places.append((x, y + taken if overlay.corner in _AT_TOP else y - taken))
        room[overlay.corner] = taken + overlay_size(overlay, theme)[1] + _BETWEEN
    return places


def overlay_place(overlay: Overlay, viewport: Rect, theme: Theme) -> Point:
    """Where the upper left corner of an overlay stands that is alone in its corner."""
    width, height = overlay_size(overlay, theme)
    aside, away = _MARGINS[type(overlay)]
    top, bottom = viewport.y + away, viewport.bottom - away - height
    left, right = viewport.x + aside, viewport.right - aside - width
    match overlay.corner:
        case Corner.TOP_LEFT:
            return left, top
        case Corner.TOP_RIGHT:
            return right, top
        case Corner.BOTTOM_LEFT:
            return left, bottom
        case Corner.BOTTOM_RIGHT:
            return right, bottom
        case Corner.BOTTOM:
            return viewport.x + (viewport.width - width) / 2, bottom
        case Corner.MIDDLE:
            return viewport.x + (viewport.width - width) / 2, viewport.y + (viewport.height - height) / 2


_SIZES: dict[type, Callable[[Any, Ink], tuple[float, float]]] = {
    Headline: headline_size,
    Moment: moment_size,
    Legend: legend_size,
    Scale: scale_size,
    Invitation: invitation_size,
    MiniMap: map_size,
    Footer: footer_size,
}
_MARKS: dict[type, Callable[[Any, Ink], Marks]] = {
    Headline: headline_marks,
    Moment: moment_marks,
    Legend: legend_marks,
    Scale: scale_marks,
    Invitation: invitation_marks,
    MiniMap: map_marks,
    Footer: footer_marks,
}
