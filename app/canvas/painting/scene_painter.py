"""Everything of a scene that rests, drawn into parts of a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QRegion

from app.canvas.painting.ground_painter import paint_ground, paint_regions
from app.canvas.painting.transforms import in_scene, paint_placed
from app.canvas.painting.wire_painter import COARSE, fineness, paint_resting_wires
from app.canvas.scene.camera import Camera
from app.canvas.scene.scene import Scene
from app.model.theme import Theme
from app.render.batch import Ints, paint_rectangles
from app.render.detail import Detail, detail_at
from app.render.draw_chip import chip_marks, edge_marks, words_marks
from app.render.draw_packet import seed_marks
from app.render.frame import Frame
from app.render.geometry import Floats
from app.render.marks import Marks
from app.render.sprites import SpriteCache

_LEAST_CARD = 2.0
"""Device pixels that a card is wide and high at least."""


class ScenePainter:
    """Draws a scene with the sprites of one theme."""

    def __init__(self, theme: Theme) -> None:
        self.sprites = SpriteCache(theme)
        self.theme = theme
        self._fineness = COARSE

    def paint_all(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Draws all that the camera sees; decides how wires are drawn until the next time."""
        whole = QRect(0, 0, camera.width, camera.height)
        self._fineness = fineness(len(scene.wires_in(_areas([whole], camera))), camera)
        self.paint_parts(painter, scene, camera, [whole])

    def paint_parts(self, painter: QPainter, scene: Scene, camera: Camera, parts: Sequence[QRect]) -> None:
        """Draws some rectangles of the picture anew, so that they fit the rest of it."""
        seen = _areas(parts, camera)
        painter.setClipRegion(_region(parts))
        paint_ground(painter, scene.frame, camera, parts)
        with in_scene(painter, camera):
            paint_regions(painter, scene.resting_regions, self.theme)
        paint_resting_wires(painter, scene, camera, scene.wires_in(seen), self._fineness)
        rows = scene.nodes_in(seen)
        self.paint_nodes(painter, scene, camera, rows, scene.nodes.places[rows])
        with in_scene(painter, camera):
            paint_placed(painter, _notes(scene.frame))

    def paint_nodes(self, painter: QPainter, scene: Scene, camera: Camera, rows: Ints, places: Floats) -> None:
        """Draws cards at places (n, 2) of the scene: from sprites, or as rectangles where they are tiny."""
        if detail_at(camera.zoom) > Detail.RECTANGLE:
            looks = [scene.nodes.looks[row] for row in rows.tolist()]
            self.sprites.blit(painter, looks, camera.device(places), camera.zoom, camera.ratio)
            return
        classes, colours = scene.nodes.dots(self.theme)
        areas = scene.nodes.boxes[rows]
        areas[:, 2:] -= areas[:, :2]
        areas[:, :2] = places
        areas *= camera.scale
        areas[:, :2] -= camera.left, camera.top
        np.maximum(areas[:, 2:], _LEAST_CARD, out=areas[:, 2:])
        paint_rectangles(painter, areas, classes[rows], colours)


def _areas(parts: Sequence[QRect], camera: Camera) -> Floats:
    """What of the scene is visible in rectangles of the picture (n, 4)."""
    pixels = [(part.left(), part.top(), part.right() + 1, part.bottom() + 1) for part in parts]
    corner = (camera.left, camera.top, camera.left, camera.top)
    return np.asarray((np.array(pixels, dtype=np.float64).reshape(-1, 4) + corner) / camera.scale)


def _region(parts: Sequence[QRect]) -> QRegion:
    region = QRegion()
    for part in parts:
        region += part
    return region


def _notes(frame: Frame) -> Iterator[tuple[float, float, Marks]]:
    """Seeds, saved tensors, what happens on edges, and words."""
    for seed in frame.seeds:
        yield seed.x, seed.y, seed_marks(seed.look, frame.theme)
    for chip in frame.chips:
        yield chip.x, chip.y, chip_marks(chip.look, frame.theme)
    for edge in frame.edges:
        yield edge.x, edge.y, edge_marks(edge.look, frame.theme)
    for words in frame.words:
        yield words.x, words.y, words_marks(words, frame.theme)
