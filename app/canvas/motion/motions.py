"""Everything that moves by itself: the camera, the packets of a step, and cards that fade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from app.canvas.motion.glide import Glide
from app.canvas.painting.dynamic_layer import NOTHING_FLIES
from app.canvas.painting.journey import Fading, Journey
from app.canvas.scene.areas import grown
from app.canvas.scene.camera import Camera
from app.canvas.stage import Stage
from app.model.metrics import metrics
from app.model.signal import Signal
from app.render.frame import Frame
from app.render.looks import NodeLook
from app.render.marks import Point
from app.render.motion import Pace
from app.render.travel import Travel

Clock: TypeAlias = Callable[[], float]
"""Gives the time in seconds."""

_SECOND = 1000.0
_MOST_FADING = 200
"""More cards than this change at once, without fading."""


class Motions:
    """Moves things on a stage by a clock. `arrived` is emitted with the frame that a step ends in."""

    def __init__(self, stage: Stage, clock: Clock, pace: Pace) -> None:
        self.pace = pace
        self.arrived: Signal[Frame] = Signal()
        self._stage = stage
        self._clock = clock
        self._glide: Glide | None = None
        self._journey: Journey | None = None

    @property
    def is_moving(self) -> bool:
        """Whether anything moves."""
        return self._glide is not None or self._journey is not None or self._stage.shown.fading is not None

    @property
    def is_zooming(self) -> bool:
        """Whether the zoom is changing, so that the picture is not worth drawing anew."""
        return self._glide is not None and self._glide.goal.zoom != self._glide.origin.zoom

    @property
    def goal(self) -> Camera:
        """The camera, or where it is going."""
        return self._glide.goal if self._glide is not None else self._stage.camera

    def glide(self, goal: Camera) -> None:
        """Lets the camera move somewhere; at once where motion is reduced."""
        if self.pace.reduced:
            self.jump(goal)
        elif goal != self.goal:
            self._glide = Glide(self._stage.camera, goal, self._clock(), metrics().timing.zoom / _SECOND)
            self._stage.changed.emit(None)

    def jump(self, camera: Camera) -> None:
        """Puts the camera somewhere."""
        self._glide = None
        self._stage.camera = camera

    def travel(self, travel: Travel, after: Frame) -> None:
        """Lets packets travel, and then says that they have arrived."""
        self._journey = Journey.of(travel, after, self._clock(), self.pace)
        self.advance()

    def stop_travel(self) -> None:
        """Nothing travels any more."""
        self._journey = None
        self._stage.shown.flying = NOTHING_FLIES

    def fade(self, cards: Sequence[tuple[NodeLook, Point]]) -> None:
        """Lets earlier looks of cards vanish over the present ones."""
        timing = metrics().timing
        duration = timing.reduced_fade if self.pace.reduced else self.pace.duration(timing.dim)
        if 0 < len(cards) <= _MOST_FADING:
            self._stage.shown.fading = Fading([*cards], self._clock(), duration / _SECOND)

    def advance(self) -> bool:
        """Puts everything where it is now; returns whether anything still moves."""
        now = self._clock()
        self._advance_camera(now)
        self._advance_journey(now)
        self._advance_fading(now)
        return self.is_moving

    def _advance_camera(self, now: float) -> None:
        glide = self._glide
        if glide is not None:
            self._glide = None if glide.ended(now) else glide
            self._stage.camera = glide.at(now)
            self._stage.changed.emit(None)

    def _advance_journey(self, now: float) -> None:
        """Only what the packets leave and reach is painted again: far less than the whole viewport."""
        journey, shown = self._journey, self._stage.shown
        if journey is None:
            return
        if journey.ended(now):
            self.stop_travel()
            self.arrived.emit(journey.after)
            return
        before, shown.flying = shown.flying, journey.packets(now)
        places = np.concatenate([before[1], shown.flying[1]])
        self._stage.changed.emit(grown(np.concatenate([places, places], axis=1), journey.reach))

    def _advance_fading(self, now: float) -> None:
        fading = self._stage.shown.fading
        if fading is not None:
            self._stage.shown.fading = None if fading.ended(now) else fading
            self._stage.changed.emit(None)
