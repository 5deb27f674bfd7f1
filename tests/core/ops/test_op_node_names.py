"""Names of nodes, and kinds of results, that depend on how an operation is called."""

import pytest

import core as torch

functional = torch.nn.functional
x = torch.ones(2, 3, requires_grad=True)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: x.sort()[0], "SortBackward0"),
        (lambda: x.sort(stable=True)[0], "SortBackward1"),
        (lambda: functional.pairwise_distance(x, x + 1), "NormBackward1"),
        (lambda: torch.linalg.vector_norm(x), "LinalgVectorNormBackward0"),
        (lambda: x.round(decimals=1), "RoundBackward1"),
    ],
)
def test_the_node_is_named_as_in_pytorch(make, name):
    assert type(make().grad_fn).__name__ == name


@pytest.mark.parametrize("function", [torch.var_mean, torch.std_mean])
def test_spread_and_mean_are_a_plain_tuple(function):
    assert type(function(x)) is tuple
    assert len(function(x, 0)) == 2
