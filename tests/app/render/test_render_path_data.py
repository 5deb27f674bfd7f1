"""Path data draws what SVG says it draws."""

import math

import pytest
from PySide6.QtCore import QPointF

from app.render.icons import ICONS
from app.render.path_data import commands, painter_path


def corners(data):
    box = painter_path(data).boundingRect()
    return box.left(), box.top(), box.right(), box.bottom()


def test_relative_and_absolute_agree():
    assert painter_path("M1 1H5V4H1Z") == painter_path("m1 1h4v3h-4z")
    assert painter_path("M0 0C0 5 5 5 5 0") == painter_path("M0 0c0 5 5 5 5 0")


def test_numbers_may_repeat_a_command_and_run_together():
    assert list(commands("M0 0 4 0-4 .5")) == [("M", (0, 0)), ("L", (4, 0)), ("L", (-4, 0.5))]


def test_a_circle_of_arcs_is_round():
    path = painter_path("M8 14a6 6 0 1 0 0-12a6 6 0 0 0 0 12z")
    assert corners("M8 14a6 6 0 1 0 0-12a6 6 0 0 0 0 12z") == pytest.approx((2, 2, 14, 14), abs=0.01)
    for share in (0.1, 0.37, 0.62, 0.9):
        point = path.pointAtPercent(share)
        assert math.hypot(point.x() - 8, point.y() - 8) == pytest.approx(6, abs=0.02)


def test_the_sweep_of_an_arc_decides_its_side():
    above, below = painter_path("M0 0A5 5 0 0 1 10 0"), painter_path("M0 0A5 5 0 0 0 10 0")
    assert above.boundingRect().bottom() <= 0.01
    assert below.boundingRect().top() >= -0.01


def test_a_smooth_curve_continues_its_predecessor():
    path = painter_path("M0 0c4 0 4 6 8 6s4 6 8 6")
    straight = painter_path("M0 0C4 0 4 6 8 6C12 6 12 12 16 12")
    assert path == straight


@pytest.mark.parametrize("data", ["M0", "5 5", "M0 0A4 2 0 0 1 8 0", "M0 0C1 1 2 2"])
def test_what_is_no_path_is_refused(data):
    with pytest.raises(ValueError, match=r"[Pp]ath|arcs"):
        painter_path(data)


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_stays_inside_its_box(name):
    for data in (*ICONS[name].stroked, *ICONS[name].filled):
        left, top, right, bottom = corners(data)
        assert left >= 0.7 and top >= 0.7 and right <= 15.3 and bottom <= 15.3
        assert painter_path(data).length() > 0


def test_a_closed_path_contains_its_middle():
    assert painter_path("M0 0H8V8H0Z").contains(QPointF(4, 4))
