"""The event log as JSON lines."""

import json

from debug_drawing import indexing

import core as torch
from core.debug.as_json import event_as_json
from core.debug.recorder import record


def lines(recording):
    return [
        json.loads(json.dumps(event_as_json(recording, event.index), allow_nan=False)) for event in recording.events
    ]


def test_a_vjp_is_a_flat_object():
    y, drawing = indexing()
    found = lines(record(y, expression=drawing))
    assert found[13] == {
        "i": 13, "event": "Vjp", "grad_fn": "MulBackward0", "node": "m4", "slot": 1, "formula": "g * m3",
        "incoming": 1, "operands": {"self": 8}, "result": 8,
    }  # fmt: skip
    assert found[0] == {
        "i": 0, "event": "PassBegin", "roots": ["y"], "retain_graph": False, "create_graph": False,
        "grad_enabled": True, "nodes": 8,
    }  # fmt: skip
    assert found[47] == {
        "i": 47, "event": "Sum", "grad_fn": "AccumulateGrad", "node": "x",
        "source": {"grad_fn": "SelectBackward0", "node": "x[0]", "slot": 0}, "output": 0,
        "before": [0, 16], "incoming": [4, 0], "after": [4, 16], "place": 2, "expected": 2,
    }  # fmt: skip
    assert found[51]["before"] is None


def test_numbers_that_json_does_not_have_are_text():
    x = torch.tensor(1.0, requires_grad=True)
    seed = next(one for one in lines(record(x * 2, torch.tensor(float("-inf")))) if one["event"] == "Seed")
    assert seed["gradient"] == "-inf"


def test_large_arrays_are_given_by_their_statistics():
    x = torch.ones(2000, requires_grad=True)
    found = next(one for one in lines(record((x * 3).sum())) if one["event"] == "Accumulate")
    assert found["after"]["shape"] == [2000]
    assert found["after"]["mean"] == 3
    assert "place" not in found["after"]


def test_an_error_is_an_event_like_any_other():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    last = lines(record(x * 2))[-1]
    assert last["event"] == "Error"
    assert last["error"] == "GradientError"
    assert last["hint"]
