"""Paints what a gesture shows: rubber bands, wires that are not connected yet, words beside the pointer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from app.canvas.painting.preview import Preview
from app.canvas.painting.speech import speech_marks
from app.canvas.painting.transforms import in_scene, in_screen
from app.canvas.scene.camera import Camera
from app.canvas.scene.scene import Scene
from app.model.theme import Emphasis, Theme
from app.render.batch import draw_fragments, whole_pixels
from app.render.draw_frame import ground_at
from app.render.draw_wire import wire_marks
from app.render.geometry import Floats
from app.render.inks import Ink, ink
from app.render.looks import WireLook, WireState
from app.render.marks import Box, Disc, Lines, Mark, Marks, Stroke
from app.render.paint import paint

_BAND_TINT = 0.08
_SOCKET_RADIUS = 9.0


class PreviewPainter:
    """Paints previews over the picture; its painters draw device pixels."""

    def __init__(self, theme: Theme) -> None:
        self._shade = ink(theme, Emphasis.CURRENT)
        self._ring = QPixmap()
        self._ring_scale = 0.0

    def paint(self, painter: QPainter, preview: Preview, scene: Scene, camera: Camera) -> None:
        """Paints all that a preview holds, from back to front."""
        self._paint_sockets(painter, camera.device(preview.sockets), camera.scale)
        with in_scene(painter, camera):
            paint(painter, tuple(self._shapes(preview, scene, 1 / camera.zoom)))
        if preview.speech is not None:
            with in_screen(painter, camera):
                place = camera.screen(preview.speech.place)
                paint(painter, speech_marks(preview.speech, place, camera.width / camera.ratio, self._shade))

    def _paint_sockets(self, painter: QPainter, places: Floats, scale: float) -> None:
        """Rings around the sockets that a wire may go to, in one call."""
        if not len(places):
            return
        if self._ring_scale != scale:
            self._ring, self._ring_scale = _ring_picture(self._shade, scale), scale
        rings = np.zeros((len(places), 10))
        rings[:, 0:2] = whole_pixels(places)
        rings[:, 4:6] = self._ring.width()
        rings[:, 6:8] = rings[:, 9:] = 1.0
        draw_fragments(painter, rings, self._ring)

    def _shapes(self, preview: Preview, scene: Scene, hairline: float) -> Iterator[Mark]:
        """`hairline` is a screen pixel in the scene."""
        line = Stroke(self._shade("selection"), 1.5 * hairline, round_cap=True)
        yield from _target(preview.target, scene, self._shade)
        for wire in preview.wires:
            yield from _marked(wire, scene)
        if preview.band is not None:
            area = preview.band
            colour = self._shade(preview.band_colour)
            yield Box(area.x, area.y, area.width, area.height, fill=colour, opacity=_BAND_TINT)
            yield Box(area.x, area.y, area.width, area.height, stroke=Stroke(colour, line.width))
        if preview.wire is not None:
            yield from wire_marks(preview.wire, WireLook(WireState.DRAGGED), self._shade.theme, self._shade("canvas"))
        if preview.aim is not None:
            yield Disc(*preview.aim, _SOCKET_RADIUS, stroke=Stroke(line.colour, 2))
        if len(preview.knife) > 1:
            yield Lines(tuple((*start, *end) for start, end in pairwise(preview.knife)), line)


def _target(region: str, scene: Scene, shade: Ink) -> Iterator[Mark]:
    """An outline around the region that nodes would come to stand in."""
    radius, stroke = shade.theme.metrics.radius.region, Stroke(shade("selection"), 2)
    for one in scene.regions:
        if one.id == region:
            area = one.area
            yield Box(area.x, area.y, area.width, area.height, radius, stroke=stroke)


def _marked(wire: str, scene: Scene) -> Iterator[Mark]:
    """A wire as if it were selected."""
    for row in scene.wires.rows_of(wire):
        placed = scene.wires.placed[row]
        ground = ground_at(scene.frame, placed.points[0])
        yield from wire_marks(placed.points, replace(placed.look, selected=True), scene.frame.theme, ground)


def _ring_picture(shade: Ink, scale: float) -> QPixmap:
    """A ring around a socket, in the middle of a square with an odd number of pixels."""
    side = 2 * round((_SOCKET_RADIUS + 2) * scale) + 1
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    middle = side / (2 * scale)
    ring: Marks = (Disc(middle, middle, _SOCKET_RADIUS, stroke=Stroke(shade("text.quiet"), 1.5)),)
    with QPainter(picture) as painter:
        painter.scale(scale, scale)
        paint(painter, ring)
    return picture
