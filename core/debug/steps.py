"""The sizes of a step, as places in the log where a move comes to rest."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from core.debug.events import Enter, Event, NodeNumber, PassEnd

if TYPE_CHECKING:
    from core.debug.recording import Recording


class StepSize(StrEnum):
    """How far a step goes."""

    MICRO = "micro"  # one event
    NODE = "node"  # a node receives, computes and delivers
    WAVE = "wave"  # all nodes that are ready together; other nodes may run in between, in the engine's order
    RUN = "run"  # to the next stop


@dataclass(frozen=True, slots=True)
class Step:
    """What one press plays: events `first` to `last`. Step 0 of a pass is its seeds, and has no node."""

    number: int
    first: int
    last: int
    node: NodeNumber | None


def node_steps(events: Sequence[Event]) -> tuple[Step, ...]:
    """Return the steps of a log: one per node that runs, and one for the seeds of each pass."""
    starts = [0] if events else []
    for event in events:
        if isinstance(event, Enter):
            starts.append(event.index)
        elif isinstance(event, PassEnd) and event.index + 1 < len(events):
            starts.append(event.index + 1)
    return tuple(
        Step(number, first, following - 1, event.node if isinstance(event := events[first], Enter) else None)
        for number, (first, following) in enumerate(pairwise([*starts, len(events)]))
    )


def step_at(steps: Sequence[Step], index: int) -> Step:
    """Return the step that event `index` belongs to."""
    return steps[bisect_right(steps, index, key=lambda step: step.first) - 1]


def wave_ends(recording: Recording) -> tuple[int, ...]:
    """Return where waves end: each time, all nodes that were ready at the end of the one before have run."""
    steps = recording.steps
    ends = [steps[0].last]
    while ends[-1] < steps[-1].last:
        queue = recording.state_at(ends[-1]).queue
        ends.append(max((_step_of(recording, number, ends[-1]) for number in queue), default=0))
        if not queue:  # the pass is over: the next one starts with its seeds
            ends[-1] = step_at(steps, ends[-2] + 1).last
    return tuple(ends)


def _step_of(recording: Recording, number: NodeNumber, after: int) -> int:
    """Return where the step of a node ends that is in the queue after event `after`."""
    enter = recording.pass_at(after).nodes[number].enter
    return step_at(recording.steps, min(enter, len(recording.events) - 1)).last
