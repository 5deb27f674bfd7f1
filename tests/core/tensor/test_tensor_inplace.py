"""Writing in place: what is refused changes nothing, and what is not has the right history."""

import numpy as np
import pytest

import core as torch
from core.ops.registry import all_ops
from core.tensor.operations import RECORDED

IN_PLACE = [op for op in all_ops() if op.spelling.in_place and op.is_differentiable and op.body is None]


def leaf():
    return torch.tensor([1.0, 2.0], requires_grad=True)


def made_under_no_grad(y):
    with torch.no_grad():
        return y[:]


REFUSED = {
    "a leaf": (leaf, lambda x: x.add_(1)),
    "an element of a leaf": (leaf, lambda x: x.__setitem__(0, 5.0)),
    "a view of a leaf": (leaf, lambda x: x[:].mul_(2)),
    "an augmented leaf": (leaf, lambda x: x.__iadd__(1)),
    "one of several views": (lambda: leaf() * 1, lambda x: x.split(1)[0].mul_(2)),
    "a view made without recording": (lambda: leaf() * 1, lambda x: made_under_no_grad(x).mul_(2)),
    "a result that is larger": (lambda: torch.ones(2), lambda x: x.add_(torch.ones(3, 2))),
    "shapes that do not fit": (lambda: torch.ones(2), lambda x: x.add_(torch.ones(3))),
    "a fraction into integers": (lambda: torch.tensor([1, 2]), lambda x: x.add_(1.5)),
    "a quotient into integers": (lambda: torch.tensor([2, 4]), lambda x: x.div_(2)),
    "numbers into truth values": (lambda: torch.tensor([True, False]), lambda x: x.add_(1)),
    "expanded memory": (lambda: torch.ones(2), lambda x: x.expand(3, 2).add_(1)),
    "memory that overlaps": (lambda: torch.ones(3), lambda x: x[1:].add_(x[:-1])),
    "scattering from the same memory": (lambda: torch.ones(3), lambda x: x.scatter_(0, torch.tensor([0]), x[:1])),
    "a transposed leaf": (leaf, lambda x: x.unsqueeze_(0)),
    "a list": (lambda: torch.ones(2), lambda x: x.__setitem__(0, [1.0])),
    "a text": (lambda: torch.ones(2), lambda x: x.add_("a")),
    "a position that is not there": (lambda: torch.ones(2), lambda x: x.__setitem__(2, 0.0)),
    "values for other places": (lambda: torch.ones(2), lambda x: x.__setitem__([0, 1], torch.ones(3))),
    "a read-only array": (lambda: read_only(), lambda x: x.add_(1)),
}


def read_only():
    array = np.ones(2, np.float32)
    array.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        return torch.from_numpy(array)


@pytest.mark.parametrize(("make", "write"), REFUSED.values(), ids=REFUSED)
def test_a_refused_write_changes_nothing(make, write):
    x = make()
    before = x.tolist(), x._version, x.grad_fn, x.requires_grad, x.shape
    with pytest.raises((RuntimeError, TypeError, IndexError)):
        write(x)
    assert (x.tolist(), x._version, x.grad_fn, x.requires_grad, x.shape) == before


def test_the_same_writes_are_fine_without_recording():
    x = leaf()
    with torch.no_grad():
        x.add_(1)
        x[0] = 5.0
        x[1:].mul_(2)
    assert x.tolist() == [5.0, 6.0] and x.is_leaf and x._version == 3


def tensors_of(op, sample):
    """Return the inputs of a sample as tensors, filled with numbers from the operation's domain."""
    random = np.random.default_rng(3)

    def filled(value):
        if isinstance(value, tuple):
            return torch.from_numpy(random.uniform(op.domain.low, op.domain.high, value))
        return torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value

    return [filled(value) for value in sample.inputs]


def gradients_of(op, inputs, attributes, *, in_place):
    """Return the result of an operation on a copy of its first input, and the gradients of the inputs."""
    copies = [one.clone() if isinstance(one, torch.Tensor) else one for one in inputs]
    leaves = [one.requires_grad_() for one in copies if isinstance(one, torch.Tensor) and one.is_floating_point()]
    first, *others = copies
    named = dict(zip([port.name for port in op.inputs[1:]], others, strict=False)) | attributes
    target = first * 1
    if in_place:
        made = getattr(target, f"{op.spelling.methods[0]}_")(**named)
        assert made is target
    else:
        made = RECORDED[op.name](target, **named)
    weights = torch.arange(1.0, made.numel() + 1, dtype=torch.float64).reshape(made.shape)
    (made * weights).sum().backward()
    return made.detach(), [one.grad for one in leaves]


@pytest.mark.parametrize("op", IN_PLACE, ids=lambda op: op.name)
def test_in_place_and_out_of_place_give_the_same_values_and_gradients(op):
    checked = 0
    for sample in op.samples:
        inputs = tensors_of(op, sample)
        try:
            plain, gradients = gradients_of(op, inputs, sample.attributes, in_place=False)
        except NotImplementedError:
            pytest.skip("the operation has no gradient")
        if plain.shape != inputs[0].shape and not op.is_view:
            continue  # it would grow in place
        written, others = gradients_of(op, inputs, sample.attributes, in_place=True)
        assert torch.equal(plain, written)
        assert all(torch.allclose(one, other) for one, other in zip(gradients, others, strict=True) if one is not None)
        checked += 1
    assert checked


def test_a_write_is_counted_and_a_stale_value_is_named():
    x = leaf()
    y = x * 1
    z = y.exp() * y
    y.sub_(3)
    assert y._version == 1
    with pytest.raises(RuntimeError) as caught:
        z.sum().backward()
    message = str(caught.value)
    assert "MulBackward0" in message and "sub_" in message and "version 0" in message and "version 1" in message
    assert x.grad is None


def test_an_operation_that_saved_nothing_does_not_mind():
    x = leaf()
    y = x * 2
    z = y + 1
    y.mul_(100)
    z.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_a_value_that_was_saved_twice_is_noticed_once_it_is_written_by_itself():
    x = leaf()
    y = x * 1
    y.mul_(y)
    with pytest.raises(RuntimeError, match="modified by an inplace"):
        y.sum().backward()


def test_a_constant_becomes_recorded_when_something_recorded_is_written_into_it():
    total = torch.zeros(3)
    x = leaf()
    total[:2] += x * x
    total[2] = x.prod()
    assert total.requires_grad and not total.is_leaf
    total.sum().backward()
    assert x.grad.tolist() == [4.0, 5.0]  # 2x plus the product of the others


def test_integers_take_recorded_values_without_a_history():
    x = leaf()
    whole = torch.zeros(2, dtype=torch.int64)
    whole.copy_(x)
    assert whole.tolist() == [1, 2] and not whole.requires_grad


def test_retain_grad_follows_the_tensor_and_hooks_stay_with_the_value():
    seen = []
    x = leaf()
    y = x * 1
    y.retain_grad()
    y.register_hook(lambda g: seen.append(g.tolist()))
    y.mul_(10)
    (y * 2).sum().backward()
    assert y.grad.tolist() == [2.0, 2.0]
    assert seen == [[20.0, 20.0]]


def test_shape_changes_in_place_keep_the_history():
    x = torch.arange(6.0, requires_grad=True)
    y = (x * 1).view(2, 3).clone()
    assert y.t_() is y and y.shape == (3, 2)
    assert y.unsqueeze_(0).squeeze_().transpose_(0, 1).shape == (2, 3)
    y.backward(torch.arange(6.0).reshape(2, 3))
    assert x.grad.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]


def test_an_inference_tensor_is_written_to_in_inference_mode_only():
    with torch.inference_mode():
        x = torch.ones(2)
        x.add_(1)
    assert x.tolist() == [2.0, 2.0]
    with pytest.raises(RuntimeError, match="inference"):
        x.add_(1)
    assert x.tolist() == [2.0, 2.0]


def test_an_inference_tensor_cannot_be_saved_but_used():
    x = leaf()
    with torch.inference_mode():
        constant = torch.ones(2) * 3
    (x + constant).sum().backward()
    with pytest.raises(RuntimeError, match="saved for backward"):
        x * constant
    assert (x * constant.clone()).requires_grad


def test_a_leaf_that_becomes_a_result_gets_no_gradient_of_its_own_any_more():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = x.exp()
    x.requires_grad_(False)
    x.sub_(y)
    assert not x.is_leaf
    with pytest.raises(RuntimeError, match="moved into the interior"):
        y.sum().backward()
    assert x._grad is None
