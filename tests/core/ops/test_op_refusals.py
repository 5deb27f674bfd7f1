"""Calls that cannot be computed: each is an error that says what is wrong, of the kind PyTorch raises."""

import numpy as np
import pytest

import core as torch

functional = torch.nn.functional

x = torch.ones(2, 3)
square = torch.ones(2, 2)
whole = torch.tensor([1, 2])
IMAGE, KERNEL = torch.ones(1, 2, 3, 3), torch.ones(1, 1, 2, 2)

REFUSED = {
    "dim out of range": (lambda: x.sum(2), IndexError, "Dimension out of range"),
    "dim twice": (lambda: x.sum((0, 0)), RuntimeError, "multiple times"),
    "mean of integers": (lambda: whole.mean(), RuntimeError, "floating point"),
    "deviation of integers": (lambda: whole.float().long().std(), RuntimeError, "floating point"),
    "largest of nothing": (lambda: torch.zeros(0).max(), RuntimeError, "empty"),
    "largest along nothing": (lambda: torch.zeros(2, 0).max(1), IndexError, "size 0"),
    "no bounds": (lambda: x.clamp(), RuntimeError, "min.*max"),
    "integers by zero": (lambda: whole // torch.tensor([0, 1]), RuntimeError, "zero"),
    "negative powers of integers": (lambda: whole**-1, RuntimeError, "negative"),
    "truth values minus": (lambda: (whole > 1) - (whole > 0), RuntimeError, "truth values"),
    "numbers minus truth values": (lambda: x - (x > 0), RuntimeError, "truth values"),
    "a number minus truth values": (lambda: 1 - (x > 0), RuntimeError, r"mask with ~ or logical_not\(\)"),
    "numbers minus True": (lambda: x - True, RuntimeError, "truth values"),
    "True minus numbers": (lambda: True - x, RuntimeError, "truth values"),
    "minus truth values in place": (lambda: x.clone().sub_(x > 0), RuntimeError, "truth values"),
    "a multiple of truth values": (lambda: torch.sub(x, x > 0, alpha=2), RuntimeError, "truth values"),
    "the opposite of truth values": (lambda: -(x > 0), RuntimeError, "truth values"),
    "plus before truth values": (lambda: +(x > 0), RuntimeError, "truth values"),
    "truth values for relu": (lambda: torch.relu(x > 0), RuntimeError, "truth values"),
    "truth values for relu6": (lambda: functional.relu6(x > 0), RuntimeError, "truth values"),
    "bounds in the wrong order": (lambda: functional.hardtanh(x, 2, 1), ValueError, "greater"),
    "columns that do not come out even": (lambda: x.hsplit(2), RuntimeError, r"not divisible.*tensor_split"),
    "rows that do not come out even": (lambda: x.vsplit(3), RuntimeError, "not divisible"),
    "the rows of a vector": (lambda: x[0].vsplit(3), RuntimeError, "at least 2"),
    "a number upside down": (lambda: torch.flipud(x[0, 0]), RuntimeError, "at least 1"),
    "infinity for integers": (lambda: whole.clone().fill_(float("inf")), RuntimeError, "overflow"),
    "NaN for integers": (lambda: whole.clone().fill_(float("nan")), RuntimeError, "overflow"),
    "infinity for some integers": (lambda: whole.masked_fill(whole > 1, float("inf")), RuntimeError, "overflow"),
    "infinity for rows of integers": (lambda: whole.index_fill(0, whole[:1], float("inf")), RuntimeError, "overflow"),
    "infinity for an integer": (lambda: whole.clone().__setitem__(0, float("inf")), RuntimeError, "overflow"),
    "infinity around integers": (lambda: functional.pad(whole, (1, 1), value=float("inf")), RuntimeError, "overflow"),
    "full of infinite integers": (
        lambda: torch.full((2,), float("inf"), dtype=torch.int64), RuntimeError, "overflow"
    ),
    "300 for small integers": (lambda: whole.to(torch.int8).fill_(300), RuntimeError, "overflow"),
    "distances of two types": (lambda: torch.cdist(x, x.double()), RuntimeError, "same dtype"),
    "an enormous diagonal": (lambda: x.tril(10**25), ValueError, "too large"),
    "an enormous shift": (lambda: x.roll(10**25), ValueError, "too large"),
    "alpha for integers": (lambda: torch.add(whole, whole, alpha=0.5), RuntimeError, "alpha"),
    "numbers where tensors are needed": (lambda: torch.maximum(x, 2.0), TypeError, "tensor"),
    "a word that is no choice": (lambda: functional.mse_loss(x, x, reduction="most"), ValueError, "'none', 'mean'"),
    "matrices for dot": (lambda: torch.dot(x, x), RuntimeError, "1D"),
    "vectors of two lengths": (lambda: torch.dot(torch.ones(2), torch.ones(3)), RuntimeError, "number of elements"),
    "shapes for mm": (lambda: torch.mm(x, x), RuntimeError, r"\[2, 3\] and \[2, 3\]"),
    "types for mm": (lambda: torch.mm(square, square.double()), RuntimeError, "dtype"),
    "numbers for @": (lambda: torch.tensor(2.0) @ x, RuntimeError, "1D"),
    "batches for @": (lambda: torch.ones(2, 1, 1) @ torch.ones(3, 1, 1), RuntimeError, "batch"),
    "an equation for another number": (lambda: torch.einsum("ij,jk->ik", x), RuntimeError, "2 operands"),
    "an equation of other dimensions": (lambda: torch.einsum("ijk->i", x), RuntimeError, "3 dimensions"),
    "an output out of nothing": (lambda: torch.einsum("ij->iz", x), RuntimeError, "output"),
    "a singular matrix": (lambda: torch.linalg.inv(square), RuntimeError, "singular|Singular"),
    "a determinant of no square": (lambda: torch.linalg.det(x), RuntimeError, "square"),
    "too large a k": (lambda: x.topk(4), RuntimeError, "out of range"),
    "a share above 1": (lambda: x.quantile(1.5), RuntimeError, r"\[0, 1\]"),
    "probabilities above 1": (lambda: functional.binary_cross_entropy(x + 1, x), RuntimeError, "between 0 and 1"),
    "classes that are not there": (lambda: functional.cross_entropy(x, whole + 5), IndexError, "out of bounds"),
    "another number of classes": (lambda: functional.cross_entropy(x, whole[:1]), ValueError, "batch_size"),
    "classes that are no integers": (lambda: functional.nll_loss(x, whole.float()), RuntimeError, "long"),
    "channels": (lambda: functional.conv2d(IMAGE, KERNEL), RuntimeError, "channel"),
    "too large a kernel": (lambda: functional.conv2d(IMAGE, torch.ones(1, 2, 5, 5)), RuntimeError, "size"),
    "too wide a border": (lambda: functional.max_pool2d(IMAGE, 2, padding=2), RuntimeError, "half"),
    "one value for a channel": (
        lambda: functional.batch_norm(x[:1], None, None, training=True), ValueError, "more than 1 value"
    ),
    "another last size": (lambda: functional.layer_norm(x, (2,)), RuntimeError, "normalized_shape"),
    "a row that is not there": (lambda: functional.embedding(whole + 9, x), IndexError, "out of range"),
    "too few classes": (lambda: functional.one_hot(whole, 2), RuntimeError, "smaller than num_classes"),
    "differences of a number": (lambda: torch.diff(x[0, 0]), RuntimeError, "at least 1"),
    "differences less than never": (lambda: torch.diff(x, n=-1), RuntimeError, "negative"),
    "parts of a number": (lambda: x[0, 0].unflatten(0, (1,)), RuntimeError, "at least 1"),
    "no parts": (lambda: x[0, :1].unflatten(0, ()), RuntimeError, "empty"),
    "places for fewer dimensions": (lambda: x.movedim((0, 1), ()), RuntimeError, "2 dimensions cannot go to 0"),
    "singular values of a vector": (lambda: torch.linalg.svdvals(x[0]), RuntimeError, "at least 2"),
    "attention of numbers": (
        lambda: functional.scaled_dot_product_attention(x[0], x[0], x[0]), RuntimeError, "at least 2"
    ),
    "a table of tables": (lambda: functional.embedding(whole, IMAGE), RuntimeError, "2 dimensions"),
    "a flat kernel": (lambda: functional.conv1d(x, x, padding="same"), RuntimeError, "3 dimensions"),
    "a flat kernel to spread": (lambda: functional.conv_transpose2d(IMAGE, x), RuntimeError, "4 dimensions"),
    "no groups": (lambda: functional.conv_transpose2d(IMAGE, IMAGE, groups=0), RuntimeError, "at least 1"),
    "a window that stands still": (lambda: functional.avg_pool2d(IMAGE, 2, stride=-1), RuntimeError, "above 0"),
    "windows over a matrix": (lambda: functional.adaptive_avg_pool2d(x, 2), RuntimeError, "3 to 4"),
    "windows over a row": (lambda: torch.adaptive_avg_pool1d(x[0], 2), RuntimeError, "2 to 3"),
    "a matrix of slopes": (lambda: functional.prelu(x, square), RuntimeError, "0 to 1"),
    "the outer product of a number": (lambda: torch.addr(x, x[0, 0], x[0]), RuntimeError, "1D"),
    "a negative norm": (lambda: torch.cdist(x, x, p=-1.0), RuntimeError, "negative"),
    "a negative bend": (lambda: functional.smooth_l1_loss(x, x, beta=-1.0), RuntimeError, "negative"),
    "a negative closeness": (lambda: torch.isclose(x, x, rtol=-1.0), RuntimeError, "negative"),
    "another size to normalize": (lambda: functional.rms_norm(x, (2, 2)), RuntimeError, "normalized_shape"),
    "one bias for all": (lambda: functional.layer_norm(x, (3,), None, x[0, 0]), RuntimeError, "normalized_shape"),
    "slopes": (lambda: functional.prelu(x, torch.ones(2)), RuntimeError, "slopes"),
    "half of three": (lambda: functional.glu(x), RuntimeError, "even"),
    "no gradient": (
        lambda: (torch.ones(2, requires_grad=True) // 2).sum().backward(), NotImplementedError, "floor_divide"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "words"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_with_a_reason(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_targets_of_another_shape_are_broadcast_with_a_warning():
    with pytest.warns(UserWarning, match="target size"):
        loss = functional.mse_loss(torch.ones(3, 1), torch.zeros(3))
    assert loss.item() == 1


def test_running_statistics_move_towards_those_of_the_batch():
    mean, var = torch.zeros(2), torch.ones(2)
    batch = torch.tensor([[1.0, 2.0], [3.0, 6.0]])
    functional.batch_norm(batch, mean, var, training=True, momentum=0.5)
    np.testing.assert_allclose(mean.numpy(), [1, 2])
    np.testing.assert_allclose(var.numpy(), [1.5, 4.5])
    functional.batch_norm(batch, mean, var)
    np.testing.assert_allclose(mean.numpy(), [1, 2])


def test_results_can_be_put_into_a_tensor_where_no_gradient_is_asked_for():
    out = torch.zeros(2, 2)
    for call in (torch.mm, torch.matmul):
        assert call(square, square, out=out) is out
        np.testing.assert_array_equal(out.numpy(), [[2, 2], [2, 2]])
    assert out._version == 2
    with pytest.raises(RuntimeError, match="out="):
        torch.matmul(square.clone().requires_grad_(), square, out=out)
    assert out._version == 2


# What does not fit -----------------------------------------------------------------------------------

WHERE_SHAPES_CLASH = {
    "add: the shapes [2, 3] and [2, 4] do not fit together: dimension 1 is 3 in one and 4 in the other.": (
        lambda: torch.ones(2, 3) + torch.ones(2, 4)
    ),
    "mul: the shapes [2, 3] and [4] do not fit together: dimension -1 is 3 in one and 4 in the other.": (
        lambda: torch.ones(2, 3) * torch.ones(4)
    ),
    "sub: the shapes [2, 3] and [4, 3] do not fit together: dimension 0 is 2 in one and 4 in the other.": (
        lambda: torch.ones(2, 3).sub_(torch.ones(4, 3))
    ),
    "addcmul: the shapes [2] and [3] do not fit": lambda: torch.addcmul(torch.ones(2), torch.ones(1), torch.ones(3)),
    "mse_loss: the shapes [2] and [3] do not fit": (lambda: torch.nn.functional.mse_loss(torch.ones(2), torch.ones(3))),
    "The shapes [2] and [3] do not fit together": lambda: torch.broadcast_tensors(torch.ones(2), torch.ones(3)),
    "index_put: values of shape [3] cannot be broadcast to [2]": lambda: torch.ones(3).__setitem__(
        [0, 1], torch.ones(3)
    ),
}


@pytest.mark.parametrize(("text", "call"), WHERE_SHAPES_CLASH.items(), ids=WHERE_SHAPES_CLASH)
@pytest.mark.filterwarnings("ignore:.*target size")
def test_shapes_that_clash_are_named_with_the_dimension(text, call):
    with pytest.raises(RuntimeError) as raised:
        call()
    assert str(raised.value).startswith(text)


WHERE_INDICES_ARE_WRONG = {
    "index 5 is out of bounds for dimension 0 with size 2": lambda x: x[[0, 5]],
    "index -4 is out of bounds for dimension 1 with size 3": lambda x: x[:, [-4, 0]],
    "index 0 is out of bounds for dimension 0 with size 0": lambda x: x[:0][[0]],
    "The shape [3] of a mask does not match [2]": lambda x: x[x[0] > 0],
    "The shape [2, 2] of a mask does not match [2, 3]": lambda x: x[x[:, :2] > 0],
    "The shape [2, 0] of a mask does not match [2, 3]": lambda x: x[x[:, :0] > 0],
    "The shapes [2], [3] of the indices do not fit together": lambda x: x[[0, 1], [0, 1, 2]],
}


@pytest.mark.parametrize(("text", "call"), WHERE_INDICES_ARE_WRONG.items(), ids=WHERE_INDICES_ARE_WRONG)
def test_an_index_that_is_wrong_is_named(text, call):
    with pytest.raises(IndexError) as raised:
        call(torch.ones(2, 3))
    assert str(raised.value).startswith(text)


def test_values_of_another_type_are_not_put_into_a_tensor():
    x = torch.zeros(3)
    with pytest.raises(RuntimeError, match=r"the destination is float32 and the values are float64"):
        x[[0, 1]] = torch.ones(2, dtype=torch.float64)
    assert x.tolist() == [0, 0, 0]
    assert x._version == 0


SHAPES = (
    # input, weight, bias, and what linear() leaves: PyTorch's
    ((3,), (5, 3), (5,), "ViewBackward0"),
    ((3,), (5, 3), (), "AddBackward0"),
    ((4, 3), (5, 3), (1, 5), "AddmmBackward0"),
    ((2, 4, 3), (5, 3), (5,), "ViewBackward0"),
    ((2, 4, 3), (5, 3), (4, 5), "AddBackward0"),
    ((1, 4, 3), (5, 3), (1, 4, 5), "AddBackward0"),
    ((1, 2, 0), (5, 0), (5,), "ViewBackward0"),
)


@pytest.mark.parametrize(("x", "weight", "bias", "node"), SHAPES)
def test_a_linear_layer_takes_any_bias_that_fits_its_result(x, weight, bias, node):
    given = [torch.ones(size).requires_grad_() for size in (x, weight, bias)]
    made = torch.nn.functional.linear(*given)
    assert made.grad_fn.name() == node
    assert torch.equal(made, given[0] @ given[1].mT + given[2])
    made.sum().backward()
    assert [one.grad.shape for one in given] == [x, weight, bias]


@pytest.mark.parametrize(
    "call",
    [
        lambda: torch.nn.functional.linear(torch.ones(4, 3), torch.ones(5, 3), torch.ones(2, 4, 5)),
        lambda: torch.nn.functional.linear(torch.ones(1, 4, 3), torch.ones(5, 3), torch.ones(2, 4, 5)),
        lambda: torch.addmm(torch.ones(3), torch.ones(1, 3), torch.ones(3, 1)),
        lambda: torch.addr(torch.ones(2, 3, 3), torch.ones(3), torch.ones(3)),
        lambda: torch.addbmm(torch.ones(2, 2, 2), torch.ones(3, 2, 3), torch.ones(3, 3, 2)),
    ],
)
def test_what_does_not_expand_to_a_product_is_not_added_to_it(call):
    with pytest.raises(RuntimeError, match="cannot be expanded to the shape of the product"):
        call()


def test_a_layer_norm_needs_a_dimension():
    with pytest.raises(RuntimeError, match="at least one dimension"):
        torch.nn.functional.layer_norm(torch.ones(()), ())


def test_a_batch_without_elements_is_computed_with():
    x = torch.ones(3, 0, requires_grad=True)
    torch.nn.functional.layer_norm(x, (0,)).sum().backward()
    assert x.grad.shape == (3, 0)
    assert (torch.ones(1, 3, 0) @ torch.ones(0, 3)).tolist() == [[[0, 0, 0]] * 3]
    with pytest.warns(UserWarning, match="degrees of freedom"):
        assert torch.ones(3, 0).var(0).shape == (0,)
