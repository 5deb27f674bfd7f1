"""Wires: each as it is described where there are few, otherwise all with the same pen together."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

import numpy as np
from PySide6.QtGui import QPainter

from app.canvas.camera import Camera
from app.canvas.scene import Scene
from app.model.theme import Theme
from app.render.batch import Ints, paint_wires
from app.render.crossings import MOST_WIRES, Crossing, crossings
from app.render.detail import Detail, detail_at
from app.render.draw_frame import ground_at
from app.render.draw_wire import halo_marks, wire_marks
from app.render.draw_wire_signs import wire_signs
from app.render.geometry import Floats, point_at
from app.render.looks import WireLook
from app.render.marks import Cubic, Marks
from app.render.paint import paint

Gap: TypeAlias = tuple[float, float, str]
"""Where a wire clears what is below it, as shares of its length, and the colour of the ground there."""

MOST_SINGLE = 250
"""More visible wires than this are drawn together: without gaps where they cross, and without ticks."""


def drawn_singly(count: int, zoom: float) -> bool:
    """Whether each of so many visible wires is drawn as it is described."""
    return count <= MOST_SINGLE and detail_at(zoom) >= Detail.NUMBERS


def paint_single_wires(painter: QPainter, scene: Scene, rows: Ints) -> None:
    """Draws each wire over the ones before it, with gaps where it crosses them; in scene coordinates."""
    wires, theme = scene.wires, scene.frame.theme
    gaps = _gaps(scene, rows)
    for row in rows.tolist():
        points = wires.placed[row].points
        ground = ground_at(scene.frame, points[0])
        paint(painter, _wire(points, wires.looks[row], theme, ground, gaps.get(row, ())))


def paint_wire_signs(painter: QPainter, scene: Scene, rows: Ints) -> None:
    """Draws what stands on wires; in scene coordinates."""
    wires, theme = scene.wires, scene.frame.theme
    for row in rows.tolist():
        points, look = wires.placed[row].points, wires.looks[row]
        paint(painter, _signs(points, look, theme, ground_at(scene.frame, point_at(points, look.label_at))))


def paint_wires_together(painter: QPainter, scene: Scene, camera: Camera, rows: Ints, curves: Floats) -> None:
    """Draws wires along curves (E, 4, 2) with as few calls as there are pens; in device pixels."""
    classes, strokes = scene.wires.classes[rows], scene.wires.strokes
    used = np.flatnonzero(np.bincount(classes, minlength=len(strokes)))
    numbers = np.searchsorted(used, classes)
    paint_wires(painter, camera.device(curves), numbers, [strokes[index] for index in used.tolist()], camera.scale)


def _gaps(scene: Scene, rows: Ints) -> Mapping[int, tuple[Gap, ...]]:
    """The gaps of each row; with few wires those of all are found once, until one moves."""
    placed = scene.wires.placed
    known = range(len(placed)) if len(placed) <= MOST_WIRES else rows.tolist()
    found = _crossings(tuple(placed[row].points for row in known))
    return {
        known[over]: tuple(_gap(scene, placed[known[over]].points, crossing) for crossing in group)
        for over, group in groupby(found, lambda crossing: crossing.over)
    }


@lru_cache(maxsize=16)
def _crossings(curves: tuple[Cubic, ...]) -> tuple[Crossing, ...]:
    return tuple(sorted(crossings(curves), key=lambda crossing: crossing.over))


def _gap(scene: Scene, points: Cubic, crossing: Crossing) -> Gap:
    return crossing.start, crossing.end, ground_at(scene.frame, point_at(points, crossing.share))


@lru_cache(maxsize=4096)
def _wire(points: Cubic, look: WireLook, theme: Theme, ground: str, gaps: tuple[Gap, ...]) -> Marks:
    cleared = [halo_marks(points, look, theme, start, end, colour) for start, end, colour in gaps]
    return (*(mark for marks in cleared for mark in marks), *wire_marks(points, look, theme, ground))


@lru_cache(maxsize=4096)
def _signs(points: Cubic, look: WireLook, theme: Theme, ground: str) -> Marks:
    return wire_signs(points, look, theme, ground)
