"""PNG files: the painted pixels, a physical size, and no more memory than a strip needs."""

import struct

import numpy as np
import pytest
from export_figures import figure, pixels
from PySide6.QtGui import QImage, QPainter

from app.export import raster
from app.export.figure import LARGEST_SCALE, ExportError, Figure, Settings
from app.export.png import chunks, png_file
from app.export.raster import pixel_size, png_picture
from app.model.theme import load_theme
from app.render.frame import Frame
from app.render.marks import Rect
from app.render.paint import paint_frame


def painted(shown, scale):
    width, height = pixel_size(shown.frame, scale)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        painter.fillRect(image.rect(), shown.frame.theme.colour("canvas"))
        paint_frame(painter, shown.frame, scale)
    return pixels(image)


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0, 3.125])
def test_the_file_holds_the_painted_pixels(scale):
    shown = figure()
    found = pixels(QImage.fromData(png_picture(shown, Settings(scale))))
    assert np.abs(found - painted(shown, scale)).max() <= 1


def test_strips_make_the_same_picture_as_one_piece(monkeypatch):
    shown = figure()
    whole = png_picture(shown, Settings())
    monkeypatch.setattr(raster, "_STRIP_PIXELS", 7 * pixel_size(shown.frame, 1.0)[0])
    in_strips = png_picture(shown, Settings())
    difference = np.abs(pixels(QImage.fromData(whole)) - pixels(QImage.fromData(in_strips)))
    assert difference.max() <= 8  # curves are antialiased anew in each strip
    assert (difference > 0).mean() < 0.001


def test_no_more_than_a_strip_is_painted_at_a_time(monkeypatch):
    sizes = []
    original = raster._painted
    monkeypatch.setattr(raster, "_painted", lambda *given: sizes.append(given[3].rows) or original(*given))
    shown = figure()
    png_picture(shown, Settings(6.0))
    width, height = pixel_size(shown.frame, 6.0)
    assert sum(sizes) == height
    assert max(sizes) * width <= raster._STRIP_PIXELS


def test_a_transparent_picture_is_clear_around_the_cards():
    shown = figure(is_transparent=True)
    found = pixels(QImage.fromData(png_picture(shown, Settings())))
    assert found[0, 0, 3] == 0
    assert (found[..., 3] == 255).mean() > 0.1


@pytest.mark.parametrize("is_transparent", [False, True])
def test_the_pixels_do_not_live_in_the_painted_image(is_transparent):
    shown = figure(is_transparent=is_transparent)
    for strip in raster.strips(shown.frame, 1.0):
        assert strip.flags.owndata


def test_the_physical_size_follows_from_the_scale():
    sizes = {}
    for settings in (Settings(), Settings.at_dpi(300)):
        held = dict(chunks(png_picture(figure(), settings)))
        sizes[settings.scale] = struct.unpack(">IIB", held[b"pHYs"])
    assert sizes == {1.0: (3780, 3780, 1), 3.125: (11811, 11811, 1)}


def test_the_file_says_what_it_shows_and_who_made_it():
    held = [data for kind, data in chunks(png_picture(figure(author="A. Turing"), Settings())) if kind == b"iTXt"]
    keywords = [data.partition(b"\0")[0] for data in held]
    assert keywords == [b"Title", b"Author", b"Description", b"Software", b"gradwalk"]


@pytest.mark.parametrize("scale", [0.0, -1.0, LARGEST_SCALE + 1, float("nan"), float("inf")])
def test_impossible_scales_are_refused(scale):
    with pytest.raises(ExportError, match="scale"):
        Settings(scale)
    with pytest.raises(ExportError, match="dots per inch"):
        Settings.at_dpi(96 * scale)


def test_a_picture_that_would_be_too_large_is_refused_with_the_scale_that_fits():
    frame = Frame(load_theme("print"), Rect(0, 0, 30_000, 20_000))
    with pytest.raises(ExportError) as refused:
        png_picture(Figure(frame), Settings(8.0))
    assert "240,000 x 160,000 pixels" in str(refused.value)
    fitting = float(refused.value.hint.split("up to ")[1].split(",")[0])
    width, height = pixel_size(frame, fitting)
    assert width <= raster.MOST_ON_A_SIDE and width * height <= raster.MOST_PIXELS


def test_any_pixels_survive_the_encoding():
    rng = np.random.default_rng(0)
    for channels, form in ((3, QImage.Format.Format_RGB888), (4, QImage.Format.Format_RGBA8888)):
        data = rng.integers(0, 256, (37, 29, channels), dtype=np.uint8)
        content = png_file(29, 37, channels, [data[:10], data[10:11], data[11:]], 96)
        image = QImage.fromData(content)
        assert image.format() in (form, QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32)
        assert np.array_equal(pixels(image)[..., :channels], data)
