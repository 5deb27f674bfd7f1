"""Where in the log things happen to each node and edge: what a state is looked up in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from core.debug.events import (
    Accumulate,
    Blocked,
    Clear,
    EdgeId,
    Enter,
    Event,
    Leave,
    NodeNumber,
    PassBegin,
    Ready,
    Receive,
    Retain,
    Seed,
    Sum,
)

NEVER = int(np.iinfo(np.int64).max)
"""The index of what does not happen."""


@dataclass(slots=True)
class NodeTrack:
    """When a node was given gradients, had them all, ran and was done, as indices into the log."""

    arrivals: list[int] = field(default_factory=list)
    ready: int = NEVER
    enter: int = NEVER
    leave: int = NEVER


class PassTrack:
    """One pass in the log, from index `first` to index `last`.

    `edges` has the index at which a gradient was delivered along an edge, or the edge was found to be blocked.
    """

    def __init__(self, begin: PassBegin) -> None:
        self.begin = begin
        self.first = self.last = begin.index
        self.nodes: dict[NodeNumber, NodeTrack] = {number: NodeTrack() for number in begin.expected}
        self.edges: dict[EdgeId, int] = {}
        self.entered: list[Enter] = []

    def add(self, event: Event) -> None:
        """Take in the next event of the pass."""
        self.last = event.index
        match event:
            case Seed() | Receive() | Sum():
                self._arrived(event)
            case Blocked(node=number, slot=slot):
                self.edges[EdgeId(number, slot)] = event.index
            case Ready(node=number):
                self.nodes[number].ready = event.index
            case Enter():
                self.nodes[event.node].enter = event.index
                self.entered.append(event)
            case Leave(node=number):
                self.nodes[number].leave = event.index

    def queued_at(self, index: int) -> list[NodeNumber]:
        """Return the nodes that are ready and have not run, in no particular order."""
        numbers, ready, enter = self._turns
        return [numbers[place] for place in np.flatnonzero((ready <= index) & (index < enter))]

    @cached_property
    def _turns(self) -> tuple[list[NodeNumber], Any, Any]:
        tracks = self.nodes.values()
        ready = np.array([track.ready for track in tracks], np.int64)
        return list(self.nodes), ready, np.array([track.enter for track in tracks], np.int64)

    def _arrived(self, event: Seed | Receive | Sum) -> None:
        track = self.nodes[event.node]
        if not (isinstance(event, Seed) and track.arrivals):  # a further seed is followed by its Sum
            track.arrivals.append(event.index)
        if not isinstance(event, Seed) and event.source is not None:
            self.edges[event.source] = event.index


def pass_tracks(events: Iterable[Event]) -> tuple[PassTrack, ...]:
    """Return the passes in a log."""
    passes: list[PassTrack] = []
    for event in events:
        if isinstance(event, PassBegin):
            passes.append(PassTrack(event))
        if passes:
            passes[-1].add(event)
    return tuple(passes)


def stored(events: Iterable[Event]) -> dict[NodeNumber, list[int]]:
    """Return, for each node, the indices of the events that set the `.grad` of its tensor."""
    found: dict[NodeNumber, list[int]] = defaultdict(list)
    for event in events:
        if isinstance(event, Accumulate | Clear | Retain):
            found[event.node].append(event.index)
    return found
