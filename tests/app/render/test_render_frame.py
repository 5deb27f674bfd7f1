"""A frame is drawn whole, from back to front, and can be written as SVG item by item."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from app.model.theme import ThemeName, load_theme
from app.render.draw_frame import Part, grid_marks, ground_at, items
from app.render.frame import Frame, PlacedNode, PlacedPacket, PlacedRegion, PlacedSeed, PlacedWire, PlacedWords
from app.render.geometry import curve
from app.render.looks import (
    CardSize,
    Glyph,
    NodeLook,
    NumberText,
    PacketLook,
    RegionKind,
    RegionLook,
    SeedLook,
    WireLook,
    WireState,
)
from app.render.marks import Curve, Disc, Rect
from app.render.overlays import Moment
from app.render.paint import paint_frame

ROOT = Path(__file__).parents[3]
DARK = load_theme("dark")
LOOK = NodeLook(CardSize(120, 22, 24, 10), symbol=Glyph("×"), title="mul")
FALLING, RISING = curve((180, 40), (400, 240)), curve((180, 240), (400, 40))
FRAME = Frame(
    DARK,
    Rect(0, 0, 560, 300),
    nodes=(PlacedNode("a", 60, 20, LOOK), PlacedNode("b", 400, 20, LOOK)),
    wires=(
        PlacedWire("w1", FALLING, WireLook(WireState.GRADIENT, 2.0, NumberText("2"))),
        PlacedWire("w2", RISING, WireLook()),
    ),
    regions=(
        PlacedRegion("outer", 20, 4, RegionLook(RegionKind.NO_GRAD, 500, 280)),
        PlacedRegion("inner", 200, 60, RegionLook(RegionKind.DETACH, 180, 180)),
    ),
    packets=(PlacedPacket(250, 30, PacketLook(NumberText("2")), (290, 140)),),
    sums=((300, 200),),
    seeds=(PlacedSeed(520, 60, SeedLook("1")),),
    words=(PlacedWords(70, 200, ("first", "second")),),
    overlays=(Moment("Backward, step 1 of 2"),),
)


def drawn(frame, zoom=1.0, background=0):
    width, height = round(frame.bounds.width * zoom), round(frame.bounds.height * zoom)
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(background)
    with QPainter(image) as painter:
        paint_frame(painter, frame, zoom)
    return image


def pixels(image):
    data = np.frombuffer(image.constBits(), np.uint8)
    return data.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width()].copy()


def test_parts_come_from_back_to_front():
    order = [Part.GROUND, Part.REGION, Part.WIRE, Part.WIRE_SIGN, Part.NODE, Part.SEED, Part.PACKET, Part.SUM,
             Part.WORDS, Part.OVERLAY]  # fmt: skip
    parts = [item.part for item in items(FRAME)]
    assert sorted(parts, key=order.index) == parts
    assert set(parts) == set(order)


def test_items_carry_the_names_an_svg_needs():
    names = [(item.part, item.id) for item in items(FRAME) if item.id]
    assert (Part.NODE, "a") in names and (Part.WIRE, "w2") in names and (Part.REGION, "inner") in names


def test_the_later_wire_clears_a_gap_in_the_earlier_one():
    wires = {item.id: item.marks for item in items(FRAME) if item.part is Part.WIRE}
    assert len(wires["w1"]) == 1
    halo, line = wires["w2"]
    assert isinstance(halo, Curve) and halo.stroke.width > line.stroke.width
    assert halo.stroke.colour == DARK.colour("region.detach.fill")


def test_the_ground_is_of_the_innermost_region():
    assert ground_at(FRAME, (290, 140)) == DARK.colour("region.detach.fill")
    assert ground_at(FRAME, (30, 30)) == DARK.colour("region.no_grad.fill")
    assert ground_at(FRAME, (2, 2)) == DARK.colour("canvas")


def test_words_on_wires_are_left_out_when_they_are_too_small():
    assert Part.WIRE_SIGN not in [item.part for item in items(FRAME, 0.5)]


@pytest.mark.parametrize("name", ThemeName)
def test_a_frame_fills_its_bounds_or_is_transparent(name):
    frame = replace(FRAME, theme=load_theme(name), regions=())
    assert drawn(frame).pixelColor(3, 297).name().upper() == frame.theme.colour("canvas")
    assert drawn(replace(frame, ground=False)).pixelColor(3, 297).alpha() == 0


def test_the_painter_leaves_no_state_behind():
    image = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        painter.translate(7, 5)
        before = painter.transform()
        paint_frame(painter, FRAME)
        assert painter.transform() == before


def test_bounds_move_the_picture():
    shifted = replace(FRAME, bounds=Rect(10, 0, 550, 300), overlays=())
    whole, part = pixels(drawn(replace(FRAME, overlays=()))), pixels(drawn(shifted))
    assert (whole[:, 10:] == part).mean() > 0.999


def test_the_same_frame_gives_the_same_pixels():
    assert (pixels(drawn(FRAME)) == pixels(drawn(FRAME))).all()


def test_grid_dots_lie_in_the_middle_of_squares_inside_the_area():
    dots = grid_marks(Rect(10, 20, 100, 60), DARK)
    assert all(isinstance(dot, Disc) and 10 < dot.x < 110 and 20 < dot.y < 80 for dot in dots)
    assert (dots[0].x, dots[0].y) == (22, 32)
    assert len(dots) == 4 * 2


def test_pictures_need_no_widgets():
    """A frame is painted with QtGui alone, in a process where QtWidgets is never loaded."""
    code = """
import sys
from PySide6.QtGui import QGuiApplication, QImage, QPainter
application = QGuiApplication([])
from app.model.theme import load_theme
from app.render.frame import Frame, PlacedNode
from app.render.looks import Glyph, NodeLook, NumberText, ValueLine
from app.render.marks import Rect
from app.render.measure import card_size
from app.render.paint import paint_frame
import app.render.sprites
held = NumberText("2")
look = NodeLook(card_size(held, label="f32"), symbol=Glyph("×"), title="mul", value=ValueLine("f32", held))
frame = Frame(load_theme("print"), Rect(0, 0, 160, 120), (PlacedNode("a", 20, 20, look),))
image = QImage(160, 120, QImage.Format.Format_RGB32)
with QPainter(image) as painter:
    paint_frame(painter, frame)
print(len({image.pixel(x, y) for x in range(160) for y in range(120)}) > 20, "PySide6.QtWidgets" in sys.modules)
"""
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["True", "False"]


def test_without_an_application_the_reason_is_said():
    code = "from app.render import fonts, marks\nfonts.text_width('x', marks.TextStyle(12))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "QGuiApplication" in result.stderr
