"""What the status bar says: how large the graph is, what was recorded, and which keys help now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.model.session import Session
from app.model.workspace import PaneId
from core.debug.events import NonFinite
from core.debug.recording import Recording
from core.expr.graph import Document, Leaf
from core.expr.problems import Severity


class Fact(NamedTuple):
    """A fact in words, and the pane that has more about it."""

    words: str
    pane: PaneId | None = None


class Facts:
    """Says the facts, and counts again only what is not what it was."""

    def __init__(self) -> None:
        self._document: Document | None = None
        self._recording: Recording | None = None
        self._size = self._outcome = ""

    def of(self, session: Session) -> Iterator[Fact]:
        """The facts, in order."""
        if session.document is not self._document:
            self._document, self._size = session.document, _size(session.document)
        yield Fact(self._size)
        errors = sum(one.severity is Severity.ERROR for one in session.problems)
        if errors:
            yield Fact(_counted(errors, "problem"), PaneId.PROBLEMS)
        branch = session.stepping.branch
        recording = branch.recording if branch is not None else None
        if branch is None or recording is None or not recording.events:
            return
        if recording is not self._recording:
            self._recording, self._outcome = recording, _outcome(recording)
        grad_enabled = recording.pass_at(session.stepping.index).begin.grad_enabled if recording.passes else True
        yield Fact(f"grad mode {'on' if grad_enabled else 'off'}")
        yield Fact(f"recording {branch.number}: {_counted(len(recording.events), 'event')}, {self._outcome}")


def hints(session: Session) -> tuple[tuple[str, str], ...]:
    """Keys with what they do now."""
    if not session.document.nodes:
        return (("Tab", "add"), ("Ctrl+L", "write an expression"), ("Ctrl+O", "open"))
    if session.stepping.is_stepping:
        moves = ("Right", "next node"), ("Shift+Right", "next event"), ("F5", "to next stop"), ("Home", "start")
        return *moves, ("Ctrl+0", "fit")
    if session.selection.nodes:
        return (("N", "no_grad"), ("R", "requires grad"), ("F2", "rename"), ("F10", "step"), ("Ctrl+K", "commands"))
    return (("Tab", "add"), ("Right", "step"), ("L", "arrange"), ("Ctrl+K", "commands"))


def _size(document: Document) -> str:
    leaves = sum(isinstance(node, Leaf) for node in document.nodes.values())
    roots = sum(not isinstance(node, Leaf) and not document.wiring.out_of(key) for key, node in document.nodes.items())
    return f"{_counted(len(document.nodes), 'node')} · {_counted(leaves, 'leaf')} · {_counted(roots, 'root')}"


def _outcome(recording: Recording) -> str:
    if recording.error is not None:
        return "ended with an error"
    broken = {event.node for event in recording.events if isinstance(event, NonFinite)}
    return f"complete, NaN or Inf is made at {_counted(len(broken), 'node')}" if broken else "complete"


def _counted(count: int, noun: str) -> str:
    plural = {"leaf": "leaves"}.get(noun, f"{noun}s")
    return f"{count:,} {noun if count == 1 else plural}"
