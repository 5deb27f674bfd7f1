"""A place in a recording, and the moves from it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from core.debug.breakpoints import Hit, Stops
from core.debug.events import Error, NodeNumber
from core.debug.recording import Recording
from core.debug.state import State
from core.debug.steps import Step, StepSize, step_at, wave_ends
from core.errors import PositionError


@dataclass(frozen=True, slots=True)
class Move:
    """Where a move has led. `message` says why it goes no further, `hits` at which stops it came to rest."""

    before: int
    after: int
    message: str = ""
    hits: tuple[Hit, ...] = ()

    @property
    def moved(self) -> bool:
        """Whether the cursor is somewhere else now."""
        return self.before != self.after


class Cursor:
    """A place in a recording. Moving forward and back are exact inverses between places where a step rests."""

    def __init__(self, recording: Recording, index: int = 0, stops: Stops | None = None) -> None:
        self.recording = recording
        self.index = index
        self.stops = stops or Stops(recording)
        self._waves: tuple[int, ...] = ()

    @property
    def last(self) -> int:
        """The index of the last event."""
        return len(self.recording.events) - 1

    @property
    def state(self) -> State:
        """The state at the cursor."""
        return self.recording.state_at(self.index)

    @property
    def step(self) -> Step:
        """The node step that the cursor is in; it is complete when the cursor is at its end."""
        return step_at(self.recording.steps, self.index)

    def move(self, size: StepSize, forward: bool = True) -> Move:
        """Take one step."""
        match size:
            case StepSize.MICRO:
                return self._rest_at(range(len(self.recording.events)), forward)
            case StepSize.NODE:
                return self._rest_at([0, *(step.last for step in self.recording.steps)], forward)
            case StepSize.WAVE:
                self._waves = self._waves or wave_ends(self.recording)
                return self._rest_at([0, *self._waves], forward)
            case StepSize.RUN:
                return self._run(forward)

    def finish_node(self) -> Move:
        """Go to where the node that runs is done."""
        return self.go_to(self.step.last)

    def to_start(self) -> Move:
        """Go to the first event."""
        return self.go_to(0)

    def to_end(self) -> Move:
        """Go to the last event."""
        return self.go_to(self.last)

    def to_step(self, number: int) -> Move:
        """Go to where a node step is done; step 0 is the seed."""
        steps = self.recording.steps
        if not 0 <= number < len(steps):
            raise PositionError(f"There is no step {number}.", f"The steps are 0 to {len(steps) - 1}.")
        return self.go_to(steps[number].last)

    def to_node(self, number: NodeNumber, forward: bool = True) -> Move:
        """Run to where a node is entered, or stay and say why it is not."""
        entered = sorted(track.nodes[number].enter for track in self.recording.passes if number in track.nodes)
        place = _next(entered, self.index, forward)
        label = self.recording.nodes[number].label
        if place is None or place > self.last:
            side = "after" if forward else "before"
            return Move(self.index, self.index, f"{label} does not run {side} event {self.index}.")
        return self.go_to(place, f"{label} is about to run.")

    def go_to(self, index: int, message: str = "", hits: tuple[Hit, ...] = ()) -> Move:
        """Go to event `index`."""
        self.recording.state_at(index)  # refuses what is not there
        before, self.index = self.index, index
        return Move(before, index, message or self._at_end(before), hits)

    def _rest_at(self, places: Sequence[int], forward: bool) -> Move:
        place = _next(places, self.index, forward)
        return self.go_to((self.last if forward else 0) if place is None else place)

    def _run(self, forward: bool) -> Move:
        place = _next(self.stops.marks, self.index, forward)
        if place is None:
            return self.go_to(self.last if forward else 0)
        hits = self.stops.at(place)
        return self.go_to(place, hits=hits)

    def _at_end(self, before: int) -> str:
        if isinstance(self.state.event, Error):
            return f"The pass ended here with an error: {self.state.event.message}"
        if self.index != before:
            return ""
        return "This is the end: the pass is over." if self.index == self.last else "This is the start."


def _next(places: Sequence[int], index: int, forward: bool) -> int | None:
    """Return the nearest of the sorted places after `index`, or before it."""
    if forward:
        place = bisect_right(places, index)
        return places[place] if place < len(places) else None
    place = bisect_left(places, index) - 1
    return places[place] if place >= 0 else None
