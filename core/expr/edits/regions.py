"""Edits of frames: putting one around nodes, taking it away, switching it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from core.expr.changes import ChangeSet
from core.expr.draft import Draft
from core.expr.edits.errors import EditError, the_node, the_region
from core.expr.graph import Document, Region, RegionKind
from core.expr.ids import NodeId, RegionId
from core.expr.regions import frames_around

Bounds = tuple[float, float, float, float]


def wrap(
    document: Document, nodes: Sequence[NodeId], kind: RegionKind, *, title: str = "", bounds: Bounds | None = None
) -> ChangeSet:
    """Put a frame around nodes. Frames that are wholly among them come to stand inside it."""
    draft = Draft(document)
    chosen = [the_node(draft, key) for key in dict.fromkeys(nodes)]
    if not chosen:
        raise EditError("A frame needs something to go around.", "Select nodes first.")
    parent = _common_frame(document, [node.region for node in chosen])
    region = Region(id=draft.ids.region(), kind=kind, title=title, parent=parent, bounds=bounds)
    draft.put(region)
    inner: dict[RegionId, None] = {}
    for node in chosen:
        if node.region == parent:
            draft.update(node, region=region.id)
        else:
            inner[_frame_below(document, node.region, parent)] = None
    for key in inner:
        draft.update(document.regions[key], parent=region.id)
    return draft.finish(f"Wrap in {kind}")


def _common_frame(document: Document, regions: Iterable[RegionId | None]) -> RegionId | None:
    """Return the innermost frame around all of these."""
    chains = [[frame.id for frame in frames_around(document, one)] for one in regions]
    return next((key for key in chains[0] if all(key in chain for chain in chains)), None)


def _frame_below(document: Document, region: RegionId | None, parent: RegionId | None) -> RegionId:
    """Return the frame around `region`, or itself, that stands directly in `parent`."""
    return next(frame.id for frame in frames_around(document, region) if frame.parent == parent)


def unwrap(document: Document, region: RegionId) -> ChangeSet:
    """Take a frame away; what is in it moves into the frame around it."""
    draft = Draft(document)
    remove_region(draft, the_region(draft, region))
    return draft.finish("Remove frame")


def remove_region(draft: Draft, region: Region) -> None:
    """Remove a frame and leave what is in it."""
    draft.remove(region)
    for key in draft.document.nodes:
        node = draft.node(key)
        if node is not None and node.region == region.id:
            draft.update(node, region=region.parent)
    for other in draft.document.regions:
        inner = draft.region(other)
        if inner is not None and inner.parent == region.id:
            draft.update(inner, parent=region.parent)


def put_into_region(document: Document, nodes: Iterable[NodeId], region: RegionId | None) -> ChangeSet:
    """Put nodes into a frame, or out of all of them."""
    draft = Draft(document)
    if region is not None:
        the_region(draft, region)
    for key in nodes:
        draft.update(the_node(draft, key), region=region)
    return draft.finish("Move into frame" if region else "Move out of frame")


def set_region_enabled(document: Document, region: RegionId, enabled: bool) -> ChangeSet:
    """Switch a frame on or off; off, it is only an outline."""
    kind = document.regions[region].kind if region in document.regions else "frame"
    return _update(document, region, f"Switch {kind} {'on' if enabled else 'off'}", enabled=enabled)


def set_region_kind(document: Document, region: RegionId, kind: RegionKind) -> ChangeSet:
    """Make a frame do something else."""
    return _update(document, region, "Change frame", kind=kind)


def set_region_title(document: Document, region: RegionId, title: str) -> ChangeSet:
    """Change the title of a frame."""
    return _update(document, region, "Rename frame", title=title)


def set_region_bounds(document: Document, region: RegionId, bounds: Bounds | None) -> ChangeSet:
    """Give a frame a size of its own; with None it fits itself to its nodes."""
    return _update(document, region, "Resize frame", bounds=bounds)


def _update(document: Document, region: RegionId, name: str, **fields: Any) -> ChangeSet:
    draft = Draft(document)
    draft.update(the_region(draft, region), **fields)
    return draft.finish(name)
