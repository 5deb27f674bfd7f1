"""Whole pictures: right colours in the right places, in every theme, without colour, and on both paths.

Fonts are rasterised differently from system to system, so pictures are compared by what covers which
part of them, never byte by byte. Each test leaves its pictures in pytest's temporary folder.
"""

import itertools

import numpy as np
import pytest
import visual_scenes
from PySide6.QtGui import QImage, QPainter

from app.model.colour import channels
from app.model.theme import Emphasis, ThemeName, load_theme
from app.render.card_box import card_box
from app.render.looks import GradientState, Ring
from app.render.sprites import SpriteCache

THEMES = [ThemeName.DARK, ThemeName.LIGHT, ThemeName.HIGH_CONTRAST, ThemeName.PRINT]
SCENES = ("states", "values", "main", "no-grad-on", "no-grad-off", "detach", "regions", "figure", "nan", "backward")


@pytest.fixture(params=THEMES)
def theme(request):
    return load_theme(request.param)


def rgb(colour):
    return np.array([round(255 * channel) for channel in channels(colour)])


def share(area, colour, tolerance=6):
    """How much of a part of a picture has a colour."""
    return (np.abs(area - rgb(colour)).max(axis=2) <= tolerance).mean()


def grey(area):
    return area @ [0.299, 0.587, 0.114]


def cut(data, frame, node, margin=0.0):
    """The part of a picture at zoom 1 that shows a node."""
    box = card_box(node.look)
    x, y = node.x - frame.bounds.x, node.y - frame.bounds.y
    return data[round(y - margin) : round(y + box.height + margin), round(x - margin) : round(x + box.width + margin)]


def well(data, frame, node):
    box = card_box(node.look).well
    x, y = node.x - frame.bounds.x + box.x, node.y - frame.bounds.y + box.y
    return data[round(y) : round(y + box.height), round(x) : round(x + box.width)]


@pytest.mark.parametrize("name", SCENES)
def test_every_picture_is_drawn_on_its_ground(theme, name, picture):
    frame = visual_scenes.scenes(theme)[name]
    data = picture(frame, 1.0, name)
    canvas = share(data, theme.colour("canvas"), 1)
    assert 0.15 < canvas < 0.99
    assert len(np.unique(data @ [65536, 256, 1])) > 100  # letters and curves are antialiased


@pytest.mark.parametrize("name", ["states", "main", "figure"])
def test_twice_the_size_shows_the_same_picture(name, picture):
    """Drawn at 2 and averaged it is the picture at 1, but for the edges of letters."""
    frame = visual_scenes.scenes(load_theme("light"))[name]
    once, twice = picture(frame, 1.0, f"{name}-1"), picture(frame, 2.0, f"{name}-2")
    height, width, _ = once.shape
    averaged = twice[: 2 * height, : 2 * width].reshape(height, 2, width, 2, 3).mean(axis=(1, 3))
    assert np.abs(averaged - once).mean() < 1.5


WELLS = {
    GradientState.DONE: "gradient.soft",
    GradientState.CURRENT: "gradient.soft",
    GradientState.ZERO: "gradient.soft",
    GradientState.NONFINITE: "nan.soft",
    GradientState.FAILED: "error.soft",
    GradientState.NONE: "card.well",
    GradientState.PENDING: "card.well",
}


def test_each_state_fills_its_well_with_its_colour(theme, picture):
    frame = visual_scenes.sheet(theme, visual_scenes.states())
    data = picture(frame)
    for node in frame.nodes:
        token = WELLS.get(node.look.gradient.state)
        if token and node.look.emphasis is Emphasis.CURRENT and not node.look.muted:
            assert share(well(data, frame, node), theme.colour(token)) > 0.35, node.look.gradient.state


def test_only_gradients_are_amber_and_only_values_blue(theme, picture):
    """Chrome, categories and regions keep away from the two hues that carry meaning."""
    frame = visual_scenes.sheet(theme, visual_scenes.states())
    data = picture(frame)
    for node in frame.nodes:
        area = cut(data, frame, node)
        amber = share(area, theme.colour("gradient.base"), 20)
        has_gradient = node.look.gradient.state not in (
            GradientState.NONE, GradientState.NO_GRAD_FN, GradientState.BLOCKED, GradientState.GHOST,
            GradientState.FAILED,
        )  # fmt: skip
        assert has_gradient or amber == 0.0, node.look


def test_no_two_states_look_alike_in_grey(theme, picture):
    """What a colour-blind reader or a copier sees still tells all 24 states apart."""
    frame = visual_scenes.sheet(theme, visual_scenes.states())
    data = grey(picture(frame))
    areas = {}
    for node, (name, _, _) in zip(frame.nodes, visual_scenes.states(), strict=True):
        x, y = round(node.x - 14), round(node.y - 14)
        areas[name] = data[y : y + 108, x : x + 160]
    if theme.name is ThemeName.PRINT:
        del areas["Dimmed"], areas["Hovered"]  # paper has neither: they look like the states they decorate
    for (one, first), (other, second) in itertools.combinations(areas.items(), 2):
        differing = (np.abs(first - second) > 12).sum()
        assert differing >= 20, f"{one} looks like {other}"


def test_switching_a_region_moves_nothing(theme):
    on, off = (visual_scenes.region_example(theme, on=flag) for flag in (True, False))
    places = [[(node.id, node.x, node.y, card_box(node.look).width) for node in frame.nodes] for frame in (on, off)]
    assert places[0] == places[1]
    assert [wire.points for wire in on.wires] == [wire.points for wire in off.wires]


def test_a_region_that_is_on_is_tinted_and_one_that_is_off_is_not(theme, picture):
    inside = (slice(152, 168), slice(200, 440))  # under the cards
    on, off = (picture(visual_scenes.region_example(theme, on=flag))[inside] for flag in (True, False))
    assert share(on, theme.colour("region.no_grad.fill"), 3) > 0.6
    assert share(off, theme.colour("region.no_grad.fill"), 0) < 0.1 or theme.name is ThemeName.PRINT
    assert share(off, theme.colour("canvas"), 3) > 0.6


def test_gradients_die_where_no_grad_is_on(theme, picture):
    on, off = (visual_scenes.region_example(theme, on=flag) for flag in (True, False))
    data = {"on": picture(on), "off": picture(off)}
    for node_on, node_off in zip(on.nodes, off.nodes, strict=True):
        lit = share(well(data["off"], off, node_off), theme.colour("gradient.soft"))
        assert lit > 0.35
        if node_on.id in ("a", "w", "u", "t"):
            assert share(well(data["on"], on, node_on), theme.colour("gradient.soft")) < 0.01


@pytest.mark.parametrize("zoom", [1.0, 0.6, 0.4, 0.25])
def test_the_screen_and_a_file_show_the_same_cards(theme, zoom):
    """Cards copied from sprites against cards painted directly, as exports are."""
    frame = visual_scenes.sheet(theme, visual_scenes.states())
    cards = list(frame.nodes)
    width, height = round(frame.bounds.width * zoom), round(frame.bounds.height * zoom)
    screen, file = (QImage(width, height, QImage.Format.Format_RGB32) for _ in range(2))
    ground = int(theme.colour("canvas")[1:], 16)
    places = np.rint(np.array([[node.x, node.y] for node in cards]) * zoom)
    screen.fill(ground)
    file.fill(ground)
    with QPainter(screen) as painter:
        SpriteCache(theme).blit(painter, [node.look for node in cards], places, zoom)
    with QPainter(file) as painter:
        for node, (x, y) in zip(cards, places.tolist(), strict=True):
            visual_scenes.paint_card(painter, node.look, theme, x, y, zoom)
    one, other = (np.frombuffer(image.constBits(), np.uint8).astype(int) for image in (screen, file))
    assert np.abs(one - other).mean() < 0.6
    assert (np.abs(one - other) > 60).mean() < 0.004


def test_the_current_card_is_ringed_and_the_rest_stand_back(theme, picture):
    frame = visual_scenes.main_example(theme)
    data = picture(frame)
    nodes = {node.id: node for node in frame.nodes}
    ring = share(cut(data, frame, nodes["x0"], 6), theme.colour("gradient.base"), 10)
    assert ring > 0.05
    assert Ring.CURRENT in nodes["x0"].look.rings
    if theme.name is ThemeName.PRINT:
        return
    ground = grey(rgb(theme.colour("canvas"))[None, None, :]).item()
    spread = {name: np.abs(grey(cut(data, frame, node)) - ground).max() for name, node in nodes.items()}
    assert spread["x0"] > spread["m1"] > spread["m4"]


def test_packets_are_the_brightest_thing_on_the_canvas(theme, picture):
    frame = visual_scenes.main_example(theme)
    data = picture(frame)
    for packet in frame.packets:
        x, y = packet.x - frame.bounds.x, packet.y - frame.bounds.y
        area = data[round(y - 9) : round(y + 9), round(x - 20) : round(x + 20)]
        assert share(area, theme.colour("gradient.packet")) > 0.4


def test_less_and_less_is_drawn_as_the_picture_shrinks(theme, picture):
    for zoom, frame in visual_scenes.zoom_levels(theme):
        data = picture(frame, zoom, f"zoom-{zoom}")
        amber = [share(data, theme.colour(token), 12) for token in ("gradient.soft", "gradient.base")]
        soft, base = amber
        assert (soft > base) == (zoom >= 0.5)
        assert max(amber) > 0.004


def test_heat_maps_show_their_nan_and_both_signs(theme, picture):
    frame = visual_scenes.sheet(theme, visual_scenes.values(), 6, 250)
    data = picture(frame)
    large = next(node for node in frame.nodes if node.look.gradient.state is GradientState.NONFINITE)
    assert share(well(data, frame, large), theme.colour("nan.base")) > 0.005
    matrix = cut(data, frame, frame.nodes[3])
    for cell in (-0.7, 1.0):
        assert share(matrix, theme.ramps["value"].colour(cell), 3) > 0.001
