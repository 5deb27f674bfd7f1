"""A setting with an impossible value is refused: the error says which values there are."""

import pytest

import core as torch
from core.ops.registry import all_ops
from core.ops.spec import Kind
from core.tensor.bind import bind

functional = torch.nn.functional
WITH_CHOICES = [(op, one) for op in all_ops() for one in op.attributes if one.choices]


@pytest.mark.parametrize(("op", "attribute"), WITH_CHOICES, ids=[f"{op.name}-{one.name}" for op, one in WITH_CHOICES])
def test_a_word_that_is_no_choice_is_refused_with_those_that_are(op, attribute):
    inputs = {port.name: [] if port.variadic else torch.ones(2) for port in op.inputs}
    settings = {one.name: given(one) for one in op.attributes if one is not attribute}
    with pytest.raises(TypeError) as raised:
        bind(op, (), inputs | settings | {attribute.name: "nonsense"})
    assert isinstance(raised.value, ValueError)
    text = str(raised.value)
    assert f"{op.name}(): {attribute.name!r} has to be" in text
    assert "'nonsense'" in text
    assert all(repr(choice) in text for choice in attribute.choices)


def given(attribute):
    if attribute.choices:
        return attribute.choices[0]
    return {Kind.TEXT: "", Kind.FLAG: False, Kind.SHAPE: (1,), Kind.INDEX: (0,), Kind.DTYPE: None}.get(
        attribute.kind, 1
    )


def test_what_is_shared_by_several_operations_names_the_choices_of_all():
    with pytest.raises(ValueError, match=r"'none'.*'tanh'"):
        functional.gelu(torch.ones(2), approximate="fast")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda x: x.cumsum(None), "cumsum(): 'dim' has to be an integer, not NoneType."),
        (lambda x: x.softmax("rows"), "softmax(): 'dim' has to be an integer, not str."),
        (lambda x: functional.leaky_relu(x, "a"), "leaky_relu(): 'negative_slope' has to be a number, not str."),
    ],
    ids=["dim", "word", "number"],
)
def test_a_setting_of_another_kind_is_refused(call, text):
    with pytest.raises(TypeError) as raised:
        call(torch.ones(2, 3))
    assert str(raised.value) == text
