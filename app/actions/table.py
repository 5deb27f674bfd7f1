"""All commands, by id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.actions import documents, editing, graph, helping, stepping, viewing
from app.actions.action import Action
from app.actions.desk import Desk
from app.model.session import Session
from core.errors import GradwalkError

_GROUPS = {
    "File": documents.ACTIONS,
    "Edit": editing.ACTIONS,
    "Graph": graph.ACTIONS,
    "Step": stepping.ACTIONS,
    "View": viewing.ACTIONS,
    "Help": helping.ACTIONS,
}

GROUPS: Mapping[str, tuple[Action, ...]] = MappingProxyType(_GROUPS)
"""The commands by what they are about, in the order in which they are listed."""

ACTIONS: Mapping[str, Action] = MappingProxyType({action.id: action for group in GROUPS.values() for action in group})


def run(action: Action, session: Session, desk: Desk) -> None:
    """Give a command; a refusal is said, and nothing is changed then."""
    try:
        action.run(session, desk)
    except GradwalkError as error:
        desk.say(str(error), refused=True)


def keys_of(action: Action, changed: Mapping[str, tuple[str, ...]], *, passing: bool = True) -> tuple[str, ...]:
    """The shortcuts of a command: those that the user gave it, or its own, with or without the passing ones."""
    own = action.all_shortcuts if passing else action.shortcuts
    return changed.get(action.id, own)
