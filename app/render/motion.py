"""Motion as functions of time: what a node step looks like after so many milliseconds.

Nothing here reads a clock. Players pass the time in, so that tests and exported animations are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from app.model.metrics import Timing, metrics

Bezier: TypeAlias = tuple[float, float, float, float]

_BISECTIONS = 32


class Phase(StrEnum):
    """The three parts of a node step, before and after it."""

    BEFORE = "before"
    RECEIVE = "receive"
    COMPUTE = "compute"
    DELIVER = "deliver"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Moment:
    """A phase and how far it has come, 0..1, eased."""

    phase: Phase
    progress: float


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast motion runs: a factor, and whether things travel at all or only fade."""

    speed: float = 1.0
    reduced: bool = False

    def duration(self, milliseconds: float) -> float:
        """How long something takes that takes so many milliseconds at speed 1."""
        return milliseconds / self.speed


def step_duration(pace: Pace) -> float:
    """How long a whole node step takes, in milliseconds."""
    timing = metrics().timing
    return timing.reduced_fade if pace.reduced else pace.duration(_travelled(timing))


def step_at(elapsed: float, pace: Pace = Pace()) -> Moment:
    """Where a node step is after `elapsed` milliseconds.

    With reduced motion nothing travels: the step is a short fade into its end.
    """
    timing = metrics().timing
    if elapsed <= 0:
        return Moment(Phase.BEFORE, 0.0)
    if elapsed >= step_duration(pace):
        return Moment(Phase.AFTER, 1.0)
    if pace.reduced:
        return Moment(Phase.COMPUTE, elapsed / timing.reduced_fade)
    return _moving(elapsed * pace.speed, timing)


def _travelled(timing: Timing) -> float:
    return timing.receive + timing.compute + timing.deliver


def _moving(time: float, timing: Timing) -> Moment:
    if time < timing.receive:
        return Moment(Phase.RECEIVE, ease(time / timing.receive, timing.ease_travel))
    time -= timing.receive
    if time < timing.compute:
        return Moment(Phase.COMPUTE, time / timing.compute)
    return Moment(Phase.DELIVER, ease((time - timing.compute) / timing.deliver, timing.ease_travel))


def fade(elapsed: float, duration: float) -> float:
    """The opacity of something that appears, 0..1."""
    if elapsed >= duration:
        return 1.0
    return ease(max(elapsed, 0.0) / duration, metrics().timing.ease_appear)


def ease(share: float, curve: Bezier) -> float:
    """The progress 0..1 at a share 0..1 of the time, on a cubic Bezier curve as CSS defines them."""
    if share <= 0 or share >= 1:
        return min(max(share, 0.0), 1.0)
    return _eased(round(share, 4), curve)


@lru_cache(maxsize=4096)
def _eased(share: float, curve: Bezier) -> float:
    x1, y1, x2, y2 = curve
    low, high = 0.0, 1.0
    parameter = share
    for _ in range(_BISECTIONS):
        error = _cubic(parameter, x1, x2) - share
        if abs(error) < 1e-7:
            break
        low, high = (low, parameter) if error > 0 else (parameter, high)
        parameter = (low + high) / 2
    return _cubic(parameter, y1, y2)


def _cubic(parameter: float, first: float, second: float) -> float:
    rest = 1 - parameter
    return 3 * rest * rest * parameter * first + 3 * rest * parameter * parameter * second + parameter**3
