"""Numbers on screen: four digits, true minus signs, and words for what is no number."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers import MINUS, full, number, shape, vector


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (18, "18"), (18.0, "18"), (1 / 3, "0.3333"), (-1.2e-8, "−1.2e−8"), (0.070622, "0.07062"),
        (16.4924, "16.49"), (0.999951, "1"), (9999.96, "10000"), (12345.6, "12346"), (99999.6, "1e5"),
        (1234567.0, "1.235e6"), (1234567, "1234567"), (0.00099999, "0.001"), (0.0009994, "9.994e−4"),
        (0.0, "0"), (-0.0, "0"), (-0.5, "−0.5"), (1e300, "1e300"), (math.nan, "NaN"), (math.inf, "∞"),
        (-math.inf, "−∞"), (True, "T"), (False, "F"), (3 + 2j, "3 + 2i"), (3 - 2j, "3 − 2i"),
    ],
)  # fmt: skip
def test_a_number(value, text):
    assert number(value) == text


def test_fewer_digits():
    assert number(math.tanh(1), 2) == "0.76"


def test_vectors_and_shapes():
    assert vector([4.0, 16.0]) == "[4, 16]"
    assert vector([True, False, True]) == "[T, F, T]"
    assert (shape((2, 3)), shape(())) == ("[2, 3]", "[ ]")


@given(st.floats(-1e300, 1e300))
def test_what_is_shown_is_the_number_to_four_digits(value):
    shown = float(number(value).replace(MINUS, "-"))
    assert shown == pytest.approx(value, rel=5.1e-4)
    assert "-" not in number(value)


@given(st.floats())
def test_what_is_copied_is_the_number_itself(value):
    copied = float(full(value))
    assert copied == value or (math.isnan(copied) and math.isnan(value))
