"""In which coordinates a painter draws."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager

from PySide6.QtGui import QPainter, QTransform

from app.canvas.scene.camera import Camera
from app.render.marks import Marks
from app.render.paint import paint


@contextmanager
def in_scene(painter: QPainter, camera: Camera) -> Generator[None, None, None]:
    """Lets the painter draw in scene coordinates instead of device pixels."""
    painter.save()
    painter.setTransform(
        QTransform(camera.scale, 0.0, 0.0, camera.scale, -camera.left, -camera.top) * painter.transform()
    )
    yield
    painter.restore()


@contextmanager
def in_screen(painter: QPainter, camera: Camera) -> Generator[None, None, None]:
    """Lets the painter draw in screen coordinates instead of device pixels."""
    painter.save()
    painter.scale(camera.ratio, camera.ratio)
    yield
    painter.restore()


def paint_placed(painter: QPainter, placed: Iterable[tuple[float, float, Marks]]) -> None:
    """Draws marks, each around its place."""
    for x, y, marks in placed:
        painter.translate(x, y)
        paint(painter, marks)
        painter.translate(-x, -y)
