"""The minimap of the canvas: a picture that is kept, and the outline of the view over it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from app.canvas.scene.node_table import NodeTable
from app.render.batch import paint_rectangles
from app.render.draw_map import HEIGHT, LEAST_DOT, QUIET_DOT, WIDTH, dot_mark, map_plate, map_scale, map_view
from app.render.inks import Ink
from app.render.looks import Silhouette
from app.render.marks import Marks, Point, Rect
from app.render.overlays import MapDot, MiniMap
from app.render.paint import paint

_MOST_ROUNDED = 100
"""More nodes than this are drawn as plain rectangles, all together."""
_STANDS_OUT = "gradient.base"


@dataclass(slots=True, eq=False)
class MapPicture:
    """The nodes on a minimap in a pixmap, with the scale and the offset that take the scene to it."""

    nodes: NodeTable
    changes: int
    ratio: float
    pixmap: QPixmap
    scale: float
    left: float
    top: float

    @classmethod
    def of(cls, nodes: NodeTable, shade: Ink, ratio: float) -> MapPicture:
        """Draws the plate and the nodes."""
        pixmap = QPixmap(round(WIDTH * ratio), round(HEIGHT * ratio))
        pixmap.fill(Qt.GlobalColor.transparent)
        scale, left, top = map_scale(_extent(nodes))
        picture = cls(nodes, nodes.changes, ratio, pixmap, scale, left, top)
        with QPainter(pixmap) as painter:
            painter.scale(ratio, ratio)
            paint(painter, (map_plate(shade),))
            picture._paint_nodes(painter, shade)
        return picture

    def shows(self, nodes: NodeTable, ratio: float) -> bool:
        """Whether this is what the nodes look like now."""
        return (self.nodes, self.changes, self.ratio) == (nodes, nodes.changes, ratio)

    def view(self, view: Rect, shade: Ink) -> Marks:
        """The outline around what is on screen."""
        return (map_view(view, self.scale, self.left, self.top, shade),)

    def scene(self, place: Point) -> Point:
        """The place of the scene at a point of the minimap."""
        return (place[0] - self.left) / self.scale, (place[1] - self.top) / self.scale

    def _paint_nodes(self, painter: QPainter, shade: Ink) -> None:
        if len(self.nodes.placed) <= _MOST_ROUNDED:
            dots = _dots(self.nodes)
            paint(painter, tuple(dot_mark(dot, self.scale, self.left, self.top, shade) for dot in dots))
            return
        areas = self.nodes.boxes * self.scale
        areas[:, 2:] = np.maximum(areas[:, 2:] - areas[:, :2], LEAST_DOT)
        areas[:, :2] += self.left, self.top
        colours = [shade(QUIET_DOT), shade(_STANDS_OUT)]
        paint_rectangles(painter, areas, self.nodes.highlighted.astype(np.intp), colours)


def _extent(nodes: NodeTable) -> MiniMap:
    """A minimap with a single dot around everything, which has the same scale."""
    left, top = nodes.boxes[:, :2].min(axis=0).tolist()
    right, bottom = nodes.boxes[:, 2:].max(axis=0).tolist()
    area = Rect(left, top, right - left, bottom - top)
    return MiniMap((MapDot(area),), area)


def _dots(nodes: NodeTable) -> list[MapDot]:
    tokens = [_STANDS_OUT if highlighted else "" for highlighted in nodes.highlighted.tolist()]
    return [
        MapDot(Rect(x0, y0, x1 - x0, y1 - y0), token, look.silhouette is Silhouette.LEAF)
        for (x0, y0, x1, y1), token, look in zip(nodes.boxes.tolist(), tokens, nodes.looks, strict=True)
    ]
