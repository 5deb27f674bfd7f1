"""Thousands of shapes in a single call each, from arrays, for the screen.

Qt is handed a pointer to the array, so the arrays hold float64 in row order. Coordinates are device
pixels: the painter must not be scaled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from app.model.metrics import metrics
from app.render.geometry import Floats, flattened
from app.render.marks import Rect, Stroke
from app.render.paint import pen, qcolor

Ints: TypeAlias = NDArray[np.intp]
QtType = TypeVar("QtType")

_SMOOTH_SEGMENTS, _COARSE_SEGMENTS = 8_000, 24_000
"""Segments spent on all visible wires, antialiased and not."""
_MOST_SMOOTH_WIRES = 2_000
_FINE = 16
"""Segments of a wire that is one of a few."""
_OVERLAP = 0.6
_CLOSEST_DOTS = 12.0
_THIN = 1.5


@dataclass(frozen=True, slots=True)
class WireDetail:
    """How finely wires are drawn when so many are visible: segments each, smooth or not, every n-th."""

    segments: int
    smooth: bool
    every: int = 1


def wire_detail(count: int, zoom: float) -> WireDetail:
    """The detail that keeps a rebuild within its budget however many wires are visible."""
    if count <= _MOST_SMOOTH_WIRES and zoom >= metrics().level.sprite_from:
        return WireDetail(min(max(_SMOOTH_SEGMENTS // max(count, 1), 4), _FINE), smooth=True)
    segments = min(max(_COARSE_SEGMENTS // max(count, 1), 1), 8)
    return WireDetail(segments, smooth=False, every=max(1, -(-count // _COARSE_SEGMENTS)))


def paint_wires(
    painter: QPainter,
    curves: Floats,
    classes: Ints,
    strokes: Sequence[Stroke],
    zoom: float,
    detail: WireDetail | None = None,
) -> WireDetail:
    """Draws curves (E, 4, 2), each with the stroke of its class, in one call a class.

    Widths are of zoom 1. Strokes are opaque, because the joints of translucent segments would show. A part of
    a picture is given the `detail` of the whole, so that it looks the same.
    """
    detail = detail or wire_detail(len(curves), zoom)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, detail.smooth)
    for index, stroke in enumerate(strokes):
        chosen = curves[classes == index][:: detail.every]
        if len(chosen):
            line = _wire_pen(stroke, zoom, detail)
            draw_lines(painter, _in_clip(painter, _segments(chosen, detail), line.widthF()), line)
    return detail


def _segments(curves: Floats, detail: WireDetail) -> Floats:
    """Straight pieces (n, 4); smooth ones overlap a little, or thin gaps would show between them."""
    points = flattened(curves, detail.segments) if detail.segments > 1 else curves[:, [0, 3]]
    start, end = points[:, :-1], points[:, 1:]
    if detail.smooth:
        along = end - start
        along *= _OVERLAP / np.maximum(np.hypot(along[..., 0], along[..., 1]), _OVERLAP)[..., None]
        start, end = start - along, end + along
    return np.concatenate([start, end], axis=2).reshape(-1, 4)


def _in_clip(painter: QPainter, segments: Floats, width: float) -> Floats:
    """The segments that may be seen: Qt looks at each for longer than it takes to sort them out."""
    if not painter.hasClipping():
        return segments
    area = painter.clipBoundingRect().adjusted(-width, -width, width, width)
    x0, y0, x1, y1 = segments.T
    outside = (np.maximum(x0, x1) < area.left()) | (np.minimum(x0, x1) > area.right())
    outside |= (np.maximum(y0, y1) < area.top()) | (np.minimum(y0, y1) > area.bottom())
    return np.asarray(segments[~outside])


def _wire_pen(stroke: Stroke, zoom: float, detail: WireDetail) -> QPen:
    """Coarse wires are hairlines. Thin ones among many are a pixel wide: that is twice as fast as 1.2 pixels."""
    width = stroke.width * zoom
    result = QPen(pen(stroke))
    result.setWidthF(0.0 if not detail.smooth else width if width >= _THIN or detail.segments >= _FINE else 1.0)
    return result


def paint_rectangles(painter: QPainter, areas: Floats, classes: Ints, colours: Sequence[str]) -> None:
    """Fills rectangles (N, 4) as left, top, width, height, each with the colour of its class."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    for index, colour in enumerate(colours):
        chosen = _in_rows(areas[classes == index])
        if len(chosen):
            painter.setBrush(qcolor(colour))
            painter.drawRects(_pointer(chosen, QRectF), len(chosen))


def paint_grid(painter: QPainter, view: Rect, zoom: float, colour: str) -> None:
    """Dots in the middle of the squares of the canvas grid; `view` is what of the canvas is on screen.

    Where the squares would be smaller than 12 pixels, only every second or fourth dot is drawn.
    """
    step = metrics().space.canvas_grid
    while step * zoom < _CLOSEST_DOTS:
        step *= 2
    columns = np.arange(np.floor(view.x / step), np.ceil(view.right / step)) * step + step / 2
    rows = np.arange(np.floor(view.y / step), np.ceil(view.bottom / step)) * step + step / 2
    centres = np.stack(np.meshgrid(columns - view.x, rows - view.y), axis=-1).reshape(-1, 2) * zoom
    size = max(2.0, float(round(2 * zoom)))
    areas = np.full((len(centres), 4), size)
    areas[:, :2] = whole_pixels(centres - size / 2)
    paint_rectangles(painter, areas, np.zeros(len(areas), dtype=np.intp), [colour])


def whole_pixels(places: Floats) -> Floats:
    """Places rounded to whole pixels, halves always up: what is moved by whole pixels is rounded the same way."""
    return np.asarray(np.floor(places + (0.5 + 1e-6)))


def draw_lines(painter: QPainter, segments: Floats, stroke: QPen) -> None:
    """Lines (n, 4) as x1, y1, x2, y2 with one pen, in one call."""
    segments = _in_rows(segments)
    painter.setPen(stroke)
    painter.drawLines(_pointer(segments, QLineF), len(segments))


def draw_fragments(painter: QPainter, fragments: Floats, pixmap: QPixmap) -> None:
    """Pieces of a pixmap (n, 10), laid out as QPainter.PixmapFragment, in one call."""
    fragments = _in_rows(fragments)
    painter.drawPixmapFragments(_pointer(fragments, QPainter.PixmapFragment), len(fragments), pixmap)


def _in_rows(array: Floats) -> Floats:
    """The layout Qt reads; a copy only where an array has another one."""
    return np.ascontiguousarray(array, dtype=np.float64)


def _pointer(array: Floats, kind: type[QtType]) -> QtType:
    """The first element of an array as a Qt value; the caller keeps the array alive during the call."""
    return cast("QtType", shiboken6.wrapInstance(array.ctypes.data, kind))
