"""What is pending, ready, finished and accumulated after an event.

A state is not stored and not changed from step to step. It is a place in the log together with the questions
that can be asked there, and each answer is looked up in the tracks of the recording. So moving costs nothing,
and moving forward and back cannot differ.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from core.debug.arrays import Part, is_zero
from core.debug.events import Accumulate, Blocked, Clear, EdgeId, Event, NodeNumber, Receive, Retain, Seed, Sum
from core.debug.source import Reason
from core.debug.tracks import NEVER, NodeTrack, PassTrack

if TYPE_CHECKING:
    from core.debug.recording import Recording


class Phase(StrEnum):
    """What has become of a node in the pass."""

    OUTSIDE = "outside"  # the pass does not come here
    WAITING = "waiting"  # k of n contributions have arrived
    READY = "ready"
    CURRENT = "current"
    FINISHED = "finished"
    ACCUMULATED = "accumulated"  # a leaf that has its gradient
    FAILED = "failed"  # it was running when the pass ended with an error


class Grad(StrEnum):
    """What has become of the `.grad` of a tensor. Being blocked is a matter of edges; see `findings`."""

    NONE = "none"  # nothing was written
    PENDING = "pending"  # contributions have arrived in this pass and are not stored yet
    ZERO = "zero"  # it was computed, and is zero
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class NodeState:
    """A node at a place in the log.

    `gradients` is what has arrived so far, summed, for each of its results. `place` is its place in the queue,
    from 1, and 0 when it is not in the queue.
    """

    phase: Phase
    arrived: int
    expected: int
    gradients: tuple[Part, ...]
    place: int = 0


@dataclass(frozen=True, slots=True)
class EdgeState:
    """An edge at a place in the log: what it has carried, or why it carries nothing."""

    gradient: Part = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class GradState:
    """The `.grad` of a tensor at a place in the log, and what waits to be added to it."""

    kind: Grad
    grad: Part
    pending: Part
    arrived: int
    expected: int


class State:
    """The state after event `index` of a recording."""

    def __init__(self, recording: Recording, index: int) -> None:
        self.recording = recording
        self.index = index

    @property
    def event(self) -> Event:
        """The event that has just happened."""
        return self.recording.events[self.index]

    @cached_property
    def current(self) -> NodeNumber | None:
        """The node that runs, or has just left; None before the first and after the last."""
        entered, tracks = self._pass.entered, self._pass.nodes
        place = bisect_right(entered, self.index, key=lambda enter: enter.index)
        number = entered[place - 1].node if place else None
        return number if number is not None and self.index <= tracks[number].leave else None

    @cached_property
    def queue(self) -> tuple[NodeNumber, ...]:
        """The nodes that are ready, the next one first."""
        nodes, tracks = self.recording.nodes, self._pass.nodes
        ready = self._pass.queued_at(self.index)
        return tuple(sorted(ready, key=lambda number: (nodes[number].order, tracks[number].ready)))

    @property
    def waiting(self) -> tuple[NodeNumber, ...]:
        """The nodes that some but not all contributions have reached, in the order of their numbers."""
        tracks = self._pass.nodes
        return tuple(
            number for number in sorted(tracks) if tracks[number].arrivals and self._is_waiting(tracks[number])
        )

    def missing(self, number: NodeNumber) -> tuple[EdgeId, ...]:
        """Return the edges along which a node still waits for a gradient."""
        done, reached = self._pass.edges, self._pass.nodes
        edges = self.recording.consumers[number]
        return tuple(edge for edge in edges if edge.node in reached and done.get(edge, NEVER) > self.index)

    def node(self, number: NodeNumber) -> NodeState:
        """Return the state of a node."""
        track = self._pass.nodes.get(number)
        results = len(self.recording.nodes[number].shapes)
        if track is None:
            return NodeState(Phase.OUTSIDE, 0, 0, (None,) * results)
        arrivals = track.arrivals[: bisect_right(track.arrivals, self.index)]
        gradients: list[Part] = [None] * results
        for at in arrivals:
            output, gradients_so_far = _arrival(self.recording.events[at])
            gradients[output] = gradients_so_far
        phase = self._phase(number, track)
        place = self.queue.index(number) + 1 if phase is Phase.READY else 0
        return NodeState(phase, len(arrivals), self._pass.begin.expected[number], tuple(gradients), place)

    def edge(self, edge: EdgeId) -> EdgeState:
        """Return the state of an edge."""
        at = self._pass.edges.get(edge, NEVER)
        if at > self.index:
            return EdgeState()
        match self.recording.events[at]:
            case Blocked(reason=reason):
                return EdgeState(reason=reason)
            case Receive(gradient=gradient) | Sum(incoming=gradient):
                return EdgeState(gradient)
        return EdgeState()

    def grad(self, number: NodeNumber) -> GradState:
        """Return the state of the `.grad` of a leaf, or of a tensor with retain_grad."""
        state = self.node(number)
        at = self._last_stored(number)
        grad = self._before_all(number) if at is None else _after(self.recording.events[at])
        pending = state.gradients[0] if at is None or at < self._pass.first else None
        kind = Grad.PENDING if pending is not None else _kind(grad)
        return GradState(kind, grad, pending, state.arrived, state.expected)

    # ------------------------------------------------------------------------------------------------

    @cached_property
    def _pass(self) -> PassTrack:
        return self.recording.pass_at(self.index)

    def _is_waiting(self, track: NodeTrack) -> bool:
        return track.arrivals[0] <= self.index < track.ready

    def _phase(self, number: NodeNumber, track: NodeTrack) -> Phase:
        if self.index < track.ready:
            return Phase.WAITING
        if self.index < track.enter:
            return Phase.READY
        if self.index <= track.leave:
            return Phase.FAILED if self.event is self.recording.error else Phase.CURRENT
        return Phase.ACCUMULATED if self.recording.nodes[number].is_leaf else Phase.FINISHED

    def _last_stored(self, number: NodeNumber) -> int | None:
        indices = self.recording.stored.get(number, [])
        place = bisect_right(indices, self.index)
        return indices[place - 1] if place else None

    def _before_all(self, number: NodeNumber) -> Part:
        """Return the `.grad` that a leaf had before the recording, if the recording changes it."""
        indices = self.recording.stored.get(number)
        first = self.recording.events[indices[0]] if indices else None
        return first.before if isinstance(first, Accumulate | Clear) else None


def _arrival(event: Event) -> tuple[int, Part]:
    match event:
        case Seed(output=output, gradient=gradient) | Receive(output=output, gradient=gradient):
            return output, gradient
        case Sum(output=output, after=after):
            return output, after
    raise TypeError(f"A {event.kind} event brings no gradient.")


def _after(event: Event) -> Part:
    match event:
        case Accumulate(after=after) | Clear(after=after):
            return after
        case Retain(gradient=gradient):
            return gradient
    return None


def _kind(grad: Part) -> Grad:
    match grad:
        case None:
            return Grad.NONE
        case _:
            return Grad.ZERO if is_zero(grad) else Grad.VALUE
