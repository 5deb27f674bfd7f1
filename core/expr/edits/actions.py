"""Edits of what is done with the tensors: backward passes, prints, and clearing gradients."""

from __future__ import annotations

from collections.abc import Sequence

from core.expr.actions import nodes_of
from core.expr.changes import ChangeSet, Setting
from core.expr.draft import Draft
from core.expr.edits.errors import EditError
from core.expr.graph import Action, Document


def add_action(document: Document, action: Action, at: int | None = None) -> ChangeSet:
    """Add something to do, at the end or before the action that is `at` that place."""
    place = len(document.actions) if at is None else at
    return set_actions(document, [*document.actions[:place], action, *document.actions[place:]])


def remove_action(document: Document, at: int) -> ChangeSet:
    """Take out the action at that place."""
    return set_actions(document, [*document.actions[:at], *document.actions[at + 1 :]])


def set_actions(document: Document, actions: Sequence[Action]) -> ChangeSet:
    """Replace all that is to be done."""
    for action in actions:
        if missing := nodes_of(action) - document.nodes.keys():
            raise EditError(f"There is no node {', '.join(sorted(missing))}.")
    draft = Draft(document)
    draft.set(Setting.ACTIONS, tuple(actions))
    return draft.finish("Change backward calls")
