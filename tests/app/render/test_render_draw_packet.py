"""Packets, sums and seeds: sizes, pointers and what they say."""

import numpy as np
import pytest

from app.model.theme import load_theme
from app.render.draw_packet import bubble, packet_marks, packet_size, seed_marks, sum_marks
from app.render.looks import NumberText, PacketLook, SeedLook, Side
from app.render.marks import Box, Cells, Disc, Lines, Rect, Shape, Text
from app.render.path_data import painter_path
from app.render.previews import heat_map

LIGHT = load_theme("light")
TIPS = {Side.LEFT: (-1, 0), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}


def test_a_packet_is_as_wide_as_its_text_but_not_too_narrow():
    size = LIGHT.metrics.size
    assert packet_size(PacketLook(NumberText("1"))) == (size.packet_min_width, size.packet_height)
    assert packet_size(PacketLook(NumberText("[4, 16]")))[0] > size.packet_min_width


@pytest.mark.parametrize("side", Side)
def test_the_pointer_is_on_its_side_only(side):
    area = Rect(-24, -11, 48, 22)
    box = painter_path(bubble(area, 7, side)).boundingRect()
    reach = LIGHT.metrics.size.packet_pointer
    dx, dy = TIPS[side]
    assert box.left() == pytest.approx(area.x - reach * (dx < 0), abs=0.1)
    assert box.right() == pytest.approx(area.right + reach * (dx > 0), abs=0.1)
    assert box.top() == pytest.approx(area.y - reach * (dy < 0), abs=0.1)
    assert box.bottom() == pytest.approx(area.bottom + reach * (dy > 0), abs=0.1)


def test_a_packet_of_a_matrix_shows_cells():
    look = PacketLook(heat_map(np.ones((8, 12))))
    width, height = packet_size(look)
    cells = next(mark for mark in packet_marks(look, LIGHT) if isinstance(mark, Cells))
    assert cells.x > -width / 2 and cells.y > -height / 2
    assert cells.x + 12 * (cells.cell + cells.gap) < width / 2 + 1


def test_a_packet_that_is_not_finite_looks_different_and_can_say_why():
    broken = PacketLook(NumberText("NaN"), nonfinite=True, caption="not delivered yet")
    marks = packet_marks(broken, LIGHT)
    assert "not delivered yet" in [mark.text for mark in marks if isinstance(mark, Text)]
    card = next(mark for mark in marks if isinstance(mark, Shape))
    assert card.fill == LIGHT.colour("nan.soft")


def test_a_sum_is_a_plus_in_a_disc():
    disc, plus = sum_marks(LIGHT)
    assert isinstance(disc, Disc) and 2 * disc.radius == LIGHT.metrics.size.sum_badge
    assert isinstance(plus, Lines) and len(plus.segments) == 2


@pytest.mark.parametrize("side", Side)
def test_a_seed_stands_beyond_its_socket(side):
    marks = seed_marks(SeedLook("1", side), LIGHT)
    box = next(mark for mark in marks if isinstance(mark, Box))
    dx, dy = TIPS[side]
    middle = box.x + box.width / 2, box.y + box.height / 2
    assert middle[0] * dx + middle[1] * dy > 10
    assert {mark.text for mark in marks if isinstance(mark, Text)} == {"1", "seed"}
