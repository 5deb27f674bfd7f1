"""Arguments that are unusual and allowed: left out, empty, a zero, a number where there mostly is a tensor."""

import math

import pytest

import core as torch
from core.errors import GradwalkError

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
    assert [one.tolist() for one in torch.tensor(3.0).nonzero(as_tuple=True)] == [[0]]


def test_no_dimensions_are_squeezed():
    assert torch.ones(2, 1).squeeze(()).shape == (2, 1)


def test_truth_values_over_no_dimension_are_those_of_the_elements():
    values = torch.tensor([[0, 2], [3, 0]])
    assert values.any(dim=()).tolist() == values.all(dim=()).tolist() == [[False, True], [True, False]]
    assert values.sum(dim=()).item() == 5


def test_the_cross_product_is_along_the_first_dimension_of_three():
    one, other = x[0].t()[:3], (x[1] * x[1]).t()[:3]
    assert torch.equal(torch.cross(one, other), torch.linalg.cross(one, other, dim=0))
    assert not torch.equal(torch.cross(one, other), torch.linalg.cross(one, other))
    assert torch.equal(torch.cross(one[:, :2], other[:, :2]), torch.linalg.cross(one[:, :2], other[:, :2], dim=0))
    leaf = one.clone().requires_grad_()
    assert torch.autograd.gradcheck(torch.cross, (leaf, other))


def test_vectors_are_compared_with_each_row():
    rows, vector = x[0].clone().requires_grad_(), x[1, 1]
    made = functional.cosine_similarity(rows, vector)
    assert made.tolist() == [functional.cosine_similarity(row, vector, dim=0).item() for row in rows]
    assert torch.autograd.gradcheck(functional.cosine_similarity, (rows, vector))


def test_integers_stay_integers_in_products_and_traces():
    whole = torch.ones(2, 2, dtype=torch.int64)
    assert torch.addmm(whole, whole, whole, alpha=2.0).tolist() == [[5, 5], [5, 5]]
    assert torch.addmm(whole, whole, whole, beta=3.0).dtype == torch.int64
    assert torch.addr(whole, whole[0], whole[0], alpha=2.0).dtype == torch.int64
    assert torch.trace(whole.byte()).dtype == torch.int64


def test_a_layer_of_one_output_may_have_a_vector_of_weights():
    made = functional.linear(x[0, 0], x[0, 1], torch.tensor(1.0, dtype=torch.float64))
    assert made.item() == (x[0, 0] * x[0, 1]).sum().item() + 1
    with pytest.raises(RuntimeError, match="at least 1 dimension"):
        functional.linear(torch.tensor(1.0), torch.tensor(1.0))


def test_a_number_that_is_too_large_for_a_small_type_wraps():
    small = torch.tensor([1, 2], dtype=torch.uint8)
    assert (small - 2).tolist() == (small + 254).tolist() == (small + -2).tolist() == [255, 0]
    assert (small * -1).tolist() == [255, 254]
    assert (small == -1).tolist() == (small == 300).tolist() == [False, False]
    assert (torch.tensor([1], dtype=torch.int8) + 200).tolist() == [-55]
    with pytest.raises(RuntimeError, match="overflow"):
        _ = small + 2**64


@pytest.mark.parametrize(
    "call",
    [
        lambda: functional.celu(x, alpha=0.0),
        lambda: torch.full_like(torch.tensor([1]), math.inf),
        lambda: torch.tensor([1], dtype=torch.uint8).fill_(300),
        lambda: torch.addcmul(torch.tensor([1]), torch.tensor([1]), torch.tensor([1]), value=math.inf),
    ],
)
def test_settings_that_cannot_be_computed_with_are_refused(call):
    with pytest.raises(GradwalkError, match=r"alpha|overflow|cannot compute with"):
        call()
