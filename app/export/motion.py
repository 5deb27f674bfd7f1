"""The walk through a recording as moving pictures, on a fixed clock: the same frames each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.export.aligning import aligned
from app.export.figure import ExportError, Figure
from app.export.pictures import PictureRequest, View, figure_of, scenes_of
from app.render.build import FrameBuilder, travel
from app.render.build.scene import Scene
from app.render.build.walk import Walk
from app.render.frame import Frame, PlacedPacket
from app.render.motion import Moment, Pace, Phase, step_at, step_duration
from app.render.travel import Flight
from core.expr.graph import Document

RATE = 20
"""Frames in a second."""
REST = 700
"""Milliseconds that the picture rests after a step."""
LAST_REST = 2_000
MOST_STEPS = 60
"""A longer walk is shown without motion, or the file would be large and nobody would sit through it."""


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """A picture that is shown for some milliseconds."""

    frame: Frame
    duration: int


def stills(document: Document, request: PictureRequest) -> tuple[Figure, list[Still]]:
    """All pictures of the walk, and the figure that it ends with, which describes the file."""
    if request.view is not View.EXPRESSION:
        raise ExportError("Only the expression can be shown in motion.", "Export the backward graph as a picture.")
    scenes, kept = scenes_of(document, request)
    builder = FrameBuilder()
    walks = [builder.walk(scene) for scene in scenes]
    figures = aligned([figure_of(scene, request, kept) for scene in scenes])
    found: list[Still] = []
    for place, figure in enumerate(figures):
        if place and len(figures) <= MOST_STEPS:
            found += _moving(walks[place - 1], walks[place], figures[place - 1 : place + 1])
        found.append(Still(figure.frame, LAST_REST if place == len(figures) - 1 else REST))
    return figures[-1], found


def _moving(before: Walk, after: Walk, figures: Sequence[Figure]) -> Iterator[Still]:
    """The frames of one step: packets go into the node, it runs, and sends its gradients on."""
    journey = travel(before, after)
    if journey is None or after.progress is None:
        return
    flight, pace = Flight(journey), Pace()
    running = _running(after, figures[1])
    resting = replace(figures[0].frame, packets=(), sums=())
    tick = 1000 // RATE
    for time in range(tick, int(step_duration(pace)), tick):
        moment = step_at(time, pace)
        yield Still(_with_packets(resting if moment.phase is Phase.RECEIVE else running, flight, moment), tick)


def _running(after: Walk, figure: Figure) -> Frame:
    """The picture while the node of a step runs and nothing is delivered yet, on the ground of a figure."""
    scene: Scene = after.scene
    index = after.progress.step.first if after.progress is not None else scene.index
    frame = FrameBuilder().frame(replace(scene, index=index))
    shown = figure.frame
    return replace(frame, bounds=shown.bounds, overlays=shown.overlays, ground=shown.ground)


def _with_packets(frame: Frame, flight: Flight, moment: Moment) -> Frame:
    looks, places = flight.at(moment)
    packets = tuple(PlacedPacket(x, y, look) for look, (x, y) in zip(looks, places.tolist(), strict=True))
    return replace(frame, packets=packets)
