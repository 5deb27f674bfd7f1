"""Stops: where continue and reverse-continue come to rest.

A stop is evaluated once over the whole log, into a sorted list of the events where it hits. Continuing is a
binary search in that list, and the marks on a timeline are the same list.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from core import numbers
from core.debug.arrays import Value, statistics
from core.debug.events import EdgeId, Enter, Event, Hook, NodeNumber
from core.debug.findings import lost_leaves
from core.debug.predicate_parser import PredicateError, parse_predicate
from core.debug.predicates import WORDS, Comparison, Predicate, Sight, Word, holds
from core.debug.recording import Recording
from core.debug.source import Origin
from core.debug.text import plain, times
from core.debug.writes import Write, edge_of, main_value


@dataclass(frozen=True, slots=True)
class OnNode:
    """A node is about to run: a grad_fn, or any that came from a node of the expression."""

    node: NodeNumber | None = None
    origin: Origin = None


@dataclass(frozen=True, slots=True)
class OnEdge:
    """A gradient is delivered along an edge."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class OnOp:
    """A node of this operation is about to run."""

    op: str


@dataclass(frozen=True, slots=True)
class OnGradient:
    """The gradient of a tensor is written: that of one node, of a node of the expression, or (neither) of any."""

    node: NodeNumber | None = None
    origin: Origin = None


@dataclass(frozen=True, slots=True)
class OnEvent:
    """An event of this kind happens: ``Sum``, ``Blocked``, ``Hook`` (one that changed something), ``Error`` ..."""

    kind: str


Trigger: TypeAlias = OnNode | OnEdge | OnOp | OnGradient | OnEvent


@dataclass(frozen=True, slots=True)
class Stop:
    """Something to stop at.

    With a `condition`, a stop on a gradient hits when the condition becomes true of a tensor, and any other
    stop when it is true of what the event is about. `hit` stops at the n-th time only. `after` makes the stop
    wait for the first hit of another one. A stop with a `log` is passed, and its text noted.
    """

    trigger: Trigger
    condition: str = ""
    hit: int = 0
    after: Stop | None = None
    enabled: bool = True
    log: str = ""


@dataclass(frozen=True, slots=True)
class Hits:
    """Where a stop hits, and, if it never does or cannot be evaluated, why."""

    indices: tuple[int, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A stop that hits at an event, for the `count`-th of `total` times."""

    stop: Stop
    count: int
    total: int


class Stops:
    """The stops of a recording, evaluated."""

    def __init__(self, recording: Recording, stops: Sequence[Stop] = ()) -> None:
        self._hits = {stop: find_hits(recording, stop) for stop in stops if stop.enabled}

    def of(self, stop: Stop) -> Hits:
        """Return where a stop hits; nowhere when it is off."""
        return self._hits.get(stop, Hits((), "It is off."))

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """Where to stop, in order: the events at which some stop hits."""
        return tuple(sorted({index for stop, hits in self._hits.items() if not stop.log for index in hits.indices}))

    def at(self, index: int) -> tuple[Hit, ...]:
        """Return the stops that hit at an event."""
        return tuple(self._at(index))

    def _at(self, index: int) -> Iterator[Hit]:
        for stop, hits in self._hits.items():
            place = bisect_left(hits.indices, index)
            if place < len(hits.indices) and hits.indices[place] == index:
                yield Hit(stop, place + 1, len(hits.indices))


def find_hits(recording: Recording, stop: Stop) -> Hits:
    """Evaluate a stop over the whole log."""
    try:
        condition = parse_predicate(stop.condition) if stop.condition.strip() else None
    except PredicateError as error:
        return Hits((), str(error))
    seen = list(_seen(recording, stop.trigger))
    found = [one.index for one in (seen if condition is None else _where(condition, seen))]
    if not found:
        return Hits((), _why_never(recording, stop.trigger, condition, seen))
    if stop.after is not None:
        earlier = find_hits(recording, stop.after).indices
        found = [index for index in found if earlier and index > earlier[0]]
        if not found:
            return Hits((), "It is not reached after the stop that it waits for.")
    if stop.hit > len(found):
        return Hits((), f"It is reached {times(len(found))}, not {times(stop.hit)}.")
    return Hits(tuple(found[stop.hit - 1 : stop.hit] if stop.hit else found))


@dataclass(frozen=True, slots=True)
class _Seen:
    """An event that a stop may hit at, and the gradient that its condition looks at.

    `tensor` is set where the condition has to become true, having been false of the same tensor before.
    """

    index: int
    sight: Sight | None
    tensor: Hashable = None


def _where(condition: Predicate, seen: Iterable[_Seen]) -> Iterator[_Seen]:
    held: set[Hashable] = set()
    for one in seen:
        true = one.sight is not None and holds(condition, one.sight)
        if true and (one.tensor is None or one.tensor not in held):
            yield one
        (held.add if true else held.discard)(one.tensor)


def _seen(recording: Recording, trigger: Trigger) -> Iterator[_Seen]:
    if isinstance(trigger, OnGradient):
        for write in recording.writes:
            if _is_about(recording, write.node, trigger):
                key = recording.pass_at(write.index).first, write.node
                yield _Seen(write.index, _sight(write.value, write), key)
        return
    for event in recording.events:
        if _triggers(recording, trigger, event):
            value = main_value(event)
            yield _Seen(event.index, None if value is None else _sight(value))


def _triggers(recording: Recording, trigger: Trigger, event: Event) -> bool:
    match trigger, event:
        case OnNode(), Enter(node=number):
            return _is_about(recording, number, trigger)
        case OnOp(name), Enter(node=number):
            op = recording.nodes[number].op
            return op is not None and op.name == name
        case OnEdge(edge), _:
            return edge_of(event) == edge
        case OnEvent("Hook"), Hook(changed=changed):
            return changed
        case OnEvent(kind), _:
            return event.kind == kind
    return False


def _is_about(recording: Recording, number: NodeNumber, trigger: OnNode | OnGradient) -> bool:
    if trigger.node is not None:
        return trigger.node == number
    return trigger.origin is None or trigger.origin == recording.nodes[number].origin


def _sight(value: Value, write: Write | None = None) -> Sight:
    if write is None:
        return Sight(value, statistics(value))
    return Sight(value, statistics(value), write.previous, write.place, write.expected)


def _why_never(recording: Recording, trigger: Trigger, condition: Predicate | None, seen: Sequence[_Seen]) -> str:
    if seen and condition is not None:
        return _why_never_true(condition, [one.sight for one in seen if one.sight is not None])
    match trigger:
        case OnNode() | OnGradient():
            return _why_not_reached(recording, trigger)
        case OnOp(name):
            return f"No node of the pass is from {name}."
        case OnEdge(EdgeId(number, slot)):
            node = recording.nodes[number]
            return f"No gradient is delivered from {node.label} to its input {node.slot_name(slot)}."
        case OnEvent(kind):
            return f"There is no {kind} event in this recording."


def _why_not_reached(recording: Recording, trigger: OnNode | OnGradient) -> str:
    for lost in lost_leaves(recording):
        if trigger.origin is not None and lost.origin == trigger.origin:
            return plain(lost.text)
    return "The pass does not come here."


def _why_never_true(condition: Predicate, sights: Sequence[Sight]) -> str:
    match condition:
        case Comparison(Word(name), sign, _) if sign in "<=>=" and sights:
            found = [WORDS[name][2](sight) for sight in sights]
            if any(one != one for one in found):  # NaN is unlike itself
                return "NaN is never greater, less or equal."
            extreme, bound = (max(found), "most") if ">" in sign else (min(found), "least")
            return f"{name} is at {bound} {numbers.number(extreme)}."
    return f"The condition is false all {len(sights)} times." if len(sights) > 1 else "The condition is false."
