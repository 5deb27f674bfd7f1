"""When commands can be given."""

from __future__ import annotations

from app.actions.action import Condition
from app.actions.desk import Desk
from app.model.session import Session
from app.model.workspace import PaneId
from core.expr.graph import Call
from core.expr.ids import NodeId


def has_nodes(session: Session, desk: Desk) -> bool:
    """There is something on the canvas."""
    return bool(session.document.nodes)


def has_selection(session: Session, desk: Desk) -> bool:
    """Anything is selected."""
    return bool(session.selection)


def has_selected_nodes(session: Session, desk: Desk) -> bool:
    """A node is selected."""
    return bool(session.selection.nodes)


def has_one_node(session: Session, desk: Desk) -> bool:
    """Exactly one node is selected."""
    return len(session.selection.nodes) == 1


def has_selected_calls(session: Session, desk: Desk) -> bool:
    """An operation is selected."""
    return any(isinstance(session.document.nodes[key], Call) for key in session.selection.nodes)


def has_selected_wires(session: Session, desk: Desk) -> bool:
    """A wire is selected."""
    return bool(session.selection.wires)


def is_editing(session: Session, desk: Desk) -> bool:
    """No step was taken, or stepping was left."""
    return not session.stepping.is_stepping


def has_pane(pane: PaneId) -> Condition:
    """The window has a pane of that kind."""
    return lambda session, desk: desk.has_pane(pane)


def selected_nodes(session: Session) -> list[NodeId]:
    """The selected nodes in the document's order."""
    return [key for key in session.document.nodes if key in session.selection.nodes]
