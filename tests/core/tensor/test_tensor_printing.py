"""The text of tensors, letter by letter."""

import pytest

import core as torch


@pytest.fixture(autouse=True)
def _usual_options():
    yield
    torch.set_printoptions(profile="default")


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([3.0, -4.0], "tensor([ 3., -4.])"),
        ([0.5, 12.25], "tensor([ 0.5000, 12.2500])"),
        ([2.0, float("nan")], "tensor([2., nan])"),
        ([float("inf"), -1.5], "tensor([    inf, -1.5000])"),
        ([1e-6, 2.0], "tensor([1.0000e-06, 2.0000e+00])"),
        ([2e9], "tensor([2.0000e+09])"),
        ([7], "tensor([7])"),
        ([-7, 70], "tensor([-7, 70])"),
        ([[True], [False]], "tensor([[ True],\n        [False]])"),
        (4.5, "tensor(4.5000)"),
        ([0.0, 0.0], "tensor([0., 0.])"),
        ([[], []], "tensor([], size=(2, 0))"),
    ],
)
def test_numbers(numbers, text):
    assert repr(torch.tensor(numbers)) == text


def test_what_is_said_of_a_tensor():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    assert repr(x) == "tensor([1., 2.], requires_grad=True)"
    assert repr(x.exp().detach().half()) == "tensor([2.7188, 7.3906], dtype=torch.float16)"
    assert repr(x.double() / 2) == "tensor([0.5000, 1.0000], dtype=torch.float64, grad_fn=<DivBackward0>)"
    assert repr(torch.zeros(0, dtype=torch.int64)) == "tensor([], dtype=torch.int64)"
    assert repr(torch.tensor([3], dtype=torch.int32)) == "tensor([3], dtype=torch.int32)"


def test_a_history_that_was_lost_is_invalid():
    x = torch.ones(1, requires_grad=True) * 1
    with torch.no_grad():
        view = x[:]
    x.mul_(2)
    assert repr(view) == "tensor([2.], grad_fn=<Invalid>)"


def test_lines_are_broken_where_they_are_full():
    x = torch.arange(14.0, requires_grad=True) + 0.5
    assert repr(x) == (
        "tensor([ 0.5000,  1.5000,  2.5000,  3.5000,  4.5000,  5.5000,  6.5000,  7.5000,\n"
        "         8.5000,  9.5000, 10.5000, 11.5000, 12.5000, 13.5000],\n"
        "       grad_fn=<AddBackward0>)"
    )


def test_matrices_in_a_stack_are_set_apart():
    assert repr(torch.arange(4).reshape(2, 1, 2)) == "tensor([[[0, 1]],\n\n        [[2, 3]]])"


def test_long_tensors_are_shortened():
    assert repr(torch.arange(2000)) == "tensor([   0,    1,    2,  ..., 1997, 1998, 1999])"
    lines = repr(torch.zeros(50, 50)).splitlines()
    assert len(lines) == 7 and lines[3] == "        ...," and lines[0].count("0.") == 6


def test_options():
    x = torch.tensor([1 / 3, 2000.5])
    torch.set_printoptions(precision=1)
    assert repr(x) == "tensor([3.3e-01, 2.0e+03])"
    torch.set_printoptions(sci_mode=False)
    assert repr(x) == "tensor([   0.3, 2000.5])"
    torch.set_printoptions(profile="short")
    assert repr(torch.tensor([1 / 3])) == "tensor([0.33])"
    torch.set_printoptions(profile="full")
    assert repr(torch.arange(1100)).count(",") == 1099
    torch.set_printoptions(profile="default", edgeitems=1, threshold=4)
    assert repr(torch.arange(9)) == "tensor([0,  ..., 8])"
    torch.set_printoptions(linewidth=20)
    assert repr(torch.arange(4)) == "tensor([0, 1, 2, 3])"
    with pytest.raises(ValueError, match="short"):
        torch.set_printoptions(profile="long")


def test_shapes_and_named_results():
    assert repr(torch.zeros(2, 0).shape) == "torch.Size([2, 0])"
    assert repr(torch.zeros(3, 2).shape[:1] + torch.Size([5])) == "torch.Size([3, 5])"
    assert torch.zeros(3, 2).shape.numel() == 6
    found = torch.tensor([3.0, 1.0]).min(dim=0)
    assert repr(found) == "torch.return_types.min(\nvalues=tensor(1.),\nindices=tensor(1))"
    values, indices = found
    assert values is found.values and indices is found.indices
