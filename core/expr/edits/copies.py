"""Copying parts of a document, within it or through the clipboard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from core.expr.actions import about
from core.expr.changes import ChangeSet, Setting
from core.expr.draft import Draft
from core.expr.edits.errors import the_node
from core.expr.graph import Call, Document, Node, Source, Wire
from core.expr.ids import NodeId, RegionId
from core.expr.names import names_in
from core.expr.regions import frames_around


def cut_out(document: Document, nodes: Collection[NodeId]) -> Document:
    """Return these nodes as a document of their own, with the wires between them and the frames around them."""
    chosen = set(nodes)
    kept = {key: node for key, node in document.nodes.items() if key in chosen}
    frames = {frame.id for node in kept.values() for frame in frames_around(document, node.region)}
    between = (wire for wire in document.wires.values() if wire.source.node in chosen and wire.target in chosen)
    return Document(
        id=document.id,
        nodes=kept,
        wires={wire.id: wire for wire in between},
        regions={key: region for key, region in document.regions.items() if key in frames},
        serial=document.serial,
    )


def paste(
    document: Document, other: Document, *, by: tuple[float, float] = (0.0, 0.0), region: RegionId | None = None
) -> ChangeSet:
    """Add all of another document, moved by so many px; names that are taken are left out.

    What is done with its tensors is done after what this document does with its own.
    """
    draft = Draft(document)
    copies = _copy_in(draft, other, by, region)
    if other.actions:
        draft.set(Setting.ACTIONS, (*document.actions, *(about(action, copies) for action in other.actions)))
    return draft.finish("Paste")


def duplicate(
    document: Document,
    nodes: Collection[NodeId],
    *,
    by: tuple[float, float] = (24.0, 24.0),
    with_inputs: bool = False,
) -> ChangeSet:
    """Copy nodes where they are; `with_inputs` leads the wires that come from elsewhere to the copies too."""
    draft = Draft(document)
    part = replace(cut_out(document, nodes), regions={})
    copies = _copy_in(draft, part, by, None)
    for key in part.nodes:
        draft.update(the_node(draft, copies[key]), region=document.nodes[key].region)
        if with_inputs:
            outside = (wire for wire in document.wiring.into(key) if wire.source.node not in copies)
            for wire in outside:
                draft.put(replace(wire, id=draft.ids.wire(), target=copies[key], via=()))
    return draft.finish("Duplicate")


def _copy_in(
    draft: Draft, other: Document, by: tuple[float, float], region: RegionId | None
) -> Mapping[NodeId, NodeId]:
    """Add the parts of another document under new ids, and return what became of its nodes' ids."""
    dx, dy = by
    frames = {key: draft.ids.region() for key in other.regions}
    copies = {key: draft.ids.node() for key in other.nodes}
    for frame in other.regions.values():
        parent = frames.get(frame.parent, region) if frame.parent is not None else region
        bounds = frame.bounds and (frame.bounds[0] + dx, frame.bounds[1] + dy, *frame.bounds[2:])
        draft.put(replace(frame, id=frames[frame.id], parent=parent, bounds=bounds))
    taken = {name for node in draft.document.nodes.values() for name in names_in(node)}
    for key, node in other.nodes.items():
        inside = frames.get(node.region, region) if node.region is not None else region
        copied = replace(node, id=copies[key], region=inside, x=node.x + dx, y=node.y + dy)
        draft.put(_without_names(copied, taken))
    for wire in other.wires.values():
        draft.put(_between_copies(wire, copies, by, draft))
    return copies


def _without_names(node: Node, taken: Iterable[str]) -> Node:
    if not any(name in taken for name in names_in(node)):
        return node
    return replace(node, name="", outputs=()) if isinstance(node, Call) else replace(node, name="")


def _between_copies(wire: Wire, copies: Mapping[NodeId, NodeId], by: tuple[float, float], draft: Draft) -> Wire:
    return replace(
        wire,
        id=draft.ids.wire(),
        source=Source(copies[wire.source.node], wire.source.output),
        target=copies[wire.target],
        via=tuple((x + by[0], y + by[1]) for x, y in wire.via),
    )
