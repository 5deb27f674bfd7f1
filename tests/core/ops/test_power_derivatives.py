"""Derivatives of powers, as often as one likes, also where a factor is 0."""

import pytest

import core as torch


def derivatives(function, at, count):
    """Return the first derivatives of a function of one number."""
    x = torch.tensor(at, dtype=torch.float64, requires_grad=True)
    value, found = function(x), []
    for _ in range(count):
        (value,) = torch.autograd.grad(value, x, create_graph=True)
        found.append(value.item())
    return found


def test_a_square_is_a_product_at_zero_too():
    assert derivatives(lambda x: 1 / (1 + x**2), 0.0, 4) == derivatives(lambda x: 1 / (1 + x * x), 0.0, 4)


@pytest.mark.parametrize("power", [1, 2, 3, 4])
def test_a_power_has_no_further_derivatives(power):
    falling = [1.0]
    for order in range(power):
        falling.append(falling[-1] * (power - order))
    expected = [factor * 2.0 ** (power - order) for order, factor in enumerate(falling)][1:]
    assert derivatives(lambda x: x**power, 2.0, power) == expected


def test_what_multiplied_may_not_change_before_backward():
    x = torch.tensor([2.0, 3.0], requires_grad=True)
    product = (x * 1).prod()
    with torch.no_grad():
        product.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.backward()
