"""Two recordings of an expression, before and after an edit: where the cursor goes, and what has changed.

Events are matched by the node of the expression they came from, their kind, and which of those they are. Where
an edit took an event away, the cursor goes to the nearest earlier one that is still there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import numpy as np

from core.debug.arrays import Part, Value, same
from core.debug.events import Blocked, Event, NodeNumber, Receive, Sum
from core.debug.recording import Recording
from core.debug.source import Origin

Key: TypeAlias = tuple[Hashable, ...]
Input: TypeAlias = tuple[Origin, int]
"""An input of a node of the expression: the node, and the place of the input."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a cursor comes to rest in another recording; `message` says so when it is not at the same event."""

    index: int
    message: str = ""


class _Labelled(NamedTuple):
    label: str
    gradient: Part


class Outcome(StrEnum):
    """What an edit did to a gradient."""

    SAME = "same"
    CHANGED = "changed"
    LOST = "lost"  # it is None now
    GAINED = "gained"  # it was None before


@dataclass(frozen=True, slots=True)
class Difference:
    """The gradient of a tensor in two recordings. `largest` is the largest |difference| of an element."""

    origin: Origin
    label: str
    before: Part
    after: Part
    outcome: Outcome
    largest: float


@dataclass(frozen=True, slots=True)
class Ghosts:
    """What would have been without a cut: the gradients of blocked inputs, and of leaves that got none."""

    inputs: Mapping[Input, Value]
    leaves: Mapping[Origin, Value]


def land(old: Recording, new: Recording, index: int) -> Landing:
    """Return where a cursor at event `index` of the old recording belongs in the new one."""
    places = {key: place for place, key in enumerate(_keys(new))}
    keys = _keys(old)
    for earlier in range(index, -1, -1):
        place = places.get(keys[earlier])
        if place is not None:
            return Landing(place, "" if earlier == index else f"{_described(old, index)} is gone; this is before it.")
    return Landing(0, f"{_described(old, index)} is gone, and so is all that came before it.")


def compare(old: Recording, new: Recording) -> tuple[Difference, ...]:
    """Return what became of the `.grad` of each leaf."""
    return _differences(_leaf_grads(old), _leaf_grads(new))


def compare_inner(old: Recording, new: Recording) -> tuple[Difference, ...]:
    """Return what became of the gradients on the way: those of the tensors that are not leaves."""
    return _differences(_gradients(old), _gradients(new))


def find_ghosts(recording: Recording, uncut: Recording) -> Ghosts:
    """Return what the blocked inputs of a recording would carry, from a recording without the cut."""
    carried: dict[Input, Value] = {}
    for event in uncut.events:
        if isinstance(event, Receive | Sum) and event.source is not None:
            sender = uncut.nodes[event.source.node].origin
            carried[sender, event.source.slot] = event.gradient if isinstance(event, Receive) else event.incoming
    blocked = {(event.origin, event.slot) for event in recording.events if isinstance(event, Blocked)}
    missing = [one for one in compare(uncut, recording) if one.outcome is Outcome.LOST and one.before is not None]
    return Ghosts(
        {where: value for where, value in carried.items() if where in blocked},
        {one.origin: one.before for one in missing if one.before is not None},
    )


def _keys(recording: Recording) -> list[Key]:
    """Return what each event is recognised by: its node, its kind, its edge, and a number to tell equal ones apart."""
    counts: Counter[Key] = Counter()
    keys: list[Key] = []
    for event in recording.events:
        node = None if event.node is None else _identity(recording, event.node)
        key = node, event.kind, _edge(recording, event)
        counts[key] += 1
        keys.append((*key, counts[key]))
    return keys


def _edge(recording: Recording, event: Event) -> Hashable:
    if isinstance(event, Receive | Sum):
        return None if event.source is None else (_identity(recording, event.source.node), event.source.slot)
    return getattr(event, "slot", None)


def _identity(recording: Recording, number: NodeNumber) -> Hashable:
    """Return what a node is recognised by: the node of the expression, or else what it is called."""
    node = recording.nodes[number]
    return (node.name, node.label) if node.origin is None else (node.name, node.origin)


def _described(recording: Recording, index: int) -> str:
    event = recording.events[index]
    return event.kind if event.node is None else f"{event.kind} at {recording.nodes[event.node].label}"


def _leaf_grads(recording: Recording) -> dict[Hashable, _Labelled]:
    expression = recording.expression
    leaves = expression.leaves() if expression is not None else ()
    found: dict[Hashable, _Labelled] = {
        origin: _Labelled(expression.label(origin), None) for origin in leaves if expression is not None
    }
    for node in recording.nodes:
        if node.is_leaf:
            found[node.origin or node.label] = _Labelled(node.label, recording.grads.get(node.number))
    return found


def _gradients(recording: Recording) -> dict[Hashable, _Labelled]:
    end = recording.state_at(len(recording.events) - 1)
    return {
        _identity(recording, node.number): _Labelled(node.label, end.node(node.number).gradients[0])
        for node in recording.nodes
        if not node.is_leaf
    }


def _differences(before: Mapping[Hashable, _Labelled], after: Mapping[Hashable, _Labelled]) -> tuple[Difference, ...]:
    nothing = _Labelled("", None)
    return tuple(
        _difference(origin, label, before.get(origin, nothing).gradient, after.get(origin, nothing).gradient)
        for origin, (label, _) in {**after, **before}.items()
    )


def _difference(origin: Hashable, label: str, before: Part, after: Part) -> Difference:
    if before is None or after is None:
        outcome = Outcome.SAME if before is after else Outcome.LOST if after is None else Outcome.GAINED
        return Difference(origin, label, before, after, outcome, 0.0)
    outcome = Outcome.SAME if same(before, after) else Outcome.CHANGED
    largest = np.nan
    if isinstance(before, np.ndarray) and isinstance(after, np.ndarray) and before.shape == after.shape:
        largest = float(np.max(np.abs(after - before), initial=0.0))
    return Difference(origin, label, before, after, outcome, largest)
