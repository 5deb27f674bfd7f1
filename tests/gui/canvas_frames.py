"""Large frames without a document behind them, and pictures of a canvas as arrays."""

import numpy as np
from PySide6.QtGui import QImage

from app.model.selection import Selection
from app.model.theme import load_theme
from app.render.frame import Frame, PlacedNode, PlacedWire
from app.render.geometry import as_cubic, curves
from app.render.looks import (
    CardSize,
    Glyph,
    GradientLine,
    GradientState,
    NodeLook,
    NumberText,
    Socket,
    ValueLine,
    WireLook,
)
from app.render.marks import Rect
from core.expr.graph import new_document

PITCH = np.array([180.0, 120.0])


def grid_frame(count):
    """Cards in rows, each with wires to the next two."""
    columns = int(np.ceil(np.sqrt(count)))
    index = np.arange(count)
    places = np.stack([index % columns, index // columns], axis=1) * PITCH
    source, target = np.concatenate([index[:-1], index[:-2]]), np.concatenate([index[1:], index[2:]])
    courses = curves(places[source] + [120, 51], places[target] + [0, 39])
    looks = [_card(number) for number in range(7)]
    nodes = (PlacedNode(f"n{number}", x, y, looks[number % 7]) for number, (x, y) in enumerate(places.tolist()))
    wire = WireLook()
    wires = (
        PlacedWire(f"w{number}", as_cubic(course), wire, f"n{start}", f"n{end}")
        for number, (course, start, end) in enumerate(zip(courses, source.tolist(), target.tolist(), strict=True))
    )
    bounds = Rect(0, 0, *(places.max(axis=0) + PITCH).tolist())
    return Frame(load_theme("dark"), bounds, tuple(nodes), tuple(wires), grid=True)


def _card(number):
    return NodeLook(
        CardSize(120, 22, 24, 10),
        symbol=Glyph("×"),
        title="mul",
        name=f"m{number}",
        value=ValueLine("f32", NumberText(str(number))),
        gradient=GradientLine(GradientState.DONE, NumberText("1")),
        inputs=(Socket(), Socket()),
    )


class Onlooker:
    """The model of a canvas that only shows."""

    def __init__(self):
        self.document = new_document()
        self.selection = Selection()

    def select(self, selection):
        self.selection = selection


def shown(canvas):
    """What a canvas shows, as an array (height, width, 3) of red, green and blue."""
    image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return data[:, : image.width(), 2::-1].astype(int)
