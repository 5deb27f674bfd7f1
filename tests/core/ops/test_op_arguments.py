"""Arguments that are unusual and allowed: left out, empty, a zero, a number where there mostly is a tensor."""

import math

import pytest

import core as torch

functional = torch.nn.functional
x = torch.arange(24.0, dtype=torch.float64).reshape(2, 3, 4)


@pytest.mark.parametrize("name", ["softmax", "softmin", "log_softmax"])
@pytest.mark.parametrize(("tensor", "dim"), [(x[0, 0], 0), (x[0], 1), (x, 0), (x[None], 1)])
def test_shares_without_a_dim_are_those_of_the_channels(name, tensor, dim):
    module = {"softmax": "Softmax", "softmin": "Softmin", "log_softmax": "LogSoftmax"}[name]
    expected = getattr(functional, name)(tensor, dim)
    with pytest.warns(UserWarning, match="dim=-1"):
        assert torch.equal(getattr(functional, name)(tensor), expected)
    with pytest.warns(UserWarning, match="dim=-1"):
        assert torch.equal(getattr(torch.nn, module)()(tensor), expected)


@pytest.mark.parametrize("zero", [0, 0.0, torch.tensor(0)])
def test_a_rest_of_floats_by_zero_is_no_number(zero):
    one = torch.tensor([1.0, -2.0])
    assert all(map(math.isnan, [*(one % zero).tolist(), *torch.fmod(one, zero).tolist()]))
    assert (one // zero).tolist() == torch.div(one, zero, rounding_mode="trunc").tolist() == [math.inf, -math.inf]


@pytest.mark.parametrize("base", [2, 2.0, torch.tensor(2.0), torch.tensor([2]), torch.tensor([2.0, 2.0])])
@pytest.mark.parametrize("exponent", [torch.tensor(3), torch.tensor([3.0, 3.0]), torch.tensor(3.0)])
def test_float_power_is_in_double_precision_whatever_it_is_given(base, exponent):
    if not isinstance(base, torch.Tensor):
        base = torch.tensor(base)
    made = torch.float_power(base, exponent)
    assert made.dtype == torch.float64
    assert set(made.flatten().tolist()) == {8.0}


def test_a_number_has_one_position():
    assert [one.tolist() for one in torch.where(torch.tensor(True))] == [[0]]
    assert [one.tolist() for one in torch.where(torch.tensor(0.0))] == [[]]


def test_no_dimensions_are_squeezed():
    assert torch.ones(2, 1).squeeze(()).shape == (2, 1)
