"""Shapes: what numpy says of them, what cannot be, and functions of several tensors."""

import numpy as np
import pytest

import core as torch


def numbers():
    return torch.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize(
    ("ours", "numpys"),
    [
        (lambda x: x.permute(2, 0, 1), lambda a: a.transpose(2, 0, 1)),
        (lambda x: x.movedim(0, -1), lambda a: np.moveaxis(a, 0, -1)),
        (lambda x: x.movedim((0, 1), (1, 2)), lambda a: np.moveaxis(a, (0, 1), (1, 2))),
        (lambda x: x.swapaxes(0, 2), lambda a: a.swapaxes(0, 2)),
        (lambda x: x.flip(0, 2), lambda a: np.flip(a, (0, 2))),
        (lambda x: x.roll(5), lambda a: np.roll(a, 5)),
        (lambda x: x.roll((1, -1), (0, 2)), lambda a: np.roll(a, (1, -1), (0, 2))),
        (lambda x: x.rot90(1, (1, 2)), lambda a: np.rot90(a, 1, (1, 2))),
        (lambda x: x.repeat(2, 1, 1, 3), lambda a: np.tile(a, (2, 1, 1, 3))),
        (lambda x: x.tile(2), lambda a: np.tile(a, 2)),
        (lambda x: x.repeat_interleave(2, 1), lambda a: a.repeat(2, 1)),
        (lambda x: x.repeat_interleave(torch.tensor([0, 2, 1]), 1), lambda a: a.repeat([0, 2, 1], 1)),
        (lambda x: x.tril(), np.tril),
        (lambda x: x.triu(1), lambda a: np.triu(a, 1)),
        (lambda x: x.diagonal(1, 0, 2), lambda a: a.diagonal(1, 0, 2)),
        (lambda x: x.unfold(2, 2, 1), lambda a: np.lib.stride_tricks.sliding_window_view(a, 2, 2)),
        (lambda x: x.take(torch.tensor([5, -1])), lambda a: a.take([5, -1])),
        (lambda x: x.index_select(1, torch.tensor([2, 0])), lambda a: a[:, [2, 0]]),
        (lambda x: torch.cat([x, x + 1], -1), lambda a: np.concatenate([a, a + 1], -1)),
        (lambda x: torch.stack([x, x + 1], 1), lambda a: np.stack([a, a + 1], 1)),
        (lambda x: torch.vstack([x, x]), lambda a: np.vstack([a, a])),
        (lambda x: torch.hstack([x, x]), lambda a: np.hstack([a, a])),
        (lambda x: torch.dstack([x, x]), lambda a: np.dstack([a, a])),
        (lambda x: torch.column_stack([x[0, 0], x[0]]).shape, lambda a: None),
        (lambda x: torch.diag(x[0, 0]), lambda a: np.diag(a[0, 0])),
        (lambda x: torch.diag(x[0], 1), lambda a: np.diag(a[0], 1)),
        (lambda x: x.nonzero(), np.argwhere),
        (lambda x: torch.fliplr(x), np.fliplr),
    ],
)
def test_shapes_are_numpys(ours, numpys):
    expected = numpys(numbers().numpy())
    if expected is None:
        with pytest.raises(RuntimeError, match="sizes"):
            ours(numbers())
    else:
        assert np.array_equal(ours(numbers()).numpy(), expected)


def test_pieces():
    x = torch.arange(7.0)
    assert [one.tolist() for one in x.split(3)] == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0]]
    assert [len(one) for one in x.split([1, 6])] == [1, 6]
    assert [len(one) for one in x.chunk(3)] == [3, 3, 1] and [len(one) for one in x.chunk(5)] == [2, 2, 2, 1]
    assert [len(one) for one in x.tensor_split(3)] == [3, 2, 2]
    assert [len(one) for one in x.tensor_split((2, 5))] == [2, 3, 2]
    assert [one.shape for one in torch.zeros(2, 4).hsplit(2)] == [(2, 2), (2, 2)]
    assert len(torch.zeros(3, 0).chunk(2, 1)) == 2


def test_a_piece_that_nothing_is_asked_of_gets_no_gradient():
    x = torch.arange(4.0, requires_grad=True)
    _, second = x.split(2)
    (second * 3).sum().backward()
    assert x.grad.tolist() == [0.0, 0.0, 3.0, 3.0]
    (only,) = torch.arange(2.0, requires_grad=True).split(2)
    assert only.grad_fn.name() == "SplitBackward0"


def test_grids_and_broadcasting_of_several_tensors():
    a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0, 5.0])
    for indexing in ("ij", "xy"):
        made = torch.meshgrid(a, b, indexing=indexing)
        expected = np.meshgrid(a.numpy(), b.numpy(), indexing=indexing)
        assert all(np.array_equal(one.numpy(), other) for one, other in zip(made, expected, strict=True))
    u, v = torch.broadcast_tensors(a.reshape(2, 1), b)
    assert u.shape == v.shape == torch.broadcast_shapes((2, 1), (3,)) == (2, 3)
    assert torch.broadcast_tensors(a, a)[0] is a
    assert [one.shape for one in torch.atleast_2d(torch.tensor(1.0), a)] == [(1, 1), (1, 2)]
    assert torch.atleast_3d(a).shape == (1, 2, 1)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda x: x.view(5), RuntimeError),
        (lambda x: x.view(-1, -1), RuntimeError),
        (lambda x: x.t(), RuntimeError),
        (lambda x: x.permute(0, 1), RuntimeError),
        (lambda x: x.permute(0, 1, 1), RuntimeError),
        (lambda x: x.transpose(0, 3), IndexError),
        (lambda x: x.unsqueeze(5), IndexError),
        (lambda x: x.squeeze(3), IndexError),
        (lambda x: x.expand(4), RuntimeError),
        (lambda x: x.expand(2, 3, 5), RuntimeError),
        (lambda x: x.expand(-1, 2, 3, 4), RuntimeError),
        (lambda x: x.flatten(2, 1), RuntimeError),
        (lambda x: x.unflatten(2, (3, 2)), RuntimeError),
        (lambda x: x.narrow(0, 1, 2), RuntimeError),
        (lambda x: x.narrow(0, 3, 0), IndexError),
        (lambda x: x.split(0), RuntimeError),
        (lambda x: x.split([1, 2]), RuntimeError),
        (lambda x: x.chunk(0), RuntimeError),
        (lambda x: x.repeat(2), RuntimeError),
        (lambda x: x.roll((1, 2), 0), RuntimeError),
        (lambda x: x.unfold(0, 3, 1), RuntimeError),
        (lambda x: x.diagonal(0, 1, 1), RuntimeError),
        (lambda x: torch.cat([]), ValueError),
        (lambda x: torch.cat([x, x[0]]), RuntimeError),
        (lambda x: torch.cat([torch.tensor(1.0)]), RuntimeError),
        (lambda x: torch.stack([x, x[0]]), RuntimeError),
        (lambda x: torch.tensor(1.0).unbind(), IndexError),
        (lambda x: torch.diag(x), RuntimeError),
        (lambda x: x[0, 0].tril(), RuntimeError),
        (lambda x: x.gather(0, torch.tensor([0])), RuntimeError),
        (lambda x: x[0, 0].gather(0, torch.tensor([4])), IndexError),
        (lambda x: x[0, 0].gather(0, torch.tensor([0.0])), RuntimeError),
        (lambda x: x.masked_select(x), RuntimeError),
        (lambda x: x.masked_fill(x > 0, torch.ones(2)), RuntimeError),
        (lambda x: x.index_add(0, torch.tensor([0]), x), RuntimeError),
        (lambda x: x.take(torch.tensor([24])), IndexError),
        (lambda x: torch.broadcast_shapes((2,), (3,)), RuntimeError),
        (lambda x: torch.meshgrid(x, x), RuntimeError),
        (lambda x: torch.meshgrid(x[0, 0], indexing="yx"), ValueError),
    ],
)
def test_what_cannot_be_is_refused(wrong, error):
    with pytest.raises(error):
        wrong(numbers())
