"""What lies under everything: the canvas, its grid, and the frames of regions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from app.canvas.scene.camera import Camera
from app.model.theme import Theme
from app.render.batch import paint_grid
from app.render.detail import Detail, detail_at
from app.render.draw_region import region_marks
from app.render.frame import Frame, PlacedRegion
from app.render.looks import RegionLook
from app.render.marks import Marks
from app.render.paint import paint, qcolor


def paint_ground(painter: QPainter, frame: Frame, camera: Camera, areas: Sequence[QRect]) -> None:
    """Fills the areas with the colour of the canvas and with the grid; the painter draws device pixels."""
    colour, dots = qcolor(frame.theme.colour("canvas")), frame.theme.colour("canvas.grid")
    for area in areas:
        painter.fillRect(area, colour)
        if frame.grid and detail_at(camera.zoom) > Detail.RECTANGLE:
            view = camera.scene_area(area.x(), area.y(), area.width(), area.height())
            painter.translate(area.x(), area.y())
            paint_grid(painter, view, camera.scale, dots)
            painter.translate(-area.x(), -area.y())


def paint_regions(painter: QPainter, regions: Sequence[PlacedRegion], theme: Theme) -> None:
    """Draws the frames, outer ones first; the painter draws in scene coordinates."""
    for region in regions:
        painter.translate(region.x, region.y)
        paint(painter, _marks(region.look, theme))
        painter.translate(-region.x, -region.y)


@lru_cache(maxsize=1024)
def _marks(look: RegionLook, theme: Theme) -> Marks:
    return region_marks(look, theme)
