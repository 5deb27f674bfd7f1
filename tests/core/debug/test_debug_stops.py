"""Stops: where they hit, how often, and why they never do."""

import pytest
from debug_drawing import frozen_branch, indexing

import core as torch
from core.debug.breakpoints import Hits, OnEdge, OnEvent, OnGradient, OnNode, OnOp, Stop, Stops, find_hits
from core.debug.events import EdgeId
from core.debug.recorder import Recorder, record
from core.debug.source import Reason
from core.ops.arithmetic import MUL
from core.ops.exponential import EXP


@pytest.fixture(scope="module")
def recording():
    y, drawing = indexing()
    return record(y, expression=drawing)


def numbered(recording, label):
    return next(node.number for node in recording.nodes if node.label == label)


def hits(recording, *arguments, **named):
    return find_hits(recording, Stop(*arguments, **named)).indices


def problem(recording, *arguments, **named):
    found = find_hits(recording, Stop(*arguments, **named))
    assert found.indices == ()
    return found.problem


def test_on_a_node_an_operation_an_edge_and_an_event(recording):
    assert hits(recording, OnNode(origin="m4")) == (11,)
    assert hits(recording, OnNode(numbered(recording, "m4"))) == (11,)
    assert hits(recording, OnOp(MUL.name)) == (11, 19, 30, 38)
    assert hits(recording, OnEdge(EdgeId(numbered(recording, "m3"), 0))) == (22,)
    assert hits(recording, OnEvent("Sum")) == (22, 41, 47)
    assert hits(recording, OnEvent("Sum"), hit=2) == (41,)


def test_on_a_gradient_each_time_it_is_written(recording):
    assert hits(recording, OnGradient(origin="x")) == (28, 47, 51)
    assert hits(recording, OnGradient(origin="x"), "first") == (28, 51)
    assert len(hits(recording, OnGradient())) == 12


def test_a_condition_hits_when_it_becomes_true_of_a_tensor(recording):
    assert hits(recording, OnGradient(), "absmax > 7") == (17, 28)  # x[1], then x
    assert hits(recording, OnGradient(origin="x"), "norm > 16.1") == (47,)
    assert hits(recording, OnNode(), "norm == 2") == (19,)


def test_a_stop_waits_for_another(recording):
    sums = Stop(OnEvent("Sum"))
    assert hits(recording, OnNode(), after=sums) == (25, 30, 38, 44, 50)
    assert "waits for" in problem(recording, OnNode(origin="y"), after=sums)


def test_stops_that_are_off_or_only_log_do_not_stop(recording):
    off, log = Stop(OnEvent("Sum"), enabled=False), Stop(OnEvent("Sum"), log="a sum")
    stops = Stops(recording, [off, log, Stop(OnNode(origin="x"))])
    assert stops.marks == (50,)
    assert stops.of(off).indices == ()
    assert stops.of(log).indices == (22, 41, 47)
    assert [hit.stop.log for hit in stops.at(41)] == ["a sum"]


def test_a_hook_stops_only_where_it_changed_something():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2
    h.register_hook(lambda g: None)
    h.register_hook(lambda g: g * 2)
    found = record(h.sum())
    (index,) = hits(found, OnEvent("Hook"))
    assert found.events[index].changed


def test_the_first_nan_stops_before_it_is_delivered():
    z = torch.tensor([4.0, 0.0, 1.0], requires_grad=True)
    found = record(torch.where(z > 0, z**0.5, torch.zeros(3)).sum())
    (first,) = hits(found, OnGradient(), "any_nan")
    assert found.events[first].kind == "NonFinite"


def test_why_a_stop_never_hits(recording):
    assert problem(recording, OnGradient(), "absmax > 100") == "absmax is at most 16."
    assert problem(recording, OnGradient(), "norm < 0.5") == "norm is at least 1."
    assert problem(recording, OnGradient(), "any_nan or any_inf") == "The condition is false all 12 times."
    assert problem(recording, OnOp(EXP.name)) == "No node of the pass is from exp."
    assert problem(recording, OnEvent("Hook")) == "There is no Hook event in this recording."
    assert problem(recording, OnEvent("Sum"), hit=4) == "It is reached 3 times, not 4 times."
    assert problem(recording, OnNode(origin="nowhere")) == "The pass does not come here."
    assert "no word 'size'" in problem(recording, OnGradient(), "size > 1")


def test_a_stop_on_a_leaf_that_is_cut_off_names_the_cut():
    y, drawing = frozen_branch(Reason.NO_GRAD)
    found = problem(record(y, expression=drawing), OnGradient(origin="w"))
    assert found == "w got no gradient: u ran inside no_grad, so it has no grad_fn."


def test_nan_is_never_greater():
    x = torch.tensor([0.0, 1.0], requires_grad=True)
    found = record((x.sqrt() * 0).sum())
    assert problem(found, OnGradient(), "absmax > 100") == "NaN is never greater, less or equal."


def test_each_pass_counts_by_itself():
    x = torch.tensor([3.0], requires_grad=True)
    y = x * 2
    recorder = Recorder()
    recorder.run(y, retain_graph=True)
    recorder.run(y)
    found = recorder.finish()
    assert len(hits(found, OnGradient(node=1), "norm > 1")) == 2
    assert find_hits(found, Stop(OnNode(node=0))) == Hits((3, found.passes[1].first + 3))
