"""Every operation in the debugger: recorded, explained, written as JSON and taken apart, with no case of its own."""

import json

import numpy as np
import pytest
from sampling import CASES, IDS, arrays_of, as_tensors, flat, results_of, run

from core.debug.as_json import event_as_json
from core.debug.elements import element
from core.debug.events import Vjp
from core.debug.explain import explain, explain_step, lines_of
from core.debug.recorder import record
from core.debug.text import plain
from core.errors import MissingError
from core.tensor.gradient import run_backward
from core.tensor.tensor import wrap

MOST_CELLS = 6


def recorded(op, sample):
    """Record a backward pass from all results of an operation that have one; None if none has."""
    tensors = as_tensors(arrays_of(op, sample), requires_grad=True)
    roots = [one for one in results_of(run(op, tensors, sample.attributes)) if one.requires_grad]
    random = np.random.default_rng(0)
    seeds = [wrap(np.asarray(random.normal(size=root.array.shape)).astype(root.array.dtype)) for root in roots]
    recording = record(roots, seeds, retain_graph=True) if roots else None
    return tensors, roots, seeds, recording


@pytest.mark.parametrize(("op", "sample"), CASES, ids=IDS)
def test_an_operation_is_recorded_explained_and_taken_apart(op, sample):
    tensors, roots, seeds, recording = recorded(op, sample)
    if recording is None:
        assert not op.is_differentiable or not any(getattr(one, "requires_grad", False) for one in flat(tensors))
        return
    assert all(getattr(one, "_grad", None) is None for one in flat(tensors))
    for event in recording.events:
        told = explain(recording, event.index)
        assert plain(told.headline).endswith((".", "!", "?"))
        assert json.loads(json.dumps(event_as_json(recording, event.index), allow_nan=False))["i"] == event.index
    for step in recording.steps:
        assert plain(explain_step(recording, step).headline)
        assert len(lines_of(recording, step)) == step.last - step.first + 1
    if recording.error is None:
        check_gradients(tensors, roots, seeds, recording)
        check_cells(recording)


def check_gradients(tensors, roots, seeds, recording):
    """What was recorded is what backward() writes, bit for bit."""
    run_backward(roots, seeds)
    written = [one._grad.array.tobytes() for one in flat(tensors) if getattr(one, "_grad", None) is not None]
    assert sorted(written) == sorted(grad.tobytes() for grad in recording.grads.values())


def check_cells(recording):
    """Each cell of a gradient is the sum of its parts."""
    for event in recording.events:
        if isinstance(event, Vjp) and len(event.incoming) == 1 and event.rule is not None:
            for cell in list(np.ndindex(event.result.shape))[:MOST_CELLS]:
                try:
                    found = element(event, cell)
                except MissingError:  # the rule itself has no derivative
                    return
                total = sum(term.incoming * term.weight for term in found.terms)
                if not found.left_out and np.isfinite(found.result):
                    assert total == pytest.approx(found.result, rel=1e-6, abs=1e-9)
