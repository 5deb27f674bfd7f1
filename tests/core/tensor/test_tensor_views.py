"""Views: what shares memory with what, and whose history changes when somebody writes to it."""

import numpy as np
import pytest

import core as torch

VIEWS = {
    "index": lambda x: x[0],
    "slice": lambda x: x[:, 1:],
    "whole": lambda x: x[...],
    "new dimension": lambda x: x[None],
    "view": lambda x: x.view(6),
    "reshape": lambda x: x.reshape(3, 2),
    "flatten": lambda x: x.flatten(),
    "transpose": lambda x: x.transpose(0, 1),
    "t": lambda x: x.t(),
    "T": lambda x: x.T,
    "mT": lambda x: x.mT,
    "permute": lambda x: x.permute(1, 0),
    "unsqueeze": lambda x: x.unsqueeze(1),
    "squeeze": lambda x: x.squeeze(),
    "expand": lambda x: x.expand(4, 2, 3),
    "narrow": lambda x: x.narrow(1, 0, 2),
    "select": lambda x: x.select(1, -1),
    "diagonal": lambda x: x.diagonal(),
    "unfold": lambda x: x.unfold(1, 2, 1),
    "split": lambda x: x.split(2, 1)[0],
    "unbind": lambda x: x.unbind()[1],
    "as_strided": lambda x: x.as_strided((2, 2), (3, 1), 1),
    "movedim": lambda x: x.movedim(0, 1),
}
COPIES = {
    "clone": lambda x: x.clone(),
    "positions": lambda x: x[[0]],
    "mask": lambda x: x[x > 2],
    "flip": lambda x: x.flip(0),
    "roll": lambda x: x.roll(1),
    "repeat": lambda x: x.repeat(1, 1),
    "cat": lambda x: torch.cat([x]),
    "reshape of a transposed": lambda x: x.t().reshape(6),
    "index_select": lambda x: x.index_select(0, torch.tensor([0, 1])),
    "gather": lambda x: x.gather(1, torch.tensor([[0, 1], [1, 0]])),
    "add": lambda x: x + 0,
    "tril": lambda x: x.tril(-5),
    "to": lambda x: x.to(torch.float64),
}


def numbers():
    return torch.arange(6.0).reshape(2, 3).clone()


@pytest.mark.parametrize("make", VIEWS.values(), ids=VIEWS)
def test_a_view_shares_memory_and_version_with_its_base(make):
    x = numbers()
    view = make(x)
    assert view._is_view() and view._base is x
    x.add_(100)
    assert (view >= 100).all()
    assert view._version == x._version == 1


@pytest.mark.parametrize("make", VIEWS.values(), ids=VIEWS)
def test_a_view_of_a_view_has_the_first_base(make):
    x = numbers()
    assert make(x[:])._base is x


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_a_copy_shares_nothing(make):
    x = numbers()
    copy = make(x)
    before = copy.tolist()
    x.fill_(-1)
    assert copy.tolist() == before
    assert copy._base is not x and copy._version == 0


def test_detach_shares_memory_and_version_but_is_no_view():
    x = torch.ones(2, requires_grad=True)
    cut = x.detach()
    cut.add_(1)
    assert x.tolist() == [2.0, 2.0]
    assert x._version == cut._version == 1
    assert not cut._is_view() and not cut.requires_grad


def test_data_shares_memory_but_not_the_version():
    x = torch.ones(2, requires_grad=True)
    x.data.add_(1)
    assert x.tolist() == [2.0, 2.0] and x._version == 0


def test_the_history_of_a_written_base_reaches_its_views():
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 1
    early = y[1:]
    y.mul_(10)
    assert early.grad_fn.name() == "AsStridedBackward0"
    assert early.grad_fn.next_functions[0][0] is y.grad_fn
    early.sum().backward()
    assert x.grad.tolist() == [0.0, 10.0, 10.0]


def test_a_write_through_a_view_becomes_part_of_the_history_of_the_base():
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    w = torch.tensor([10.0, 100.0], requires_grad=True)
    y = x * 1
    y.t()[0].mul_(w)  # the first column
    assert y.grad_fn.name() == "CopySlices"
    assert [node.name() for node, _ in y.grad_fn.next_functions] == ["MulBackward0", "AccumulateGrad"]
    y.sum().backward()
    assert x.grad.tolist() == [[10.0, 1.0], [100.0, 1.0]]
    assert w.grad.tolist() == [1.0, 3.0]


@pytest.mark.parametrize(
    "make", [make for name, make in VIEWS.items() if name not in ("expand", "unfold", "split", "unbind")]
)
def test_gradients_pass_a_write_through_any_view(make):
    """Doubling what a view shows doubles the gradient of just those elements."""
    x = numbers().requires_grad_()
    y = x * 1
    make(y).mul_(2)
    y.sum().backward()
    shown = torch.ones(2, 3)
    make(shown).mul_(2)
    assert x.grad.tolist() == shown.tolist()


def test_second_derivatives_pass_a_write_through_a_view():
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * x
    y[1:].mul_(x[1:])
    (first,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    assert first.tolist() == [2.0, 12.0, 27.0]  # 2x, 3x², 3x²
    (second,) = torch.autograd.grad(first.sum(), x)
    assert second.tolist() == [2.0, 12.0, 18.0]


def test_a_written_slice_of_a_transposed_base_keeps_its_place():
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    y = x.t().clone()  # laid out as x is: the columns follow each other
    assert y.stride() == (1, 3)
    y[1, 0] = 100.0
    y.backward(torch.arange(6.0).reshape(3, 2))
    assert x.grad.tolist() == [[0.0, 0.0, 4.0], [1.0, 3.0, 5.0]]


@pytest.mark.parametrize("several", [lambda y: y.split(1)[0], lambda y: y.unbind()[0], lambda y: y.chunk(2)[0]])
def test_one_of_several_views_is_closed_to_recorded_writes(several):
    y = torch.ones(2, 2, requires_grad=True) * 1
    view = several(y)
    with pytest.raises(RuntimeError, match="multiple views"):
        view.mul_(2)
    assert y.tolist() == [[1.0, 1.0], [1.0, 1.0]] and y._version == 0
    with torch.no_grad():
        view.mul_(2)  # nothing is recorded, so nothing can be lost
    assert y.tolist()[0] == [2.0, 2.0]


def test_a_view_from_a_no_grad_block_is_closed_to_recorded_writes():
    y = torch.ones(2, requires_grad=True) * 1
    with torch.no_grad():
        view = y[:]
    with pytest.raises(RuntimeError, match="no_grad"):
        view.mul_(2)
    y.mul_(2)
    with pytest.raises(RuntimeError, match="no_grad"):
        assert view.grad_fn  # its history is lost


def test_no_gradient_reaches_the_base_of_a_view_from_a_no_grad_block():
    x = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        view = x[:]
    y = view * 2
    assert view.requires_grad and view.is_leaf and y.requires_grad
    assert y.grad_fn.next_functions == ((None, 0), (None, 0))
    y.sum().backward()
    assert x.grad is None


def test_strides_and_offsets_are_those_of_the_memory():
    x = torch.zeros(2, 3, 4)
    assert x.stride() == (12, 4, 1) and x.stride(-1) == 1
    view = x[1, :, 1:].t()
    assert view.stride() == (1, 4) and view.storage_offset() == 13
    assert not view.is_contiguous() and view.contiguous().is_contiguous()
    assert x.expand(5, 2, 3, 4).stride() == (0, 12, 4, 1)
    assert x.contiguous() is x


def test_as_strided_stays_inside_the_memory():
    x = torch.arange(6.0)[1:]
    assert x.as_strided((2, 2), (2, 1)).tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert x.as_strided((1,), (1,), 0).tolist() == [0.0]
    for size, stride, offset in [((7,), (1,), 0), ((2,), (6,), None), ((2,), (-1,), 3), ((1,), (1,), -1)]:
        with pytest.raises(RuntimeError, match=r"out of bounds|negative"):
            x.as_strided(size, stride, offset)


def test_a_view_keeps_the_memory_of_a_numpy_array_alive():
    view = torch.from_numpy(np.arange(1000.0))[10:].unfold(0, 2, 1)[5]
    assert view.tolist() == [15.0, 16.0]


@pytest.mark.parametrize("refused", [lambda v: v @ torch.ones(5), lambda v: v.sum(3), lambda v: v.split([9])])
def test_an_operation_that_is_refused_has_looked_at_the_history_of_a_view(refused):
    """Without a look at the history, PyTorch takes the view for a leaf."""
    base, x = torch.tensor([1.0, 2.0]), torch.ones(2, requires_grad=True)
    view = base[:]
    base.fill_(x.sum())
    with pytest.raises(RuntimeError, match="leaf"):
        view.div_(1)
    with pytest.raises((RuntimeError, IndexError)):
        refused(view)
    view.div_(1)
    assert type(view.grad_fn).__name__ == "AsStridedBackward0"
