"""Which part of the recording the timeline shows, and where in it each event stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

_FEWEST = 4.0
"""Events that are shown at least, however far the view is zoomed in."""
_LEAST_TICK = 7.0
_LEAST_LABEL = 46.0
"""How many pixels apart ticks and numbers stand at least."""
_AHEAD = 0.08
"""The share of the view that is left beside a place that is brought into it."""


@dataclass(frozen=True, slots=True)
class TimeView:
    """Shows the events from `low` to `high` of 0..`last` between the pixels `left` and `right`."""

    last: int
    left: float
    right: float
    low: float
    high: float

    @classmethod
    def whole(cls, last: int, left: float, right: float) -> TimeView:
        """Shows all."""
        return cls(last, left, right, 0.0, float(max(last, 1)))

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return self.low <= 0 and self.high >= self.last

    @property
    def pitch(self) -> float:
        """Pixels from one event to the next."""
        return (self.right - self.left) / (self.high - self.low)

    def x(self, index: float) -> float:
        """Where an event stands."""
        return self.left + (index - self.low) * self.pitch

    def xs(self, indices: NDArray[np.intp]) -> NDArray[np.float64]:
        """Where several events stand."""
        return np.asarray(self.left + (indices - self.low) * self.pitch)

    def index(self, x: float) -> int:
        """The event that is nearest to a place."""
        return min(max(round(self.low + (x - self.left) / self.pitch), 0), self.last)

    def resized(self, left: float, right: float) -> TimeView:
        """The same events, between other pixels."""
        return replace(self, left=left, right=right)

    def zoomed(self, x: float, factor: float) -> TimeView:
        """Closer by a factor, with what stands at `x` still there."""
        span = min(max((self.high - self.low) / factor, min(_FEWEST, max(self.last, 1))), float(max(self.last, 1)))
        share = (x - self.left) / (self.right - self.left)
        return self._at(self.low + share * (self.high - self.low) - share * span, span)

    def scrolled(self, pixels: float) -> TimeView:
        """Moved along."""
        return self._at(self.low + pixels / self.pitch, self.high - self.low)

    def with_index(self, index: int) -> TimeView:
        """Moved as little as is needed to show an event."""
        span = self.high - self.low
        if self.low <= index <= self.high:
            return self
        ahead = _AHEAD * span
        return self._at(index - ahead if index < self.low else index + ahead - span, span)

    def _at(self, low: float, span: float) -> TimeView:
        low = min(max(low, 0.0), max(self.last, 1) - span)
        return replace(self, low=low, high=low + span)

    # The ruler

    def ticks(self) -> Iterator[tuple[int, bool]]:
        """The events at which the ruler has a line, and whether it has a number there."""
        small = next(step for step in _round_steps() if step * self.pitch >= _LEAST_TICK)
        large = next(step for step in _round_steps() if step >= 10 * small and step * self.pitch >= _LEAST_LABEL)
        first = int(-(-self.low // small)) * small
        yield from ((index, index % large == 0) for index in range(first, int(self.high) + 1, small))


def _round_steps() -> Iterator[int]:
    unit = 1
    while True:
        yield from (unit, 2 * unit, 5 * unit)
        unit *= 10
