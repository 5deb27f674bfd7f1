"""Every function of an operation is documented: what it takes, of which types, and an example that runs."""

import pytest
from sampling import OPS

import core as torch
from core.tensor.documenting import documentation, example

SHOWN = [op for op in OPS if not op.hidden]
WITH_EXAMPLE = [op for op in SHOWN if example(op)]


@pytest.mark.parametrize("op", SHOWN, ids=lambda op: op.name)
def test_the_documentation_names_everything_the_operation_takes(op):
    text = documentation(op)
    assert text.startswith(op.summary)
    assert "Dtypes: " in text
    for one in (*op.inputs, *op.attributes):
        assert f"\n    {one.name}: " in text
    assert not op.kinks or op.kinks in text


@pytest.mark.parametrize("op", WITH_EXAMPLE, ids=lambda op: op.name)
@pytest.mark.filterwarnings("ignore")
def test_the_example_runs(op):
    assert eval(example(op), {"torch": torch}) is not None


def test_what_has_no_example_is_written_with_signs_or_by_hand():
    names = {op.name for op in SHOWN} - {op.name for op in WITH_EXAMPLE}
    assert names == {"as_strided", "getitem", "reversed_dims", "swapped_last_dims", "to_dtype"}


def test_help_shows_it():
    assert torch.softmax.__doc__ == torch.Tensor.softmax.__doc__
    assert "Example: torch.softmax(torch.rand(3))" in torch.softmax.__doc__
