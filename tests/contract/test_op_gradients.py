"""Every rule gives the gradient, and so does the gradient of the rule: compared with central differences.

Gradients are compared along random directions: for random weights of the results and a random direction of the
inputs, the slope of the weighted sum has to be the inner product of the gradient and the direction.
"""

import weakref

import numpy as np
import pytest
from sampling import CASES, IDS, OPS, arrays_of, as_tensors, flat, floating, rebuilt, results_of, run

from core.engine.node import FACTS_ONLY, FREED
from core.errors import DtypeError, MissingError
from core.ops.spec import Category
from core.tensor.gradient import grad
from core.tensor.operations import METHODS, OPERATIONS
from core.tensor.tensor import wrap

STEP = 1e-6


def is_missing(op):
    """Whether the rules of an operation say that there is no gradient."""
    return any(rule is not None and "missing(" in rule.text for rule in op.rules)


DIFFERENTIABLE = [op for op in OPS if op.is_differentiable and not is_missing(op)]
differentiable = pytest.mark.parametrize("op", DIFFERENTIABLE, ids=lambda op: op.name)
samples = pytest.mark.parametrize(
    ("op", "sample"),
    [case for case in CASES if case[0] in DIFFERENTIABLE],
    ids=[name for name, (op, _) in zip(IDS, CASES, strict=True) if op in DIFFERENTIABLE],
)


class Weighted:
    """An operation as a function of its floating point inputs, with a random weight for each of its results."""

    def __init__(self, op, sample):
        self.op, self.sample = op, sample
        self.inputs = arrays_of(op, sample)
        self.places = floating(self.inputs)
        self.start = [flat(self.inputs)[place] for place in self.places]
        self.random = np.random.default_rng(7)
        self.weights = [self.random.normal(size=one.array.shape) for one in self.results(leaves(self.start))]

    def results(self, tensors):
        """Run the operation, and return the results that are floating point numbers."""
        given = dict(zip(self.places, tensors, strict=True))
        everything = [given.get(place, one) for place, one in enumerate(flat(as_tensors(self.inputs)))]
        made = results_of(run(self.op, rebuilt(self.inputs, everything), self.sample.attributes))
        return [one for one in made if floats(one)]

    def value(self, values):
        """Return the weighted sum of the results."""
        made = self.results([wrap(np.array(one)) for one in values])
        return sum(np.sum(weight * one.array) for weight, one in zip(self.weights, made, strict=True))

    def gradients(self, values, create_graph=False):
        """Return the gradients of the weighted sum, and the tensors they are for; None where there is none."""
        tensors = leaves(values)
        pairs = zip(self.results(tensors), self.weights, strict=True)
        made = [(one, wrap(weight)) for one, weight in pairs if one.requires_grad]
        if not made:
            return [None] * len(tensors), tensors
        roots, seeds = zip(*made, strict=True)
        return grad(roots, tensors, seeds, create_graph=create_graph, allow_unused=True), tensors

    def directions(self):
        return [self.random.normal(size=one.shape) for one in self.start]


def leaves(values):
    return [wrap(np.array(one)).requires_grad_() for one in values]


def floats(tensor):
    return tensor.array.dtype.kind == "f"


def moved(values, direction, step):
    return [one + step * along for one, along in zip(values, direction, strict=True)]


def slope(function, values, direction):
    """Return the central difference of a function along a direction."""
    return (function(moved(values, direction, STEP)) - function(moved(values, direction, -STEP))) / (2 * STEP)


def inner(gradients, direction):
    pairs = zip(gradients, direction, strict=True)
    return sum(np.sum(one * np.where(one == 0, 0, along)) for one, along in pairs if one is not None)


def only(direction, found):
    """Leave the inputs alone that get no gradient."""
    return [along if one is not None else np.zeros_like(along) for one, along in zip(found, direction, strict=True)]


@pytest.mark.parametrize("op", [op for op in OPS if is_missing(op)], ids=lambda op: op.name)
def test_asking_for_a_gradient_that_is_not_there_is_an_error(op):
    for sample in op.samples:
        weighted = Weighted(op, sample)
        with pytest.raises(MissingError, match="not implemented"):
            weighted.gradients(weighted.start)


@samples
def test_the_gradient_is_the_slope(op, sample):
    weighted = Weighted(op, sample)
    found = [one if one is None else one.array for one in weighted.gradients(weighted.start)[0]]
    ruled = [port.name for port, rule in zip(op.inputs, op.rules, strict=True) if rule is not None]
    assert not ruled or any(one is not None for one in found) or not weighted.start
    direction = only(weighted.directions(), found)
    expected = slope(weighted.value, weighted.start, direction)
    assert inner(found, direction) == pytest.approx(expected, rel=2e-6, abs=2e-7)


@samples
def test_the_gradient_of_the_gradient_is_its_slope(op, sample):
    weighted = Weighted(op, sample)
    try:
        found, tensors = weighted.gradients(weighted.start, create_graph=True)
        again = [one for one in found if one is not None and one.requires_grad]
        weights = [weighted.random.normal(size=one.array.shape) for one in again]
        second = grad(again, tensors, [wrap(one) for one in weights], allow_unused=True) if again else ()
    except MissingError as error:
        assert "second time" in str(error)
        return

    def weighted_gradient(values):
        plain = weighted.gradients(values)[0]
        chosen = [one.array for one, tracked in zip(plain, found, strict=True) if is_again(tracked)]
        return sum(np.sum(weight * one) for weight, one in zip(weights, chosen, strict=True))

    def is_again(tracked):
        return tracked is not None and tracked.requires_grad

    result = [one if one is None else one.array for one in second] or [None] * len(tensors)
    direction = only(weighted.directions(), found)
    expected = slope(weighted_gradient, weighted.start, direction) if again else 0
    assert inner(result, direction) == pytest.approx(expected, rel=2e-6, abs=2e-6)


@differentiable
def test_arrays_and_tensors_give_the_same_gradient(op):
    for sample in op.samples:
        check_same_gradient(Weighted(op, sample))


def check_same_gradient(weighted):
    plain = weighted.gradients(weighted.start)[0]
    recorded = weighted.gradients(weighted.start, create_graph=True)[0]
    for one, other in zip(plain, recorded, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.array.shape == other.array.shape
            np.testing.assert_allclose(one.array, other.array, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("dtype", [np.float16, np.float32], ids=lambda dtype: dtype.__name__)
@differentiable
def test_gradients_have_the_type_of_their_inputs(op, dtype):
    for sample in op.samples:
        check_types(op, sample, dtype)


def check_types(op, sample, dtype):
    inputs = as_tensors(arrays_of(op, sample, dtype), requires_grad=True)
    tensors = [one for one in flat(inputs) if getattr(one, "flag", False)]
    try:
        roots = [one for one in results_of(run(op, inputs, sample.attributes)) if one.requires_grad]
        seeds = [wrap(np.ones(one.array.shape, one.array.dtype)) for one in roots]
        found = grad(roots, tensors, seeds, allow_unused=True) if roots else ()
    except DtypeError:
        assert (dtype, op.category) == (np.float16, Category.LINALG)  # decompositions need more digits
        return
    for one, tensor in zip(found, tensors, strict=bool(found)):
        if one is not None:
            assert (one.array.dtype, one.array.shape) == (tensor.array.dtype, tensor.array.shape)


# What is kept -----------------------------------------------------------------------------------------


RECORDED = [(op, op.samples[0]) for op in DIFFERENTIABLE if op.body is None and op.samples]


@pytest.mark.parametrize(("op", "sample"), RECORDED, ids=[op.name for op, _ in RECORDED])
def test_a_node_keeps_only_what_its_rules_name(op, sample):
    inputs = [
        [one * 1.0 for one in value] if isinstance(value, list) else computed(value)
        for value in as_tensors(arrays_of(op, sample), requires_grad=True)
    ]
    named = {name.partition(".")[0] for name in op.saved if "." not in name}
    watched = {
        port.name: weakref.ref(value.array)
        for port, value in zip(op.inputs, inputs, strict=True)
        if hasattr(value, "array")
    }
    made = results_of(run(op, inputs, sample.attributes))
    node = next(one.grad_fn for one in made if one.requires_grad)
    assert len(node.saved) in (0, len(op.saved))
    if op.is_view or any(np.shares_memory(one.array, made[0].array) for one in flat(inputs) if hasattr(one, "array")):
        pytest.skip("the result looks into the memory of its input")
    del inputs
    alive = {name for name, array in watched.items() if array() is not None}
    assert alive <= named


def computed(value):
    """A tensor that nothing but the test and the graph holds on to."""
    if hasattr(value, "array") and floats(value):
        return value * 1.0
    return value


@pytest.mark.parametrize(("op", "sample"), RECORDED, ids=[op.name for op, _ in RECORDED])
def test_a_second_pass_fails_only_where_values_were_kept(op, sample):
    inputs = as_tensors(arrays_of(op, sample), requires_grad=True)
    root = next(one for one in results_of(run(op, inputs, sample.attributes)) if one.requires_grad)
    node = root.grad_fn
    seed = wrap(np.ones(root.array.shape))
    root.backward(seed)
    assert node.keeps_values or node.saved is not FREED
    if node.saved is FREED:
        with pytest.raises(RuntimeError, match="second time"):
            root.backward(seed)
    else:
        root.backward(seed)


@pytest.mark.parametrize(("op", "sample"), RECORDED, ids=[op.name for op, _ in RECORDED])
def test_gradients_are_the_same_when_the_memory_of_the_incoming_one_may_be_used(op, sample):
    inputs = as_tensors(arrays_of(op, sample), requires_grad=True)
    node = next(one.grad_fn for one in results_of(run(op, inputs, sample.attributes)) if one.requires_grad)
    if node.outputs != 1 or not node.shape:
        pytest.skip("its incoming gradient is never a single array that others could be written into")
    g = np.random.default_rng(5).normal(size=node.shape).astype(node.dtype)
    expected = [None if one is None else np.array(one) for one in node.gradients(g, node.edges)]
    reused = node.spend_into(g.copy(), node.edges)
    assert [None if one is None else one.tobytes() for one in expected] == [
        None if one is None else np.asarray(one).tobytes() for one in reused
    ]
    assert node.saved is FREED or node.guards is FACTS_ONLY or not node.keeps_values


@pytest.mark.parametrize(
    ("make", "is_reused"),
    [
        (lambda x: -x, True),
        (lambda x: x * x, True),
        (lambda x: x * 2.5, True),
        (lambda x: x * True, True),
        (lambda x: x.exp(), True),
        (lambda x: x / 4, False),
        (lambda x: x.mT.contiguous().mT * x, False),  # the product lies in memory in another way
        (lambda x: x.T, False),
    ],
)
def test_the_incoming_gradient_is_written_over_where_that_changes_nothing(make, is_reused):
    node = make(wrap(np.ones((3, 3))).requires_grad_()).grad_fn
    g = np.ones((3, 3))
    assert any(one is g for one in node.spend_into(g, node.edges)) == is_reused


def test_a_gradient_that_is_the_incoming_one_keeps_its_numbers():
    x = wrap(np.ones((3, 3))).requires_grad_()
    node = (x - x).grad_fn
    g = np.ones((3, 3))
    first, second = node.spend_into(g, node.edges)
    assert first is g
    assert (first == 1).all()
    assert (second == -1).all()


@pytest.mark.parametrize("op", [op for op in OPS if op.for_matrices], ids=lambda op: op.name)
def test_what_is_done_for_matrices_is_what_is_done_for_all(op):
    first, second = wrap(np.ones((2, 3))).requires_grad_(), wrap(np.ones((3, 2))).requires_grad_()
    short, long = METHODS[op.name](first, second), OPERATIONS[op.name](first, second)
    assert short.grad_fn.name() == long.grad_fn.name()
    assert short.grad_fn.next_functions == long.grad_fn.next_functions
    assert short.tolist() == long.tolist()
