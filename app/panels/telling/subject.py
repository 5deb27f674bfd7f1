"""Which tensor a step is about."""

from __future__ import annotations

from app.model.session import Session
from app.panels.telling.explained import explained_event
from core.debug.events import Accumulate, Event, NodeEvent, NodeNumber, NonFinite, PassEnd, Vjp, ZeroFill
from core.debug.recording import Recording
from core.expr.ids import NodeId


def head_of(recording: Recording, node: NodeId) -> NodeNumber | None:
    """The backward node that takes the gradient of a node's result; None for a node that takes no part.

    An operation that consists of others leaves several backward nodes; the one that was made last is it.
    """
    found = [one for one in recording.nodes if one.origin == node]
    return min(found, key=lambda one: one.order).number if found else None


def subject_of(session: Session, recording: Recording) -> NodeNumber | None:
    """The backward node of the selected node, if it takes part, or else the one that the step is about."""
    selected = session.selection.current
    head = None if selected is None else head_of(recording, selected)
    return _about(recording, session.stepping.index) if head is None else head


def _about(recording: Recording, index: int) -> NodeNumber | None:
    event = explained_event(recording, index)
    return _last_leaf(recording, index) if isinstance(event, PassEnd) else number_of(recording, event)


def number_of(recording: Recording, event: Event) -> NodeNumber | None:
    """The node whose gradient an event is about: that which a rule computed one for, or that of the event."""
    match event:
        case Vjp(node=number, slot=slot) | ZeroFill(node=number, slot=slot) | NonFinite(node=number, slot=int(slot)):
            return recording.nodes[number].edges[slot].node
        case NodeEvent(node=number):
            return number
    return None


def _last_leaf(recording: Recording, index: int) -> NodeNumber | None:
    written = [event.node for event in recording.events[: index + 1] if isinstance(event, Accumulate)]
    return written[-1] if written else None
