"""`import core as torch`: what is there at once, what comes later, and what is not there."""

import subprocess
import sys
from pathlib import Path

import pytest

import core as torch

ROOT = Path(__file__).parents[2]


def fresh(code: str) -> str:
    """Run code in a new interpreter and return what it prints."""
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return result.stdout


def test_networks_and_the_like_are_imported_when_they_are_asked_for():
    code = (
        "import sys, core\n"
        "print([m for m in ('core.nn', 'core.optim', 'core.autograd', 'core.debug', 'zipfile') if m in sys.modules])\n"
        "core.nn.Linear, core.optim.SGD, core.no_grad\n"
        "print([m for m in ('core.nn', 'core.optim', 'core.autograd') if m in sys.modules])"
    )
    assert fresh(code).splitlines() == ["[]", "['core.nn', 'core.optim', 'core.autograd']"]


def test_a_function_is_not_hidden_by_the_package_of_its_name():
    code = (
        "import core.tensor.tensor, core, core.autograd\nprint(core.tensor([1]).tolist(), core.autograd.grad.__name__)"
    )
    assert fresh(code) == "[1] grad\n"


def test_every_name_that_is_listed_can_be_had():
    for name in dir(torch):
        assert hasattr(torch, name)


def test_every_function_says_what_it_does():
    spaces = {"torch": torch, "Tensor": torch.Tensor, "functional": torch.nn.functional}
    public = [(space, name) for space, one in spaces.items() for name in dir(one) if name[0] != "_"]
    found = {f"{space}.{name}": getattr(spaces[space], name) for space, name in public}
    assert [
        name for name, one in found.items() if callable(one) and (not one.__doc__ or one.__name__ == "method")
    ] == []
    assert torch.exp.__doc__.startswith(
        "The exponential function: e to the power of every element.\n\nFormula: exp(self)"
    )


@pytest.mark.parametrize(
    "name", ["relu_", "sigmoid_", "tanh_", "exp_", "neg_", "abs_", "sin_", "square_", "reciprocal_"]
)
def test_functions_in_place(name):
    x = torch.tensor([0.5, 0.25])
    expected = getattr(torch, name[:-1])(x)
    assert getattr(torch, name)(x) is x
    assert torch.equal(x, expected)


def test_a_name_that_is_not_there_says_so_as_pytorch_does():
    with pytest.raises(AttributeError, match="module 'torch' has no attribute 'sinus'"):
        torch.sinus  # noqa: B018
    with pytest.raises(AttributeError, match="requires_gradient"):
        torch.ones(1).requires_gradient  # noqa: B018


def test_constants_and_linear_algebra():
    assert torch.pi > 3.14 and torch.inf > 1e300 and torch.nan != torch.nan
    assert torch.ones(2)[torch.newaxis].shape == (1, 2)
    assert torch.linalg.norm(torch.tensor([3.0, 4.0])).item() == 5.0
