"""The same painter writes vector files whose text is text."""

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter, QRawFont

from app.model.theme import load_theme
from app.render.fonts import font, text_width
from app.render.frame import Frame, PlacedNode
from app.render.looks import CardSize, GradientLine, GradientState, NodeLook, NumberText, ValueLine
from app.render.marks import Rect, TextStyle
from app.render.paint import paint_frame

HELD = NumberText("[0.25, 16]")
LOOK = NodeLook(
    CardSize(152, 22, 24, 10), title="mul", name="m1", value=ValueLine("f32 [2]", HELD),
    gradient=GradientLine(GradientState.DONE, HELD),
)  # fmt: skip


@pytest.fixture
def document():
    frame = Frame(load_theme("print"), Rect(0, 0, 200, 120), (PlacedNode("m1", 20, 20, LOOK),))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(72)
    writer.setPageSize(QPageSize(QSizeF(200, 120), QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    with QPainter(writer) as painter:
        paint_frame(painter, frame)
    return buffer.data().data()


def test_a_pdf_holds_fonts_and_no_images(document):
    assert document.startswith(b"%PDF")
    assert b"/FontFile2" in document
    assert b"/Subtype /Image" not in document


def test_plain_fonts_write_digits_as_the_digits_of_the_font():
    """A figure of equal width is another glyph, which a PDF cannot name as the digit it shows."""
    style = TextStyle(13.5, 600)
    raw = QRawFont.fromFont(font(style, plain=True))
    expected = sum(point.x() for point in raw.advancesForGlyphIndexes(raw.glyphIndexesForString("1")))
    assert text_width("1", style, plain=True) * 2 == pytest.approx(expected, abs=0.1)
    assert text_width("1", style) > text_width("1", style, plain=True)
