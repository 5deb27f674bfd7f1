"""Wires: those that are mere lines all together, the others each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtGui import QPainter

from app.canvas.painting.transforms import in_scene
from app.canvas.painting.wire_gaps import Gap, Gaps, gaps_of
from app.canvas.scene.camera import Camera
from app.canvas.scene.scene import Scene
from app.model.theme import Theme
from app.render.batch import Ints, WireDetail, paint_wires, wire_detail
from app.render.detail import Detail, detail_at
from app.render.draw_frame import ground_at
from app.render.draw_wire import halo_marks, wire_marks
from app.render.draw_wire_signs import wire_signs
from app.render.geometry import Floats, part, point_at
from app.render.looks import WireLook
from app.render.marks import Cubic, Marks, Stroke
from app.render.paint import paint

_MOST_SPECIAL = 250
"""More wires than this are all drawn as mere lines."""
_MOST_APART = 200
"""More wires than this have no gaps where they cross."""
_GAP_DETAIL = WireDetail(6, smooth=True)
_FINE_SEGMENTS = 16


@dataclass(frozen=True, slots=True)
class Fineness:
    """How the wires of a picture are drawn: how finely, and whether with what is more than a line and with gaps."""

    detail: WireDetail
    special: bool
    apart: bool


COARSE = Fineness(WireDetail(1, smooth=False), special=False, apart=False)


def fineness(count: int, camera: Camera) -> Fineness:
    """How so many visible wires are drawn."""
    detail = wire_detail(count, camera.zoom)
    if detail.segments >= _FINE_SEGMENTS:
        detail = WireDetail(min(round(_FINE_SEGMENTS * max(camera.scale, 1.0)), 64), smooth=True)
    legible = detail_at(camera.zoom) >= Detail.NUMBERS
    return Fineness(detail, legible and count <= _MOST_SPECIAL, legible and count <= _MOST_APART)


def paint_resting_wires(painter: QPainter, scene: Scene, camera: Camera, rows: Ints, fine: Fineness) -> None:
    """Draws wires and what stands on them; the painter draws device pixels."""
    special = scene.wires.special[rows] & fine.special
    lines = rows[~special]
    gaps = gaps_of(scene, rows) if fine.apart else None
    paint_lines(painter, scene, camera, lines, scene.wires.curves[lines], fine.detail)
    if gaps is not None:
        _paint_gaps(painter, scene, camera, gaps.chosen(np.flatnonzero(np.isin(gaps.over, lines))))
    with in_scene(painter, camera):
        _paint_special(painter, scene, rows[special], gaps)
        if detail_at(camera.zoom) is Detail.FULL:
            _paint_signs(painter, scene, rows[scene.wires.signed[rows]])


def paint_lines(
    painter: QPainter, scene: Scene, camera: Camera, rows: Ints, curves: Floats, detail: WireDetail | None = None
) -> None:
    """Draws wires along curves (E, 4, 2) with as few calls as there are pens; the painter draws device pixels.

    Of more wires than anybody could tell apart, only every n-th is drawn.
    """
    detail = detail or wire_detail(len(rows), camera.zoom)
    if detail.every > 1:
        kept = rows % detail.every == 0
        rows, curves, detail = rows[kept], curves[kept], WireDetail(detail.segments, detail.smooth)
    classes, strokes = scene.wires.classes[rows], scene.wires.strokes
    _paint_classes(painter, camera, curves, classes, strokes, detail)


def _paint_classes(
    painter: QPainter, camera: Camera, curves: Floats, classes: Ints, strokes: Sequence[Stroke], detail: WireDetail
) -> None:
    """Draws curves of the scene with those of the strokes that are used."""
    used = np.flatnonzero(np.bincount(classes, minlength=len(strokes)))
    pens = [strokes[index] for index in used.tolist()]
    paint_wires(painter, camera.device(curves), np.searchsorted(used, classes), pens, camera.scale, detail)


def _paint_gaps(painter: QPainter, scene: Scene, camera: Camera, gaps: Gaps) -> None:
    """Clears the ground along the gaps, and draws the later wires there once more."""
    if not len(gaps.over):
        return
    wires, more = scene.wires, scene.frame.theme.metrics.line.wire_halo
    starts, ends = gaps.starts[:, None, None], gaps.ends[:, None, None]
    pieces, classes = part(wires.curves[gaps.over], starts, ends), wires.classes[gaps.over]
    wanted = [
        (ground, wires.strokes[index].width) for ground, index in zip(gaps.grounds, classes.tolist(), strict=True)
    ]
    numbers = {halo: number for number, halo in enumerate(dict.fromkeys(wanted))}
    halos = [Stroke(ground, width + more) for ground, width in numbers]
    _paint_classes(painter, camera, pieces, np.array([numbers[halo] for halo in wanted]), halos, _GAP_DETAIL)
    _paint_classes(painter, camera, pieces, classes, wires.strokes, _GAP_DETAIL)


def _paint_special(painter: QPainter, scene: Scene, rows: Ints, gaps: Gaps | None) -> None:
    """Draws each wire as it is described, with its gaps; in scene coordinates."""
    wires, theme = scene.wires, scene.frame.theme
    cleared = gaps.by_wire() if gaps is not None and len(rows) else {}
    for row in rows.tolist():
        points = wires.placed[row].points
        ground = ground_at(scene.frame, points[0])
        paint(painter, _wire(points, wires.looks[row], theme, ground, cleared.get(row, ())))


def _paint_signs(painter: QPainter, scene: Scene, rows: Ints) -> None:
    """Draws what stands on wires; in scene coordinates."""
    wires, theme = scene.wires, scene.frame.theme
    for row in rows.tolist():
        points, look = wires.placed[row].points, wires.looks[row]
        paint(painter, _signs(points, look, theme, ground_at(scene.frame, point_at(points, look.label_at))))


@lru_cache(maxsize=4096)
def _wire(points: Cubic, look: WireLook, theme: Theme, ground: str, gaps: tuple[Gap, ...]) -> Marks:
    cleared = [halo_marks(points, look, theme, start, end, colour) for start, end, colour in gaps]
    return (*(mark for marks in cleared for mark in marks), *wire_marks(points, look, theme, ground))


@lru_cache(maxsize=4096)
def _signs(points: Cubic, look: WireLook, theme: Theme, ground: str) -> Marks:
    return wire_signs(points, look, theme, ground)
