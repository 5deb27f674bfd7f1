"""What the tensor pane shows at the place where stepping is, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from app.model.session import Session
from app.model.theme import Family
from app.panels.telling.explained import explained_event
from app.panels.telling.subject import head_of, number_of, subject_of
from core.debug.arrays import Part, Value
from core.debug.events import (
    Accumulate,
    Clear,
    Event,
    Hook,
    NodeNumber,
    NonFinite,
    Seed,
    Sum,
    Unbroadcast,
    Vjp,
    ZeroFill,
)
from core.debug.factor import local_factor
from core.debug.recording import Recording
from core.debug.telling_edges import axes_summed, passes_on
from core.expr.expression import Expressions
from core.expr.ids import NodeId

Element: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TensorRow:
    """A tensor in a calculation: ``+ incoming [4, 0]``. A gradient that is None has no `value`."""

    name: str
    value: Part
    family: Family = Family.GRADIENT
    sign: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class TensorContent:
    """The rows of a calculation, of which the last is the result.

    `node` is the node of the document that the tensor is of, `element` the one to look at, and `vjp` the rule that
    the result comes from, if it comes from one.
    """

    title: str
    rows: tuple[TensorRow, ...] = ()
    node: NodeId | None = None
    element: Element | None = None
    note: str = ""
    vjp: Vjp | None = None

    @property
    def result(self) -> Part:
        """What the calculation leads to."""
        return self.rows[-1].value if self.rows else None


def content_of(session: Session, family: Family) -> TensorContent:
    """What there is to see of the values, or of the gradients."""
    return _value(session) if family is Family.VALUE else _gradient(session)


# Values -------------------------------------------------------------------------------------------------


def _value(session: Session) -> TensorContent:
    node = session.selection.current or _gradient(session).node
    if node is None or node not in session.document.nodes:
        return TensorContent("", note="Select a node to see its value.")
    results = session.evaluation.results(node)
    if not results:
        return TensorContent(_title(session, node), node=node, note=session.reason_at(node))
    return TensorContent(_title(session, node), (TensorRow("value", results[0].array, Family.VALUE),), node)


# Gradients ----------------------------------------------------------------------------------------------


def _gradient(session: Session) -> TensorContent:
    recording = session.stepping.recording
    if recording is None or not recording.nodes:
        return TensorContent("", note="There is no gradient before the backward pass.")
    event = explained_event(recording, session.stepping.index)
    told = _told(recording, event)
    selected = session.selection.current
    if selected is None or (told is not None and told.node == selected):
        return told or _of_subject(session, recording)
    return _of_node(session, recording, selected)


def _told(recording: Recording, event: Event) -> TensorContent | None:
    """The calculation that an event is about."""
    match event:
        case NonFinite():
            made = recording.events[event.index - 1]
            found = _told(recording, made)
            return None if found is None else replace(found, element=event.element or None)
        case Vjp():
            return _of_rule(recording, event)
        case ZeroFill():
            made = recording.events[event.index - 1]
            return _of_rule(recording, made) if isinstance(made, Vjp) else None
        case Sum(before=before, incoming=incoming, after=after):
            return _content(recording, event.node, _added(before, incoming, after))
        case Accumulate(before=before, incoming=incoming, after=after):
            return _content(recording, event.node, _added(before, incoming, after))
        case Unbroadcast(slot=slot, before=before, after=after):
            target = event.node if slot is None else recording.nodes[event.node].edges[slot].node
            return _content(recording, target, _summed(event, before, after))
        case Hook(before=(first, *_), after=(then, *_)):
            return _content(recording, event.node, _changed(first, then))
        case Clear(before=cleared, after=left):
            return _content(recording, event.node, _changed(cleared, left))
        case Seed(gradient=gradient):
            return _content(recording, event.node, (TensorRow("external", gradient),))
    return None


def _content(recording: Recording, number: NodeNumber | None, rows: Iterable[TensorRow]) -> TensorContent | None:
    if number is None:
        return None
    node = recording.nodes[number]
    return TensorContent(node.label, tuple(rows), None if node.origin is None else NodeId(str(node.origin)))


def _of_rule(recording: Recording, vjp: Vjp) -> TensorContent | None:
    found = _content(recording, number_of(recording, vjp), _multiplied(vjp))
    return None if found is None else replace(found, vjp=vjp)


def _multiplied(vjp: Vjp) -> Iterator[TensorRow]:
    """What a rule was given, what it multiplied that with if it did, and what came out."""
    local = None if passes_on(vjp) else local_factor(vjp)
    yield TensorRow("incoming", vjp.incoming[0])
    if local is not None:
        yield TensorRow("local", local, Family.VALUE, sign="×")
    yield TensorRow("result", vjp.result, sign="→" if local is None else "=")


def _summed(event: Unbroadcast, before: Value, after: Value) -> Iterator[TensorRow]:
    yield TensorRow("copies" if event.axes else "before", before)
    yield TensorRow(axes_summed(event) if event.axes else "converted", after, sign="Σ" if event.axes else "→")


def _added(before: Part, incoming: Value, after: Value) -> Iterator[TensorRow]:
    yield TensorRow("before", before)
    yield TensorRow("incoming", incoming, sign="+")
    yield TensorRow("after", after, sign="=")


def _changed(before: Part, after: Part) -> Iterator[TensorRow]:
    yield TensorRow("before", before)
    yield TensorRow("after", after, sign="→")


def _of_subject(session: Session, recording: Recording) -> TensorContent:
    """The gradient of the node that an event is about; at the end of a pass, that of the leaf that was last."""
    number = subject_of(session, recording)
    arrived = None if number is None else _arrived(recording, number, session.stepping.index)
    found = _content(recording, number, (TensorRow("gradient", arrived),))
    return found or TensorContent("", note="No gradient has arrived yet.")


def _of_node(session: Session, recording: Recording, node: NodeId) -> TensorContent:
    """The gradient that a node of the document has by now, or why it has none."""
    head = head_of(recording, node)
    if head is None:
        return TensorContent(_title(session, node), node=node, note=session.reason_at(node) or "It takes no gradient.")
    value = _arrived(recording, head, session.stepping.index)
    note = session.reason_at(node) if value is None else ""
    return TensorContent(recording.nodes[head].label, (TensorRow("gradient", value),), node, note=note)


def _arrived(recording: Recording, number: NodeNumber, index: int) -> Part:
    """What a leaf's `.grad` holds, or what has arrived at another node."""
    state = recording.state_at(index)
    stored = state.grad(number).grad if recording.nodes[number].is_leaf else None
    arrived = state.node(number).gradients[0]
    return stored if arrived is None else arrived


def _title(session: Session, node: NodeId) -> str:
    return Expressions(session.document).title(node)
