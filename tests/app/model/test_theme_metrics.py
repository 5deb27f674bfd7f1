"""Sizes and times are the tokens', under names that code can use."""

import re
from dataclasses import fields

import pytest

from app.model.metrics import Lines, Sizes, Timing, metrics, table, tokens
from app.render import geometry


def test_nested_and_dotted_names_are_joined():
    size = metrics().size
    assert (size.card_width_scalar, size.card_width_vector, size.card_width_matrix) == (120, 152, 184)
    assert size.socket_y_two == (39, 63)
    assert metrics().line.ring_ready_dash == (5, 4)


def test_the_parts_of_a_card_add_up_to_its_height():
    size = metrics().size
    assert size.card_title + size.card_value + size.card_well + size.card_bottom == size.card_height


def test_the_parts_of_a_step_add_up_to_its_duration():
    timing = metrics().timing
    assert timing.receive + timing.compute + timing.deliver == timing.node_step


@pytest.mark.parametrize(("kind", "section"), [(Sizes, "size"), (Lines, "line"), (Timing, "motion")])
def test_a_missing_token_is_named(kind, section):
    source = dict(tokens()[section])
    removed = next(key for key in source if key.replace(".", "_") in {field.name for field in fields(kind)})
    del source[removed]
    with pytest.raises(ValueError, match=removed.replace(".", "_")):
        table(kind, source)


@pytest.mark.parametrize(
    ("rule", "handles"),
    [("handle_lr", (0.5, 0.06, 28.0, 112.0)), ("handle_tb", (0.5, 24.0, 96.0))],
)
def test_wires_bend_as_the_tokens_say(rule, handles):
    """The tokens write the rule as text, for people; the code has its numbers."""
    written = tuple(float(text) for text in re.findall(r"\d+(?:\.\d+)?", tokens()["wire"][rule]))
    assert written == handles
    code = geometry._SIDEWAYS if rule == "handle_lr" else geometry._UPRIGHT[1:]
    assert code == handles
