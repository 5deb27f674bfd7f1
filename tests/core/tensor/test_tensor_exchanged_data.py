"""`x.data = ...` and `x.detach_()`: the tensor is another one, and what was saved of it knows."""

import gc
import weakref

import pytest

import core as torch


def test_a_saved_input_means_the_new_data():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    x.data = torch.tensor([10.0, 20.0])
    y.backward()
    assert x.grad.tolist() == [20.0, 40.0]
    assert x._version == 0 and x.is_leaf and x.requires_grad


def test_a_saved_result_is_what_it_was():
    x = torch.tensor([0.0, 0.0], requires_grad=True)
    y = x.exp()
    y.data = torch.tensor([5.0, 5.0])
    y.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_the_exchanged_tensor_shares_the_memory_of_the_new_one_only():
    x = torch.zeros(2, requires_grad=True)
    old, new = x.data, torch.ones(2)
    x.data = new
    new.mul_(7)
    assert x.tolist() == [7.0, 7.0] and old.tolist() == [0.0, 0.0]


def test_others_that_shared_the_old_memory_keep_it():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    cut = x.detach()
    kept = (cut * x).sum()
    x.data = torch.tensor([3.0, 3.0])
    kept.backward()
    assert x.grad.tolist() == [1.0, 2.0]


def test_a_write_after_an_exchange_is_still_noticed():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    x.data = torch.tensor([3.0, 4.0])
    with torch.no_grad():
        x.add_(1)
    assert x._version == 1
    with pytest.raises(RuntimeError, match="modified"):
        y.backward()


def test_a_training_loop_through_data_keeps_no_old_arrays_alive():
    w = torch.ones(3, requires_grad=True)
    first = weakref.ref(w.array)
    for _ in range(5):
        (w * w).sum().backward()
        w.data = w.data - 0.1 * w.grad
        w.grad = None
    gc.collect()
    assert first() is None
    assert len(w.storage.exchanged) <= 1


def test_data_of_another_kind_is_refused():
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(TypeError, match="tensor"):
        x.data = [1.0, 2.0]
    with pytest.raises(RuntimeError, match="type"):
        x.data = torch.tensor([1, 2])
    assert x.tolist() == [1.0, 1.0]


def test_detach_in_place_makes_a_leaf():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = x * 3
    assert y.detach_() is y
    assert y.is_leaf and not y.requires_grad and y.grad_fn is None


def test_detach_in_place_is_noticed_by_who_saved_the_tensor():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = x * 3
    z = (y * y).sum()
    y.detach_()
    with pytest.raises(RuntimeError, match="detached in place"):
        z.backward()


def test_a_view_cannot_be_detached_in_place():
    y = torch.ones(2, requires_grad=True) * 1
    with pytest.raises(RuntimeError, match="view"):
        y[:].detach_()
