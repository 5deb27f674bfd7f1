"""Random graphs, recorded and walked through at random."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core as torch
from core.debug.breakpoints import OnEvent, OnGradient, OnNode, Stop, Stops, find_hits
from core.debug.cursor import Cursor
from core.debug.events import EdgeId, Enter
from core.debug.recorder import record
from core.debug.steps import StepSize

UNARY = ("sin", "tanh", "exp", "relu", "neg", "sigmoid")
BINARY = ("add", "mul", "sub", "maximum")
SHAPES = ((), (2,), (3, 2))


@st.composite
def programs(draw):
    """A program as data: leaves by shape, then operations on what is there already."""
    leaves = draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3))
    count = len(leaves)
    lines = []
    for place in range(draw(st.integers(1, 14))):
        known = st.integers(0, count + place - 1)
        kind = draw(st.sampled_from(("unary", "binary", "mean", "detach")))
        names = {"unary": UNARY, "binary": BINARY}.get(kind, (kind,))
        lines.append((draw(st.sampled_from(names)), *(draw(known) for _ in range(2 if kind == "binary" else 1))))
    return leaves, lines, draw(st.integers(0, 2**16))


def run(module, program):
    """Run a program with a module that has PyTorch's names; returns its leaves, and a scalar root."""
    shapes, lines, seed = program
    numbers = np.random.default_rng(seed)
    leaves = [module.tensor(numbers.normal(size=shape).tolist()).requires_grad_() for shape in shapes]
    tensors = list(leaves)
    for name, *operands in lines:
        operands = [tensors[place] for place in operands]
        if len(operands) == 2:
            operands = [one.sum() if one.shape != operands[0].shape and one.ndim > 1 else one for one in operands]
        first, *rest = operands
        tensors.append(first.mean() if name == "mean" else getattr(first, name)(*rest))
    root = sum((one.sum() for one in tensors[len(leaves) :]), leaves[0].sum() * 0)
    return leaves, root


def picture(state):
    """Everything a state can be asked, as plain data."""
    recording = state.recording
    nodes = [node.number for node in recording.nodes]
    edges = [EdgeId(node.number, slot) for node in recording.nodes for slot in node.edges]
    return (
        state.index,
        state.current,
        state.queue,
        state.waiting,
        [repr(state.node(number)) for number in nodes],
        [repr(state.edge(edge)) for edge in edges],
        [repr(state.grad(number)) for number in nodes],
    )


@settings(max_examples=60, deadline=None)
@given(programs())
def test_a_recording_has_the_gradients_of_backward_bit_for_bit(program):
    leaves, root = run(torch, program)
    recording = record(root)
    assert recording.error is None
    grads = {node.number: recording.grads[node.number] for node in recording.nodes if node.is_leaf}
    root.backward()
    written = sorted(leaf.grad.numpy().tobytes() for leaf in leaves if leaf.grad is not None)
    assert written == sorted(grad.tobytes() for grad in grads.values())


@settings(max_examples=60, deadline=None)
@given(programs())
def test_nodes_run_in_the_order_of_pytorch(program):
    pytorch = pytest.importorskip("torch")
    _, root = run(torch, program)
    _, model = run(pytorch, program)
    order, pending, seen = [], [model.grad_fn], set()
    while pending:
        node = pending.pop()
        if node is not None and node not in seen:
            seen.add(node)
            node.register_prehook(lambda _, node=node: order.append(node.name().split("::")[-1]))
            pending += [following for following, _ in node.next_functions]
    model.backward()
    recording = record(root)
    entered = [recording.nodes[event.node].name for event in recording.events if isinstance(event, Enter)]
    assert [name.rstrip("0123456789") for name in entered] == [name.rstrip("0123456789") for name in order]


@settings(max_examples=10, deadline=None)
@given(programs())
def test_a_thousand_moves_end_in_the_state_of_where_they_end(program):
    root = run(torch, program)[1]
    recording, fresh = record(root), record(root)
    chance = random.Random(program[2])
    stops = [
        Stop(OnEvent("Sum")),
        Stop(OnGradient(), "absmax > 1"),
        Stop(OnNode(chance.choice(recording.nodes).number)),
    ]
    cursor = Cursor(recording, stops=Stops(recording, stops))
    for count in range(1000):
        match chance.randrange(6):
            case 0:
                cursor.to_step(chance.randrange(len(recording.steps)))
            case 1:
                cursor.go_to(chance.randrange(len(recording.events)))
            case 2:
                cursor.to_node(chance.choice(recording.nodes).number, forward=chance.random() < 0.5)
            case _:
                cursor.move(chance.choice(list(StepSize)), forward=chance.random() < 0.5)
        if count % 100 == 99:
            assert picture(cursor.state) == picture(fresh.state_at(cursor.index))


@settings(max_examples=25, deadline=None)
@given(programs())
def test_going_back_visits_the_places_of_going_forward_in_reverse(program):
    recording = record(run(torch, program)[1])
    stops = Stops(recording, [Stop(OnEvent("Sum")), Stop(OnGradient(), "min < 0"), Stop(OnEvent("Vjp"), "norm > 1")])
    for size in StepSize:
        cursor = Cursor(recording, stops=stops)
        there = [cursor.index]
        while cursor.move(size).moved:
            there.append(cursor.index)
        back = [cursor.index]
        while cursor.move(size, forward=False).moved:
            back.append(cursor.index)
        assert back == there[::-1]
        assert there[0] == 0
        assert there[-1] == len(recording.events) - 1


@settings(max_examples=25, deadline=None)
@given(programs())
def test_stops_are_read_from_the_log_and_change_nothing(program):
    recording = record(run(torch, program)[1])
    log = [repr(event) for event in recording.events]
    stops = [Stop(OnEvent("Sum")), Stop(OnGradient(), "absmax > 1"), Stop(OnGradient(), "any_nan or all_zero", hit=2)]
    for stop in stops:
        found = find_hits(recording, stop).indices
        assert list(found) == sorted(set(found))
        assert set(found) <= set(range(len(log)))
    assert Stops(recording, stops).marks == tuple(
        sorted({i for stop in stops for i in find_hits(recording, stop).indices})
    )
    assert [repr(event) for event in recording.events] == log
