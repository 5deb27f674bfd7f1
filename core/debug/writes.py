"""The gradients of a recording, tensor by tensor, each time one is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.debug.arrays import Part, Value
from core.debug.events import (
    Accumulate,
    EdgeId,
    Enter,
    Event,
    Hook,
    NodeNumber,
    NonFinite,
    PassBegin,
    Receive,
    Retain,
    Seed,
    Sum,
    Unbroadcast,
    Vjp,
)
from core.debug.nodes import GradNode
from core.engine.hooks import HookKind


@dataclass(frozen=True, slots=True)
class Write:
    """The gradient of a node's result is `value` from event `index` on; `previous` is what it was in this pass.

    `place` and `expected` count contributions.
    """

    index: int
    node: NodeNumber
    value: Value
    previous: Part
    place: int
    expected: int


def gradient_writes(nodes: Sequence[GradNode], events: Sequence[Event]) -> tuple[Write, ...]:
    """Return every writing of a gradient, in order.

    A gradient that becomes NaN or infinite counts from the event that says so, before it is delivered.
    """
    return tuple(_writes(nodes, events))


def main_value(event: Event) -> Part:
    """Return the gradient that an event is about."""
    match event:
        case Enter(gradients=gradients) | Hook(after=gradients):
            return gradients[0] if gradients else None
        case Seed(gradient=value) | Receive(gradient=value) | Retain(gradient=value) | Vjp(result=value):
            return value
        case Sum(after=value) | Accumulate(after=value) | Unbroadcast(after=value):
            return value
    return None


def _writes(nodes: Sequence[GradNode], events: Iterable[Event]) -> Iterator[Write]:
    latest: dict[tuple[NodeNumber, int], Value] = {}
    before: Event | None = None
    for event in events:
        if isinstance(event, PassBegin):
            latest.clear()
        found = _written(nodes, event, before)
        if found is not None:
            number, output, value, place, expected = found
            yield Write(event.index, number, value, latest.get((number, output)), place, expected)
            latest[number, output] = value
        before = event


def _written(
    nodes: Sequence[GradNode], event: Event, before: Event | None
) -> tuple[NodeNumber, int, Value, int, int] | None:
    match event, before:
        case Seed(node=number, output=output, gradient=value), _:
            return number, output, value, 1, 1
        case Receive(node=number, output=output, gradient=value, place=place, expected=expected), _:
            return number, output, value, place, expected
        case Sum(node=number, output=output, after=value, place=place, expected=expected), _:
            return number, output, value, place, expected
        case Hook(node=number, when=HookKind.TENSOR | HookKind.PRE, after=(value,), changed=True), _ if (
            value is not None
        ):
            return number, 0, value, 1, 1
        case Accumulate(node=number, after=value), _:
            return number, 0, value, 1, 1
        case NonFinite(node=number, slot=int(slot)), Vjp(result=value):
            target = nodes[number].edges[slot]
            return target.node, target.output, value, 1, 1
    return None


def edge_of(event: Event) -> EdgeId | None:
    """Return the edge that a gradient came along."""
    return event.source if isinstance(event, Receive | Sum) else None
