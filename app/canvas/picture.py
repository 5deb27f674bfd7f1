"""All layers of a canvas, painted over one another."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from app.canvas.overlays.pinned import PinnedLayer
from app.canvas.painting.dynamic_layer import DynamicLayer
from app.canvas.painting.scene_painter import ScenePainter
from app.canvas.painting.transforms import in_screen
from app.canvas.scene.camera import Camera
from app.canvas.stage import Stage
from app.model.theme import Theme
from app.render.marks import Box, Stroke
from app.render.paint import paint, qcolor

_MOST_ENLARGED = 1.5
"""Up to here a picture that is stretched for a moment is smoothed."""


class Picture:
    """Paints a stage in one theme; the painters that it is given draw device pixels."""

    def __init__(self, theme: Theme) -> None:
        self.pinned = PinnedLayer(theme)
        self._theme = theme
        self._cards = ScenePainter(theme)
        self._dynamic = DynamicLayer(self._cards)

    def paint(self, painter: QPainter, stage: Stage, now: float, *, zooming: bool) -> None:
        """Paints everything. While zooming, the resting picture is not drawn anew but stretched."""
        camera, drawn = stage.camera, stage.layer.camera
        if zooming and drawn is not None:
            self._paint_stretched(painter, stage, drawn, now)
        else:
            stage.layer.bring_up(stage.scene, camera, self._cards)
            painter.drawPixmap(0, 0, stage.layer.pixmap)
            self._dynamic.paint(painter, stage.scene, camera, stage.shown, now)
        self.pinned.paint(painter, stage.scene, camera)
        if stage.shown.framed:
            self._paint_focus(painter, camera)

    def _paint_stretched(self, painter: QPainter, stage: Stage, drawn: Camera, now: float) -> None:
        """Paints as another camera saw it, moved and scaled to where it is seen now."""
        camera, scale = stage.camera, stage.camera.scale / drawn.scale
        painter.fillRect(QRect(0, 0, camera.width, camera.height), qcolor(self._theme.colour("canvas")))
        painter.save()
        painter.translate(drawn.left * scale - camera.left, drawn.top * scale - camera.top)
        painter.scale(scale, scale)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < _MOST_ENLARGED)
        painter.drawPixmap(0, 0, stage.layer.pixmap)
        self._dynamic.paint(painter, stage.scene, drawn, stage.shown, now)
        painter.restore()

    def _paint_focus(self, painter: QPainter, camera: Camera) -> None:
        """The keyboard is at the canvas, and at none of its cards."""
        width, line = (
            self._theme.metrics.line.focus,
            Stroke(self._theme.colour("focus"), self._theme.metrics.line.focus),
        )
        right, bottom = camera.width / camera.ratio - width, camera.height / camera.ratio - width
        with in_screen(painter, camera):
            paint(painter, (Box(width / 2, width / 2, right, bottom, stroke=line),))
