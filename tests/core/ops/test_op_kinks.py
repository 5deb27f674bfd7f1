"""What the gradient is where there is none: at kinks, ties, ends and in what is not a number."""

import numpy as np
import pytest

import core as torch

functional = torch.nn.functional
NAN = np.nan


def gradients(function, *values):
    tensors = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in values]
    result = function(*tensors)
    found = torch.autograd.grad(result.sum(), tensors)
    return [one.numpy().tolist() for one in found]


UNARY = {
    "abs at 0": (torch.abs, [-2.0, 0.0, 2.0], [-1, 0, 1]),
    "relu at 0": (torch.relu, [-1.0, 0.0, 1.0], [0, 0, 1]),
    "sign": (torch.sign, [-1.0, 0.0], [0, 0]),
    "clamp at its bounds": (lambda x: x.clamp(-1, 1), [-2.0, -1.0, 0.0, 1.0, 2.0], [0, 1, 1, 1, 0]),
    "hardtanh at its bounds": (functional.hardtanh, [-2.0, -1.0, 0.0, 1.0], [0, 0, 1, 0]),
    "hardsigmoid at its ends": (functional.hardsigmoid, [-3.0, 0.0, 3.0], [0, 1 / 6, 0]),
    "leaky relu at 0": (functional.leaky_relu, [-1.0, 0.0, 1.0], [0.01, 0.01, 1]),
    "elu at 0": (lambda x: functional.elu(x, 0.5), [0.0, 1.0], [0.5, 1]),
    "a power of 0": (lambda x: x**0, [0.0, 2.0], [0, 0]),
    "sqrt at 0": (torch.sqrt, [0.0, 4.0], [np.inf, 0.25]),
    "floor at a whole number": (torch.floor, [1.0, 1.5], [0, 0]),
    "sinc at 0": (torch.sinc, [0.0], [0]),
    "a norm of 0": (torch.norm, [0.0, 0.0], [0, 0]),
    "a deviation of 0": (torch.std, [3.0, 3.0], [0, 0]),
    "max of ties": (torch.max, [3.0, 1.0, 3.0, 3.0], [1 / 3, 0, 1 / 3, 1 / 3]),
    "max with NaN": (torch.max, [1.0, NAN, 3.0], [0, 1, 0]),
    "median of ties": (torch.median, [1.0, 2.0, 2.0, 5.0], [0, 0.5, 0.5, 0]),
    "max along a dimension": (lambda x: x.max(0).values, [1.0, 5.0, 5.0], [0, 1, 0]),
    "amax of ties": (lambda x: x.amax(0), [1.0, 5.0, 5.0], [0, 0.5, 0.5]),
    "cummax of ties": (lambda x: x.cummax(0).values, [1.0, 3.0, 2.0, 3.0], [1, 2, 0, 1]),
    "largest norm": (lambda x: torch.norm(x, float("inf")), [1.0, -2.0, 2.0], [0, -0.5, 0.5]),
}


@pytest.mark.parametrize(("function", "values", "expected"), UNARY.values(), ids=UNARY)
def test_the_gradient_at_a_kink(function, values, expected):
    (found,) = gradients(function, values)
    np.testing.assert_allclose(found, expected)


BINARY = {
    "equal maxima": (torch.maximum, [2.0], [2.0], [0.5], [0.5]),
    "equal minima": (torch.minimum, [2.0], [2.0], [0.5], [0.5]),
    "equal for fmax": (torch.fmax, [2.0], [2.0], [1], [0]),
    "NaN for fmax": (torch.fmax, [NAN, 1.0], [1.0, NAN], [0, 1], [1, 0]),
    "an angle at the origin": (torch.atan2, [0.0], [0.0], [0], [0]),
    "a power of base 0": (torch.pow, [0.0, 0.0], [2.0, 0.0], [0, 0], [0, 0]),
    "0 times a logarithm": (torch.xlogy, [0.0, 0.0], [0.0, 2.0], [0, np.log(2)], [NAN, 0]),
    "a distance of 0": (torch.dist, [1.0, 2.0], [1.0, 2.0], [0, 0], [0, 0]),
    "crossed bounds": (lambda x, low: x.clamp(low, torch.tensor([0.0])), [1.0], [2.0], [0], [0]),
}


@pytest.mark.parametrize(("function", "first", "second", "one", "other"), BINARY.values(), ids=BINARY)
def test_the_gradients_of_two_at_a_kink(function, first, second, one, other):
    found = gradients(function, first, second)
    np.testing.assert_allclose(found[0], one)
    np.testing.assert_allclose(found[1], other)


def test_ramps_have_a_second_derivative_of_zero_and_not_none():
    x = torch.tensor([-1.0, 2.0], requires_grad=True)
    for ramp in (torch.relu, functional.leaky_relu, functional.hardtanh, functional.relu6, functional.softshrink):
        (g,) = torch.autograd.grad(ramp(x).sum(), x, create_graph=True)
        (again,) = torch.autograd.grad(g.sum(), x)
        np.testing.assert_array_equal(again.numpy(), [0, 0])


def test_the_branch_not_taken_hands_its_nan_on():
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    torch.where(x > 0, x.sqrt(), torch.zeros(2)).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [NAN, 0.25])


def test_the_padding_row_of_a_table_gets_nothing():
    table = torch.ones(3, 2, requires_grad=True)
    functional.embedding(torch.tensor([0, 1, 1, 2]), table, padding_idx=-2).sum().backward()
    np.testing.assert_array_equal(table.grad.numpy(), [[1, 1], [0, 0], [1, 1]])


def test_a_determinant_of_a_singular_matrix_has_a_gradient():
    matrix = torch.tensor([[1.0, 2.0], [2.0, 4.0]], dtype=torch.float64, requires_grad=True)
    torch.linalg.det(matrix).backward()
    np.testing.assert_allclose(matrix.grad.numpy(), [[4, -2], [-2, 1]], atol=1e-12)


def test_windows_give_the_gradient_to_the_first_of_equal_elements():
    image = torch.ones(1, 1, 2, 2, requires_grad=True)
    functional.max_pool2d(image, 2).sum().backward()
    np.testing.assert_array_equal(image.grad.numpy(), [[[[1, 0], [0, 0]]]])
