"""Figures of a document: of its expression, at one moment of its backward passes or at each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from app.export.aligning import aligned
from app.export.figure import ExportError, Figure
from app.model.theme import ThemeName, load_theme
from app.render.build.arrange import arrange, is_unplaced, nodes_alone
from app.render.build.backward import BackwardBuilder
from app.render.build.describing import Describer
from app.render.build.frames import FrameBuilder
from app.render.build.grad_describing import grad_facts
from app.render.build.ground import lay_ground
from app.render.build.scene import Manner, Scene
from core.debug.document import record_evaluation
from core.debug.recording import Recording
from core.expr.changes import apply
from core.expr.evaluate import Evaluation, evaluate
from core.expr.graph import Document
from core.expr.ids import NodeId
from core.io import project


class Moment(StrEnum):
    """When a picture is taken, where not after a certain step."""

    BEFORE = "before"
    END = "end"
    EACH = "each"  # one picture for each step


class View(StrEnum):
    """What of a document is shown."""

    EXPRESSION = "expression"  # what was drawn
    BACKWARD = "backward"  # what autograd recorded


At: TypeAlias = Moment | int
"""A moment, or the number of a step after which the picture is taken."""


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """What to show of a document: all, or only some nodes of the expression with the wires between them.

    Without a moment the format decides: pictures are taken at the end, walks are of each step. `embeds` keeps the
    document in the file, so that opening the picture restores it.
    """

    view: View = View.EXPRESSION
    at: At | None = None
    theme: ThemeName = ThemeName.PRINT
    is_transparent: bool = False
    embeds: bool = True
    author: str = ""
    only: frozenset[NodeId] = frozenset()


def figures_of(document: Document, request: PictureRequest) -> Iterator[Figure]:
    """The figures that a request asks for; a document that was never laid out is arranged first.

    Raises ExportError when there is no such step.
    """
    scenes, kept = scenes_of(document, request)
    builders = FrameBuilder(), BackwardBuilder()
    figures = (figure_of(scene, request, kept, builders) for scene in scenes)
    yield from aligned([*figures]) if request.at is Moment.EACH else figures


def scenes_of(document: Document, request: PictureRequest) -> tuple[list[Scene], bytes]:
    """What the pictures are of, and the document as it is kept in their file."""
    evaluation = placed(evaluate(document))
    recording = record_evaluation(evaluation)
    kept = project.dumps(evaluation.document) if request.embeds else b""
    return [_scene(evaluation, recording, index, request) for index in indices(recording, request.at)], kept


def placed(evaluation: Evaluation) -> Evaluation:
    """The values of the same document, with those of its nodes arranged that lie on top of each other."""
    document = evaluation.document
    if not is_unplaced(document):
        return evaluation
    scene = Scene(evaluation, load_theme(ThemeName.PRINT), manner=Manner.FIGURE)
    changes, _ = arrange(lay_ground(scene, None), nodes_alone(document))
    return evaluate(apply(document, changes.changes), evaluation)


def indices(recording: Recording, at: At | None) -> Sequence[int]:
    """The events after which pictures are taken; without a backward pass there is one picture, of the values."""
    steps = recording.steps
    if not steps:
        return [0]
    match at:
        case Moment.BEFORE:
            return [0]
        case Moment.END | None:
            return [steps[-1].last]
        case Moment.EACH:
            return [0, *(step.last for step in steps)]
        case int() if 0 <= at < len(steps):
            return [steps[at].last]
        case _:
            raise ExportError(f"There is no step {at}.", f"The steps are 0 to {len(steps) - 1}.")


def _scene(evaluation: Evaluation, recording: Recording, index: int, request: PictureRequest) -> Scene:
    recorded = recording if recording.events else None
    return Scene(evaluation, load_theme(request.theme), recorded, index, Manner.FIGURE, only=request.only)


def figure_of(
    scene: Scene, request: PictureRequest, kept: bytes, builders: tuple[FrameBuilder, BackwardBuilder] | None = None
) -> Figure:
    """The figure of a scene, with `kept` as the document; builders that are handed on save work."""
    drawn, backward = builders or (FrameBuilder(), BackwardBuilder())
    walk = drawn.walk(scene)
    words = Describer(walk)
    if request.view is View.BACKWARD:
        frame, facts = backward.frame(scene), grad_facts(walk.progress) if walk.progress is not None else {}
    else:
        frame, facts = drawn.frame(scene), words.facts()
    frame = replace(frame, ground=not request.is_transparent)
    return Figure(frame, words.title(), words.summary(), request.author, words.moment(), words.remark(), facts, kept)
