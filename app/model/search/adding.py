"""Adding what was found to a document, connected to the wire that was dragged."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.search.entries import AddExpression, AddLeaf, AddOp, Entry
from app.model.session import Session
from core.expr import edits
from core.expr.graph import Document, Point, Slot, Source
from core.expr.ids import NodeId, RegionId


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is added: the place, the frame around it, and what it is connected to on either side."""

    place: Point = (0.0, 0.0)
    region: RegionId | None = None
    source: Source | None = None
    target: tuple[NodeId, Slot] | None = None


def add(session: Session, entry: Entry, spot: Spot) -> NodeId | None:
    """Add something as one undo step; returns the node of its result.

    Raises GradwalkError, with the document as it was, when it cannot be added or connected.
    """
    before = session.document.nodes.keys()
    with session.step(_name(entry)):
        _put(session, entry, spot)
        added = [key for key in session.document.nodes if key not in before]
        made = _last(session.document, added)
        if made is not None:
            _connect(session, entry, made, spot)
    return made


def _name(entry: Entry) -> str:
    match entry:
        case AddOp(op):
            return f"Add {op.name}"
        case AddLeaf():
            return "Add leaf"
        case AddExpression():
            return "Add expression"


def _put(session: Session, entry: Entry, spot: Spot) -> None:
    document, at, region = session.document, spot.place, spot.region
    match entry:
        case AddOp(op, attributes, constants):
            changes = edits.add_call(
                document, op.name, attributes=attributes, constants=constants, at=at, region=region
            )
        case AddLeaf(text):
            changes = edits.add_leaf(document, text, name=free_name(document), requires_grad=True, at=at, region=region)
        case AddExpression(text):
            changes = edits.add_expression(document, text, at=at, region=region)
    session.perform(changes)


def _last(document: Document, added: list[NodeId]) -> NodeId | None:
    """Of the new nodes, the one whose result none of the others takes."""
    return next((key for key in reversed(added) if not document.wiring.out_of(key)), None)


def _connect(session: Session, entry: Entry, made: NodeId, spot: Spot) -> None:
    slot = entry.slot if isinstance(entry, AddOp) else None
    if spot.source is not None and slot is not None:
        session.perform(edits.connect(session.document, spot.source, made, slot))
    if spot.target is not None:
        session.perform(edits.connect(session.document, Source(made), *spot.target))


_LETTERS = ("x", "y", "z", "a", "b", "c", "d", "w", "u", "v")


def free_name(document: Document) -> str:
    """A name for a new leaf that nothing else has."""
    taken = {node.name for node in document.nodes.values()}
    letters = (letter for letter in _LETTERS if letter not in taken)
    return next(letters, None) or next(name for count in range(1, len(taken) + 2) if (name := f"x{count}") not in taken)
