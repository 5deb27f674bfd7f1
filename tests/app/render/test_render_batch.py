"""Thousands of shapes cost a fixed number of calls, and their detail follows their number."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.render.batch import draw_lines, paint_grid, paint_rectangles, paint_wires, wire_detail
from app.render.geometry import curves
from app.render.marks import Rect, Stroke
from app.render.paint import pen

STROKES = [Stroke("#FF0000", 2), Stroke("#00FF00", 4), Stroke("#0000FF", 1.25)]


class CountingPainter(QPainter):
    """A painter that counts what it is asked to draw."""

    def __init__(self, device):
        super().__init__(device)
        self.calls = 0

    def drawLines(self, *arguments):  # noqa: N802 - Qt's name
        self.calls += 1
        super().drawLines(*arguments)

    def drawRects(self, *arguments):  # noqa: N802 - Qt's name
        self.calls += 1
        super().drawRects(*arguments)


@pytest.fixture
def image():
    result = QImage(400, 300, QImage.Format.Format_RGB32)
    result.fill(QColor("black"))
    return result


def some_wires(count, seed=0):
    rng = np.random.default_rng(seed)
    ends = rng.uniform(0, 300, (2, count, 2))
    return curves(ends[0], ends[1]), rng.integers(0, len(STROKES), count)


def colours_in(image):
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return {tuple(row) for row in np.unique(data[..., :3].reshape(-1, 3), axis=0).tolist()}


@pytest.mark.parametrize("count", [10, 1_000, 20_000])
def test_wires_take_one_call_a_stroke(image, count):
    with CountingPainter(image) as painter:
        paint_wires(painter, *some_wires(count), STROKES, 0.5)
        assert painter.calls == len(STROKES)


def test_a_stroke_without_wires_takes_no_call(image):
    wires, _ = some_wires(5)
    with CountingPainter(image) as painter:
        paint_wires(painter, wires, np.zeros(5, dtype=np.intp), STROKES, 1.0)
        assert painter.calls == 1


def test_each_wire_gets_the_stroke_of_its_class(image):
    wires = curves(np.array([[10.0, 50.0], [10.0, 150.0]]), np.array([[390.0, 50.0], [390.0, 150.0]]))
    with QPainter(image) as painter:
        paint_wires(painter, wires, np.array([0, 1]), STROKES, 1.0)
    assert image.pixelColor(200, 50) == QColor("#FF0000")
    assert image.pixelColor(200, 151) == QColor("#00FF00")
    assert image.pixelColor(200, 100) == QColor("black")


@pytest.mark.parametrize(
    ("count", "zoom", "segments", "smooth", "every"),
    [
        (1, 1.0, 16, True, 1), (500, 1.0, 16, True, 1), (2_000, 0.3, 4, True, 1), (2_000, 0.1, 8, False, 1),
        (7_500, 0.3, 3, False, 1), (24_000, 0.05, 1, False, 1), (75_000, 0.02, 1, False, 4), (0, 1.0, 16, True, 1),
    ],
)  # fmt: skip
def test_segments_are_budgeted(count, zoom, segments, smooth, every):
    detail = wire_detail(count, zoom)
    assert (detail.segments, detail.smooth, detail.every) == (segments, smooth, every)


@pytest.mark.parametrize("count", [100, 2_000, 5_000, 50_000, 200_000])
def test_the_number_of_segments_is_bounded(count):
    detail = wire_detail(count, 0.1)
    assert count // detail.every * detail.segments <= 25_000


@pytest.mark.parametrize("count", [3, 50_000])
def test_rectangles_take_one_call_a_colour(image, count):
    rng = np.random.default_rng(1)
    areas = np.concatenate([rng.uniform(0, 300, (count, 2)), np.full((count, 2), 2.0)], axis=1)
    classes = np.arange(count) % 3
    with CountingPainter(image) as painter:
        paint_rectangles(painter, areas, classes, ["#FF0000", "#00FF00", "#0000FF"])
        assert painter.calls == 3


def test_rectangles_are_where_they_should_be(image):
    areas = np.array([[10.0, 20.0, 30.0, 5.0], [100.0, 100.0, 8.0, 8.0]])
    with QPainter(image) as painter:
        paint_rectangles(painter, areas, np.array([0, 1]), ["#FF0000", "#00FF00"])
    assert image.pixelColor(39, 24) == QColor("#FF0000")
    assert image.pixelColor(40, 24) == QColor("black")
    assert image.pixelColor(104, 104) == QColor("#00FF00")


def test_arrays_that_are_not_in_row_order_are_drawn_right(image):
    segments = np.asfortranarray(np.array([[10.0, 10.0, 200.0, 10.0], [10.0, 60.0, 200.0, 60.0]]))
    with QPainter(image) as painter:
        draw_lines(painter, segments, pen(Stroke("#FFFFFF", 3)))
    assert image.pixelColor(100, 10) == image.pixelColor(100, 60) == QColor("white")
    assert image.pixelColor(100, 35) == QColor("black")


def test_whole_numbers_are_drawn_like_any_others(image):
    with QPainter(image) as painter:
        paint_rectangles(painter, np.array([[10, 20, 30, 5]]), np.array([0]), ["#FF0000"])
    assert image.pixelColor(39, 24) == QColor("#FF0000")


@pytest.mark.parametrize(("zoom", "apart"), [(1.0, 24), (2.0, 48), (0.5, 12), (0.25, 12), (0.1, 19.2)])
def test_grid_dots_never_crowd(image, zoom, apart):
    with QPainter(image) as painter:
        paint_grid(painter, Rect(0, 0, 400 / zoom, 300 / zoom), zoom, "#FFFFFF")
    data = np.frombuffer(image.constBits(), np.uint8).reshape(300, 400, 4)[..., 0]
    columns = np.flatnonzero(data.max(axis=0))
    starts = columns[np.flatnonzero(np.diff(columns, prepend=-5) > 1)]
    assert np.diff(starts).mean() == pytest.approx(apart, abs=0.6)
    assert colours_in(image) == {(0, 0, 0), (255, 255, 255)}


def test_grid_dots_stay_with_the_canvas_when_it_is_panned(image):
    with QPainter(image) as painter:
        paint_grid(painter, Rect(100, 50, 400, 300), 1.0, "#FFFFFF")
    assert image.pixelColor(12 + 24 * 4 - 100, 12 + 24 * 3 - 50) == QColor("white")
