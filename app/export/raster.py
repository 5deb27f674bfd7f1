"""Figures as pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage, QPainter

from app.export.embedding import KEYWORD
from app.export.figure import DPI_AT_ONE, ExportError, Figure, Settings
from app.export.png import Pixels, png_file
from app.render.draw_frame import Item, items
from app.render.frame import Frame
from app.render.mark_bounds import vertical_range
from app.render.paint import paint_items
from core.version import VERSION

MOST_ON_A_SIDE = 32_000
"""Qt paints no further than 2**15."""
MOST_PIXELS = 400_000_000
_STRIP_PIXELS = 8_000_000
"""Painted at a time: 32 MB."""


def png_picture(figure: Figure, settings: Settings) -> bytes:
    """The content of a PNG file with its physical size; ExportError when it would be too large."""
    width, height = pixel_size(figure.frame, settings.scale)
    texts = (
        ("Title", figure.title),
        ("Author", figure.author),
        ("Description", figure.description),
        ("Software", f"Gradwalk {VERSION}"),
        (KEYWORD, figure.document.decode()),
    )
    channels = 3 if figure.frame.ground else 4
    dpi = DPI_AT_ONE * settings.scale
    return png_file(width, height, channels, strips(figure.frame, settings.scale), dpi, texts)


def pixel_size(frame: Frame, scale: float) -> tuple[int, int]:
    """Width and height in pixels; ExportError when there would be too many."""
    width, height = (max(1, math.ceil(length * scale - 1e-6)) for length in (frame.bounds.width, frame.bounds.height))
    if max(width, height) > MOST_ON_A_SIDE or width * height > MOST_PIXELS:
        fitting = scale * min(MOST_ON_A_SIDE / max(width, height), math.sqrt(MOST_PIXELS / (width * height)))
        raise ExportError(
            f"At scale {scale:g} the picture would have {width:,} x {height:,} pixels.",
            f"Use a scale of up to {math.floor(fitting * 100) / 100:g}, or write SVG or PDF, which have no pixels.",
        )
    return width, height


def strips(frame: Frame, scale: float) -> Iterator[Pixels]:
    """The picture from top to bottom, some rows at a time."""
    width, height = pixel_size(frame, scale)
    rows = max(1, _STRIP_PIXELS // width)
    parts = [*items(frame, scale)]
    ranges = [_rows_of(item, frame, scale) for item in parts]
    for top in range(0, height, rows):
        count = min(rows, height - top)
        shown = [item for item, (first, last) in zip(parts, ranges, strict=True) if first < top + count and last > top]
        yield _painted(frame, shown, scale, Strip(width, top, count))


def painted(frame: Frame, scale: float) -> Pixels:
    """The whole picture at once."""
    width, height = pixel_size(frame, scale)
    return _painted(frame, items(frame, scale), scale, Strip(width, 0, height))


@dataclass(frozen=True, slots=True)
class Strip:
    """Some rows of a picture, in pixels."""

    width: int
    top: int
    rows: int


def _rows_of(item: Item, frame: Frame, scale: float) -> tuple[float, float]:
    """The rows of pixels that an item may touch."""
    top, bottom = vertical_range(item.marks)
    above = item.y - frame.bounds.y
    return (top + above) * scale - 1, (bottom + above) * scale + 1


def _painted(frame: Frame, shown: Iterable[Item], scale: float, strip: Strip) -> Pixels:
    image = QImage(strip.width, strip.rows, QImage.Format.Format_RGBA8888_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        if frame.ground:
            painter.fillRect(image.rect(), frame.theme.colour("canvas"))
        painter.translate(0, -strip.top)
        paint_items(painter, shown, frame.bounds, scale)
    channels = 3 if frame.ground else 4
    straight = image.convertToFormat(QImage.Format.Format_RGBA8888)
    bytes_per_line = straight.bytesPerLine() // 4
    pixels = np.frombuffer(straight.constBits(), np.uint8).reshape(strip.rows, bytes_per_line, 4)
    return pixels[:, : strip.width, :channels].copy()  # the image's memory goes away with it
