"""States: what is pending, ready, finished and accumulated after each event."""

import pytest
from debug_drawing import indexing

import core as torch
from core.debug.events import EdgeId, Enter, PassEnd, Ready, Receive, Seed, Sum
from core.debug.recorder import Recorder, record
from core.debug.source import Reason
from core.debug.state import Grad, Phase
from core.errors import PositionError


@pytest.fixture(scope="module")
def recording():
    y, drawing = indexing()
    return record(y, expression=drawing)


def numbered(recording, label):
    return next(node.number for node in recording.nodes if node.label == label)


def at_step(recording, number):
    return recording.state_at(recording.steps[number].last)


def test_before_anything_arrives_all_nodes_wait(recording):
    state = recording.state_at(0)
    assert {state.node(node.number).phase for node in recording.nodes} == {Phase.WAITING}
    assert [state.node(node.number).arrived for node in recording.nodes] == [0] * 8
    assert state.current is None
    assert state.queue == state.waiting == ()


def test_after_step_7_the_leaf_has_both_contributions_and_waits_for_its_turn(recording):
    state, x, x0 = at_step(recording, 7), numbered(recording, "x"), numbered(recording, "x[0]")
    assert state.current == x0
    assert state.node(x0).phase is Phase.CURRENT
    assert state.queue == (x,)
    leaf = state.node(x)
    assert (leaf.phase, leaf.arrived, leaf.expected, leaf.place) == (Phase.READY, 2, 2, 1)
    assert leaf.gradients[0].tolist() == [4, 16]
    grad = state.grad(x)
    assert (grad.kind, grad.grad, grad.pending.tolist()) == (Grad.PENDING, None, [4, 16])
    assert state.missing(x) == ()


def test_a_waiting_node_names_what_it_waits_for(recording):
    state, x, x0 = at_step(recording, 4), numbered(recording, "x"), numbered(recording, "x[0]")
    assert state.node(x).phase is Phase.WAITING
    assert (state.node(x).arrived, state.node(x).expected) == (1, 2)
    assert x in state.waiting
    assert state.missing(x) == (EdgeId(x0, 0),)


def test_in_the_end_the_leaf_has_accumulated_and_the_rest_is_finished(recording):
    state = recording.state_at(len(recording.events) - 1)
    phases = {node.label: state.node(node.number).phase for node in recording.nodes}
    assert phases.pop("x") is Phase.ACCUMULATED
    assert set(phases.values()) == {Phase.FINISHED}
    assert state.grad(numbered(recording, "x")).grad.tolist() == [4, 16]


def test_edges_carry_nothing_until_they_have_delivered(recording):
    m4 = numbered(recording, "m4")
    delivered = next(event for event in recording.events if getattr(event, "source", None) == EdgeId(m4, 1))
    assert recording.state_at(delivered.index - 1).edge(EdgeId(m4, 1)).gradient is None
    assert recording.state_at(delivered.index).edge(EdgeId(m4, 1)).gradient.tolist() == 8


def test_none_pending_zero_and_a_value_are_four_things():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    recording = record((x * 0).sum())
    leaf = next(node.number for node in recording.nodes if node.is_leaf)
    found = list(dict.fromkeys(recording.state_at(index).grad(leaf).kind for index in range(len(recording.events))))
    assert found == [Grad.NONE, Grad.PENDING, Grad.ZERO]
    recording = record((x * 2).sum())
    assert recording.state_at(len(recording.events) - 1).grad(leaf).kind is Grad.VALUE


def test_a_blocked_edge_says_why():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    recording = record((x * torch.tensor([3.0, 4.0])).sum())
    mul = numbered(recording, "mul")
    end = recording.state_at(len(recording.events) - 1)
    assert end.edge(EdgeId(mul, 1)).reason is Reason.NOT_REQUIRED
    assert end.edge(EdgeId(mul, 1)).gradient is None


def test_each_pass_starts_anew_but_the_gradient_stays():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    recorder = Recorder()
    recorder.run(y, retain_graph=True)
    recorder.run(y)
    recording = recorder.finish()
    leaf = next(node.number for node in recording.nodes if node.is_leaf)
    second = recording.state_at(recording.passes[1].first)
    assert second.node(leaf).phase is Phase.WAITING
    assert second.grad(leaf).kind is Grad.VALUE
    assert second.grad(leaf).grad.tolist() == [2, 4]


def test_a_node_outside_of_a_pass():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2
    recording = record((h * h).sum(), inputs=[h])
    leaf = next(node.number for node in recording.nodes if node.is_leaf)
    assert recording.state_at(5).node(leaf).phase is Phase.OUTSIDE


def test_the_node_that_fails_has_failed():
    x = torch.tensor([1.0], requires_grad=True)
    z = x.exp()
    y = z * z
    with torch.no_grad():
        z.add_(1)
    recording = record(y)
    end = recording.state_at(len(recording.events) - 1)
    assert end.current == recording.error.node
    assert end.node(recording.error.node).phase is Phase.FAILED


def test_there_is_no_state_outside_of_the_log(recording):
    for index in (-1, len(recording.events)):
        with pytest.raises(PositionError):
            recording.state_at(index)


def test_states_are_what_playing_the_events_one_by_one_gives(recording):
    arrived, queue, totals, running = {}, [], {}, None
    for event in recording.events:
        match event:
            case (
                Seed(node=number, gradient=total) | Receive(node=number, gradient=total) | Sum(node=number, after=total)
            ):
                arrived[number] = arrived.get(number, 0) + 1
                totals[number] = total
            case Ready():
                queue.insert(event.place - 1, event.node)
            case Enter():
                running = queue.pop(0)
                assert running == event.node
            case PassEnd():
                running = None
        state = recording.state_at(event.index)
        assert list(state.queue) == queue
        assert state.current == running
        for node in recording.nodes:
            assert state.node(node.number).arrived == arrived.get(node.number, 0)
            assert state.node(node.number).gradients[0] is totals.get(node.number)
