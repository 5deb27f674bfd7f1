"""What a picture is made of: a document, what was computed, and where a debugger stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.model.theme import Theme
from app.render.looks import Side
from core.debug.recording import Recording
from core.expr.evaluate import Evaluation
from core.expr.graph import Document
from core.expr.ids import NodeId, WireId


class Manner(StrEnum):
    """Where a picture is shown."""

    SCREEN = "screen"  # with switches, checks and what can be done next
    FIGURE = "figure"  # without what only a window needs, with numbers for the order of the engine


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Everything a frame follows from.

    Without a recording nothing is said about gradients. `index` is the event after which the picture is taken.
    `ghosts` and `wire_ghosts` are gradients that would have been, and `changed` the nodes whose gradient is not
    what it was in an earlier recording. `flow` is the side of the cards that results leave by. With `only` some
    nodes are shown, and the wires between them.
    """

    evaluation: Evaluation
    theme: Theme
    recording: Recording | None = None
    index: int = 0
    manner: Manner = Manner.SCREEN
    flow: Side = Side.RIGHT
    ghosts: Mapping[NodeId, str] = field(default_factory=dict)
    wire_ghosts: Mapping[WireId, str] = field(default_factory=dict)
    changed: frozenset[NodeId] = frozenset()
    breakpoints: Mapping[NodeId, bool] = field(default_factory=dict)
    only: frozenset[NodeId] = frozenset()

    @property
    def followed(self) -> Recording | None:
        """The recording, if there is a backward pass in it."""
        return self.recording if self.recording is not None and self.recording.passes else None

    @property
    def document(self) -> Document:
        """The document that was evaluated."""
        return self.evaluation.document
