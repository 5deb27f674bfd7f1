"""Icons as pixmaps, for buttons and menus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from app.render.icons import icon_marks
from app.render.paint import paint


def icon_pixmap(name: str, size: float, colour: str, ratio: float = 1.0, width: float = 1.5) -> QPixmap:
    """An icon `size` logical pixels wide, sharp at a device pixel ratio; KeyError for an unknown name."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(ratio)
    with QPainter(pixmap) as painter:
        paint(painter, icon_marks(name, 0, 0, size, colour, width))
    return pixmap
