"""The language of conditions: what it means, what it refuses, and that nothing is evaluated as code."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.debug.arrays import statistics
from core.debug.predicate_parser import DEEPEST, LONGEST, PredicateError, parse_predicate
from core.debug.predicates import WORDS, Sight, Type, holds


def sight(*numbers, previous=None, place=1, expected=1):
    value = np.array(numbers, np.float32)
    before = None if previous is None else np.array(previous, np.float32)
    return Sight(value, statistics(value), before, place, expected)


@pytest.mark.parametrize(
    ("text", "numbers", "expected"),
    [
        ("absmax > 3", [1, -4], True),
        ("max > 3", [1, -4], False),
        ("min <= -4", [1, -4], True),
        ("mean == -1.5", [1, -4], True),
        ("norm >= 5", [3, 4], True),
        ("norm != 5", [3, 4], False),
        ("any_nan", [1, np.nan], True),
        ("any_inf", [1, np.nan], False),
        ("any_inf", [1, -np.inf], True),
        ("all_zero", [0, -0.0], True),
        ("all_zero", [0, 1e-30], False),
        ("shape == [2]", [0, 1], True),
        ("shape != [2]", [0, 1], False),
        ("shape == []", [0, 1], False),
        ("not all_zero and not any_nan", [0, 1], True),
        ("any_nan or absmax > 1e2", [0, 1e3], True),
        ("any_nan and any_inf or all_zero", [0, 0], True),
        ("any_nan and (any_inf or all_zero)", [0, 0], False),
        ("NOT (norm > .5 AND norm < 2.5e0)", [1], False),
        ("1 < absmax", [-2], True),
    ],
)
def test_a_condition_is_true_or_false(text, numbers, expected):
    assert holds(parse_predicate(text), sight(*numbers)) is expected


def test_nan_is_in_no_order():
    for comparison in ("absmax > 0", "absmax <= 0", "norm < 1", "mean >= 0"):
        assert not holds(parse_predicate(comparison), sight(np.nan, 1))


def test_a_sign_changes_between_two_values_of_one_tensor():
    condition = parse_predicate("changes_sign")
    assert holds(condition, sight(1, -2, previous=[1, 2]))
    assert not holds(condition, sight(1, 2, previous=[0, 2]))
    assert not holds(condition, sight(1, 2))


def test_contributions_are_counted():
    assert holds(parse_predicate("first and not last"), sight(1, place=1, expected=2))
    assert holds(parse_predicate("last"), sight(1, place=2, expected=2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("norm", "norm is a number; compare it"),
        ("norm >", "character 7 .*a word or a number is missing"),
        ("> 3", "a word or a number is missing"),
        ("nrom > 3", "no word 'nrom'"),
        ("(norm > 3", r"'\)' is missing"),
        ("norm > 3)", r"'\)' is not expected"),
        ("norm > any_nan", "any_nan is a truth value"),
        ("any_nan == any_inf", "cannot compare"),
        ("shape > [2]", "cannot compare"),
        ("shape == 2", "2 is a number"),
        ("shape == [2.5]", "whole numbers"),
        ("norm > -", "a number is missing"),
        ("norm = 3", "'=' has no meaning"),
        ("__import__('os')", "has no meaning"),
        ("norm.real > 1", "has no meaning|not expected"),
        ("", "is missing"),
        ("not", "is missing"),
        ("norm > 1 norm < 2", "not expected"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_place(text, message):
    with pytest.raises(PredicateError, match=message):
        parse_predicate(text)


@pytest.mark.parametrize(
    "text", ["(" * (DEEPEST + 1), "not " * (DEEPEST + 1), "norm > 1 or " * LONGEST, "9" * 399 + "<norm"]
)
def test_hostile_conditions_end_in_a_message_or_a_condition(text):
    try:
        parse_predicate(text)
    except PredicateError as error:
        assert len(str(error)) < 3 * LONGEST


@given(st.text(alphabet="()[]<>=!-, .0123456789andortshpemxi_l", max_size=60))
def test_any_text_is_a_condition_or_a_refusal(text):
    try:
        condition = parse_predicate(text)
    except PredicateError:
        return
    assert holds(condition, sight(1, 2)) in (True, False)


def test_every_word_has_a_meaning_that_can_be_shown():
    for word, (kind, meaning, look_up) in WORDS.items():
        assert meaning
        assert isinstance(look_up(sight(1, 2)), {Type.NUMBER: float, Type.TRUTH: bool, Type.SHAPE: tuple}[kind]), word
