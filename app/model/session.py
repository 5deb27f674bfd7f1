"""One open document with everything that follows from it: the one object that all panes look at.

An edit goes through the history. Then the values are computed again as far as they have changed, the backward
pass is recorded again, and whoever listens is told once. Nothing on screen keeps a copy of any of it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from app.model.files import Opened
from app.model.gradients import Gradients
from app.model.history import Changed, Clock, History
from app.model.reasons import Reasons
from app.model.selection import Selection
from app.model.signal import Signal
from app.model.stepping import Stepping
from app.model.theme import Theme, ThemeName, load_theme
from core.expr.changes import ChangeSet
from core.expr.check import check_drawing
from core.expr.evaluate import Evaluation, evaluate
from core.expr.graph import Document, Source
from core.expr.ids import NodeId, WireId
from core.expr.problems import Problem


class Session:
    """The open document. The canvas, the panels and the commands read it, and change it only through it.

    `opened` is emitted when another document is here, `edited` when this one and its values have changed,
    `selected` and `pointed` when something else is selected or pointed at, `themed` with other colours, and
    `filed` when the file or whether it is up to date has changed. `stepping` tells about the backward pass.
    """

    def __init__(self, opened: Opened, *, theme: ThemeName = ThemeName.DARK, clock: Clock = time.monotonic) -> None:
        self.opened: Signal[Opened] = Signal()
        self.edited: Signal[Changed] = Signal()
        self.selected: Signal[Selection] = Signal()
        self.pointed: Signal[NodeId | None] = Signal()
        self.themed: Signal[Theme] = Signal()
        self.filed: Signal[None] = Signal()
        self.stepping = Stepping(clock)
        self.stepping.marks.changed.connect(self.filed.emit)
        self.source: Opened
        self.history: History
        self.evaluation: Evaluation
        self._clock = clock
        self._theme = load_theme(theme)
        self._selection = Selection()
        self._pointed_at: NodeId | None = None
        self._gradients: Gradients | None = None
        self._problems: tuple[tuple[Opened, Document, Evaluation], tuple[Problem, ...]] | None = None
        self._take(opened)

    # What is open

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return self.history.document

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was lost on reading the file, and what is wrong with the drawing or could not be computed."""
        about = self.source, self.document, self.evaluation
        if self._problems is None or any(one is not other for one, other in zip(self._problems[0], about, strict=True)):
            found = (*self.source.problems, *check_drawing(self.document), *self.evaluation.problems)
            self._problems = about, found
        return self._problems[1]

    @property
    def is_dirty(self) -> bool:
        """Whether closing would lose something that the user has made; the mere place of the cursor is not."""
        return not self.history.is_saved or self.source.is_recovered or not self.stepping.marks.are_kept

    def open(self, opened: Opened) -> None:
        """Show another document in place of this one."""
        self._stop_following()
        self._take(opened)
        self.opened.emit(opened)
        self.selected.emit(self._selection)
        self.filed.emit(None)

    def saved(self, path: Path, fingerprint: str = "") -> None:
        """Note that the document is in this file as it is now, and the fingerprint of the file."""
        self.source = Opened(self.document, path, problems=self.source.problems, fingerprint=fingerprint)
        self.history.mark_saved()
        self.stepping.marks.keep()
        self.filed.emit(None)

    def lose(self, problems: Sequence[Problem]) -> None:
        """Note what of something that was added could not be read, in place of what was noted before."""
        self.source = replace(self.source, problems=tuple(problems))
        self.filed.emit(None)

    # What is edited

    def perform(self, changes: ChangeSet, *, merge: str = "") -> None:
        """Make an edit: as an undo step of its own, or as a part of the step that is open.

        Edits with the same `merge` that follow each other quickly are one step.
        """
        self.history.apply(changes, merge=merge)

    def amend(self, changes: ChangeSet) -> None:
        """Make an edit as a part of the undo step that was just made."""
        self.history.amend(changes)

    def step(self, name: str) -> AbstractContextManager[None]:
        """Make one undo step of all edits in a block; an exception in it takes all of them back."""
        return self.history.step(name)

    # What is selected and pointed at

    @property
    def selection(self) -> Selection:
        """What is selected."""
        return self._selection

    def select(self, selection: Selection) -> None:
        """Select something else."""
        selection = selection.within(self.document)
        if selection != self._selection:
            self._selection = selection
            self.selected.emit(selection)

    @property
    def pointed_at(self) -> NodeId | None:
        """The node that the pointer is at, on the canvas or in a list."""
        return self._pointed_at

    def point_at(self, node: NodeId | None) -> None:
        """Note what the pointer is at, so that all panes can show it."""
        if node != self._pointed_at:
            self._pointed_at = node
            self.pointed.emit(node)

    # What it looks like

    @property
    def theme(self) -> Theme:
        """The colours and sizes."""
        return self._theme

    def use_theme(self, name: ThemeName) -> None:
        """Show everything in other colours."""
        theme = load_theme(name)
        if theme is not self._theme:
            self._theme = theme
            self.themed.emit(theme)

    # What was computed

    def value_of(self, source: Source) -> NDArray[Any] | None:
        """What a result was computed to be; None where it could not be computed."""
        tensor = self.evaluation.tensor(source)
        return None if tensor is None else tensor.array

    def gradient_of(self, node: NodeId) -> NDArray[Any] | None:
        """The gradient that has reached a node by now; None where none has."""
        recording = self.stepping.recording
        if recording is None or not recording.events:
            return None
        if self._gradients is None or self._gradients.recording is not recording:
            self._gradients = Gradients(recording)
        return self._gradients.at(node, self.stepping.index)

    def current_node(self) -> NodeId | None:
        """The node of the document whose backward step is shown; None before the first one, and while editing."""
        step, recording = self.stepping.step, self.stepping.recording
        if not self.stepping.is_stepping or step is None or step.node is None or recording is None:
            return None
        origin = recording.nodes[step.node].origin
        return NodeId(str(origin)) if origin in self.document.nodes else None

    def reason_at(self, part: NodeId | WireId) -> str:
        """Why something has no value or gets no gradient, in a sentence; "" where nothing is missing."""
        return Reasons(self.evaluation, self.stepping.recording).of(part)

    # How one thing leads to another

    def _take(self, opened: Opened) -> None:
        self.source = opened
        self.history = History(opened.document, self._clock)
        self._stop_following = self.history.changed.connect(self._follow)
        self._selection = Selection()
        self._gradients = None
        self.evaluation = evaluate(opened.document)
        self.stepping.begin(self.evaluation)

    def _follow(self, changed: Changed) -> None:
        self.evaluation = evaluate(changed.after, self.evaluation)
        before, self._selection = self._selection, self._selection.within(changed.after)
        self.stepping.follow(self.evaluation)
        self.edited.emit(changed)
        if self._selection != before:
            self.selected.emit(self._selection)
        self.filed.emit(None)
