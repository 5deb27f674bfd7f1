"""The minimap of the canvas: a picture that is kept, and the outline of the view over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from app.render.batch import paint_rectangles
from app.render.draw_map import HEIGHT, LEAST_DOT, QUIET_DOT, WIDTH, dot_mark, map_plate, map_scale, map_view
from app.render.inks import Ink
from app.render.marks import Marks, Point, Rect
from app.render.overlays import MapDot, MiniMap
from app.render.paint import paint

_MOST_ROUNDED = 100
"""More dots than this are drawn as plain rectangles, all together."""


@dataclass(slots=True, eq=False)
class MapPicture:
    """The dots of a minimap in a pixmap, with the scale and the offset that take the scene to them."""

    dots: tuple[MapDot, ...]
    ratio: float
    pixmap: QPixmap
    scale: float
    left: float
    top: float

    @classmethod
    def of(cls, minimap: MiniMap, shade: Ink, ratio: float) -> MapPicture:
        """Draws the plate and the dots."""
        pixmap = QPixmap(round(WIDTH * ratio), round(HEIGHT * ratio))
        pixmap.fill(Qt.GlobalColor.transparent)
        scale, left, top = map_scale(minimap)
        with QPainter(pixmap) as painter:
            painter.scale(ratio, ratio)
            paint(painter, (map_plate(shade),))
            if len(minimap.dots) <= _MOST_ROUNDED:
                paint(painter, tuple(dot_mark(dot, scale, left, top, shade) for dot in minimap.dots))
            else:
                _paint_together(painter, minimap.dots, (scale, left, top), shade)
        return cls(minimap.dots, ratio, pixmap, scale, left, top)

    def view(self, view: Rect, shade: Ink) -> Marks:
        """The outline around what is on screen."""
        return (map_view(view, self.scale, self.left, self.top, shade),)

    def scene(self, place: Point) -> Point:
        """The place of the scene at a point of the minimap."""
        return (place[0] - self.left) / self.scale, (place[1] - self.top) / self.scale


def _paint_together(painter: QPainter, dots: Sequence[MapDot], at: tuple[float, float, float], shade: Ink) -> None:
    scale, left, top = at
    areas = np.array([(dot.area.x, dot.area.y, dot.area.width, dot.area.height) for dot in dots]) * scale
    areas[:, :2] += left, top
    areas[:, 2:] = np.maximum(areas[:, 2:], LEAST_DOT)
    tokens = list(dict.fromkeys(dot.token for dot in dots))
    numbers = {token: number for number, token in enumerate(tokens)}
    classes = np.array([numbers[dot.token] for dot in dots], dtype=np.intp)
    paint_rectangles(painter, areas, classes, [shade(token or QUIET_DOT) for token in tokens])
