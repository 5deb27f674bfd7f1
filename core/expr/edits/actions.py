"""Edits of what is done with the tensors: backward passes, prints, and clearing gradients."""

from __future__ import annotations

from collections.abc import Sequence

from core.expr.actions import nodes_of
from core.expr.changes import ChangeSet, Setting
from core.expr.draft import Draft
from core.expr.edits.errors import EditError
from core.expr.graph import Action, Document


def set_actions(document: Document, actions: Sequence[Action]) -> ChangeSet:
    """Replace all that is to be done."""
    for action in actions:
        if missing := nodes_of(action) - document.nodes.keys():
            raise EditError(f"There is no node {', '.join(sorted(missing))}.")
    draft = Draft(document)
    draft.set(Setting.ACTIONS, tuple(actions))
    return draft.finish("Change backward calls")
