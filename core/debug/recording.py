"""A recorded backward pass, or several: the graph and the events, immutable."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Self, TypeAlias

import numpy as np

from core.debug.arrays import Array, Part, Value
from core.debug.events import Accumulate, Clear, EdgeId, Error, Event, NodeNumber
from core.debug.live import LiveGraph
from core.debug.nodes import GradNode
from core.debug.source import Expression
from core.debug.state import State
from core.debug.steps import Step, node_steps
from core.debug.tracks import PassTrack, pass_tracks, stored
from core.debug.writes import Write, gradient_writes
from core.errors import GradientError, PositionError

Make: TypeAlias = Callable[[], tuple[tuple[GradNode, ...], tuple[Event, ...]]]


class Recording:
    """What happened in a backward pass: `nodes` is the graph, and `events` the log.

    The events are made when they are first asked for. A recording that was read from a file has no live graph:
    it can neither be committed nor compute what was not kept. `expression` is where the graph came from.
    """

    def __init__(self, make: Make, live: LiveGraph | None = None, expression: Expression | None = None) -> None:
        self.expression = expression
        self._make = make
        self._live = live

    @classmethod
    def of(cls, nodes: Sequence[GradNode], events: Sequence[Event]) -> Self:
        """Return the recording that has these nodes and events."""
        return cls(lambda: (tuple(nodes), tuple(events)))

    @cached_property
    def _made(self) -> tuple[tuple[GradNode, ...], tuple[Event, ...]]:
        return self._make()

    @property
    def nodes(self) -> tuple[GradNode, ...]:
        """Every grad_fn of the graph; an event's `node` is a place in this tuple."""
        return self._made[0]

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return self._made[1]

    @property
    def error(self) -> Error | None:
        """What the recording ended with, if the pass failed."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, Error) else None

    @cached_property
    def consumers(self) -> tuple[tuple[EdgeId, ...], ...]:
        """For each node, the edges that lead to it."""
        found: list[list[EdgeId]] = [[] for _ in self.nodes]
        for node in self.nodes:
            for slot, target in node.edges.items():
                found[target.node].append(EdgeId(node.number, slot))
        return tuple(map(tuple, found))

    @cached_property
    def passes(self) -> tuple[PassTrack, ...]:
        """The passes in the log, with what happens when to each node and edge."""
        return pass_tracks(self.events)

    @cached_property
    def stored(self) -> Mapping[NodeNumber, list[int]]:
        """For each node, where in the log the `.grad` of its tensor is set."""
        return stored(self.events)

    def pass_at(self, index: int) -> PassTrack:
        """Return the pass that event `index` belongs to."""
        return self.passes[max(bisect_right(self.passes, index, key=lambda track: track.first) - 1, 0)]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The node steps: step 0 is the seed, and step k the k-th node that runs."""
        return node_steps(self.events)

    def state_at(self, index: int) -> State:
        """Return what is pending, ready, finished and accumulated after event `index`."""
        if not 0 <= index < len(self.events):
            raise PositionError(f"There is no event {index}.", f"The events are 0 to {len(self.events) - 1}.")
        return State(self, index)

    @cached_property
    def writes(self) -> tuple[Write, ...]:
        """Every writing of a gradient, in order."""
        return gradient_writes(self.nodes, self.events)

    @cached_property
    def grads(self) -> dict[NodeNumber, Part]:
        """What the `.grad` of each leaf is in the end (as far as the recording wrote to it)."""
        return {event.node: event.after for event in self.events if isinstance(event, Accumulate | Clear)}

    def commit(self) -> None:
        """Do what the program would have done: write the gradients, free what was saved, raise the error."""
        self._graph("committed").commit()

    def whole(self, value: Value) -> Array:
        """Return the array that an event refers to, computed again if only its statistics were kept."""
        if isinstance(value, np.ndarray):
            return value
        return self._graph("asked for arrays that were not kept").compute_again(value.place)

    def _graph(self, purpose: str) -> LiveGraph:
        if self._live is None:
            raise GradientError(f"A recording from a file cannot be {purpose}.", "Record the pass again.")
        return self._live
