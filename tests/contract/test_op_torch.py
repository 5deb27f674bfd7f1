"""Every operation against PyTorch, where it is installed: values, types, gradients, and the names of the nodes."""

import numpy as np
import pytest
from sampling import OPS, arrays_of, as_tensors, flat, floating, results_of, run

from core.errors import MissingError
from core.ops.spec import Category
from core.tensor.gradient import grad
from core.tensor.tensor import wrap

torch = pytest.importorskip("torch")

CONSTANTS = {"pos_weight", "running_mean", "running_var"}
NO_GRADIENT = {("soft_margin_loss", "target"), ("quantile", "q"), ("nanquantile", "q")}
OTHER_NODES = {
    "matmul", "quantile", "nanquantile", "pairwise_distance", "cross_entropy", "einsum",
    "normal_cdf",
}  # fmt: skip
"""The last node has another name, as PyTorch squeezes in place, or has one more or less of its own."""

CALLED_OTHERWISE = {
    "count_nonzero": "it has no keepdim",
    "block_diag": "it takes its matrices one by one",
    "index_put": "it takes its indices as tensors only",
    "dropout": "which elements are dropped depends on the generator",
    "batch_norm": "it needs running statistics in its call",
}
DIGITS = {np.float64: (1e-7, 1e-9), np.float32: (2e-5, 5e-6)}


def counterpart(op):
    """Return PyTorch's function for an operation, or None."""
    spelling = op.spelling
    for root, names in (
        (torch.nn.functional, spelling.nn),
        (torch, spelling.functions),
        (torch.Tensor, spelling.methods),
    ):
        for name in names:
            found = root
            for part in name.split("."):
                found = getattr(found, part, None)
            if found is not None:
                return found
    return None


def constant(op, port):
    """Whether PyTorch refuses a gradient for an input."""
    in_loss = op.category is Category.LOSS and port.name == "weight"
    return in_loss or port.name in CONSTANTS or (op.name, port.name) in NO_GRADIENT


def as_torch(op, inputs):
    def made(value, port):
        if isinstance(value, list):
            return [made(one, port) for one in value]
        if not isinstance(value, np.ndarray):
            return value
        tensor = torch.from_numpy(value.copy())
        return tensor.requires_grad_() if value.dtype.kind == "f" and not constant(op, port) else tensor

    return [made(value, port) for value, port in zip(inputs, op.inputs, strict=True)]


def call(op, function, inputs, attributes):
    """Call PyTorch's function with arguments in the order of the record, and by name where it wants names."""
    given = {port.name: value for port, value in zip(op.inputs, inputs, strict=True)} | attributes
    order = op.signature or [*(port.name for port in op.inputs), *(one.name for one in op.attributes)]
    by_name = {one.name for one in op.attributes if one.keyword_only or (op.spelling.nn and not op.signature)}
    if op.category is Category.LOSS:
        by_name |= {"weight", "pos_weight", "ignore_index"}
    positional = []
    for place, name in enumerate(order):
        if name not in given or name in by_name or (given[name] is None and name != "min"):
            by_name |= set(order[place:])
            break
        positional.append(given[name])
    if op.inputs[0].variadic and op.signature:
        positional = [positional[0], *positional[1]]
    named = {name: given[name] for name in order if name in by_name and given.get(name) is not None}
    return results_of(function(*positional, **named))


COMPARED = [op for op in OPS if counterpart(op) is not None and op.name not in CALLED_OTHERWISE]
compared = pytest.mark.parametrize("op", COMPARED, ids=lambda op: op.name)


@pytest.mark.parametrize("dtype", DIGITS, ids=lambda dtype: dtype.__name__)
@compared
@pytest.mark.filterwarnings("ignore")
def test_it_does_what_pytorch_does(op, dtype):
    for sample in op.samples:
        inputs = arrays_of(op, sample, dtype)
        theirs, ours = as_torch(op, inputs), as_tensors(inputs, requires_grad=True)
        expected = call(op, counterpart(op), theirs, sample.attributes)
        made = results_of(run(op, ours, sample.attributes))
        assert len(expected) == len(made)
        for one, other in zip(made, expected, strict=True):
            same_result(op, one, other, DIGITS[dtype])
        compare_gradients(op, (made, flat(ours)), (expected, flat(theirs)), floating(inputs), DIGITS[dtype])


def same_result(op, one, other, digits):
    array = other.detach().numpy()
    assert (one.array.dtype, one.array.shape) == (array.dtype, array.shape)
    np.testing.assert_allclose(one.array, array, *digits)
    assert one.requires_grad == other.requires_grad
    if op.name not in OTHER_NODES and op.name not in ("fill",):
        assert node_name(one) == node_name(other)


def node_name(tensor):
    return tensor.grad_fn.name().removeprefix("torch::autograd::") if tensor.grad_fn is not None else None


def compare_gradients(op, ours, theirs, places, digits):
    made = [one for one in ours[0] if one.requires_grad]
    expected = [one for one in theirs[0] if one.requires_grad]
    sources = [place for place in places if theirs[1][place].requires_grad]
    if not made or not sources:
        return
    random = np.random.default_rng(0)
    seeds = [random.normal(size=one.array.shape).astype(one.array.dtype) for one in made]
    try:
        wanted = torch.autograd.grad(
            expected, [theirs[1][place] for place in sources], list(map(torch.from_numpy, seeds)), allow_unused=True
        )
    except RuntimeError as error:
        assert "not implemented" in str(error)
        with pytest.raises(MissingError):
            grad(made, [ours[1][place] for place in sources], list(map(wrap, seeds)))
        return
    found = grad(made, [ours[1][place] for place in sources], list(map(wrap, seeds)), allow_unused=True)
    for one, other in zip(found, wanted, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.array.dtype == other.numpy(force=True).dtype
            np.testing.assert_allclose(one.array, other.numpy(force=True), *digits)


# At kinks and ends ------------------------------------------------------------------------------------

SPECIAL = np.array([-np.inf, -100, -3, -1, -0.5, -0.0, 0.0, 0.5, 1, 3, 6, 100, np.inf])
TIES = np.array([[1.0, 1, 2], [2, 2, 2], [0, -1, 0], [0, 0, 0]])
CHOSEN_BY_PYTORCH = {
    "kthvalue": "any of equal elements",
    "prod": "0 x inf",
    "cumprod": "0 x inf",
    "digamma": "the gradient at a pole is a large number, as rounding leaves it",
    "log_ndtr": "far on the left the gradient loses its digits",
}
UNARY = [
    op
    for op in COMPARED
    if not op.hidden
    and len(op.inputs) == 1
    and isinstance(op.samples[0].inputs[0], tuple)
    and op.name not in CHOSEN_BY_PYTORCH
    and op.category not in (Category.SHAPE, Category.LINALG)
]


@pytest.mark.parametrize("values", [SPECIAL, TIES, np.zeros(3)], ids=["special", "ties", "zeros"])
@pytest.mark.parametrize("op", UNARY, ids=lambda op: op.name)
@pytest.mark.filterwarnings("ignore")
def test_kinks_ties_and_ends_are_pytorchs(op, values):
    attributes = op.samples[0].attributes
    if op.name == "logit":  # its infinity at -0 has one sign or the other, by the width of the processor's vectors
        values = values + 0.0
    theirs, ours = torch.from_numpy(values.copy()).requires_grad_(), wrap(values.copy()).requires_grad_()
    try:
        expected = call(op, counterpart(op), [theirs], attributes)
    except (RuntimeError, TypeError, IndexError, ValueError):
        return  # PyTorch refuses this shape
    made = results_of(run(op, [ours], attributes))
    for one, other in zip(made, expected, strict=True):
        np.testing.assert_allclose(one.array, other.detach().numpy(), 1e-7, 1e-9)
    compare_gradients(op, (made, [ours]), (expected, [theirs]), [0], (2e-7, 1e-9))


# Integers and truth values -----------------------------------------------------------------------------


def is_plain(sample):
    """Whether a sample has inputs that any numbers can fill, and some elements."""
    return all(isinstance(one, (tuple, int, float)) and one not in ((0, 2), (0,)) for one in sample.inputs)


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.bool_], ids=lambda kind: kind.__name__)
@compared
@pytest.mark.filterwarnings("ignore")
def test_integers_are_promoted_or_refused_as_pytorch_does(op, kind):
    if op.hidden or op.category is Category.LINALG:
        return
    for sample in filter(is_plain, op.samples):
        check_promotion(op, sample, kind)


def check_promotion(op, sample, kind):
    random = np.random.default_rng(1)
    inputs = [random.integers(1, 4, one).astype(kind) if isinstance(one, tuple) else one for one in sample.inputs]
    inputs += [None] * (len(op.inputs) - len(inputs))
    try:
        expected = call(op, counterpart(op), as_torch(op, inputs), sample.attributes)
    except (RuntimeError, TypeError):
        return  # what PyTorch refuses may work here
    made = results_of(run(op, as_tensors(inputs), sample.attributes))
    for one, other in zip(made[:1], expected[:1], strict=True):  # where equal elements are is PyTorch's choice
        assert one.array.dtype == other.numpy().dtype
        np.testing.assert_allclose(one.array, other.numpy(), 1e-5, 1e-6)
