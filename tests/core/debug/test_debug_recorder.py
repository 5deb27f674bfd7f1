"""Recording: the same gradients as backward(), nothing changed until commit(), complete even when a pass fails."""

import gc
import weakref

import numpy as np
import pytest
from debug_drawing import indexing

import core as torch
from core.debug.arrays import Statistics
from core.debug.events import Accumulate, Clear, Error, Free, Hook, Leave, PassBegin, PassEnd, Retain, Sum, Vjp
from core.debug.recorder import Recorder, record
from core.debug.recording import Recording
from core.errors import GradientError


def leaf(*numbers):
    return torch.tensor(list(numbers), requires_grad=True)


def kinds(recording):
    return [event.kind for event in recording.events]


def of_kind(recording, kind):
    return [event for event in recording.events if isinstance(event, kind)]


def test_the_worked_example_is_54_events_in_the_order_of_the_engine():
    y, drawing = indexing()
    recording = record(y, expression=drawing)
    labels = [recording.nodes[event.node].label for event in of_kind(recording, Leave)]
    assert labels == ["y", "m4", "m3", "x[1]", "m2", "m1", "x[0]", "x"]
    assert len(recording.events) == 54
    assert [event.index for event in recording.events] == list(range(54))
    assert kinds(recording)[44:] == [
        "Enter", "Vjp", "ZeroFill", "Sum", "Ready", "Leave", "Enter", "Accumulate", "Leave", "PassEnd",
    ]  # fmt: skip
    total = recording.events[47]
    assert (total.before.tolist(), total.incoming.tolist(), total.after.tolist()) == ([0, 16], [4, 0], [4, 16])
    assert (total.place, total.expected) == (2, 2)


def test_recording_changes_nothing_and_commit_does_what_backward_does():
    x, twin = leaf(1.0, 2.0), leaf(1.0, 2.0)
    y = (x * x).sum()
    recording = record(y)
    assert x.grad is None
    assert record(y).error is None  # nothing was freed
    recording.commit()
    (twin * twin).sum().backward()
    assert x.grad.tolist() == twin.grad.tolist() == [2, 4]
    with pytest.raises(GradientError, match="second time"):
        y.backward()


def test_commit_adds_to_the_gradient_that_is_there_in_place():
    x = leaf(1.0, 2.0)
    (x * 3).sum().backward()
    grad = x.grad
    recording = record((x * x).sum())
    (accumulated,) = of_kind(recording, Accumulate)
    assert accumulated.before.tolist() == [3, 3]
    assert grad.tolist() == [3, 3]
    recording.commit()
    assert x.grad is grad
    assert accumulated.before.tolist() == [3, 3]  # what an event says does not change
    assert accumulated.after.tolist() == grad.tolist() == [5, 7]


def test_a_recording_is_committed_once():
    recording = record(leaf(1.0).sum())
    recording.commit()
    with pytest.raises(GradientError, match="already"):
        recording.commit()


def test_arrays_are_read_only_and_nobody_else_can_change_them():
    x, seed = leaf(1.0, 2.0), torch.tensor([1.0, 1.0])
    recording = record(x * 2, seed)
    arrays = [event.gradient for event in recording.events if hasattr(event, "gradient")]
    assert arrays
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    seed.mul_(0)
    assert recording.events[1].gradient.tolist() == [1, 1]


def test_an_operand_that_is_written_to_after_the_pass_is_not_shown_with_its_new_value():
    x = leaf(1.0, 2.0)
    y = (x * x).sum()
    recording = record(y, retain_graph=True)
    recording.commit()
    with torch.no_grad():
        x.add_(100)
    assert [event.operands for event in of_kind(recording, Vjp) if event.rule.names == ("other",)] == [()]


@pytest.mark.parametrize(
    ("roots", "message"),
    [
        (lambda x: x * 2, "scalar"),
        (lambda x: x.detach().sum(), "does not require grad"),
        (lambda x: torch.tensor([1, 2]).sum(), "does not require grad"),
    ],
)
def test_a_pass_that_cannot_begin_is_recorded_as_its_error(roots, message):
    recording = record(roots(leaf(1.0, 2.0)))
    assert kinds(recording) == ["PassBegin", "Error"]
    assert message in recording.error.message
    with pytest.raises(RuntimeError, match=message):
        recording.commit()


def test_a_pass_that_fails_on_the_way_ends_with_its_error():
    x = leaf(1.0, 2.0)
    z = x.exp()
    y = (z * z).sum()
    with torch.no_grad():
        z.add_(1)
    recording = record(y)
    assert isinstance(recording.events[-1], Error)
    assert recording.nodes[recording.error.node].name == "MulBackward0"
    assert "modified by an inplace operation" in recording.error.message
    assert recording.error.hint


def test_what_a_hook_raises_ends_the_pass():
    x = leaf(1.0)
    h = x * 2
    h.register_hook(lambda g: {}["missing"])
    recording = record(h)
    assert recording.error.error == "KeyError"
    with pytest.raises(KeyError):
        recording.commit()


def test_several_passes_make_one_log_and_the_second_sees_what_the_first_left():
    x = leaf(1.0, 2.0)
    y = (x * x).sum()
    recorder = Recorder()
    recorder.run(y, retain_graph=True)
    recorder.run(y)
    recorder.run(y)
    recording = recorder.finish()
    assert [type(event) for event in recording.events if isinstance(event, PassBegin | PassEnd | Error)] == [
        PassBegin, PassEnd, PassBegin, PassEnd, PassBegin, Error,
    ]  # fmt: skip
    assert [event.after.tolist() for event in of_kind(recording, Accumulate)] == [[2, 4], [4, 8]]
    assert [event.kept for event in of_kind(recording, Free)] == [True, False]
    assert "second time" in recording.error.message
    assert len(recording.passes) == 3
    assert x.grad is None
    y.backward(retain_graph=True)  # everything was given back


def test_clearing_a_gradient_between_passes():
    x = leaf(1.0, 2.0)
    y = (x * x).sum()
    recorder = Recorder()
    recorder.run(y, retain_graph=True)
    recorder.clear(x)
    recorder.run(y, retain_graph=True)
    recorder.clear(x, to_zero=True)
    recording = recorder.finish()
    assert [event.before for event in of_kind(recording, Accumulate)] == [None, None]
    assert [event.after is None for event in of_kind(recording, Clear)] == [True, False]
    recording.commit()
    assert x.grad.tolist() == [0, 0]


def test_a_pass_for_inputs_runs_only_what_leads_to_them():
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    h = x * 2
    y = (h * w).sum()
    recording = record(y, inputs=[h])
    assert {recording.nodes[event.node].label for event in of_kind(recording, Leave)} == {"sum", "mul2", "mul1"}
    assert len(of_kind(recording, Retain)) == 1
    assert not of_kind(recording, Accumulate)
    assert h.grad_fn is not None
    assert not h.retains_grad
    recording.commit()
    assert h.grad.tolist() == [3, 4]
    assert w.grad is None
    assert x.grad is None


def test_create_graph_records_a_pass_that_can_be_differentiated_again():
    x = leaf(2.0)
    y = (x * x * x).sum()
    recording = record(y, create_graph=True)
    assert [event.after.tolist() for event in of_kind(recording, Accumulate)] == [[12]]
    recording.commit()
    (second,) = torch.autograd.grad(x.grad.sum(), x)
    assert second.tolist() == [12]
    x.grad = None  # a leaf and its differentiable gradient keep each other alive


def test_hooks_run_once_and_what_they_change_is_seen():
    x = leaf(1.0, 2.0)
    seen = []
    h = x * 2
    h.register_hook(lambda g: seen.append("tensor") or g * 3)
    h.grad_fn.register_prehook(lambda g: seen.append("pre"))
    h.grad_fn.register_hook(lambda inputs, outputs: seen.append("post"))
    x.register_post_accumulate_grad_hook(lambda leaf: seen.append("accumulated"))
    recording = record(h.sum())
    assert seen == ["tensor", "pre", "post"]
    hooks = of_kind(recording, Hook)
    assert [str(hook.when) for hook in hooks] == ["tensor", "node pre", "node post", "post-accumulate"]
    assert [hook.changed for hook in hooks] == [True, False, False, False]
    assert (hooks[0].before[0].tolist(), hooks[0].after[0].tolist()) == ([1, 1], [3, 3])
    recording.commit()
    assert seen == ["tensor", "pre", "post", "accumulated"]
    assert x.grad.tolist() == [6, 6]


def test_a_hook_that_writes_into_its_gradient_is_seen_to_change_it():
    h = leaf(1.0, 2.0) * 2
    h.register_hook(lambda g: g.mul_(5))
    (hook,) = of_kind(record(h * 1, torch.ones(2)), Hook)
    assert hook.changed
    assert (hook.before[0].tolist(), hook.after[0].tolist()) == ([1, 1], [5, 5])


def test_retain_grad_is_withheld_until_commit():
    x = leaf(1.0, 2.0)
    h = x * 2
    h.retain_grad()
    recording = record(h.sum())
    assert h.grad is None
    recording.commit()
    assert h.grad.tolist() == [1, 1]


def test_what_was_not_kept_is_replaced_by_its_statistics_and_computed_again():
    x = torch.randn(400, requires_grad=True)
    y = x
    for _ in range(30):
        y = (y * 1.5).sin()
    y.register_hook(lambda g: g * 2)
    whole, spare = record(y.sum()), record(y.sum(), array_budget=8 * 1600)
    pairs = [(a.result, b.result) for a, b in zip(of_kind(whole, Vjp), of_kind(spare, Vjp), strict=True)]
    left_out = [(array, left) for array, left in pairs if isinstance(left, Statistics)]
    assert len(pairs) / 2 < len(left_out) < len(pairs)
    for array, left in left_out:
        assert left.shape == (400,)
        assert left.norm == pytest.approx(np.linalg.norm(array), rel=1e-5)
        assert (left.minimum, left.maximum) == (array.min(), array.max())
        np.testing.assert_array_equal(spare.whole(left), array)
    assert whole.whole(pairs[0][0]) is pairs[0][0]


def test_what_was_not_kept_is_gone_with_the_graph():
    x = torch.randn(400, requires_grad=True)
    recording = record((x * x * x).sum(), array_budget=0)
    recording.commit()
    left = next(event.result for event in of_kind(recording, Vjp) if isinstance(event.result, Statistics))
    with pytest.raises(GradientError, match="array_budget"):
        recording.whole(left)


def test_a_budget_holds_what_it_says():
    budget = 40 * 4000
    x = torch.randn(1000, requires_grad=True)
    y = x
    for _ in range(300):
        y = y.sin()
    recording = record(y.sum(), array_budget=budget)
    results = [event.result for event in of_kind(recording, Vjp)]
    kept = sum(one.nbytes for one in results if isinstance(one, np.ndarray))
    assert budget / 4 < kept <= budget
    assert len(results) == 301


def test_a_recording_without_a_graph_is_only_data():
    recording = record(leaf(1.0, 2.0).sum())
    copy = Recording.of(recording.nodes, recording.events)
    assert kinds(copy) == kinds(recording)
    assert copy.state_at(3).node(0) == recording.state_at(3).node(0)
    with pytest.raises(GradientError, match="from a file"):
        copy.commit()


def test_the_graph_goes_with_the_recording():
    x = leaf(1.0, 2.0)
    y = (x * x).sum()
    node = weakref.ref(y.grad_fn)
    recording = record(y)
    assert len(recording.events) > 10
    del y
    assert node() is not None
    del recording
    gc.collect()
    assert node() is None


def test_a_node_of_several_results_enters_with_all_their_gradients():
    x = leaf(1.0, 2.0, 3.0)
    first, _, third = x.unbind()
    recording = record(first * third)
    enter = next(event for event in recording.events if event.kind == "Enter" and len(event.gradients) > 1)
    assert [part if part is None else part.tolist() for part in enter.gradients] == [3.0, None, 1.0]
    assert enter.gradient is None
    assert recording.grads[next(node.number for node in recording.nodes if node.is_leaf)].tolist() == [3, 0, 1]


def test_a_root_that_is_used_as_well_adds_its_seed():
    x = leaf(2.0)
    h = x * 3
    y = h * h
    recording = record([y, h], [torch.ones(1), torch.ones(1)])
    (total,) = [event for event in of_kind(recording, Sum) if recording.nodes[event.node].label == "mul1"][:1]
    assert total.before.tolist() == [1]
    recording.commit()
    assert x.grad.tolist() == [2 * 9 * 2 + 3]
