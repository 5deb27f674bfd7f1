"""What has become of each node at the cursor, and how far back it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.model.theme import Emphasis
from core.debug.arrays import Part
from core.debug.events import EdgeId, NodeNumber
from core.debug.recording import Recording
from core.debug.state import NodeState, Phase, State
from core.debug.steps import Step, step_at

_BACK = (Emphasis.CURRENT, Emphasis.LAST_STEP, Emphasis.STEP_BEFORE)
"""How far back the nodes of the present step and of the two before it stand."""


@dataclass(frozen=True, slots=True, eq=False)
class NodeProgress:
    """A node at the cursor.

    `gradient` is what has arrived, or what a leaf's `.grad` holds, and `arrivals` what has arrived for each result.
    `place` is that in the queue, and `order` the step in which the node ran, 0 before that.
    """

    phase: Phase
    gradient: Part
    arrivals: tuple[Part, ...]
    arrived: int
    expected: int
    place: int
    order: int
    emphasis: Emphasis


class Progress:
    """The nodes of a recording at one event."""

    def __init__(self, recording: Recording, index: int) -> None:
        self.recording = recording
        self.index = index
        self.state: State = recording.state_at(index)
        self.step: Step = step_at(recording.steps, index)
        self.queue = self.state.queue
        self.is_stepping = self.state.current is not None
        """Whether the cursor is inside the pass, where one node stands out and the others stand back."""
        self._emphases = dict(self._emphasised())

    @property
    def is_before(self) -> bool:
        """Whether nothing has happened yet."""
        return self.index == 0

    def node(self, number: NodeNumber) -> NodeProgress:
        """What has become of a node."""
        state = self.state.node(number)
        is_leaf = self.recording.nodes[number].is_leaf
        stored = self.state.grad(number).grad if is_leaf else None
        arrived = next((part for part in state.gradients if part is not None), None)
        waits = state.phase in (Phase.WAITING, Phase.READY)
        gradient = stored if stored is not None and not (waits and state.arrived) else arrived
        return NodeProgress(
            phase=state.phase,
            gradient=gradient,
            arrivals=self._arrivals(state, stored),
            arrived=state.arrived,
            expected=state.expected,
            place=state.place,
            order=self._order(number),
            emphasis=self.emphasis(number),
        )

    def _arrivals(self, state: NodeState, stored: Part) -> tuple[Part, ...]:
        """A leaf keeps what it was given in an earlier pass."""
        return (stored,) if stored is not None and not state.arrived else state.gradients

    def emphasis(self, number: NodeNumber | None) -> Emphasis:
        """How far back a node stands; one that the recording does not know is part of the rest."""
        if not self.is_stepping:
            return Emphasis.CURRENT
        return Emphasis.REST if number is None else self._emphases.get(number, Emphasis.REST)

    def touched_since(self, earlier: Progress) -> set[NodeNumber] | None:
        """The nodes that may look different at the two events; None when all may."""
        recording = self.recording
        same_log = earlier.recording is recording and earlier.is_stepping == self.is_stepping
        if not same_log or recording.pass_at(earlier.index) is not recording.pass_at(self.index):
            return None
        low, high = sorted((earlier.index, self.index))
        found = {event.node for event in recording.events[low + 1 : high + 1] if event.node is not None}
        return found | self._standing_out() | earlier._standing_out()

    def _standing_out(self) -> set[NodeNumber]:
        return {*self._emphases, *self.queue}

    def _emphasised(self) -> Iterator[tuple[NodeNumber, Emphasis]]:
        """The queue, the nodes of the present step and the two before it, and what the present one sends to."""
        steps, number = self.recording.steps, self.step.number
        yield from ((queued, Emphasis.LAST_STEP) for queued in self.queue)
        for back in reversed(range(len(_BACK))):
            node = steps[number - back].node if number >= back else None
            if node is not None:
                yield node, _BACK[back]
        yield from ((target, Emphasis.CURRENT) for target in self._reached())

    def _reached(self) -> Iterator[NodeNumber]:
        """The nodes to which the present step has handed a gradient so far."""
        for event in self.recording.events[self.step.first : self.index + 1]:
            if isinstance(getattr(event, "source", None), EdgeId) and event.node is not None:
                yield event.node

    @property
    def first_step(self) -> Step:
        """The step with the seeds of the present pass: its nodes are counted from there."""
        return step_at(self.recording.steps, self.recording.pass_at(self.index).first)

    def _order(self, number: NodeNumber) -> int:
        track = self.recording.pass_at(self.index).nodes.get(number)
        if track is None or track.enter > self.index:
            return 0
        return step_at(self.recording.steps, track.enter).number - self.first_step.number
