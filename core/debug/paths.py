"""The paths along which a gradient reaches a tensor, and what came along each: the chain rule as a sum of products."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import numpy as np

from core.debug.arrays import Part, Value
from core.debug.events import Blocked, EdgeId, NodeNumber, Receive, Seed, Sum, Vjp
from core.debug.factor import apply_rule
from core.debug.recording import Recording
from core.debug.tracks import PassTrack
from core.engine.node import ARRAYS

MOST_PATHS = 12
"""There can be exponentially many paths; more than this are not listed."""


@dataclass(frozen=True, slots=True)
class PathStep:
    """An edge of a path: all that it carried, and the share of it that came along this path."""

    edge: EdgeId
    carried: Value
    share: Part


@dataclass(frozen=True, slots=True)
class Path:
    """A way from a root to a tensor. The shares at the ends of all paths add up to the tensor's gradient."""

    root: NodeNumber
    seed: Value
    steps: tuple[PathStep, ...]


Linked: TypeAlias = "tuple[EdgeId, Linked] | None"


def paths_to(recording: Recording, number: NodeNumber, index: int, limit: int = MOST_PATHS) -> tuple[Path, ...]:
    """Return paths to a node in the pass of event `index`, at most `limit` of them."""
    track = recording.pass_at(index)
    events = recording.events[track.first : track.last + 1]
    seeds = {event.node: event.gradient for event in events if isinstance(event, Seed)}
    rules = {EdgeId(event.node, event.slot): event for event in events if isinstance(event, Vjp)}
    ways = islice(_ways(recording, track, number, seeds), limit)
    return tuple(_path(recording, track, root, way, seeds[root], rules) for root, way in ways)


def _ways(
    recording: Recording, track: PassTrack, number: NodeNumber, seeds: Mapping[NodeNumber, Value]
) -> Iterator[tuple[NodeNumber, Linked]]:
    """Walk up from a node to the roots; each way is a linked list of edges, downwards."""
    pending: list[tuple[NodeNumber, Linked]] = [(number, None)]
    while pending:
        node, way = pending.pop()
        if node in seeds:
            yield node, way
        for edge in reversed(recording.consumers[node]):
            at = track.edges.get(edge)
            if at is not None and not isinstance(recording.events[at], Blocked):
                pending.append((edge.node, (edge, way)))


def _path(
    recording: Recording,
    track: PassTrack,
    root: NodeNumber,
    way: Linked,
    seed: Value,
    rules: Mapping[EdgeId, Vjp],
) -> Path:
    steps: list[PathStep] = []
    share: Part = seed
    while way is not None:
        edge, way = way
        carried = _carried(recording, track, edge)
        share = _along(rules[edge], share, carried)
        steps.append(PathStep(edge, carried, share))
    return Path(root, seed, tuple(steps))


def _along(rule: Vjp, share: Part, carried: Value) -> Part:
    """Return what a rule makes of one share; None when it cannot be computed again."""
    if not isinstance(share, np.ndarray) or len(rule.incoming) != 1:
        return None
    sent = apply_rule(rule, share)
    return None if sent is None else ARRAYS.fit(sent, carried.shape, np.dtype(carried.dtype))


def _carried(recording: Recording, track: PassTrack, edge: EdgeId) -> Value:
    event = recording.events[track.edges[edge]]
    if not isinstance(event, Receive | Sum):
        raise TypeError(f"A {event.kind} event carries nothing.")
    return event.incoming if isinstance(event, Sum) else event.gradient
