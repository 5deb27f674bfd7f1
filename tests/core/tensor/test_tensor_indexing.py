"""Indexing picks what numpy's picks, and its gradient goes back to just those places."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core as torch

SHAPE = (3, 4, 2)


@st.composite
def index_parts(draw):
    """An index for an array of SHAPE, in which positions are given by numbers, ranges, lists or not at all."""
    front = draw(st.integers(0, len(SHAPE)))
    back = draw(st.integers(0, len(SHAPE) - front))
    parts = [draw(part_for(length)) for length in SHAPE[:front]]
    if back or draw(st.booleans()):
        parts += [..., *(draw(part_for(length)) for length in SHAPE[len(SHAPE) - back :])]
    if draw(st.booleans()):
        parts.insert(draw(st.integers(0, len(parts))), None)
    return tuple(parts)


def part_for(length):
    one = st.integers(-length, length - 1)
    forward = st.slices(length).filter(lambda cut: cut.step is None or cut.step > 0)
    return st.one_of(one, forward, st.lists(one, min_size=2, max_size=2))


def numbers():
    return np.arange(1.0, 25.0).reshape(SHAPE)


@given(index_parts())
def test_an_index_picks_what_numpys_picks(index):
    made = torch.from_numpy(numbers())[index]
    expected = steps(numbers(), index)
    assert tuple(made.shape) == expected.shape
    assert made.tolist() == expected.tolist()


@given(index_parts())
def test_the_gradient_counts_how_often_an_element_was_picked(index):
    x = torch.from_numpy(numbers()).requires_grad_()
    x[index].sum().backward()
    places = steps(np.arange(24).reshape(SHAPE), index)
    assert x.grad.reshape(24).tolist() == np.bincount(places.ravel(), minlength=24).tolist()


@given(index_parts())
def test_an_assignment_writes_what_numpys_writes(index):
    x, array = torch.from_numpy(numbers()), numbers()
    base = np.arange(24).reshape(SHAPE)
    x[index] = -1.0
    array.ravel()[steps(base, index).ravel()] = -1.0
    assert x.tolist() == array.tolist()
    assert x._version == 1


@given(index_parts())
def test_an_assigned_tensor_gets_the_gradient_of_its_places(index):
    x = torch.from_numpy(numbers()).requires_grad_()
    value = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
    y = x * 1
    y[index] = value
    (y * torch.from_numpy(numbers())).sum().backward()
    places = steps(np.arange(24).reshape(SHAPE), index).ravel()
    kept = numbers().ravel()
    assert value.grad.item() == kept[places].sum()  # a place that is named twice counts twice, as in PyTorch
    kept[places] = 0
    assert x.grad.reshape(24).tolist() == kept.tolist()


def steps(array, index):
    """Index an array as PyTorch does: numbers, ranges and None first, then all lists of positions at once."""
    first, later = [], []
    wanted = sum(part is not None and part is not ... for part in index)
    for part in index:
        if part is ...:
            first += [slice(None)] * (array.ndim - wanted)
            later += [slice(None)] * (array.ndim - wanted)
        elif isinstance(part, list):
            first.append(slice(None))
            later.append(part)
        else:
            first.append(part)
            if not isinstance(part, int):
                later.append(slice(None))
    return array[tuple(first)][tuple(later)]


@pytest.mark.parametrize(
    ("index", "chain"),
    [
        (0, ["SelectBackward0"]),
        ((0, 1), ["SelectBackward0", "SelectBackward0"]),
        (slice(1, None), ["SliceBackward0"]),
        ((slice(None), slice(0, 1)), ["SliceBackward0"]),
        ((slice(None), slice(None)), ["AliasBackward0"]),
        (..., ["AliasBackward0"]),
        ((None, 0), ["SelectBackward0", "UnsqueezeBackward0"]),
        ([0, 1], ["IndexBackward0"]),
        ((0, [1, 0]), ["IndexBackward0", "SelectBackward0"]),
        (True, ["IndexBackward0", "UnsqueezeBackward0"]),
    ],
)
def test_every_part_of_an_index_becomes_an_operation(index, chain):
    node = torch.zeros(SHAPE, requires_grad=True)[index].grad_fn
    names = []
    while node.name() != "AccumulateGrad":
        names.append(node.name())
        node = node.next_functions[0][0]
    assert names == chain


def test_a_mask_picks_and_writes_where_it_is_true():
    x = torch.tensor([[1.0, -2.0], [-3.0, 4.0]], requires_grad=True)
    assert x[x < 0].tolist() == [-2.0, -3.0]
    y = x * 1
    y[y < 0] = torch.tensor(0.5)
    assert y.tolist() == [[1.0, 0.5], [0.5, 4.0]]
    y.sum().backward()
    assert x.grad.tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_a_mask_for_rows_may_have_fewer_dimensions():
    x = torch.arange(6.0).reshape(3, 2)
    assert x[torch.tensor([True, False, True])].tolist() == [[0.0, 1.0], [4.0, 5.0]]


MASK = np.array([[True, False, True, False], [False, True, False, False], [False, False, False, False]])


@pytest.mark.parametrize(
    "index",
    [(MASK, [0, 1, 0]), (MASK, [1]), (MASK, True), (MASK, None, [1, 0, 1]), (MASK, slice(0, 1)), (None, MASK, [0])],
)
def test_a_mask_of_two_dimensions_may_be_followed_by_more(index):
    x = torch.from_numpy(numbers()).requires_grad_()
    made, expected = x[index], numbers()[index]
    assert made.tolist() == expected.tolist()
    made.sum().backward()
    written, array = x.detach().clone(), numbers()
    written[index] = array[index] = -1.0
    assert written.tolist() == array.tolist()
    assert x.grad.tolist() == (array == -1).astype(float).tolist()


def test_numpy_arrays_and_numbers_are_positions_too():
    x = torch.arange(4.0)
    assert x[np.array([3, 0])].tolist() == [3.0, 0.0]
    assert x[np.int64(2)].item() == x[torch.tensor(2)].item() == 2.0
    assert x[torch.tensor(1) : torch.tensor(3)].tolist() == [1.0, 2.0]


def test_a_later_write_to_the_positions_is_noticed():
    x = torch.arange(3.0, requires_grad=True)
    places = torch.tensor([0, 0])
    y = x[places]
    places.fill_(2)
    with pytest.raises(RuntimeError, match="modified"):
        y.sum().backward()


@pytest.mark.parametrize(
    ("index", "error", "says"),
    [
        (3, IndexError, "out of bounds"),
        (-4, IndexError, "out of bounds"),
        ((0, 0, 0, 0), IndexError, "too many"),
        (1.5, IndexError, "integers"),
        ("a", IndexError, "integers"),
        (slice(None, None, -1), ValueError, "step"),
        ([0, 3], IndexError, "out of bounds"),
        (torch.tensor([0.0]), IndexError, "long"),
        (torch.tensor([True, False]), IndexError, "mask|boolean"),
    ],
)
def test_a_wrong_index_says_what_is_wrong(index, error, says):
    with pytest.raises(error, match=says):
        torch.zeros(SHAPE)[index]


def test_a_number_cannot_be_indexed():
    with pytest.raises(IndexError, match="item"):
        torch.tensor(1.0)[0]
    assert torch.tensor(1.0)[None].shape == (1,)


def test_no_position_is_out_of_bounds_where_nothing_is_picked():
    x = torch.zeros(3, 1, requires_grad=True)
    picked = x[:0, [5, -7]]
    assert picked.shape == (0, 2)
    picked.sum().backward()
    assert x.grad.tolist() == [[0], [0], [0]]
    with torch.no_grad():
        x[:0, [5]] = 1.0
    for wrong in (lambda: x[:1, [5]], lambda: torch.zeros(3, 0)[:0, [2]], lambda: x[torch.tensor([True]), [5]]):
        with pytest.raises(IndexError):
            wrong()


def test_sources_have_the_dimensions_of_their_index():
    x, index = torch.zeros(2, 3), torch.zeros(1, 2, dtype=torch.int64)
    for wrong in (torch.tensor(2.0), torch.ones(3), torch.ones(1, 1)):
        for scatter in (x.scatter, x.scatter_add):
            with pytest.raises(RuntimeError, match="does not fit"):
                scatter(0, index, wrong)
        assert torch.equal(x.scatter(0, index[:0], wrong), x)
