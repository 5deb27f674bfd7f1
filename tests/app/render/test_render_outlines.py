"""Silhouettes have their size, their round corners, and rings at an even distance."""

import itertools

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from app.model.metrics import metrics
from app.render.looks import Side, Silhouette
from app.render.outlines import card_polygon
from app.render.path_data import painter_path

ALL = list(itertools.product(Silhouette, Side))
WIDTH, HEIGHT = 132.0, 92.0


@pytest.fixture(params=ALL, ids=lambda pair: f"{pair[0]}-{pair[1]}")
def polygon(request):
    return card_polygon(request.param[0], WIDTH, HEIGHT, request.param[1])


def test_an_outline_fills_its_size(polygon):
    box = painter_path(polygon.path()).boundingRect()
    assert (box.left(), box.top()) == pytest.approx((0, 0), abs=1.7)  # a tip is rounded
    assert (box.width(), box.height()) == pytest.approx((WIDTH, HEIGHT), abs=1.7)


def test_corners_are_round(polygon):
    path = painter_path(polygon.path())
    for corner in polygon.points:
        assert not path.contains(QPointF(*corner))
    assert path.contains(QPointF(WIDTH / 2, HEIGHT / 2))


def test_a_ring_keeps_its_distance_everywhere(polygon):
    inner, outer = painter_path(polygon.path()), painter_path(polygon.grown(4).path())
    for step in range(100):
        point = outer.pointAtPercent(step / 100)
        away = min(
            (point.x() - near.x()) ** 2 + (point.y() - near.y()) ** 2
            for near in (inner.pointAtPercent(share / 400) for share in range(400))
        )
        assert 3.6 <= away**0.5 <= 4.6


def test_a_title_is_the_top_of_its_card(polygon):
    whole, title = painter_path(polygon.path()), painter_path(polygon.above(28).path())
    assert title.boundingRect().bottom() == pytest.approx(28)
    assert whole.boundingRect().adjusted(-0.01, -0.01, 0.01, 0.01).contains(title.boundingRect())
    for x, y in ((40, 20), (66, 24), (90, 27)):
        assert title.contains(QPointF(x, y)) == whole.contains(QPointF(x, y))


@pytest.mark.parametrize(("side", "round_is_left"), [(Side.RIGHT, True), (Side.LEFT, False)])
def test_a_leaf_is_round_at_the_back(side, round_is_left):
    path = painter_path(card_polygon(Silhouette.LEAF, 120, 80, side).path())
    near_left, near_right = path.contains(QPointF(4, 4)), path.contains(QPointF(116, 4))
    assert (near_left, near_right) == ((False, True) if round_is_left else (True, False))


@pytest.mark.parametrize(
    ("side", "tip"),
    [(Side.RIGHT, (131, 46)), (Side.LEFT, (1, 46)), (Side.TOP, (66, 1)), (Side.BOTTOM, (66, 91))],
)
def test_a_root_points_where_its_value_leaves(side, tip):
    root = painter_path(card_polygon(Silhouette.ROOT, WIDTH, HEIGHT, side).path())
    point = QPointF(*tip)
    assert root.boundingRect().adjusted(-1, -1, 1, 1).contains(point)
    half = metrics().size.root_tip / 2
    inside = {
        Side.RIGHT: QPointF(132 - half, 46), Side.LEFT: QPointF(half, 46),
        Side.TOP: QPointF(66, half), Side.BOTTOM: QPointF(66, 92 - half),
    }[side]  # fmt: skip
    assert root.contains(inside)


def test_silhouettes_are_told_apart_at_twenty_pixels():
    """Leaf, operation and root differ by several whole pixels, even when tiny."""

    def mask(silhouette):
        image = QImage(22, 16, QImage.Format.Format_Grayscale8)
        image.fill(0)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(20 / 120, 20 / 120)
            outline = card_polygon(silhouette, 120, 80, Side.RIGHT)
            painter.fillPath(painter_path(outline.path()), QColor("white"))
        return [image.pixelColor(x, y).lightness() for y in range(16) for x in range(22)]

    masks = [mask(silhouette) for silhouette in Silhouette]
    for one, other in itertools.combinations(masks, 2):
        difference = sum(abs(a - b) for a, b in zip(one, other, strict=True))
        assert difference > 5 * 255
