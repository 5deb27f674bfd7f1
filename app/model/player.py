"""Playing a recording: a step at a time by the clock, and how long each step is shown on its way.

The player holds no timer. Whoever has one calls `tick` while it returns True, so that nothing runs while
nothing plays. At most one step is taken in a tick: a slow machine plays slower, and never catches up in a rush.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from app.model.history import Clock
from app.model.metrics import metrics
from app.model.signal import Signal
from core.debug.cursor import Move
from core.debug.steps import StepSize

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""How fast things can be played; 1 is the speed of the design."""

Advance: TypeAlias = Callable[[StepSize, bool], Move]
"""Takes a step of some size, forward or back, but no farther than the next stop."""

_SECOND = 1000.0
_REST = 200.0
"""Milliseconds at speed 1 that a step is looked at before the next one."""
_GLANCE = 120.0
"""The same for a single event."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A step that is shown on its way, from event `before` to `after`; `start` and `duration` are seconds.

    Without a `duration` it is shown at its end, at once.
    """

    before: int
    after: int
    start: float
    duration: float


class Player:
    """Plays forward or backwards. `changed` is emitted when it starts, stops, or plays otherwise."""

    def __init__(self, advance: Advance, clock: Clock) -> None:
        self.changed: Signal[None] = Signal()
        self._advance = advance
        self._clock = clock
        self._size = StepSize.NODE
        self._speed = 1.0
        self._reduced = False
        self._is_playing = False
        self._forward = True
        self._due = 0.0
        self._moved_at = float("-inf")
        self._motion: Motion | None = None

    @property
    def size(self) -> StepSize:
        """How far a step goes."""
        return self._size

    @property
    def speed(self) -> float:
        """How fast things move and follow each other."""
        return self._speed

    @property
    def is_reduced(self) -> bool:
        """Whether nothing travels."""
        return self._reduced

    @property
    def is_playing(self) -> bool:
        """Whether steps are taken by the clock."""
        return self._is_playing

    @property
    def is_forward(self) -> bool:
        """The direction of playing."""
        return self._forward

    @property
    def motion(self) -> Motion | None:
        """How the last move is shown; None where it is no step forward."""
        return self._motion

    # How it plays

    def use_size(self, size: StepSize) -> None:
        """Take other steps."""
        if size != self._size:
            self._size = size
            self.changed.emit(None)

    def use_speed(self, speed: float) -> None:
        """Play at another speed: the nearest of `SPEEDS`."""
        nearest = min(SPEEDS, key=lambda one: abs(one - speed))
        if nearest != self._speed:
            self._speed = nearest
            self.changed.emit(None)

    def faster(self, by: int = 1) -> None:
        """Take the next speed; the one before with -1. At the fastest and slowest nothing changes."""
        place = SPEEDS.index(self._speed) + by
        self.use_speed(SPEEDS[min(max(place, 0), len(SPEEDS) - 1)])

    def reduce_motion(self, reduced: bool) -> None:
        """Let nothing travel, or let it travel again."""
        if reduced != self._reduced:
            self._reduced = reduced
            self.changed.emit(None)

    # Playing

    def play(self, *, forward: bool = True) -> None:
        """Start in a direction, or stop if it plays that way."""
        if self._is_playing and forward == self._forward:
            self.pause()
            return
        self._is_playing, self._forward = True, forward
        self._due = self._clock()
        self.changed.emit(None)

    def pause(self) -> None:
        """Stop."""
        if self._is_playing:
            self._is_playing = False
            self.changed.emit(None)

    def tick(self) -> bool:
        """Take the next step if it is time; returns whether it goes on playing."""
        now = self._clock()
        if self._is_playing and now >= self._due:
            self._due = now + self._interval()
            move = self._advance(self._size, self._forward)
            if move.message or move.hits or not move.moved:
                self.pause()
        return self._is_playing

    def note(self, move: Move, *, travels: bool) -> None:
        """Decide how a move is shown. Moves that follow each other quickly are shown at their end, at once."""
        now, timing = self._clock(), metrics().timing
        if move.moved:
            quick = (now - self._moved_at) * _SECOND < timing.skip_travel_below_interval
            self._motion = Motion(move.before, move.after, now, self._length(quick=quick)) if travels else None
            self._moved_at = now

    def _length(self, *, quick: bool) -> float:
        """How long a step is shown on its way, in seconds."""
        timing = metrics().timing
        if quick:
            return 0.0
        return (timing.reduced_fade if self._reduced else timing.node_step / self._speed) / _SECOND

    def _interval(self) -> float:
        """The seconds from one step to the next."""
        if self._size is StepSize.MICRO:
            return (metrics().timing.deliver + _GLANCE) / self._speed / _SECOND
        return (metrics().timing.node_step + _REST) / self._speed / _SECOND
