"""Putting a document together from the parts in a file, and leaving out what makes no sense.

A part that cannot be read, or that refers to something that is not there, is dropped or repaired. A problem says
so each time, because the next save would lose it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar
from uuid import uuid4

from core.expr.actions import nodes_of
from core.expr.graph import Call, Document, Leaf, Node, Region, Slot, Wire
from core.expr.ids import NodeId, RegionId, WireId, last_number
from core.expr.limits import MAX_FRAMES, MAX_NODES
from core.expr.names import names_in, why_not_a_name
from core.expr.problems import Problem, Severity
from core.io import fields as read
from core.io.fields import FormatError
from core.io.parts import REGION, WIRE, read_action, read_node

_KNOWN = {"format", "schema", "made_by", "id", "title", "note", "nodes", "wires", "regions", "actions", "view"}


@dataclass(frozen=True, slots=True)
class Assembled:
    """A document that was read, and what had to be left out or repaired."""

    document: Document
    problems: tuple[Problem, ...] = ()


class _HasId(Protocol):
    @property
    def id(self) -> Any: ...


Part = TypeVar("Part", bound=_HasId)
Notes = list[Problem]


def assemble(data: dict[str, Any]) -> Assembled:
    """Make a document of the content of a file with the current schema number."""
    notes: Notes = []
    nodes: dict[NodeId, Node] = _parts(data, "nodes", read_node, notes)
    wires: dict[WireId, Wire] = _parts(data, "wires", WIRE.read, notes)
    regions: dict[RegionId, Region] = _parts(data, "regions", REGION.read, notes)
    document = Document(
        id=read.stepping(read.ident, data["id"], "id") if "id" in data else uuid4().hex,
        title=read.stepping(read.text, data.get("title", ""), "title"),
        note=read.stepping(read.text, data.get("note", ""), "note"),
        nodes=nodes,
        regions=regions,
        wires=dict(_sound_wires(nodes, wires.values(), notes)),
        view=read.stepping(read.mapping, data.get("view", {}), "view"),
        extra={key: value for key, value in data.items() if key not in _KNOWN},
        serial=last_number([*nodes, *wires, *regions]),
    )
    document = _without_cycles(_with_sound_regions(document, notes), notes)
    document = replace(document, nodes=dict(_sound_nodes(document, notes)))
    return Assembled(replace(document, actions=_actions(data, document, notes)), tuple(notes))


def _note(notes: Notes, message: str, **about: Any) -> None:
    notes.append(Problem(message=message, severity=Severity.WARNING, **about))


def _parts(data: dict[str, Any], key: str, read_one: Callable[[Any], Part], notes: Notes) -> dict[Any, Part]:
    listed = read.stepping(read.items, data.get(key, []), key)
    if len(listed) > MAX_NODES * 4 or (key == "nodes" and len(listed) > MAX_NODES):
        raise FormatError(f"The file has {len(listed):,} {key}; a document has up to {MAX_NODES:,} nodes.")
    parts: dict[Any, Part] = {}
    for place, one in enumerate(listed):
        try:
            part = read_one(one)
        except FormatError as error:
            _note(notes, f"{error.inside(place).inside(key).message} It was left out.")
            continue
        if part.id in parts:
            _note(notes, f"{key}[{place}]: the id {part.id} is taken. It was left out.")
        else:
            parts[part.id] = part
    return parts


def _sound_wires(nodes: dict[NodeId, Node], wires: Iterable[Wire], notes: Notes) -> Iterable[tuple[WireId, Wire]]:
    taken = set()
    for wire in wires:
        target = nodes.get(wire.target)
        end = (wire.target, wire.slot)
        if wire.source.node not in nodes or target is None:
            _note(notes, f"The wire {wire.id} leads from or to a node that is not there. It was left out.")
        elif isinstance(target, Leaf) or end in taken:
            _note(notes, f"The wire {wire.id} ends where no wire fits. It was left out.", node=target.id)
        else:
            taken.add(end)
            yield wire.id, wire


def _with_sound_regions(document: Document, notes: Notes) -> Document:
    regions = dict(document.regions)
    depths: dict[RegionId | None, int] = {None: 0}
    for key in document.regions:
        for one in reversed([*_unknown_around(key, regions, depths)]):
            depth = depths.get(regions[one].parent, MAX_FRAMES) + 1
            if depth > MAX_FRAMES:
                _note(notes, "A region is in itself, in one that is not there, or in too many.", region=one)
                regions[one], depth = replace(regions[one], parent=None), 1
            depths[one] = depth
    return replace(document, regions=regions)


def _unknown_around(
    key: RegionId | None, regions: Mapping[RegionId, Region], known: Container[RegionId | None]
) -> Iterable[RegionId]:
    """Iterate over a region and those around it, outwards, up to one that is known or comes again."""
    seen: set[RegionId] = set()
    while key is not None and key in regions and key not in known and key not in seen:
        seen.add(key)
        yield key
        key = regions[key].parent


def _without_cycles(document: Document, notes: Notes) -> Document:
    closing = {wire.id for wire in document.ordering.closing}
    for key in closing:
        _note(notes, f"The wire {key} closes a cycle. It was left out.", node=document.wires[key].target)
    if not closing:
        return document
    return replace(document, wires={key: wire for key, wire in document.wires.items() if key not in closing})


def _sound_nodes(document: Document, notes: Notes) -> Iterable[tuple[NodeId, Node]]:
    taken: set[str] = set()
    wired = {(wire.target, wire.slot) for wire in document.wires.values()}
    for key, node in document.nodes.items():
        if node.region is not None and node.region not in document.regions:
            _note(notes, f"The node {key} is in a region that is not there.", node=key)
            node = replace(node, region=None)
        node = _with_sound_names(node, taken, notes)
        yield key, _without_hidden_constants(node, wired)


def _with_sound_names(node: Node, taken: set[str], notes: Notes) -> Node:
    names = names_in(node)
    if not any(name in taken or why_not_a_name(name) for name in names) and len(set(names)) == len(names):
        taken.update(names)
        return node
    _note(notes, f"The node {node.id} had a name that is not one, or that is taken.", node=node.id)
    return replace(node, name="", outputs=()) if isinstance(node, Call) else replace(node, name="")


def _without_hidden_constants(node: Node, wired: set[tuple[NodeId, Slot]]) -> Node:
    """Drop the constants of inputs that have a wire: the wire is what counts."""
    if not isinstance(node, Call):
        return node
    seen = {slot: value for slot, value in node.constants.items() if (node.id, slot) not in wired}
    return node if len(seen) == len(node.constants) else replace(node, constants=seen)


def _actions(data: dict[str, Any], document: Document, notes: Notes) -> tuple[Any, ...]:
    actions = []
    for place, one in enumerate(read.stepping(read.items, data.get("actions", []), "actions")):
        try:
            action = read_action(one)
        except FormatError as error:
            _note(notes, f"{error.inside(place).inside('actions').message} It was left out.")
            continue
        if all(node in document.nodes for node in nodes_of(action)):
            actions.append(action)
        else:
            _note(notes, f"actions[{place}] is about a node that is not there. It was left out.")
    return tuple(actions)
