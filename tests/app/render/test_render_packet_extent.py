"""Nothing of a packet is drawn outside of what is said to be drawn of it."""

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from app.model.theme import load_theme
from app.render.draw_packet import packet_extent, packet_marks
from app.render.looks import NumberText, PacketLook, Side
from app.render.paint import paint
from app.render.previews import heat_map

LOOKS = [
    PacketLook(NumberText("3")),
    PacketLook(NumberText("[0.25, NaN, 0.5]"), nonfinite=True, caption="not delivered yet"),
    PacketLook(NumberText("3"), caption="not delivered yet"),
    PacketLook(heat_map(np.ones((8, 12)))),
    *(PacketLook(NumberText("12"), side) for side in Side),
]


@pytest.mark.parametrize("theme", ["dark", "light", "high-contrast"])
@pytest.mark.parametrize("look", LOOKS)
def test_a_packet_is_drawn_within_its_extent(look, theme):
    image = QImage(400, 300, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        painter.translate(200, 150)
        paint(painter, packet_marks(look, load_theme(theme)))
    drawn = np.frombuffer(image.constBits(), np.uint8).reshape(300, 400, 4)[..., 3] > 0
    ys, xs = np.nonzero(drawn)
    area = packet_extent(look)
    assert area.x <= xs.min() - 199 and xs.max() - 200 <= area.right
    assert area.y <= ys.min() - 149 and ys.max() - 150 <= area.bottom
