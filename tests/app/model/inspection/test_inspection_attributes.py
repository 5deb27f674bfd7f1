"""Settings of operations as text."""

import pytest

from app.model.inspection.attributes import default_text, text_of, value_of
from core.errors import ArgumentError
from core.ops.registry import all_ops
from core.ops.spec import REQUIRED, Attribute, Kind


@pytest.mark.parametrize(("kind", "text", "value"), [
    (Kind.INTEGER, "3", 3), (Kind.DIM, "-1", -1), (Kind.NUMBER, "1e-3", 0.001), (Kind.NUMBER, "2", 2),
    (Kind.NUMBER, "1/4", 0.25), (Kind.DIMS, "0, 1", (0, 1)), (Kind.DIMS, "(0, -1)", (0, -1)), (Kind.DIMS, "1", 1),
    (Kind.SHAPE, "2, 3", (2, 3)), (Kind.SHAPE, "[2, 3]", (2, 3)), (Kind.SHAPE, "4", (4,)), (Kind.FLAG, "True", True),
    (Kind.INDEX, "0, 1:", "0, 1:"), (Kind.TEXT, "ij,jk->ik", "ij,jk->ik"), (Kind.DTYPE, "float64", "float64"),
    (Kind.PAIRS, "1", 1), (Kind.PAIRS, "[0], [1]", ((0,), (1,))), (Kind.INTEGER, "  ", None),
])  # fmt: skip
def test_texts_are_read(kind, text, value):
    assert value_of(Attribute("a", kind), text) == value


@pytest.mark.parametrize(("kind", "text"), [
    (Kind.INTEGER, "1.5"), (Kind.INTEGER, "x"), (Kind.INTEGER, "True"), (Kind.NUMBER, "one"), (Kind.DIMS, "0, x"),
    (Kind.DIMS, "0.5"), (Kind.SHAPE, "2,, 3"), (Kind.FLAG, "yes"), (Kind.INDEX, "x + 1"), (Kind.DTYPE, "complexish"),
    (Kind.NUMBER, "__import__('os')"), (Kind.SHAPE, "9" * 2000 + ".5"),
])  # fmt: skip
def test_nonsense_is_refused_in_words(kind, text):
    with pytest.raises(ArgumentError) as refused:
        value_of(Attribute("a", kind), text)
    assert len(refused.value.message) > 10


def test_limits_are_kept():
    within = Attribute("p", Kind.NUMBER, minimum=0, maximum=1)
    assert value_of(within, "0.5") == 0.5
    for text in ("-0.1", "1.5"):
        with pytest.raises(ArgumentError, match=r"at (least|most)"):
            value_of(within, text)


def test_choices_are_listed_when_another_word_is_typed():
    with pytest.raises(ArgumentError, match="mean, sum"):
        value_of(Attribute("reduction", Kind.CHOICE, choices=("mean", "sum")), "median")


def test_words_that_are_taken_besides_are_kept():
    assert value_of(Attribute("ord", Kind.NUMBER, choices=("fro", "nuc")), "fro") == "fro"


@pytest.mark.parametrize("op", [op for op in all_ops() if op.attributes], ids=lambda op: op.name)
def test_what_a_record_holds_reads_back(op):
    """The defaults and the samples of every operation survive being shown and entered again."""
    for attribute in op.attributes:
        held = [sample.attributes[attribute.name] for sample in op.samples if attribute.name in sample.attributes]
        held += [] if attribute.default is REQUIRED else [attribute.default]
        for value in held:
            if _can_be_typed(attribute, value):
                assert _plain(value_of(attribute, text_of(value))) == _plain(value), attribute.name
        assert default_text(attribute)


def _can_be_typed(attribute, value):
    if attribute.kind in (Kind.INDEX, Kind.DTYPE, Kind.PAIRS) or value is None:
        return False
    return isinstance(value, bool | int | str) or (isinstance(value, float) and float(f"{value:g}") == value) or (
        isinstance(value, tuple) and len(value) > 0 and all(isinstance(one, int) for one in value)
    )  # fmt: skip


def _plain(value):
    """A list of one integer is as good as the integer."""
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value
