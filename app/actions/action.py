"""A command: what it is called, when it can be given, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from app.actions.desk import Desk
from app.model.session import Session

Condition: TypeAlias = Callable[[Session, Desk], bool]
Run: TypeAlias = Callable[[Session, Desk], object]


class Scope(StrEnum):
    """Where the keys of a command count."""

    WINDOW = "window"
    CANVAS = "canvas"  # while the canvas or the timeline has the focus, never in a text field


@dataclass(frozen=True, slots=True)
class Action:
    """A command as a record.

    `title` ends with an ellipsis when more is asked for. `help` is one sentence for tips and the list of
    shortcuts. `enabled_when` and `toggled_when` are asked whenever something has changed. `title_now` gives a
    title that depends on the document. Keys that mean different things while editing and while stepping are in
    `passing_shortcuts`, and count `passing_when`.
    """

    id: str
    title: str
    run: Run
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    help: str = ""
    scope: Scope = Scope.WINDOW
    enabled_when: Condition | None = None
    toggled_when: Condition | None = None
    title_now: Callable[[Session], str] | None = None
    passing_shortcuts: tuple[str, ...] = ()
    passing_when: Condition | None = None

    @property
    def all_shortcuts(self) -> tuple[str, ...]:
        """Its keys, those that count at times only first."""
        return (*self.passing_shortcuts, *self.shortcuts)

    def is_enabled(self, session: Session, desk: Desk) -> bool:
        """Whether it can be given now."""
        return self.enabled_when is None or self.enabled_when(session, desk)

    def is_toggled(self, session: Session, desk: Desk) -> bool:
        """Whether what it switches is on."""
        return self.toggled_when is not None and self.toggled_when(session, desk)

    def title_in(self, session: Session) -> str:
        """What it is called now."""
        return self.title if self.title_now is None else self.title_now(session)
