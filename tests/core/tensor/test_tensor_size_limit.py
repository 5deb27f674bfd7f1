"""The limit on memory: what a result will take is known before it is computed."""

import numpy as np
import pytest

import core as torch
from core.engine.modes import ModeSwitch
from core.errors import SizeError
from core.ops.registry import all_ops
from core.tensor.budget import expected_elements
from core.tensor.operations import RECORDED


def arrays_of(op, sample):
    """The inputs of a sample as the forward function takes them."""
    numbers = np.random.default_rng(0)
    kind = np.float64
    made = [numbers.random(one).astype(kind) if isinstance(one, tuple) else one for one in sample.inputs]
    made = [[numbers.random(part).astype(kind) for part in one] if isinstance(one, list) else one for one in made]
    return made + [None] * (len(op.inputs) - len(made))


CASES = [(op, sample) for op in all_ops() if op.body is None and not op.is_view for sample in op.samples]


@pytest.mark.parametrize(("op", "sample"), CASES, ids=[op.name for op, _ in CASES])
def test_no_operation_makes_much_more_than_is_expected_of_it(op, sample):
    inputs = arrays_of(op, sample)
    attributes = {one.name: one.default for one in op.attributes} | sample.attributes
    given = inputs[0] if op.inputs[0].variadic and isinstance(inputs[0], list) else inputs
    results = RECORDED[op.name].compute([given] if op.inputs[0].variadic else given, attributes)
    listed = results if op.has_many_results else (results,)
    count = max((np.asarray(one).size for one in listed), default=0)
    expected = expected_elements(op, given, attributes)
    assert count <= 4 * max(expected, 1)
    if op.elements is not None:
        assert count <= expected


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x + x.t(),
        lambda x: x @ x.t(),
        lambda x: torch.outer(x[:, 0], x[:, 0]),
        lambda x: torch.kron(x, x),
        lambda x: x.repeat(1, 1000),
        lambda x: torch.stack([x] * 300),
        lambda x: torch.cat([x] * 300),
        lambda x: torch.diag_embed(x[:, 0]),
        lambda x: x.expand(1000, 1000) * 1,
        lambda x: torch.nn.functional.pad(x, (0, 1000)),
        lambda x: torch.nn.functional.one_hot(x[:, 0].long(), 1000),
        lambda x: x[torch.zeros(300_000, dtype=torch.long)],
        lambda x: x.where(x > x.t(), 0),
        lambda x: torch.cdist(x, x),
        lambda x: torch.addr(x[0], x[:, 0], x[:, 0]),
        lambda x: torch.addmm(x[:1], torch.cat([x, x], 1), torch.cat([x.t(), x.t()], 0)),
        lambda x: torch.bincount(x[:, 0].long() * 300_000),
        lambda x: torch.bincount(x[:, 0].long(), minlength=300_000),
        lambda x: torch.histc(x, 300_000),
        lambda x: torch.nn.functional.adaptive_avg_pool2d(x[None], 600),
        lambda x: torch.nn.functional.conv1d(x[None, None, :, 0], x[None, None, :2, 0], padding=150_000),
        lambda x: torch.nn.functional.conv_transpose1d(x[None, None, :, 0], x[None, None, :2, 0], stride=300),
        lambda x: torch.ones_like(x.expand(1000, 1000)),
    ],
    ids=range(23),
)
def test_what_would_be_too_large_is_not_computed(call):
    x = torch.ones(1000, 1)
    assert call(x).numel() > 250_000
    with ModeSwitch(limit=1_000_000), pytest.raises(SizeError, match="1 MB are allowed"):
        call(x)


def test_views_and_small_results_are_not_limited():
    x = torch.ones(1000, 1)
    with ModeSwitch(limit=10_000):
        assert x.expand(1000, 1000).shape == (1000, 1000)
        assert (x * 2).sum().item() == 2000
