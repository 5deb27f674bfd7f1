"""The painter: replays marks with QPainter, onto the screen and into PNG and PDF files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPaintEngine, QPainter, QPainterPath, QPen

from app.render.draw_frame import Item, items
from app.render.fonts import TEXT_SCALE, font, text_width
from app.render.frame import Frame
from app.render.marks import (
    Anchor,
    Box,
    Cells,
    Cubic,
    Curve,
    Disc,
    Lines,
    Marks,
    Ramp,
    Rect,
    Shape,
    Stroke,
    Text,
)
from app.render.path_data import painter_path

_ROUND_CELL_FROM = 6.0
"""Cells that are smaller on the device are plain rectangles, which nobody can tell from rounded ones."""
_ANCHORS = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}


def paint(painter: QPainter, marks: Marks) -> None:
    """Draws marks in their order, under the painter's transformation."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in marks:
        _PAINTERS[type(mark)](painter, mark)


@lru_cache(maxsize=4096)
def qcolor(colour: str, opacity: float = 1.0) -> QColor:
    """The Qt colour of a hex colour."""
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


@lru_cache(maxsize=4096)
def pen(stroke: Stroke | None) -> QPen:
    """The pen of a stroke; no pen for None."""
    if stroke is None:
        return QPen(Qt.PenStyle.NoPen)
    cap = Qt.PenCapStyle.RoundCap if stroke.round_cap else Qt.PenCapStyle.FlatCap
    result = QPen(qcolor(stroke.colour), stroke.width)
    result.setCapStyle(cap)
    result.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if stroke.dash:
        result.setDashPattern([length / stroke.width for length in stroke.dash])
    return result


@lru_cache(maxsize=4096)
def _brush(colour: str, opacity: float = 1.0) -> QBrush:
    return QBrush(qcolor(colour, opacity)) if colour else QBrush(Qt.BrushStyle.NoBrush)


def _box(painter: QPainter, box: Box) -> None:
    painter.setPen(pen(box.stroke))
    painter.setBrush(_brush(box.fill, box.opacity))
    area = QRectF(box.x, box.y, box.width, box.height)
    if box.radius:
        painter.drawRoundedRect(area, box.radius, box.radius)
    else:
        painter.drawRect(area)


def _disc(painter: QPainter, disc: Disc) -> None:
    painter.setPen(pen(disc.stroke))
    painter.setBrush(_brush(disc.fill))
    painter.drawEllipse(QPointF(disc.x, disc.y), disc.radius, disc.radius)


def _shape(painter: QPainter, shape: Shape) -> None:
    moved = bool(shape.x or shape.y or shape.scale != 1.0)
    if moved:
        painter.save()
        painter.translate(shape.x, shape.y)
        painter.scale(shape.scale, shape.scale)
    path = painter_path(shape.path)
    if shape.fill:
        painter.fillPath(path, _brush(shape.fill, shape.opacity))
    if shape.stroke is not None:
        painter.strokePath(path, _unscaled(pen(shape.stroke), shape.scale))
    if moved:
        painter.restore()


def _unscaled(pen: QPen, scale: float) -> QPen:
    if scale == 1.0:
        return pen
    result = QPen(pen)
    result.setWidthF(pen.widthF() / scale)
    return result


def _curve(painter: QPainter, curve: Curve) -> None:
    painter.strokePath(cubic_path(curve.points), pen(curve.stroke))


def _lines(painter: QPainter, lines: Lines) -> None:
    painter.setPen(pen(lines.stroke))
    painter.drawLines([QLineF(*segment) for segment in lines.segments])


def _cells(painter: QPainter, cells: Cells) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    pitch = cells.cell + cells.gap
    rounded = cells.cell * painter.transform().m11() >= _ROUND_CELL_FROM
    for index, row in enumerate(cells.rows):
        for column, colour in enumerate(row):
            area = QRectF(cells.x + column * pitch, cells.y + index * pitch, cells.cell, cells.cell)
            if rounded:
                painter.setBrush(_brush(colour))
                painter.drawRoundedRect(area, cells.radius, cells.radius)
            else:
                painter.fillRect(area, qcolor(colour))


def _text(painter: QPainter, text: Text) -> None:
    """Letters are painted at a fraction of the size of their font, see `fonts.TEXT_SCALE`."""
    plain = painter.paintEngine().type() is QPaintEngine.Type.Pdf
    share = _ANCHORS[text.anchor]
    x = text.x - share * text_width(text.text, text.style, plain=plain) if share else text.x
    painter.setFont(font(text.style, plain=plain))
    painter.setPen(qcolor(text.colour))
    painter.scale(1 / TEXT_SCALE, 1 / TEXT_SCALE)
    painter.drawText(QPointF(x * TEXT_SCALE, text.y * TEXT_SCALE), text.text)
    painter.scale(TEXT_SCALE, TEXT_SCALE)


def _ramp(painter: QPainter, ramp: Ramp) -> None:
    gradient = QLinearGradient(ramp.x, 0, ramp.x + ramp.width, 0)
    for share, colour in ramp.stops:
        gradient.setColorAt(share, qcolor(colour))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(gradient)
    painter.drawRoundedRect(QRectF(ramp.x, ramp.y, ramp.width, ramp.height), ramp.radius, ramp.radius)


def cubic_path(points: Cubic) -> QPainterPath:
    """A cubic curve as a painter path."""
    start, first, second, end = points
    path = QPainterPath(QPointF(*start))
    path.cubicTo(*first, *second, *end)
    return path


_PAINTERS: dict[type, Callable[[QPainter, Any], None]] = {
    Box: _box,
    Disc: _disc,
    Shape: _shape,
    Curve: _curve,
    Lines: _lines,
    Cells: _cells,
    Text: _text,
    Ramp: _ramp,
}


def paint_frame(painter: QPainter, frame: Frame, zoom: float = 1.0) -> None:
    """Draws a whole frame, its bounds starting at the painter's origin."""
    paint_items(painter, items(frame, zoom), frame.bounds, zoom)


def paint_items(painter: QPainter, shown: Iterable[Item], bounds: Rect, zoom: float = 1.0) -> None:
    """Draws parts of a frame, the corner of `bounds` at the painter's origin."""
    painter.save()
    painter.scale(zoom, zoom)
    painter.translate(-bounds.x, -bounds.y)
    for item in shown:
        painter.translate(item.x, item.y)
        paint(painter, item.marks)
        painter.translate(-item.x, -item.y)
    painter.restore()
