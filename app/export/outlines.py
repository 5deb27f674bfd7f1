"""Letters as shapes, for files that have to look the same where the fonts are missing."""

from __future__ import annotations

from PySide6.QtGui import QPainterPath

from app.render.fonts import TEXT_SCALE, font, text_width
from app.render.marks import Anchor, Mark, Shape, Text

_SHARES = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}


def outlined(mark: Mark) -> Mark:
    """A text as the shape of its letters; other marks as they are."""
    if not isinstance(mark, Text):
        return mark
    path = QPainterPath()
    path.addText(0, 0, font(mark.style), mark.text)
    x = mark.x - _SHARES[mark.anchor] * text_width(mark.text, mark.style)
    return Shape(path_data(path), fill=mark.colour, x=x, y=mark.y, scale=1 / TEXT_SCALE)


def path_data(path: QPainterPath) -> str:
    """A painter path in SVG path data."""
    pieces: list[str] = []
    place = 0
    while place < path.elementCount():
        here = path.elementAt(place)
        if here.isCurveTo():
            points = [path.elementAt(place + step) for step in range(3)]
            pieces.append("C" + " ".join(f"{_short(point.x)} {_short(point.y)}" for point in points))
            place += 3
        else:
            pieces.append(f"{'M' if here.isMoveTo() else 'L'}{_short(here.x)} {_short(here.y)}")
            place += 1
    return "".join(pieces) + ("Z" if pieces else "")


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
