"""Overlays stand inside the viewport, keep apart, and say what the picture shows."""

import itertools

import pytest

from app.model.theme import Family, ThemeName, load_theme
from app.render.draw_map import HEIGHT, WIDTH, map_marks, map_scale
from app.render.draw_overlay import overlay_marks, overlay_place, overlay_size
from app.render.fonts import text_width
from app.render.formula_parse import parse_formula
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Rect, Text
from app.render.overlays import (
    FigureEntry,
    Footer,
    Headline,
    Invitation,
    Legend,
    LegendEntry,
    MapDot,
    MiniMap,
    Moment,
    Scale,
    Tone,
    Words,
)

DARK = load_theme("dark")
FORMULA = parse_formula("2 * x**2 + 1")
DOTS = tuple(MapDot(Rect(170 * index, 40 * (index % 3), 120, 80)) for index in range(6))
VIEW = Rect(0, 0, 600, 200)
OVERLAYS = [
    Headline(FORMULA, "with x = 3"),
    Moment("Backward, after step 7 of 8"),
    Moment("Stopped at the first NaN", Tone.NONFINITE),
    Legend(tuple(LegendEntry)),
    Scale(Family.GRADIENT, 0.3035, "gradient"),
    Invitation("Right →", (Words("Next: "), Words("AccumulateGrad", code=True))),
    MiniMap(DOTS, VIEW),
    Footer(FORMULA, "After backward: step 2 of 2. Grad mode on.", tuple(FigureEntry), 900, "y"),
]
SCREEN = Rect(0, 0, 960, 660)


@pytest.fixture(params=OVERLAYS, ids=lambda overlay: type(overlay).__name__)
def overlay(request):
    return request.param


def reach(mark):
    if not isinstance(mark, Text):
        return (mark.x, mark.x + mark.width) if isinstance(mark, Box) and mark.opacity == 1 else (0, 0)
    width = text_width(mark.text, mark.style)
    start = mark.x - width * {Anchor.START: 0, Anchor.MIDDLE: 0.5, Anchor.END: 1}[mark.anchor]
    return start, start + width


@pytest.mark.parametrize("name", ThemeName)
def test_marks_stay_inside_the_measured_size(overlay, name):
    theme = load_theme(name)
    width, height = overlay_size(overlay, theme)
    for mark in overlay_marks(overlay, theme):
        start, end = reach(mark)
        assert start >= -0.5 and end <= width + 1.0
        if isinstance(mark, Text):
            assert 0 <= mark.y <= height + 1


def test_overlays_stand_inside_the_viewport(overlay):
    width, height = overlay_size(overlay, DARK)
    x, y = overlay_place(overlay, SCREEN, DARK)
    assert x >= 0 and y >= 0
    assert x + width <= SCREEN.width and y + height <= SCREEN.height


def test_the_overlays_of_the_learn_layout_do_not_overlap():
    shown = [OVERLAYS[0], OVERLAYS[1], Legend(tuple(LegendEntry)[:5]), OVERLAYS[5], OVERLAYS[6]]
    areas = [Rect(*overlay_place(each, SCREEN, DARK), *overlay_size(each, DARK)) for each in shown]
    for one, other in itertools.combinations(areas, 2):
        assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


def test_a_legend_names_all_its_entries():
    marks = overlay_marks(Legend(tuple(LegendEntry)), DARK)
    assert [mark.text for mark in marks if isinstance(mark, Text)] == [str(entry) for entry in LegendEntry]


def test_a_scale_shows_its_range_with_a_true_minus():
    marks = overlay_marks(Scale(Family.GRADIENT, 0.30351, "gradient"), DARK)
    assert [mark.text for mark in marks if isinstance(mark, Text)] == ["gradient", "−0.3035", "0", "0.3035"]


def test_a_narrow_footer_wraps_its_legend():
    wide = Footer(FORMULA, "", tuple(FigureEntry), 1400)
    narrow = Footer(FORMULA, "", tuple(FigureEntry), 420)
    assert overlay_size(narrow, DARK)[1] > overlay_size(wide, DARK)[1]
    says = {mark.text for mark in overlay_marks(narrow, DARK) if isinstance(mark, Text)}
    assert {"leaf", "root", "order of the engine", "blocked: not computed"} <= says


def test_a_minimap_holds_every_node_and_clips_the_view():
    minimap = MiniMap(DOTS, Rect(-5000, -5000, 20000, 20000))
    frame, *dots, view = map_marks(minimap, Ink(DARK))
    for dot in dots:
        assert frame.x <= dot.x and dot.x + dot.width <= frame.x + frame.width
        assert dot.width >= 2 and dot.height >= 2
    assert view.x > 0 and view.x + view.width < WIDTH
    assert view.y > 0 and view.y + view.height < HEIGHT


def test_an_empty_minimap_still_shows_the_view():
    assert len(map_marks(MiniMap((), VIEW), Ink(DARK))) == 2
    assert map_scale(MiniMap((), VIEW))[0] > 0
