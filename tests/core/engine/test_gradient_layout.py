"""A gradient lies in memory as its leaf does, whatever way it came."""

import pytest

import core as torch

pytestmark = pytest.mark.filterwarnings("ignore:.*create_graph=True")

WAYS = {
    "transposed": lambda x: x.T * torch.ones(x.T.shape),
    "twice": lambda x: x.T.exp(),
    "copied": lambda x: x.T.contiguous().var(),
    "expanded": lambda x: x.sum().expand(3),
}
LEAVES = {
    "rows": (lambda: torch.ones(3, 2), (2, 1)),
    "columns": (lambda: torch.ones(2, 3).T, (1, 3)),
    "with gaps": (lambda: torch.ones(6, 2)[::2], (2, 1)),
}


@pytest.mark.parametrize("create_graph", [False, True], ids=["plain", "recorded"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("leaf", LEAVES)
def test_the_gradient_is_laid_out_as_the_leaf(way, leaf, create_graph):
    make, strides = LEAVES[leaf]
    x = make().requires_grad_()
    WAYS[way](x).sum().backward(create_graph=create_graph)
    assert x.grad.stride() == strides
    assert x.grad.reshape(-1).shape == (6,)


@pytest.mark.parametrize("create_graph", [False, True], ids=["plain", "recorded"])
def test_a_retained_gradient_is_a_copy_in_rows(create_graph):
    x = torch.ones(3, 2, requires_grad=True)
    y = x * 2
    seen = []
    y.register_hook(seen.append)
    y.retain_grad()
    (y.T * torch.ones(2, 3)).sum().backward(create_graph=create_graph, retain_graph=True)
    assert y.grad.stride() == (2, 1)
    assert y.grad is not seen[0]
    y.sum().backward(create_graph=create_graph)
    assert y.grad.tolist() == [[2, 2], [2, 2], [2, 2]]
    assert seen[0].tolist() == [[1, 1], [1, 1], [1, 1]]


def test_the_gradient_of_a_recorded_pass_is_a_copy_that_leads_on():
    x = torch.ones(2, requires_grad=True)
    (x**3).sum().backward(create_graph=True)
    assert type(x.grad.grad_fn).__name__ == "CopyBackwards"
    assert torch.autograd.grad(x.grad.sum(), x)[0].tolist() == [6, 6]


def test_a_gradient_that_repeats_its_elements_is_returned_in_rows():
    x = torch.ones(2, 3, requires_grad=True)
    (g,) = torch.autograd.grad(x.mean(-2, keepdim=True).sum(), x)
    assert g.stride() == (3, 1)
    assert g.tolist() == [[0.5] * 3] * 2


def test_a_leaf_that_has_gaps_or_repeats_its_elements_gets_a_gradient_in_rows():
    repeated = torch.ones(1, 3).expand(4, 3).requires_grad_()
    repeated.backward(torch.ones(1, 3).expand(4, 3))
    assert repeated.grad.stride() == (3, 1)
    with_gaps = torch.ones(3, 10)[:, ::2].t().requires_grad_()
    with_gaps.backward(torch.ones(3, 10)[:, ::2].t())
    assert with_gaps.grad.stride() == (3, 1)
