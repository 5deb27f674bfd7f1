"""What is pinned to the viewport: the headline, the moment, the legend, the invitation and the minimap."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.canvas.overlays.crowding import placed_overlays
from app.canvas.overlays.minimap import MapPicture
from app.canvas.scene.areas import area_of, meeting
from app.canvas.scene.camera import Camera
from app.canvas.scene.node_table import NodeTable
from app.canvas.scene.scene import Scene
from app.canvas.scene.targets import OnInvitation, OnMap
from app.model.theme import Emphasis, Theme
from app.render.draw_overlay import overlay_marks, overlay_size
from app.render.inks import ink
from app.render.marks import Point, Rect
from app.render.overlays import Headline, Invitation, Legend, MiniMap, Overlay, Scale
from app.render.paint import paint

_MARGIN = 24.0
"""Room around an overlay for its shadow."""
_BARE = (Headline, Legend, Scale)
"""Overlays without a ground of their own: over a card, neither could be read, so they give way."""


class PinnedLayer:
    """Overlays as pictures that are drawn once, and copied into each frame."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._shade = ink(theme, Emphasis.CURRENT)
        self._pictures: dict[tuple[Overlay, float], QPixmap] = {}
        self._map: MapPicture | None = None

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paints them at their places; the painter draws device pixels."""
        kept: dict[tuple[Overlay, float], QPixmap] = {}
        ratio = _ratio(scene, camera)
        for overlay, (x, y) in self._placed(scene, camera):
            if isinstance(overlay, MiniMap):
                self._paint_map(painter, scene, (x, y), camera)
                continue
            key = overlay, ratio
            if key not in self._pictures:
                self._pictures[key] = self._picture(overlay, ratio)
            kept[key] = self._pictures[key]
            painter.drawPixmap(_pixel((x - _MARGIN, y - _MARGIN), ratio), kept[key])
        self._pictures = kept

    def target_at(self, scene: Scene, camera: Camera, screen: Point) -> OnMap | OnInvitation | None:
        """What can be clicked at a point on the screen."""
        across, down = (along / scene.magnification for along in screen)
        for overlay, (x, y) in self._placed(scene, camera):
            width, height = overlay_size(overlay, self._theme)
            inside = x <= across <= x + width and y <= down <= y + height
            if inside and isinstance(overlay, Invitation):
                return OnInvitation()
            if inside and isinstance(overlay, MiniMap):
                return OnMap(self.map_place(scene, camera, screen))
        return None

    def map_place(self, scene: Scene, camera: Camera, screen: Point) -> Point:
        """The place of the scene that a point on the minimap stands for, also a little beside it."""
        for overlay, (x, y) in self._placed(scene, camera):
            if isinstance(overlay, MiniMap):
                across, down = (along / scene.magnification for along in screen)
                return self._map_picture(scene.nodes, _ratio(scene, camera)).scene((across - x, down - y))
        return camera.scene(screen)

    def _placed(self, scene: Scene, camera: Camera) -> Iterator[tuple[Overlay, Point]]:
        ratio = _ratio(scene, camera)
        viewport = Rect(0, 0, camera.width / ratio, camera.height / ratio)
        for overlay, place in placed_overlays(scene.overlays, viewport, self._theme):
            if not isinstance(overlay, _BARE) or not self._is_over_cards(overlay, place, scene, camera):
                yield overlay, place

    def _is_over_cards(self, overlay: Overlay, place: Point, scene: Scene, camera: Camera) -> bool:
        width, height = overlay_size(overlay, self._theme)
        ratio = _ratio(scene, camera)
        area = camera.scene_area(place[0] * ratio, place[1] * ratio, width * ratio, height * ratio)
        return len(meeting(scene.nodes.boxes, area_of(area))) > 0

    def _picture(self, overlay: Overlay, ratio: float) -> QPixmap:
        width, height = overlay_size(overlay, self._theme)
        pixmap = QPixmap(round((width + 2 * _MARGIN) * ratio), round((height + 2 * _MARGIN) * ratio))
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.scale(ratio, ratio)
            painter.translate(_MARGIN, _MARGIN)
            paint(painter, overlay_marks(overlay, self._theme))
        return pixmap

    def _paint_map(self, painter: QPainter, scene: Scene, place: Point, camera: Camera) -> None:
        ratio = _ratio(scene, camera)
        picture = self._map_picture(scene.nodes, ratio)
        corner = _pixel(place, ratio)
        painter.drawPixmap(corner, picture.pixmap)
        painter.save()
        painter.translate(corner)
        painter.scale(ratio, ratio)
        paint(painter, picture.view(camera.view, self._shade))
        painter.restore()

    def _map_picture(self, nodes: NodeTable, ratio: float) -> MapPicture:
        """Drawn again only when a node is different."""
        if self._map is None or not self._map.shows(nodes, ratio):
            self._map = MapPicture.of(nodes, self._shade, ratio)
        return self._map


def _ratio(scene: Scene, camera: Camera) -> float:
    """Device pixels per pixel of an overlay."""
    return camera.ratio * scene.magnification


def _pixel(place: Point, ratio: float) -> QPoint:
    return QPoint(round(place[0] * ratio), round(place[1] * ratio))
