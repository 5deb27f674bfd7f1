"""Colour arithmetic agrees with its definitions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.colour import channels, contrast, from_oklab, hex_of, luminance, mix, oklab

COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06X}")


@given(COLOURS)
def test_oklab_and_back_is_the_same_colour(colour):
    assert from_oklab(oklab(colour)) == colour


@given(COLOURS)
def test_hex_and_back_is_the_same_colour(colour):
    assert hex_of(channels(colour)) == colour


@given(COLOURS, COLOURS)
def test_mixing_starts_at_one_colour_and_ends_at_the_other(base, over):
    assert mix(base, over, 0.0) == base
    assert mix(base, over, 1.0) == over
    half = channels(mix(base, over, 0.5))
    for low, middle, high in zip(channels(base), half, channels(over), strict=True):
        assert min(low, high) - 0.01 <= middle <= max(low, high) + 0.01


@given(COLOURS, COLOURS)
def test_contrast_is_symmetric_and_bounded(one, other):
    assert contrast(one, other) == contrast(other, one)
    assert 1.0 <= contrast(one, other) <= 21.0


def test_black_and_white_are_the_ends():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert luminance("#FFFFFF") == pytest.approx(1.0)
    assert oklab("#FFFFFF") == pytest.approx((1.0, 0.0, 0.0), abs=1e-4)


def test_a_known_ratio():
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)
