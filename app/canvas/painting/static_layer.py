"""The picture of everything that rests, kept between frames and touched up where something changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPixmap

from app.canvas.painting.scene_painter import ScenePainter
from app.canvas.scene.areas import NOTHING
from app.canvas.scene.camera import Camera
from app.canvas.scene.scene import Scene
from app.render.geometry import Floats

_MOST_PATCHED = 0.5
"""Where more of the picture than this share changed, all of it is drawn."""

_FEW = 3


@dataclass(slots=True)
class Work:
    """How often the picture was drawn whole, in parts, and moved."""

    rebuilt: int = 0
    patched: int = 0
    scrolled: int = 0


class StaticLayer:
    """A pixmap of the viewport in device pixels, as `camera` saw it when it was last brought up."""

    def __init__(self) -> None:
        self.work = Work()
        self.pixmap = QPixmap()
        self.camera: Camera | None = None
        self._touched = NOTHING
        self._stale = False

    def touch(self, areas: Floats | None) -> None:
        """What of the scene has to be drawn again (n, 4); None for all of it."""
        if areas is None:
            self._stale = True
        else:
            self._touched = np.concatenate([self._touched, areas])

    def bring_up(self, scene: Scene, camera: Camera, painter: ScenePainter) -> None:
        """Makes the picture show the scene as it is now: as little of it is drawn as can be."""
        exposed = None if self._stale else self._scroll(camera)
        parts = None if exposed is None else [*exposed, *_pixels(self._touched, camera)]
        if parts is None or _size(parts) > _MOST_PATCHED * camera.width * camera.height:
            self._rebuild(scene, camera, painter)
        elif parts:
            self._patch(scene, camera, painter, parts)
        self.camera, self._touched, self._stale = camera, NOTHING, False

    def _scroll(self, camera: Camera) -> list[QRect] | None:
        """Moves the picture along with the camera; returns what became visible, None where nothing is left."""
        before = self.camera
        if before is None or (before.width, before.height, before.scale) != (camera.width, camera.height, camera.scale):
            return None
        dx, dy = camera.left - before.left, camera.top - before.top
        if abs(dx) >= camera.width or abs(dy) >= camera.height:
            return None
        if dx or dy:
            self.work.scrolled += 1
            self.pixmap.scroll(-dx, -dy, self.pixmap.rect())
        return _strips(dx, dy, camera)

    def _rebuild(self, scene: Scene, camera: Camera, painter: ScenePainter) -> None:
        self.work.rebuilt += 1
        if (self.pixmap.width(), self.pixmap.height()) != (camera.width, camera.height):
            self.pixmap = QPixmap(camera.width, camera.height)
        with QPainter(self.pixmap) as device:
            painter.paint_all(device, scene, camera)

    def _patch(self, scene: Scene, camera: Camera, painter: ScenePainter, parts: list[QRect]) -> None:
        """A few rectangles are drawn one by one, because Qt is quick at those; many in one go."""
        self.work.patched += 1
        with QPainter(self.pixmap) as device:
            for group in [[part] for part in parts] if len(parts) <= _FEW else [parts]:
                painter.paint_parts(device, scene, camera, group)


def _size(parts: list[QRect]) -> int:
    return sum(part.width() * part.height() for part in parts)


def _strips(dx: int, dy: int, camera: Camera) -> list[QRect]:
    """The edges of the picture that come into view when it moves by so much."""
    width, height = camera.width, camera.height
    upright = QRect(width - dx if dx > 0 else 0, 0, abs(dx), height)
    level = QRect(0, height - dy if dy > 0 else 0, width, abs(dy))
    return [strip for strip in (upright, level) if not strip.isEmpty()]


def _pixels(areas: Floats, camera: Camera) -> list[QRect]:
    """The device pixels that show something of these areas, as far as they are in the viewport."""
    corners = camera.device(areas.reshape(-1, 2, 2)).reshape(-1, 4)
    low = np.maximum(np.floor(corners[:, :2]) - 1, 0)
    high = np.minimum(np.ceil(corners[:, 2:]) + 1, (camera.width, camera.height))
    size = high - low
    seen = (size > 0).all(axis=1)
    return [QRect(*map(int, row)) for row in np.concatenate([low, size], axis=1)[seen].tolist()]
