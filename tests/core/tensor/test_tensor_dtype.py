"""Element types: their limits, which one an operation computes in, and conversions."""

import itertools

import numpy as np
import pytest

import core as torch

TYPES = [
    torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
    torch.float16, torch.float32, torch.float64, torch.bool,
]  # fmt: skip
FLOATS = [one for one in TYPES if one.is_floating_point]


@pytest.mark.parametrize(("first", "second"), list(itertools.product(TYPES, TYPES)), ids=str)
def test_promotion_is_symmetric_and_holds_both(first, second):
    both = torch.promote_types(first, second)
    assert both is torch.promote_types(second, first)
    assert both is (torch.ones(1, dtype=first) * torch.ones(1, dtype=second)).dtype
    assert torch.promote_types(both, first) is both
    assert both.is_floating_point == (first.is_floating_point or second.is_floating_point)
    if first.is_floating_point and not second.is_floating_point:
        assert both is first  # where numpy would go to float64


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_a_number_changes_the_kind_but_not_the_size(kind):
    x = torch.ones(2, dtype=kind)
    assert torch.result_type(x, 1.5) is (kind if kind.is_floating_point else torch.float32)
    assert torch.result_type(x, 2) is (torch.int64 if kind is torch.bool else kind)
    assert torch.result_type(x, True) is kind


def test_dimensions_outweigh_none():
    wide = torch.tensor(1.0, dtype=torch.float64)
    assert (torch.ones(2) * wide).dtype is torch.float32
    assert (torch.ones(2, dtype=torch.int32) * wide).dtype is torch.float64
    assert (torch.tensor(1.0) * wide).dtype is torch.float64


@pytest.mark.parametrize(("source", "target"), list(itertools.product(TYPES, TYPES)), ids=str)
def test_what_can_be_cast_can_be_written(source, target):
    x = torch.ones(2, dtype=target)
    if torch.can_cast(source, target):
        assert x.mul_(torch.ones(2, dtype=source)).dtype is target
    else:
        with pytest.raises(RuntimeError, match="cast"):
            x.mul_(torch.ones(2, dtype=source))


def test_conversions_return_the_tensor_itself_when_nothing_changes():
    x = torch.ones(2)
    assert x.float() is x.to(torch.float32) is x.to("cpu") is x.type_as(x) is x.to(x) is x
    assert x.to(torch.float32, copy=True) is not x
    for name, kind in [("double", torch.float64), ("half", torch.float16), ("int", torch.int32), ("bool", torch.bool)]:
        assert getattr(x, name)().dtype is kind
    assert x.type(torch.float64).dtype is x.type("torch.DoubleTensor").dtype is torch.float64
    assert x.type() == "torch.FloatTensor"


@pytest.mark.parametrize("kind", FLOATS, ids=str)
def test_gradients_have_the_type_of_their_leaf(kind):
    x = torch.ones(2, dtype=kind, requires_grad=True)
    (x.double() * 3).sum().backward()
    assert x.grad.dtype is kind and x.grad.tolist() == [3.0, 3.0]


def test_only_conversions_to_floating_point_are_recorded():
    x = torch.tensor([1.5], requires_grad=True)
    assert x.double().grad_fn.name() == "ToCopyBackward0"
    assert not x.long().requires_grad and not x.bool().requires_grad and not (x > 0).requires_grad


@pytest.mark.parametrize("kind", FLOATS, ids=str)
def test_finfo_agrees_with_numpy(kind):
    info, expected = torch.finfo(kind), np.finfo(kind.numpy)
    assert (info.eps, info.max, info.min, info.tiny) == (expected.eps, expected.max, expected.min, expected.tiny)
    assert f"dtype={kind.name}" in repr(info)


def test_iinfo_and_wrong_kinds():
    assert (torch.iinfo(torch.int8).min, torch.iinfo(torch.uint8).max) == (-128, 255)
    assert repr(torch.iinfo(torch.int8)) == "iinfo(min=-128, max=127, dtype=int8)"
    with pytest.raises(TypeError, match="iinfo"):
        torch.finfo(torch.int8)
    with pytest.raises(TypeError, match="finfo"):
        torch.iinfo(torch.float32)
    assert torch.finfo().dtype == "float32"


def test_names():
    assert [repr(torch.float), str(torch.long), repr(torch.bool)] == ["torch.float32", "torch.int64", "torch.bool"]
    assert torch.float is torch.float32 and torch.half is torch.float16 and torch.int is torch.int32
    with pytest.raises(TypeError, match="dtype"):
        torch.zeros(2, dtype="float32")
