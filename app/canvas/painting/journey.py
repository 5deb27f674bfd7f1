"""A node step on its way: packets that travel between two frames, and cards that fade from one look to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.render.draw_packet import packet_extent
from app.render.frame import Frame
from app.render.geometry import Floats
from app.render.looks import NodeLook, PacketLook
from app.render.marks import Point
from app.render.motion import Moment, Pace, Phase, fade, step_at
from app.render.travel import Flight, Travel

_SECOND = 1000.0


@dataclass(frozen=True, slots=True, eq=False)
class Journey:
    """A step that began at `start` (seconds) and ends with the frame `after`.

    `reach` is how far the largest packet extends from its place.
    """

    flight: Flight
    after: Frame
    start: float
    pace: Pace
    reach: float

    @classmethod
    def of(cls, travel: Travel, after: Frame, start: float, pace: Pace) -> Journey:
        """Sets out at a time."""
        extents = [packet_extent(parcel.look) for parcel in (*travel.received, *travel.sent)]
        reach = max((max(-area.x, area.right, area.bottom) for area in extents), default=0.0)
        return cls(Flight(travel), after, start, pace, reach)

    def moment(self, now: float) -> Moment:
        """How far the step has come."""
        return step_at((now - self.start) * _SECOND, self.pace)

    def packets(self, now: float) -> tuple[Sequence[PacketLook], Floats]:
        """The packets that are on their way, and their places; none where nothing travels."""
        return self.flight.at(Moment(Phase.COMPUTE, 0.0) if self.pace.reduced else self.moment(now))

    def ended(self, now: float) -> bool:
        """Whether everything has arrived."""
        return self.moment(now).phase is Phase.AFTER


@dataclass(frozen=True, slots=True, eq=False)
class Fading:
    """Earlier looks of cards and their places; they vanish from `start` on, for `duration` (seconds)."""

    cards: list[tuple[NodeLook, Point]]
    start: float
    duration: float

    def opacity(self, now: float) -> float:
        """How much of the earlier looks is left, 1..0."""
        return 1.0 - fade(now - self.start, self.duration)

    def ended(self, now: float) -> bool:
        """Whether nothing of them is left."""
        return now - self.start >= self.duration
