"""A small picture of an example after its backward pass, and how many steps that takes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.export.pictures import placed
from app.model.examples import Example
from app.model.theme import Theme
from app.render.build.frames import FrameBuilder
from app.render.build.places import card_area
from app.render.build.regions import around
from app.render.build.scene import Scene
from app.render.frame import Frame
from core.debug.document import record_evaluation
from core.debug.recording import Recording
from core.expr.evaluate import Evaluation, evaluate
from core.expr.graph import Document


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """The frame of an example, and its steps in words."""

    frame: Frame
    steps: str


class Thumbnails:
    """Makes thumbnails, each once for all themes as far as that goes."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[Evaluation, Recording]] = {}

    def of(self, example: Example, theme: Theme) -> Thumbnail:
        """The thumbnail of an example."""
        if example.name not in self._made:
            self._made[example.name] = _recorded(example.document)
        evaluation, recording = self._made[example.name]
        last = len(recording.events) - 1
        scene = Scene(evaluation, theme, recording if recording.events else None, max(last, 0))
        frame = FrameBuilder().frame(scene)
        area = around([card_area(node) for node in frame.nodes] + [region.area for region in frame.regions])
        shown = replace(frame, overlays=(), seeds=(), grid=False, ground=False, bounds=area or frame.bounds)
        return Thumbnail(shown, _steps(recording))


def _recorded(document: Document) -> tuple[Evaluation, Recording]:
    evaluation = placed(evaluate(document))
    return evaluation, record_evaluation(evaluation)


def _steps(recording: Recording) -> str:
    """The steps in words: "8 steps", or "2 × 4 steps" where there are several passes of the same length."""
    counts = [len(track.entered) for track in recording.passes]
    if len(counts) > 1 and len(set(counts)) == 1:
        return f"{len(counts)} × {counts[0]} steps"
    total = sum(counts)
    return f"{total} step" if total == 1 else f"{total} steps"
