"""The minimap: the whole graph in the corner of the canvas."""

from __future__ import annotations

from app.render.inks import Ink
from app.render.marks import Box, Marks, Rect, Stroke
from app.render.overlays import MapDot, MiniMap

WIDTH, HEIGHT = 104.0, 64.0
_PAD = 9.0
LEAST_DOT = 2.0
"""A node is never smaller than this."""
QUIET_DOT = "text.disabled"
"""The colour of a node that is not highlighted."""


def map_size(minimap: MiniMap, shade: Ink) -> tuple[float, float]:
    """Width and height of a minimap."""
    return WIDTH, HEIGHT


def map_marks(minimap: MiniMap, shade: Ink) -> Marks:
    """The frame, a dot for each node, and an outline around what is on screen."""
    scale, left, top = map_scale(minimap)
    dots = tuple(dot_mark(dot, scale, left, top, shade) for dot in minimap.dots)
    return map_plate(shade), *dots, map_view(minimap.view, scale, left, top, shade)


def map_plate(shade: Ink) -> Box:
    """The plate that everything lies on."""
    return Box(0.5, 0.5, WIDTH - 1, HEIGHT - 1, 6, fill=shade("panel"), stroke=Stroke(shade("hairline"), 1))


def map_scale(minimap: MiniMap) -> tuple[float, float, float]:
    """Scale and offset (left, top) that take the canvas into the minimap."""
    areas = [dot.area for dot in minimap.dots] or [minimap.view]
    left, top = min(area.x for area in areas), min(area.y for area in areas)
    width = max(area.right for area in areas) - left
    height = max(area.bottom for area in areas) - top
    scale = min((WIDTH - 2 * _PAD) / width, (HEIGHT - 2 * _PAD) / height)
    return scale, (WIDTH - width * scale) / 2 - left * scale, (HEIGHT - height * scale) / 2 - top * scale


def dot_mark(dot: MapDot, scale: float, left: float, top: float, shade: Ink) -> Box:
    """A node."""
    width, height = max(dot.area.width * scale, LEAST_DOT), max(dot.area.height * scale, LEAST_DOT)
    radius = height / 2 if dot.round else min(2.0, height / 3)
    x, y = dot.area.x * scale + left, dot.area.y * scale + top
    return Box(x, y, width, height, radius, fill=shade(dot.token or QUIET_DOT))


def map_view(view: Rect, scale: float, left: float, top: float, shade: Ink) -> Box:
    """An outline around what is on screen, kept on the plate however much that is."""
    x0, y0 = max(view.x * scale + left, 4.5), max(view.y * scale + top, 4.5)
    x1, y1 = min(view.right * scale + left, WIDTH - 4.5), min(view.bottom * scale + top, HEIGHT - 4.5)
    stroke = Stroke(shade("text.quiet"), 1)
    return Box(x0, y0, max(x1 - x0, LEAST_DOT), max(y1 - y0, LEAST_DOT), 3, stroke=stroke)
