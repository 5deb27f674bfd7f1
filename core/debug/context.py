"""What a sentence about an event needs to know from around it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from core.debug.arrays import Value
from core.debug.events import (
    EdgeId,
    Event,
    Leave,
    NodeEvent,
    NodeNumber,
    Receive,
    Seed,
    Sum,
    Unbroadcast,
    Vjp,
    ZeroFill,
)
from core.debug.nodes import Target
from core.debug.recording import Recording
from core.debug.steps import step_at
from core.debug.text import Run, Text, code, joined, name


def called(recording: Recording, number: NodeNumber) -> Run:
    """Return the name of the tensor whose gradient a node takes."""
    return name(recording.nodes[number].label)


def grad_fn(recording: Recording, number: NodeNumber) -> Run:
    """Return the name of a node's class."""
    return code(recording.nodes[number].name)


def target_of(recording: Recording, event: Vjp) -> Target:
    """Return where the result of a rule goes."""
    return recording.nodes[event.node].edges[event.slot]


def roots_of(recording: Recording, event: Event) -> Text:
    """Return the names of the roots of the pass that an event belongs to."""
    return joined([called(recording, number) for number in recording.pass_at(event.index).begin.roots])


def root_label(recording: Recording, event: Event) -> str:
    """Return what is differentiated in the pass of an event: its root, or ``L`` for the sum of several."""
    roots = recording.pass_at(event.index).begin.roots
    return recording.nodes[roots[0]].label if len(set(roots)) == 1 else "L"


def step_number(recording: Recording, index: int) -> int:
    """Return the number of the step that event `index` belongs to."""
    return step_at(recording.steps, index).number


def arrivals_before(recording: Recording, event: Sum) -> Sequence[Seed | Receive | Sum]:
    """Return the events that brought the earlier contributions to the same node."""
    indices = recording.pass_at(event.index).nodes[event.node].arrivals
    earlier = [recording.events[index] for index in indices[: bisect_left(indices, event.index)]]
    return [one for one in earlier if isinstance(one, Seed | Receive | Sum) and one.output == event.output]


def on_the_way(recording: Recording, source: EdgeId, index: int) -> Sequence[NodeEvent]:
    """Return what happened to a gradient before it was delivered along an edge at event `index`."""
    first = step_at(recording.steps, index).first
    return [
        event
        for event in recording.events[first:index]
        if isinstance(event, Vjp | ZeroFill | Unbroadcast) and (event.node, event.slot) == source
    ]


def sent_by(recording: Recording, event: Leave) -> Sequence[tuple[Value, NodeNumber]]:
    """Return what a node has handed on in the step that ends, and to which nodes."""
    first = step_at(recording.steps, event.index).first
    arrivals = [one for one in recording.events[first : event.index] if isinstance(one, Receive | Sum)]
    return [(one.incoming if isinstance(one, Sum) else one.gradient, one.node) for one in arrivals]
