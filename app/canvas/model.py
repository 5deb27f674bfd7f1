"""What the canvas needs of the application: the document, the selection, and a way to change both."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from numpy.typing import NDArray

from app.model.selection import Selection
from core.expr.changes import ChangeSet
from core.expr.graph import Document, Source
from core.expr.ids import NodeId, WireId

Array: TypeAlias = NDArray[Any]


class CanvasModel(Protocol):
    """Whoever holds the document. The canvas changes nothing but through it.

    After a change the canvas has to be shown the new frame, and the new selection; it asks for neither.
    """

    @property
    def document(self) -> Document:
        """The document as it is now."""

    @property
    def selection(self) -> Selection:
        """What is selected now."""

    def select(self, selection: Selection) -> None:
        """Select something else."""

    def perform(self, changes: ChangeSet, *, merge: str = "") -> None:
        """Make an edit: as an undo step of its own, or as a part of the step that is open.

        Edits with the same `merge` that follow each other quickly are one step.
        """

    def step(self, name: str) -> AbstractContextManager[None]:
        """Make one undo step of all edits in a block; an exception in it takes all of them back."""

    def value_of(self, source: Source) -> Array | None:
        """What a result was computed to be; None where it could not be computed."""

    def gradient_of(self, node: NodeId) -> Array | None:
        """The gradient that has reached a node by now; None where none has."""

    def reason_at(self, part: NodeId | WireId) -> str:
        """Why something has no value or gets no gradient, in a sentence; "" where nothing is missing."""
