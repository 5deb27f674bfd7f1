"""The document and how it came to be: every edit goes through here, and each can be taken back.

One act of the user is one step. While a step is made nobody is told; when it is done, everybody is told once,
with the changes. If anything goes wrong in the middle, the document is as it was before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from app.model.signal import Signal
from core.expr.changes import ChangeSet, apply
from core.expr.graph import Document

MERGE_WINDOW = 0.8
"""Seconds after which a drag or typing that goes on makes a new step."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Changed:
    """What listeners are told: the document before and after, and the changes that lead from one to the other."""

    before: Document
    after: Document
    changes: ChangeSet


@dataclass(slots=True)
class _Entry:
    changes: ChangeSet
    key: str
    time: float


class History:
    """Holds a document. `changed` is emitted once for each step, undo and redo.

    Steps with the same `merge` key become one when they follow each other within `window` seconds on `clock`.
    """

    def __init__(self, document: Document, clock: Clock = time.monotonic, window: float = MERGE_WINDOW) -> None:
        self.changed: Signal[Changed] = Signal()
        self._document = document
        self._clock = clock
        self._window = window
        self._entries: list[_Entry] = []
        self._done = 0
        self._saved: int | None = 0
        self._open: list[ChangeSet] | None = None

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return self._document

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all steps, those that were undone too."""
        return tuple(entry.changes.name for entry in self._entries)

    @property
    def done(self) -> int:
        """How many of the steps hold; the others were undone."""
        return self._done

    @property
    def undo_name(self) -> str:
        """What undo would take back, or nothing."""
        return self._entries[self._done - 1].changes.name if self._done else ""

    @property
    def redo_name(self) -> str:
        """What redo would do again, or nothing."""
        return self._entries[self._done].changes.name if self._done < len(self._entries) else ""

    @property
    def is_saved(self) -> bool:
        """Whether the document is as it was last saved."""
        return self._saved == self._done

    def mark_saved(self) -> None:
        """Note that the document was saved as it is now."""
        self._saved = self._done
        self._seal()

    def apply(self, changes: ChangeSet, *, merge: str = "") -> None:
        """Make an edit: as a step of its own, or as a part of the step that is open."""
        if self._open is None:
            with self.step(changes.name, merge=merge):
                self.apply(changes)
        elif changes:
            self._document = apply(self._document, changes.changes)
            self._open.append(changes)

    def amend(self, changes: ChangeSet) -> None:
        """Make an edit as a part of the step that was just made, however long the program took for that one.

        For what follows from a step once its values are known, such as places for new nodes.
        """
        if self._open is not None or not self._done or self.is_saved:
            self.apply(changes)
        elif changes:
            before, self._document = self._document, apply(self._document, changes.changes)
            self._join(self._entries[self._done - 1], changes)
            self.changed.emit(Changed(before, self._document, changes))

    @contextmanager
    def step(self, name: str, *, merge: str = "") -> Generator[None, None, None]:
        """Make one step of all edits in this block. A step inside another is a part of it.

        An exception in the block puts the document back to what it was and goes on to the caller.
        """
        if self._open is not None:
            yield
            return
        before, self._open = self._document, []
        try:
            yield
        except BaseException:
            self._document, self._open = before, None
            raise
        made, self._open = self._open, None
        self._commit(before, ChangeSet(name, tuple(change for one in made for change in one.changes)), merge)

    def undo(self) -> bool:
        """Take back the last step; False when there is none."""
        return self.go_to(self._done - 1)

    def redo(self) -> bool:
        """Do the step again that was taken back last; False when there is none."""
        return self.go_to(self._done + 1)

    def go_to(self, done: int) -> bool:
        """Undo or redo until that many steps hold; False when there are not so many."""
        if self._open is not None or not 0 <= done <= len(self._entries):
            return False
        while self._done != done:
            forward = done > self._done
            entry = self._entries[self._done if forward else self._done - 1]
            changes = entry.changes if forward else entry.changes.inverse()
            before, self._document = self._document, apply(self._document, changes.changes)
            self._done += 1 if forward else -1
            self.changed.emit(Changed(before, self._document, changes))
        self._seal()
        return True

    def _commit(self, before: Document, changes: ChangeSet, merge: str) -> None:
        if not changes:
            return
        now = self._clock()
        del self._entries[self._done :]
        if self._saved is not None and self._saved > self._done:
            self._saved = None  # the saved state was undone, and cannot be reached any more
        last = self._entries[-1] if self._entries else None
        if last is not None and merge and last.key == merge and now - last.time <= self._window:
            last.time = now
            self._join(last, changes)
        else:
            self._entries.append(_Entry(changes, merge, now))
            self._done += 1
        self.changed.emit(Changed(before, self._document, changes))

    def _join(self, last: _Entry, changes: ChangeSet) -> None:
        """Make changes a part of the last step; one that comes to nothing by them is no step any more."""
        last.changes = last.changes.then(changes)
        if not last.changes:
            self._done -= 1
            del self._entries[self._done :]

    def _seal(self) -> None:
        """Let the next step stand by itself, however soon it comes."""
        if self._done:
            self._entries[self._done - 1].key = ""
