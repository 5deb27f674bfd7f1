"""Marks stay within the heights they are said to reach."""

import build_documents as docs
import numpy as np
import pytest
from build_documents import laid_out
from PySide6.QtGui import QImage, QPainter

from app.render.build import FrameBuilder
from app.render.build.backward import BackwardBuilder
from app.render.draw_frame import Part, items
from app.render.mark_bounds import vertical_range
from app.render.marks import Box, Disc, Rect, Stroke, Text, TextStyle
from app.render.paint import paint, paint_items


def rows_touched(marks):
    """The first and the last row that marks leave a trace in, from 400 pixels above the origin."""
    image = QImage(4000, 2000, QImage.Format.Format_RGBA8888_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        painter.translate(1000, 400)
        paint(painter, marks)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(2000, -1)
    rows = np.flatnonzero(data.any(axis=1))
    return (rows[0] - 400, rows[-1] - 399) if len(rows) else None


@pytest.mark.parametrize("builder", [FrameBuilder, BackwardBuilder])
@pytest.mark.parametrize("code", [docs.SHARED, docs.NO_GRAD, docs.DETACHED, docs.WHERE_NAN, docs.NETWORK, docs.MISFIT])
def test_nothing_is_drawn_outside(code, builder):
    case = laid_out(code)
    frame = builder().frame(case.scene(len(case.recording.events) // 2))
    for item in items(frame):
        found = rows_touched(item.marks)
        top, bottom = vertical_range(item.marks)
        if found is not None:
            assert top - 1 <= found[0] and found[1] <= bottom + 1, (item.part, item.id)


def test_the_range_is_no_wider_than_it_has_to_be():
    assert vertical_range((Box(0, 10, 5, 20),)) == (10, 30)
    assert vertical_range((Disc(0, 10, 5, stroke=Stroke("#000000", 2)), Box(0, 40, 1, 1))) == (3, 41)
    top, bottom = vertical_range((Text(0, 100, "g", TextStyle(10), "#000000"),))
    assert 85 < top < 95 and 102 < bottom < 106
    assert vertical_range(()) == (0.0, 0.0)


def test_items_can_be_painted_by_themselves():
    case = laid_out(docs.SHARED)
    frame = FrameBuilder().frame(case.scene())
    node = next(one for one in frame.nodes if one.id == case.node("x"))
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        bounds = Rect(node.x - 20, node.y - 20, 300, 200)
        paint_items(painter, [item for item in items(frame) if item.part is Part.NODE and item.id == node.id], bounds)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(200, 300, 4)[..., :3]
    assert data[20:100, 20:140].all(axis=2).mean() > 0.9
    assert not data[140:, 180:].any()
