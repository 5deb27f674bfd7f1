"""Pictures are drawn without a display; an option keeps them to be looked at."""

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from app.render.paint import paint_frame


@pytest.fixture(autouse=True)
def _application(qapp):
    return qapp


@pytest.fixture
def picture(tmp_path):
    """Draws a frame as an array (height, width, 3) of red, green and blue, and keeps it as a PNG."""

    def draw(frame, zoom=1.0, name="picture"):
        width, height = round(frame.bounds.width * zoom), round(frame.bounds.height * zoom)
        image = QImage(width, height, QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            paint_frame(painter, frame, zoom)
        assert image.save(str(tmp_path / f"{name}.png"))
        data = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine() // 4, 4)
        return data[:, :width, 2::-1].astype(int)

    return draw
