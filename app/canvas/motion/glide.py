"""The camera on its way: a smooth zoom or a flight to something."""

from __future__ import annotations

from dataclasses import dataclass

from app.canvas.scene.camera import Camera
from app.render.motion import fade


@dataclass(frozen=True, slots=True)
class Glide:
    """From one camera to another, from `start` on for `duration` (both in seconds)."""

    origin: Camera
    goal: Camera
    start: float
    duration: float

    def at(self, now: float) -> Camera:
        """The camera at a time; the goal itself from the end on."""
        if self.ended(now):
            return self.goal
        return self.origin.between(self.goal, fade(now - self.start, self.duration))

    def ended(self, now: float) -> bool:
        """Whether the camera has arrived."""
        return now - self.start >= self.duration
