"""Different elements, positions between boundaries, bins, and what combines several tensors."""

import itertools

import numpy as np
import pytest

import core as torch


def names(tensor):
    """Return the names of the nodes behind a tensor, from it on, along the first inputs."""
    node, found = tensor.grad_fn, []
    while node is not None:
        found.append(node.name())
        node = next((one for one, _ in node.next_functions if one is not None), None)
    return found


def test_unique_gives_what_is_asked_for():
    x = torch.tensor([[3, 1], [1, 3], [3, 1]])
    assert torch.unique(x).tolist() == [1, 3]
    values, inverse, counts = x.unique(return_inverse=True, return_counts=True)
    assert torch.equal(values[inverse], x)
    assert counts.tolist() == [3, 3]
    rows, counts = x.unique(return_counts=True, dim=0)
    assert rows.tolist() == [[1, 3], [3, 1]]
    assert counts.tolist() == [1, 2]


def test_every_nan_is_different():
    assert torch.unique(torch.tensor([torch.nan, 1.0, torch.nan])).numel() == 3


def test_consecutive_repetitions_are_dropped():
    x = torch.tensor([1, 1, 2, 2, 2, 1])
    values, inverse, counts = torch.unique_consecutive(x, return_inverse=True, return_counts=True)
    assert values.tolist() == [1, 2, 1]
    assert torch.equal(values[inverse], x)
    assert counts.tolist() == [2, 3, 1]
    rows = torch.tensor([[1, 1], [1, 1], [1, 2]])
    assert rows.unique_consecutive(dim=0).tolist() == [[1, 1], [1, 2]]
    assert rows.unique_consecutive(dim=1).tolist() == rows.tolist()
    assert torch.unique_consecutive(torch.zeros(0)).shape == (0,)


def test_no_gradient_passes_different_elements():
    x = torch.tensor([1.0, 1.0], requires_grad=True)
    with pytest.raises(NotImplementedError, match="not implemented"):
        x.unique().sum().backward()
    with pytest.raises(RuntimeError, match="length 0"):
        torch.zeros(0, 2).unique(dim=1)


@pytest.mark.parametrize("right", [False, True])
def test_positions_keep_the_order(right):
    row = torch.tensor([1.0, 2.0, 2.0, 5.0])
    for value in (0.0, 1.0, 1.5, 2.0, 5.0, 9.0):
        place = torch.searchsorted(row, value, right=right).item()
        with_it = [*row[:place].tolist(), value, *row[place:].tolist()]
        assert with_it == sorted(with_it)
        equal = [place for place, one in enumerate(row.tolist()) if one == value]
        assert not equal or place == (equal[-1] + 1 if right else equal[0])
        assert torch.bucketize(value, row, right=right) == place


def test_rows_have_boundaries_of_their_own():
    rows = torch.tensor([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]])
    values = torch.tensor([[1.5, 2.0], [0.0, 9.0]])
    assert torch.searchsorted(rows, values).tolist() == [[1, 1], [0, 3]]
    assert torch.searchsorted(rows, values, side="right", out_int32=True).dtype is torch.int32
    assert torch.searchsorted(rows[:, :0], values).tolist() == [[0, 0], [0, 0]]
    assert torch.searchsorted(rows[:0], values[:0]).shape == (0, 2)
    with pytest.raises(RuntimeError, match="do not fit"):
        torch.searchsorted(rows, torch.tensor([1.0]))
    with pytest.raises(RuntimeError, match="opposite"):
        torch.searchsorted(rows[0], values, right=True, side="left")
    with pytest.raises(RuntimeError, match="vector"):
        torch.bucketize(values, rows)


def test_members():
    x = torch.tensor([1, 2, 3])
    assert torch.isin(x, torch.tensor([2, 5])).tolist() == [False, True, False]
    assert torch.isin(x, 3, invert=True).tolist() == [True, True, False]
    assert torch.isin(1, x).item() is True


def test_counts_in_bins():
    x = torch.tensor([0, 2, 2])
    assert torch.bincount(x).tolist() == [1, 0, 2]
    assert x.bincount(minlength=5).tolist() == [1, 0, 2, 0, 0]
    assert torch.bincount(x, torch.tensor([0.5, 1.0, 2.0])).tolist() == [0.5, 0, 3]
    assert torch.histc(torch.tensor([1.0, 2.0, 1.0, 9.0]), bins=4, min=0, max=3).tolist() == [0, 2, 1, 0]
    for wrong in (torch.tensor([-1]), torch.tensor([[1]])):
        with pytest.raises(RuntimeError, match="vector of whole numbers"):
            torch.bincount(wrong)
    with pytest.raises(NotImplementedError):
        torch.bincount(torch.tensor([1.0]))
    with pytest.raises(RuntimeError, match="weights do not fit"):
        torch.bincount(x, torch.ones(2))


@pytest.mark.parametrize("length", [0, 1, 3])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_combinations_are_those_of_itertools(length, count):
    x = torch.arange(length)
    for replaced, expected in ((False, itertools.combinations), (True, itertools.combinations_with_replacement)):
        made = torch.combinations(x, count, replaced)
        assert made.shape == (len(list(expected(range(length), count))), count)
        assert made.tolist() == list(map(list, expected(range(length), count)))
    product = itertools.product(range(length), repeat=2)
    assert torch.cartesian_prod(x, x).tolist() == list(map(list, product))


def test_combinations_are_recorded():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    assert names(torch.cartesian_prod(x, x))[:3] == ["StackBackward0", "UnsafeViewBackward0", "CloneBackward0"]
    torch.combinations(x).prod().backward()
    assert x.grad.tolist() == [2.0, 1.0]
    with pytest.raises(RuntimeError, match="vectors are needed"):
        torch.cartesian_prod(x.reshape(1, 2))
    with pytest.raises(RuntimeError, match="negative"):
        torch.combinations(x, -1)


def test_blocks_along_the_diagonal():
    row, matrix = (
        torch.ones(2, requires_grad=True),
        torch.full((2, 1), 2.0, requires_grad=True),
    )
    made = torch.block_diag(row, matrix, torch.tensor(3))
    assert made.tolist() == [[1, 1, 0, 0], [0, 0, 2, 0], [0, 0, 2, 0], [0, 0, 0, 3]]
    (made * torch.arange(16.0).reshape(4, 4)).sum().backward()
    assert row.grad.tolist() == [0, 1]
    assert matrix.grad.tolist() == [[6], [10]]
    with pytest.raises(RuntimeError, match="2 dimensions"):
        torch.block_diag(torch.ones(1, 1, 1))
    assert torch.diagflat(torch.tensor([[1, 2]]), 1).tolist() == [[0, 1, 0], [0, 0, 2], [0, 0, 0]]


@pytest.mark.parametrize(
    ("paste", "look"),
    [
        (lambda x, src: x.select_scatter(src, 1, 0), lambda x: x.select(1, 0)),
        (lambda x, src: torch.slice_scatter(x, src, 1, 0, 3, 2), lambda x: x[:, 0:3:2]),
        (lambda x, src: x.diagonal_scatter(src, 1), lambda x: x.diagonal(1)),
    ],
)
def test_pasting_is_writing_through_a_view_of_a_copy(paste, look):
    base = torch.arange(6.0).reshape(2, 3).requires_grad_()
    part = look(base).detach().mul(-1).sub(1).requires_grad_()
    made = paste(base, part)
    written = base.clone()
    look(written).copy_(part)
    assert torch.equal(made, written)
    weights = torch.arange(1.0, 7.0).reshape(2, 3)
    one = torch.autograd.grad((made * weights).sum(), (base, part))
    other = torch.autograd.grad((written * weights).sum(), (base, part))
    assert all(map(torch.equal, one, other))
    assert base._version == 0
    with pytest.raises(RuntimeError, match="does not fit"):
        paste(base, torch.ones(7))


def grouped(x, index, src, reduce, include_self):
    """Collect what comes to each place of a vector, and reduce it there."""
    reductions = {"sum": sum, "prod": np.prod, "mean": np.mean, "amax": max, "amin": min}
    result = []
    for place, before in enumerate(x):
        arrived = [one for one, at in zip(src, index, strict=True) if at == place]
        there = [before, *arrived] if include_self or not arrived else arrived
        result.append(float(reductions[reduce](there)))
    return result


@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
def test_elements_that_meet_are_reduced(reduce, include_self):
    x, index, src = [1.0, 2.0, 3.0, 4.0], [0, 2, 0, 3, 3], [5.0, 0.0, 2.0, 4.0, 0.5]
    made = torch.tensor(x).scatter_reduce(0, torch.tensor(index), torch.tensor(src), reduce, include_self=include_self)
    assert made.tolist() == pytest.approx(grouped(x, index, src, reduce, include_self))
    target = torch.tensor(x)
    target.scatter_reduce_(0, torch.tensor(index), torch.tensor(src), reduce, include_self=include_self)
    assert torch.equal(target, made)
    assert target._version == 1


@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("zeros", [0, 1, 2])
def test_each_factor_gets_the_product_of_the_others(zeros, include_self):
    x = torch.tensor([2.0, 0.0], dtype=torch.float64, requires_grad=True)
    values = torch.tensor([3.0, 5.0, 7.0], dtype=torch.float64)
    values[:zeros] = 0
    src = values.requires_grad_()
    made = x.scatter_reduce(0, torch.tensor([0, 0, 0]), src, "prod", include_self=include_self)
    made[0].backward()
    factors = [2.0 if include_self else 1.0, *values.tolist()]
    others = [np.prod(factors[:place] + factors[place + 1 :]) for place in range(4)]
    assert src.grad.tolist() == others[1:]
    assert x.grad.tolist() == [others[0] if include_self else 0, 0]


def test_equal_extremes_share_the_gradient():
    x = torch.tensor([2.0, 1.0], requires_grad=True)
    src = torch.tensor([2.0, 2.0, 0.0], requires_grad=True)
    x.scatter_reduce(0, torch.tensor([0, 0, 1]), src, "amax").sum().backward()
    assert x.grad.tolist() == pytest.approx([1 / 3, 1])
    assert src.grad.tolist() == pytest.approx([1 / 3, 1 / 3, 0])
    with pytest.raises(RuntimeError, match="reduce"):
        x.scatter_reduce(0, torch.tensor([0]), src, "median")


def test_integers_are_reduced_as_integers():
    x, index, src = torch.tensor([1, 2]), torch.tensor([0, 0]), torch.tensor([4, 9])
    assert x.scatter_reduce(0, index, src, "mean").tolist() == [4, 2]
    assert x.scatter_reduce(0, index, src, "amin", include_self=False).tolist() == [4, 2]
    flags = torch.tensor([True, False])
    assert flags.scatter_reduce(0, index, ~flags, "amax", include_self=False).tolist() == [True, False]
