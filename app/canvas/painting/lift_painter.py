"""Paints what is being dragged where it is now."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtGui import QPainter

from app.canvas.painting.ground_painter import paint_regions
from app.canvas.painting.scene_painter import ScenePainter
from app.canvas.painting.transforms import in_scene, paint_placed
from app.canvas.painting.wire_painter import paint_lines
from app.canvas.scene.camera import Camera
from app.canvas.scene.lift import Lift
from app.canvas.scene.scene import Scene
from app.render.batch import Ints
from app.render.card_box import card_box
from app.render.detail import Detail, detail_at
from app.render.draw_sockets import socket_marks
from app.render.draw_wire import wire_marks
from app.render.geometry import Floats, as_cubic
from app.render.inks import ink
from app.render.paint import paint

_MOST_NEIGHBOURS = 24
_MOST_SPECIAL = 12
"""More wires than this are drawn as mere lines, so that a drag stays smooth."""


def paint_lift(painter: QPainter, scene: Scene, camera: Camera, lift: Lift, cards: ScenePainter) -> None:
    """Regions, wires and cards, moved by the lift's offset; the painter draws device pixels."""
    dx, dy = lift.offset
    regions = [replace(one, x=one.x + dx, y=one.y + dy) for one in scene.regions if one.id in lift.regions]
    curves, special = lift.curves(scene.wires.curves[lift.wires]), scene.wires.special[lift.wires]
    if special.sum() > _MOST_SPECIAL or detail_at(camera.zoom) < Detail.NUMBERS:
        special[:] = False
    with in_scene(painter, camera):
        paint_regions(painter, regions, scene.frame.theme)
    paint_lines(painter, scene, camera, lift.wires[~special], curves[~special])
    with in_scene(painter, camera):
        _paint_special(painter, scene, lift.wires[special], curves[special])
        if detail_at(camera.zoom) is Detail.FULL:
            _paint_sockets(painter, scene, lift)
    cards.paint_nodes(painter, scene, camera, lift.nodes, scene.nodes.places[lift.nodes] + np.array(lift.offset))


def _paint_special(painter: QPainter, scene: Scene, rows: Ints, curves: Floats) -> None:
    theme = scene.frame.theme
    for row, curve in zip(rows.tolist(), curves, strict=True):
        paint(painter, wire_marks(as_cubic(curve), scene.wires.looks[row], theme, theme.colour("canvas")))


def _paint_sockets(painter: QPainter, scene: Scene, lift: Lift) -> None:
    """The sockets of resting cards, which the wires would cover."""
    for row in lift.neighbours[:_MOST_NEIGHBOURS].tolist():
        placed = scene.nodes.placed[row]
        shade = ink(scene.frame.theme, placed.look.emphasis, muted=placed.look.muted)
        paint_placed(painter, [(placed.x, placed.y, socket_marks(placed.look, card_box(placed.look), shade))])
