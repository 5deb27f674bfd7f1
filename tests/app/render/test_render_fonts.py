"""The shipped faces are used, with figures of equal width and without ligatures."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFontInfo, QFontMetricsF

from app.model.metrics import metrics
from app.render.fonts import TEXT_SCALE, elided, font, register_fonts, text_width
from app.render.marks import TextStyle

WEIGHTS = (400, 500, 600, 700)


def test_both_families_are_registered():
    assert {metrics().type.text_family, metrics().type.code_family} <= set(register_fonts())


@pytest.mark.parametrize("code", [False, True])
@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_style_gets_the_shipped_face_in_its_weight(weight, code):
    info = QFontInfo(font(TextStyle(12.5, weight, code=code)))
    assert info.family().startswith("JetBrains Mono" if code else "Inter")
    assert info.weight() == weight
    assert info.pixelSize() == 12.5 * TEXT_SCALE


@pytest.mark.parametrize("weight", WEIGHTS)
def test_figures_have_equal_width(weight):
    style = TextStyle(13.5, weight)
    widths = [text_width(digit * 3, style) for digit in "0123456789"]
    assert max(widths) - min(widths) < 0.1  # the faces round the advance of the 4


def test_code_has_no_ligatures():
    style = TextStyle(12, code=True)
    assert text_width("->", style) == pytest.approx(2 * text_width("-", style))


def test_width_grows_with_size():
    assert text_width("grad", TextStyle(21)) == pytest.approx(2 * text_width("grad", TextStyle(10.5)), rel=0.02)


@pytest.mark.parametrize("sign", "∂Σ√∞×·−→—…≥≤≠μ")
def test_signs_that_pictures_use_are_in_the_text_face(sign):
    assert QFontMetricsF(font(TextStyle(20))).inFontUcs4(ord(sign))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.text(st.characters(categories=["L", "N", "P"]), max_size=30), st.floats(0, 120))
def test_elided_text_fits(text, room):
    style = TextStyle(12)
    cut = elided(text, style, room)
    assert text_width(cut, style) <= room or cut == ""
    assert cut == text or cut == "" or (cut.endswith("…") and text.startswith(cut[:-1]))
