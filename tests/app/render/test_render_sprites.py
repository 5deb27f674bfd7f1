"""Sprites look like what they are of, are drawn once, and are copied in one call."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from app.model.theme import Emphasis, load_theme
from app.render.detail import Detail
from app.render.draw_node import node_marks
from app.render.looks import (
    CardSize,
    Glyph,
    GradientLine,
    GradientState,
    NodeLook,
    NumberText,
    PacketLook,
    Ring,
    Silhouette,
    Socket,
    ValueLine,
)
from app.render.paint import paint
from app.render.sprites import SpriteCache, fragments, simplified

DARK = load_theme("dark")
CARD = NodeLook(
    CardSize(120, 22, 24, 10), symbol=Glyph("×"), title="mul", name="u", value=ValueLine("f32", NumberText("6")),
    gradient=GradientLine(GradientState.DONE, NumberText("4")), inputs=(Socket(), Socket()),
)  # fmt: skip


class CountingPainter(QPainter):
    """A painter that counts the calls it gets."""

    def __init__(self, device):
        super().__init__(device)
        self.calls = 0

    def drawPixmapFragments(self, *arguments):  # noqa: N802 - Qt's name
        self.calls += 1
        super().drawPixmapFragments(*arguments)


def numbered(count):
    return [replace(CARD, value=ValueLine("f32", NumberText(str(index)))) for index in range(count)]


def grid(count, pitch=180.0):
    columns = int(np.ceil(np.sqrt(count)))
    index = np.arange(count)
    return np.stack([index % columns, index // columns], axis=1) * [pitch, 120.0] + [30.0, 30.0]


def image_of(width, height):
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    return image


def pixels(image):
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(int)


@pytest.fixture
def canvas():
    return image_of(10, 10)


@pytest.mark.parametrize("zoom", [1.0, 0.5, 0.35, 0.2])
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize(
    "look",
    [
        CARD,
        replace(CARD, silhouette=Silhouette.ROOT, rings=frozenset({Ring.CURRENT})),
        replace(CARD, silhouette=Silhouette.LEAF, rings=frozenset({Ring.READY}), queue=1, emphasis=Emphasis.REST),
    ],
    ids=["operation", "root", "leaf"],
)
def test_a_sprite_is_the_card_painted_directly(look, zoom, ratio):
    scale = zoom * ratio
    copied, direct = image_of(400, 320), image_of(400, 320)
    with QPainter(copied) as painter:
        SpriteCache(DARK).blit(painter, [look], np.array([[60.0, 60.0]]), zoom, ratio)
    with QPainter(direct) as painter:
        painter.translate(60, 60)
        painter.scale(scale, scale)
        paint(painter, node_marks(look, DARK, zoom))
    difference = np.abs(pixels(copied) - pixels(direct))
    assert difference.mean() < 1.0
    assert (difference.max(axis=2) > 40).mean() < 0.006  # where a fraction of a pixel was rounded away


def test_any_number_of_cards_is_one_call():
    image = image_of(800, 600)
    for count in (1, 50, 400):
        painter = CountingPainter(image)
        with painter:
            SpriteCache(DARK).blit(painter, numbered(count), grid(count), 0.3)
        assert painter.calls == 1
    painter = CountingPainter(image)
    with painter:
        SpriteCache(DARK).blit(painter, [], np.zeros((0, 2)), 1.0)
    assert painter.calls == 0


def test_equal_looks_share_a_sprite_and_are_drawn_once(canvas):
    cache = SpriteCache(DARK)
    looks = [replace(CARD) for _ in range(20)]
    with QPainter(canvas) as painter:
        cache.blit(painter, looks, grid(20), 1.0)
        cache.blit(painter, looks, grid(20), 1.0)
        cache.blit(painter, [replace(CARD)], grid(1), 1.0)
    assert cache.filled == 1


def test_a_change_draws_only_what_changed(canvas):
    cache = SpriteCache(DARK)
    looks = numbered(30)
    with QPainter(canvas) as painter:
        cache.blit(painter, looks, grid(30), 1.0)
        before = cache.filled
        looks[7] = replace(looks[7], rings=frozenset({Ring.SELECTED}))
        cache.blit(painter, looks, grid(30), 1.0)
    assert cache.filled == before + 1


def test_small_cards_of_one_kind_share_a_sprite(canvas):
    cache = SpriteCache(DARK)
    with QPainter(canvas) as painter:
        cache.blit(painter, numbered(500), grid(500), 0.35)
    assert cache.filled == 1


@pytest.mark.parametrize("detail", [Detail.SYMBOL, Detail.SILHOUETTE])
def test_what_is_left_out_was_not_drawn_anyway(detail):
    zoom = {Detail.SYMBOL: 0.35, Detail.SILHOUETTE: 0.25}[detail]
    look = replace(CARD, queue=3, rings=frozenset({Ring.SELECTED}), emphasis=Emphasis.REST)
    assert node_marks(simplified(look, detail), DARK, zoom) == node_marks(look, DARK, zoom)


def test_zooms_have_sheets_of_their_own():
    cache = SpriteCache(DARK)
    assert cache.sheet(1.0) is cache.sheet(1.0004)
    assert cache.sheet(1.0) is not cache.sheet(0.8)
    assert cache.sheet(1.0) is not cache.sheet(1.0, 2.0)


def test_memory_is_bounded_however_often_zoom_and_looks_change(canvas):
    budget = 16 * 2**20
    cache = SpriteCache(DARK, budget)
    with QPainter(canvas) as painter:
        for step in range(40):
            looks = [replace(look, name=str(step)) for look in numbered(30)]
            cache.blit(painter, looks, grid(30), 0.5 + step / 40)
            assert cache.bytes <= budget
        for step in range(40):
            looks = [replace(look, name=str(step)) for look in numbered(60)]
            cache.blit(painter, looks, grid(60), 1.0)
    assert cache.bytes <= 2 * budget


def test_what_is_on_screen_is_drawn_even_beyond_the_budget():
    cache = SpriteCache(DARK, 1)
    image = image_of(400, 200)
    for _ in range(2):
        image.fill(0)
        with QPainter(image) as painter:
            cache.blit(painter, numbered(2), np.array([[20.0, 20.0], [200.0, 20.0]]), 1.0)
        drawn = pixels(image)[..., 3]
        assert drawn[60, 60] == 255 and drawn[60, 260] == 255


def test_fragments_sit_on_whole_pixels():
    sheet = SpriteCache(DARK).sheet(1.0)
    indices = sheet.indices([CARD, CARD])
    laid = fragments(sheet, indices, np.array([[10.3, 20.7], [10.4, 20.6]]))
    corners = laid[:, 0:2] - laid[:, 4:6] / 2
    assert (corners == np.rint(corners)).all()
    assert (laid[0] == laid[1]).all()


def test_opacity_fades_a_sprite():
    image = image_of(200, 140)
    with QPainter(image) as painter:
        SpriteCache(DARK).blit(painter, [CARD], np.array([[30.0, 30.0]]), 1.0, opacity=0.5)
    assert 120 <= pixels(image)[70, 90, 3] <= 135


def test_packets_are_sprites_around_their_centre():
    image = image_of(200, 100)
    packet = PacketLook(NumberText("[4, 0]"))
    with QPainter(image) as painter:
        SpriteCache(DARK).blit(painter, [packet] * 2, np.array([[50.0, 50.0], [150.0, 50.0]]), 1.0)
    solid = pixels(image)[..., 3] == 255
    rows, columns = np.nonzero(solid[:, :100])
    assert abs(rows.mean() - 50) < 1 and abs(columns.mean() - 50) < 3
    assert solid[50, 150]
