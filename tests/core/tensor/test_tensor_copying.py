"""Copies by Python's `copy`, and clones."""

import copy

import pytest

import core as torch


def test_a_deep_copy_is_independent():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    twin = copy.deepcopy(x)
    with torch.no_grad():
        twin.add_(1)
        twin.grad.zero_()
    assert x.tolist() == [1.0, 2.0] and x.grad.tolist() == [2.0, 4.0]
    assert twin.requires_grad and twin.is_leaf and twin._version == 1


def test_a_deep_copy_of_several_keeps_what_is_one():
    x = torch.ones(2)
    first, second = copy.deepcopy([x, x])
    assert first is second and first is not x


def test_only_leaves_are_copied_deeply():
    with pytest.raises(RuntimeError, match="graph leaves"):
        copy.deepcopy(torch.ones(1, requires_grad=True) * 2)


def test_a_shallow_copy_shares_the_memory():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    twin = copy.copy(x)
    with torch.no_grad():
        twin[0] = 5.0
    assert x.tolist() == [5.0, 2.0] and twin.requires_grad and twin is not x


def test_a_parameter_stays_a_parameter():
    p = torch.nn.Parameter(torch.ones(2))
    assert type(copy.deepcopy(p)) is type(copy.copy(p)) is torch.nn.Parameter


def test_a_clone_passes_gradients_and_shares_nothing():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    twin = x.clone()
    with torch.no_grad():
        twin.mul_(5)
    (twin * 3).sum().backward()
    assert x.tolist() == [1.0, 2.0] and x.grad.tolist() == [3.0, 3.0]


def test_a_copy_lies_in_memory_as_asked():
    x = torch.arange(6.0).reshape(2, 3).t()
    assert x.clone().stride() == x.clone(memory_format=torch.preserve_format).stride() == (1, 3)
    assert x.clone(memory_format=torch.contiguous_format).stride() == (2, 1)
    assert repr(torch.contiguous_format) == "torch.contiguous_format"
    with pytest.raises(RuntimeError, match="memory_format"):
        x.clone(memory_format="tight")


def test_a_copy_of_what_has_gaps_keeps_the_order_of_its_dimensions():
    x = torch.arange(24.0).reshape(4, 6)[::2, ::3].t()
    assert x.stride() == (3, 12)
    for made in (x.clone(), x.double(), torch.zeros_like(x), torch.full_like(x, 2), torch.empty_like(x)):
        assert made.stride() == (1, 2)
    assert torch.equal(x.clone(), x)
    assert torch.ones_like(x, memory_format=torch.contiguous_format).stride() == (2, 1)
    assert torch.arange(3.0).expand(2, 3).clone().stride() == (3, 1)
    assert torch.arange(6.0).reshape(2, 3).t().expand(4, 3, 2).clone().stride() == (6, 1, 3)


@pytest.mark.parametrize("shape", [(200, 0), (0, 200), (200, 0, 3)])
def test_sums_of_nothing(shape):
    assert torch.zeros(shape).sum(0).shape == shape[1:]
    x = torch.zeros(0, 3, requires_grad=True)
    x.repeat(300, 1).sum().backward()
    assert x.grad.shape == (0, 3)
