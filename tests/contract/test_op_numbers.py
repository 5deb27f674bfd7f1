"""Python numbers as operands: the gradients of the other operands, first and second, are PyTorch's."""

import numpy as np
import pytest
from sampling import OPS, arrays_of, as_tensors, floating, results_of, run
from test_op_torch import call, counterpart

from core.autograd import grad
from core.ops.spec import Takes

torch = pytest.importorskip("torch", reason="PyTorch is what the gradients are compared with")

NUMBER = 0.75  # in the domain of every operation
REFUSED_BY_PYTORCH = {"remainder": "no second derivative", "floor_divide": "no derivative", "fmod": "no such form"}
CASES = [
    (op, place)
    for op in OPS
    for place, port in enumerate(op.inputs)
    if op.is_differentiable
    and port.takes is not Takes.TENSOR
    and counterpart(op) is not None
    and op.name not in REFUSED_BY_PYTORCH
]


def gradients(results, sources, of):
    """The gradients of the sum of the squares, and of the sum of the squares of those."""
    roots = [one for one in results if one.requires_grad]
    if not roots or not sources:
        return []
    first = of(sum((one * one).sum() for one in roots), sources, create_graph=True)
    tracked = [one for one in first if one.requires_grad]
    total = sum((one * one).sum() for one in tracked)
    second = of(total, sources, allow_unused=True) if tracked else ()
    return [None if one is None else one.tolist() for one in (*first, *second)]


@pytest.mark.parametrize(("op", "place"), CASES, ids=lambda one: getattr(one, "name", one))
@pytest.mark.filterwarnings("ignore")
def test_a_number_is_an_operand_like_others(op, place):
    inputs = arrays_of(op, op.samples[0])
    inputs[place] = NUMBER
    sources = [one for one in floating(inputs) if isinstance(inputs[one], np.ndarray)]
    theirs = [torch.from_numpy(one.copy()) if isinstance(one, np.ndarray) else one for one in inputs]
    for one in sources:
        theirs[one].requires_grad_()
    ours = as_tensors(inputs, requires_grad=True)
    made = results_of(run(op, ours, op.samples[0].attributes))
    found = gradients(made, [ours[one] for one in sources], grad)
    try:
        expected = call(op, counterpart(op), theirs, op.samples[0].attributes)
    except TypeError:
        return  # PyTorch takes no number there
    wanted = gradients(expected, [theirs[one] for one in sources], torch.autograd.grad)
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            np.testing.assert_allclose(one, other, 1e-9, 1e-12)
