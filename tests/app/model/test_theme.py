"""Themes come whole from the tokens, cannot be changed, and their ramps say what a colour means."""

from dataclasses import FrozenInstanceError

import pytest

from app.model.colour import luminance, oklab
from app.model.metrics import tokens
from app.model.theme import Emphasis, Family, ThemeName, load_theme
from app.render.inks import ink

THEMES = [load_theme(name) for name in ThemeName]


@pytest.fixture(params=THEMES, ids=lambda theme: theme.name)
def theme(request):
    return request.param


def test_every_shipped_theme_has_the_same_tokens():
    assert {frozenset(theme.colours) for theme in THEMES} == {frozenset(THEMES[0].colours)}
    assert set(tokens()["themes"]) == set(ThemeName)


def test_colours_are_opaque_hex(theme):
    for token, colour in theme.colours.items():
        assert len(colour) == 7, token
        assert int(colour[1:], 16) >= 0, token


def test_a_theme_is_loaded_once_and_cannot_be_changed(theme):
    assert load_theme(str(theme.name)) is theme
    with pytest.raises(FrozenInstanceError):
        theme.name = ThemeName.DARK
    with pytest.raises(TypeError):
        theme.colours["canvas"] = "#000000"


def test_unknown_names_are_refused(theme):
    with pytest.raises(ValueError, match="sepia"):
        load_theme("sepia")
    with pytest.raises(KeyError):
        theme.colour("no.such.token")


@pytest.mark.parametrize("family", Family)
def test_a_ramp_meets_its_stops_and_is_clipped(theme, family):
    ramp = theme.ramps[family]
    for position, colour in ramp.stops:
        if position in (-1.0, 0.0, 1.0):
            assert ramp.colour(position) == colour
    assert ramp.colour(7.0) == ramp.colour(1.0)
    assert ramp.colour(-7.0) == ramp.colour(-1.0)
    assert len(ramp.levels) == 256


@pytest.mark.parametrize("family", Family)
def test_a_ramp_grows_away_from_zero_on_both_sides(theme, family):
    ramp, zero = theme.ramps[family], oklab(theme.colour("heat.zero"))

    def distance(position):
        return sum((a - b) ** 2 for a, b in zip(oklab(ramp.colour(position)), zero, strict=True)) ** 0.5

    for sign in (-1, 1):
        steps = [distance(sign * step / 8) for step in range(9)]
        assert steps[0] < 0.01
        assert steps == sorted(steps)


@pytest.mark.parametrize("family", Family)
def test_the_signs_of_a_heat_map_differ_in_hue(theme, family):
    """Colour-blind readers get a minus as well; this is for the others."""
    low, high = oklab(theme.ramps[family].colour(-1)), oklab(theme.ramps[family].colour(1))
    assert abs(low[1] - high[1]) + abs(low[2] - high[2]) > 0.15


def test_the_positive_end_is_the_colour_of_the_family(theme):
    for family in Family:
        end, base = oklab(theme.ramps[family].colour(1)), oklab(theme.colour(f"{family}.base"))
        assert (end[2] > 0) == (base[2] > 0)


def test_further_back_is_nearer_to_the_canvas(theme):
    dims = [theme.dim[emphasis] for emphasis in Emphasis]
    assert dims[0] == 1.0
    assert dims == sorted(dims, reverse=True)
    assert ink(theme, Emphasis.CURRENT)("text") == theme.colour("text")
    canvas = luminance(theme.colour("canvas"))
    gaps = [abs(luminance(ink(theme, emphasis)("text")) - canvas) for emphasis in Emphasis]
    assert gaps == sorted(gaps, reverse=True)
