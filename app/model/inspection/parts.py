"""What is shown of a selection: a node, a wire, a frame, several things, or the document itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.model.inspection.fields import ON, Field, FieldKind, Inspection, Section, fact, switch
from app.model.inspection.nodes import inspect_node
from app.model.reasons import Reasons
from app.model.selection import Selection
from core.expr import edits
from core.expr.changes import ChangeSet
from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import Document, Leaf, RegionKind
from core.expr.ids import NodeId, RegionId, WireId
from core.expr.regions import nodes_in

_EFFECTS = {
    RegionKind.NO_GRAD: "Nothing inside is recorded.",
    RegionKind.ENABLE_GRAD: "What is inside is recorded, also in a no_grad frame.",
    RegionKind.INFERENCE_MODE: "Nothing inside is recorded, and the results never can be.",
    RegionKind.DETACH: "Every wire that leaves it is detached.",
    RegionKind.COMMENT: "It only has a title.",
}


def inspect(evaluation: Evaluation, selection: Selection) -> Inspection:
    """Everything about what is selected."""
    document = evaluation.document
    match [*selection.nodes], [*selection.wires], [*selection.regions]:
        case [], [], []:
            return _document(document)
        case [node], [], []:
            return inspect_node(evaluation, node)
        case [], [wire], []:
            return _wire(evaluation, wire)
        case [], [], [region]:
            return _region(document, region)
    return _several(document, selection)


def _document(document: Document) -> Inspection:
    fields = (
        Field("title", "title", FieldKind.NAME, document.title, edits.set_title, placeholder="none"),
        Field("note", "note", FieldKind.NAME, document.note, edits.set_note, placeholder="what it is about"),
    )
    remark = "Select a node, a wire or a frame to see its settings."
    return Inspection("document", "Document", remark, (Section("", fields),))


def _wire(evaluation: Evaluation, key: WireId) -> Inspection:
    wire, expressions = evaluation.document.wires[key], Expressions(evaluation.document)
    ends = (
        fact("source", "from", expressions.result_title(wire.source)),
        fact("target", "to", f"{expressions.title(wire.target)}, {wire.slot.port}"),
        switch("detached", "detached", wire.detached, partial(_set_detached, wires=[key]),
               "Whether only the value passes, and no gradient."),
    )  # fmt: skip
    return Inspection(key, "Wire", "", (Section("", ends),), problem=Reasons(evaluation, None).of(key))


def _region(document: Document, key: RegionId) -> Inspection:
    region = document.regions[key]
    kinds = tuple((str(kind), str(kind)) for kind in RegionKind)
    fields = (
        Field("kind", "kind", FieldKind.CHOICE, str(region.kind), partial(_set_kind, key=key), kinds,
              help=_EFFECTS[region.kind]),
        Field("title", "title", FieldKind.NAME, region.title, partial(_set_title, key=key), placeholder="none"),
        switch("enabled", "on", region.enabled, partial(_set_enabled, key=key), "Off, it is only an outline."),
        fact("nodes", "holds", f"{len(nodes_in(document, key))} nodes"),
    )  # fmt: skip
    return Inspection(key, region.title or str(region.kind), _EFFECTS[region.kind], (Section("", fields),))


def _several(document: Document, selection: Selection) -> Inspection:
    count = len(selection.nodes) + len(selection.wires) + len(selection.regions)
    fields = tuple(_common(document, selection))
    subject = " ".join(sorted([*selection.nodes, *selection.wires, *selection.regions]))
    return Inspection(subject, f"{count} parts", "What is set here counts for all of them.", (Section("", fields),))


def _common(document: Document, selection: Selection) -> Iterator[Field]:
    chosen = [node for key, node in document.nodes.items() if key in selection.nodes]
    nodes = [node.id for node in chosen if isinstance(node, Leaf) or node.requires_grad]
    if nodes:
        on = all(document.nodes[key].requires_grad for key in nodes)
        yield switch("requires_grad", "requires_grad", on, partial(_set_requires_grad, nodes=nodes))
    wires = [key for key in document.wires if key in selection.wires]
    if wires:
        detached = all(document.wires[key].detached for key in wires)
        yield switch("detached", "detached", detached, partial(_set_detached, wires=wires))


def _set_detached(document: Document, text: str, wires: list[WireId]) -> ChangeSet:
    return edits.set_detached(document, wires, text == ON)


def _set_requires_grad(document: Document, text: str, nodes: list[NodeId]) -> ChangeSet:
    return edits.set_requires_grad(document, nodes, text == ON)


def _set_kind(document: Document, text: str, key: RegionId) -> ChangeSet:
    return edits.set_region_kind(document, key, RegionKind(text))


def _set_title(document: Document, text: str, key: RegionId) -> ChangeSet:
    return edits.set_region_title(document, key, text.strip())


def _set_enabled(document: Document, text: str, key: RegionId) -> ChangeSet:
    return edits.set_region_enabled(document, key, text == ON)
