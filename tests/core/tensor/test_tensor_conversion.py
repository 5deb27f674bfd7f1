"""From tensors to Python and numpy: numbers, lists, arrays, truth."""

import math

import numpy as np
import pytest

import core as torch


def test_numbers():
    assert torch.tensor(7).item() == 7 and type(torch.tensor(7).item()) is int
    assert torch.tensor([[2.5]]).item() == 2.5
    assert float(torch.tensor(2.5)) == 2.5 and int(torch.tensor([2.9])) == 2 and complex(torch.tensor(1.0)) == 1 + 0j
    assert math.sqrt(torch.tensor(4.0)) == 2.0
    assert ["a", "b", "c"][torch.tensor(1)] == "b" and list(range(torch.tensor(2))) == [0, 1]
    assert round(float(torch.tensor(2.71)), 1) == 2.7


@pytest.mark.parametrize(
    ("convert", "error", "says"),
    [
        (lambda: torch.ones(2).item(), RuntimeError, "2 elements"),
        (lambda: float(torch.ones(2)), ValueError, "one element"),
        (lambda: [1][torch.tensor(0.0)], TypeError, "integer"),
        (lambda: bool(torch.ones(2)), RuntimeError, "ambiguous"),
        (lambda: bool(torch.ones(0)), RuntimeError, "no values"),
        (lambda: len(torch.tensor(1)), TypeError, "0-d"),
        (lambda: list(torch.tensor(1)), TypeError, "0-d"),
        (lambda: f"{torch.ones(2):.2f}", TypeError, "format"),
        (lambda: "a" in torch.ones(2), RuntimeError, "str"),
        (lambda: torch.ones(2, requires_grad=True).numpy(), RuntimeError, "detach"),
        (lambda: np.array(torch.ones(2, requires_grad=True)), RuntimeError, "detach"),
    ],
)
def test_what_has_no_answer_says_why(convert, error, says):
    with pytest.raises(error, match=says):
        convert()


def test_taking_a_number_out_of_the_graph_warns():
    x = torch.tensor(2.0, requires_grad=True)
    with pytest.warns(UserWarning, match="cuts it from the graph"):
        assert float(x) == 2.0
    assert x.item() == 2.0  # this is asked for


def test_lists():
    assert torch.tensor([[1, 2], [3, 4]]).tolist() == [[1, 2], [3, 4]]
    assert torch.tensor(True).tolist() is True
    assert torch.zeros(2, 0).tolist() == [[], []]


def test_arrays_share_the_memory_of_the_tensor():
    x = torch.zeros(3)
    array = x.numpy()
    array[1] = 5.0
    assert x.tolist() == [0.0, 5.0, 0.0]
    assert np.shares_memory(np.asarray(x), array)
    assert not np.shares_memory(np.array(x, copy=True), array)
    assert np.asarray(x, dtype=np.float64).dtype == np.float64
    assert torch.ones(1, requires_grad=True).numpy(force=True).tolist() == [1.0]


def test_numpys_functions_give_tensors():
    x = torch.tensor([1.0, 4.0])
    made = np.sqrt(x)
    assert isinstance(made, torch.Tensor) and made.tolist() == [1.0, 2.0]
    array = np.array([1.0, 2.0], np.float32)
    assert isinstance(x * array, torch.Tensor) and isinstance(array * x, torch.Tensor)
    assert (array - x).tolist() == [0.0, -2.0]


def test_a_tensor_is_a_sequence_of_its_rows():
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    first, second = x
    assert len(x) == 2 and second.tolist() == [3.0, 4.0]
    (first * second).sum().backward()
    assert x.grad.tolist() == [[3.0, 4.0], [1.0, 2.0]]
    assert [row.tolist() for row in reversed(x)] == [[3.0, 4.0], [1.0, 2.0]]
    assert 3.0 in x and 5.0 not in x and torch.tensor(4.0) in x


def test_tensors_are_equal_as_objects_only():
    a, b = torch.ones(2), torch.ones(2)
    assert len({a, b}) == 2 and {a: 1}[a] == 1
    assert (a == None) is False and (a != None) is True  # noqa: E711  # what the operator does is the question
    assert torch.equal(a, b) and not torch.equal(a, torch.ones(3))
    assert torch.allclose(a, b + 1e-9) and not a.allclose(b + 1)


def test_text_of_one_number():
    x = torch.tensor(2.71828)
    assert f"{x:.2f}" == "2.72" and f"{torch.tensor(7):>3}" == "  7" and f"{torch.tensor(2.5)}" == "2.5"
    assert f"{torch.ones(2)}" == "tensor([1., 1.])"


def test_memory_is_shared_with_whoever_asks_for_it():
    x = torch.tensor([1.0, 2.0])
    seen = np.from_dlpack(x)
    back = torch.from_dlpack(seen)
    x[0] = 5
    assert seen.tolist() == back.tolist() == [5, 2]
    assert back.data_ptr() == x.data_ptr()
    with pytest.raises(BufferError, match="detach"):
        np.from_dlpack(x.requires_grad_())
