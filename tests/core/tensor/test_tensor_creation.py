"""Making tensors: values, types, flags, and what is shared."""

import numpy as np
import pytest

import core as torch


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        ([1, 2], "int64"),
        ([1, 2.5], "float32"),
        ([True, False], "bool"),
        ([True, 2], "int64"),
        ([], "float32"),
        (3, "int64"),
        (range(3), "int64"),
        (((1.0,), (2.0,)), "float32"),
        (np.float64(1.5), "float64"),
        ([np.float32(1.5), 2], "float32"),
        (np.array([1, 2], np.int16), "int16"),
        ([torch.tensor(1), 2.5], "float32"),
    ],
)
def test_the_numbers_choose_the_type(data, dtype):
    assert torch.tensor(data).dtype.name == dtype


def test_the_default_type_is_what_floats_become():
    torch.set_default_dtype(torch.float64)
    try:
        assert torch.tensor(1.5).dtype is torch.zeros(1).dtype is torch.arange(2.0).dtype is torch.float64
        assert torch.tensor(1).dtype is torch.int64
    finally:
        torch.set_default_dtype(torch.float32)
    with pytest.raises(TypeError, match="floating"):
        torch.set_default_dtype(torch.int64)


@pytest.mark.parametrize(
    ("data", "error", "says"),
    [
        ([[1, 2], [3]], ValueError, "expected sequence of length 2 at dim 1"),
        ([[1, 2], 3], TypeError, "sequence"),
        ("one", TypeError, "str"),
        ([None], TypeError, "NoneType"),
        ([{}], TypeError, "dict"),
        (1 + 2j, TypeError, "complex"),
        ([2**70], RuntimeError, "overflow"),
        (np.array(["a"]), TypeError, "type"),
    ],
)
def test_what_is_no_tensor_is_refused(data, error, says):
    with pytest.raises(error, match=says):
        torch.tensor(data)


def test_a_copy_of_a_tensor_warns_that_it_is_cut_off():
    x = torch.tensor([1.0], requires_grad=True)
    with pytest.warns(UserWarning, match="detach"):
        copy = torch.tensor(x * 2)
    assert not copy.requires_grad
    with pytest.warns(UserWarning, match="cuts it from the graph"):
        torch.tensor([x[0] * 2, 1.0])


def test_only_floating_point_tensors_ask_for_gradients():
    for make in (lambda: torch.tensor([1], requires_grad=True), lambda: torch.arange(3, requires_grad=True)):
        with pytest.raises(RuntimeError, match="floating point"):
            make()
    assert torch.ones(2, requires_grad=True).is_leaf


def test_memory_is_shared_with_numpy_where_that_is_promised():
    array = np.zeros(3)
    shared = [torch.from_numpy(array), torch.as_tensor(array), torch.asarray(array)]
    copied = [torch.tensor(array), torch.as_tensor(array, dtype=torch.float32)]
    array[0] = 5.0
    assert all(one[0] == 5.0 for one in shared) and all(one[0] == 0.0 for one in copied)
    shared[0][1] = 7.0
    assert array[1] == 7.0 and shared[0].numpy() is not copied[0].numpy()
    x = torch.ones(2)
    assert torch.as_tensor(x) is x


@pytest.mark.parametrize(
    ("array", "error"), [([1.0], TypeError), (np.arange(3)[::-1], ValueError), (np.array(["a"]), TypeError)]
)
def test_arrays_that_tensors_cannot_share_are_refused(array, error):
    with pytest.raises(error):
        torch.from_numpy(array)


def test_shapes_come_as_numbers_or_as_one_sequence():
    for made in (torch.zeros(2, 3), torch.zeros((2, 3)), torch.zeros([2, 3]), torch.zeros(torch.Size([2, 3]))):
        assert made.shape == (2, 3)
    assert torch.zeros(()).shape == torch.ones(()).shape == ()
    assert torch.zeros(size=(2,)).shape == (2,)
    with pytest.raises(RuntimeError, match="negative"):
        torch.zeros(-1)
    with pytest.raises(TypeError, match="integers"):
        torch.zeros(2.5)
    with pytest.raises(TypeError, match="unexpected keyword"):
        torch.zeros(2, requires_gradient=True)


def test_rows_of_numbers_end_where_they_should():
    assert torch.arange(1, 10, 3).tolist() == [1, 4, 7]
    assert torch.arange(0.0, 1.0, 0.25).tolist() == [0.0, 0.25, 0.5, 0.75]
    assert torch.arange(start=2, end=4).tolist() == [2, 3]
    assert torch.arange(3, 0, -1).tolist() == [3, 2, 1]
    assert torch.linspace(0, 1, 3).tolist() == [0.0, 0.5, 1.0]
    assert torch.logspace(0, 2, 3).tolist() == [1.0, 10.0, 100.0]
    for wrong in (lambda: torch.arange(0, 1, 0), lambda: torch.arange(1, 0), lambda: torch.linspace(0, 1, -1)):
        with pytest.raises(RuntimeError):
            wrong()


def test_new_tensors_are_like_the_one_they_are_made_from():
    x = torch.ones(2, 3, dtype=torch.float64)
    likes = torch.zeros_like, torch.ones_like, torch.empty_like, torch.rand_like, torch.randn_like
    assert all(like(x).shape == (2, 3) and like(x).dtype is torch.float64 for like in likes)
    assert torch.full_like(x, 3).sum().item() == 18.0
    assert torch.zeros_like(x, dtype=torch.int32).dtype is torch.int32
    news = x.new_zeros(4), x.new_ones(4), x.new_empty(4), x.new_full((4,), 2.0), x.new_tensor([1, 2, 3, 4])
    assert all(one.shape == (4,) and one.dtype is torch.float64 for one in news)


def test_a_layout_without_gaps_is_kept_and_one_with_gaps_is_not():
    x = torch.zeros(2, 3)
    assert torch.ones_like(x.t()).stride() == (1, 3)
    assert torch.ones_like(x.expand(4, 2, 3)).is_contiguous()


def test_old_constructors():
    assert torch.FloatTensor([1, 2]).dtype is torch.Tensor([1, 2]).dtype is torch.float32
    assert torch.LongTensor([1.9, 2]).tolist() == [1, 2]
    assert torch.Tensor(2, 3).shape == torch.DoubleTensor(2, 3).shape == (2, 3)
    assert torch.Tensor().shape == (0,)
    assert isinstance(torch.ones(1), torch.FloatTensor) and not isinstance(torch.ones(1), torch.LongTensor)
    with pytest.raises(TypeError, match="sequence"):
        torch.Tensor(2.5)


def test_the_cpu_is_the_only_device():
    x = torch.zeros(2, device="cpu")
    assert str(x.device) == "cpu" and repr(x.device) == "device(type='cpu')" and x.to("cpu") is x
    assert not torch.cuda.is_available()
    for wrong in (lambda: torch.zeros(2, device="cuda"), lambda: x.cuda(), lambda: x.to("cuda:0")):
        with pytest.raises(RuntimeError, match="cuda"):
            wrong()


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.rand(()), lambda: torch.randn(()), lambda: torch.randint(0, 5, ()), lambda: torch.full((), 2.0),
        lambda: torch.zeros(()), lambda: torch.empty(()), lambda: torch.normal(torch.tensor(0.0), torch.tensor(1.0)),
        lambda: torch.rand_like(torch.tensor(1.0)), lambda: torch.bernoulli(torch.tensor(0.5)),
        lambda: torch.tensor(1.0).new_ones(()), lambda: torch.scalar_tensor(1.0), lambda: torch.tensor(1.0) + 1,
        lambda: torch.ones(2).sum(), lambda: torch.ones(2)[0].clone(), lambda: torch.as_tensor(3.0),
    ],
)  # fmt: skip
def test_a_tensor_of_one_number_can_be_seen_with_other_shapes_and_written_to(make):
    x = make()
    assert x.view(1, 1).shape == (1, 1)
    x.view(1).fill_(7)
    assert x.item() == 7
