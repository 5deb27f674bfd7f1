"""Every operation passes tangents on: forward mode says the same as backward mode.

For random weights of the results and a random direction of the inputs, the weighted sum of the tangents has to
be the inner product of the gradient and the direction.
"""

import numpy as np
import pytest
from sampling import CASES, IDS, arrays_of, as_tensors, flat, floating, rebuilt, results_of, run

import core
from core.autograd.forward_ad import dual_level, make_dual, unpack_dual
from core.errors import MissingError

SAMPLES = [(op, sample) for op, sample in CASES if op.is_differentiable]
NAMES = [name for name, (op, _) in zip(IDS, CASES, strict=True) if op.is_differentiable]


def is_missing(op):
    return any(rule is not None and "missing(" in rule.text for rule in op.rules)


def float_results(op, inputs, attributes):
    return [one for one in results_of(run(op, inputs, attributes)) if one.array.dtype.kind == "f"]


@pytest.mark.parametrize(("op", "sample"), SAMPLES, ids=NAMES)
def test_a_tangent_is_the_derivative_in_its_direction(op, sample):
    if is_missing(op):
        pytest.skip("its rule says that there is no gradient")
    arrays = arrays_of(op, sample)
    places = floating(arrays)
    random = np.random.default_rng(3)
    directions = [random.normal(size=flat(arrays)[place].shape) for place in places]

    leaves = flat(as_tensors(arrays, requires_grad=True))
    wanted = [leaves[place] for place in places]
    results = float_results(op, rebuilt(arrays, leaves), sample.attributes)
    weights = [random.normal(size=one.array.shape) for one in results]
    pairs = [(one, core.from_numpy(np.asarray(weight))) for one, weight in zip(results, weights, strict=True)]
    tracked = [(one, weight) for one, weight in pairs if one.requires_grad]
    if not tracked:
        pytest.skip("nothing of it has a gradient for this sample")
    roots, seeds = zip(*tracked, strict=True)
    gradients = core.autograd.grad(roots, wanted, seeds, materialize_grads=True)
    expected = sum(np.sum(g.array * v) for g, v in zip(gradients, directions, strict=True))

    with dual_level():
        plain = flat(as_tensors(arrays))
        for place, direction in zip(places, directions, strict=True):
            plain[place] = make_dual(plain[place], core.from_numpy(np.asarray(direction)))
        try:
            results = float_results(op, rebuilt(arrays, plain), sample.attributes)
        except MissingError as error:
            pytest.skip(f"its rule cannot be differentiated again: {error}")
        tangents = [unpack_dual(one).tangent for one in results]
    found = sum(np.sum(t.array * w) for t, w in zip(tangents, weights, strict=True) if t is not None)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9, nan_ok=True)
