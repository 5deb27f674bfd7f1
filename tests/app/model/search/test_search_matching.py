"""How operations are found by letters and signs."""

import pytest

from app.model.search.matching import Tier, match
from core.ops import registry


def tier(text, name):
    found = match(text, registry.get(name))
    return None if found is None else found.tier


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("mul", "mul", Tier.EXACT),
        ("MUL", "mul", Tier.EXACT),
        ("*", "mul", Tier.EXACT),
        ("@", "matmul", Tier.EXACT),
        ("@", "mm", Tier.SYMBOL),
        ("[ ]", "getitem", Tier.EXACT),
        (">", "gt", Tier.EXACT),
        ("**", "pow", Tier.EXACT),
        ("so", "softmax", Tier.START),
        ("so", "log_softmax", Tier.WORD),
        ("clip", "clamp", Tier.OTHER_NAME),
        ("lsm", "log_softmax", Tier.LETTERS),
        ("", "mul", Tier.ANY),
        ("zzz", "mul", None),
    ],
)
def test_tiers(text, name, expected):
    assert tier(text, name) is expected


def test_the_letters_that_were_found_are_marked():
    found = match("soft", registry.get("log_softmax"))
    assert [registry.get("log_softmax").name[start:end] for start, end in found.spans] == ["soft"]


def test_every_operation_is_found_by_its_name_and_by_its_keywords():
    for op in registry.all_ops():
        assert tier(op.name, op.name) is Tier.EXACT
        for word in op.keywords:
            assert tier(word, op.name) is not None, f"{op.name} by {word}"


def test_keywords_say_which_word_was_found():
    op = next(op for op in registry.all_ops() if op.keywords and not op.name.startswith(op.keywords[0][:3]))
    found = match(op.keywords[0], op)
    assert found.also == op.keywords[0] or found.tier <= Tier.OTHER_NAME
