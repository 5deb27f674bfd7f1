"""Into which frames nodes come when they are moved."""

from __future__ import annotations

from collections.abc import Collection

from app.canvas.scene.hit import region_around
from app.canvas.scene.lift import Lift
from app.canvas.scene.scene import Scene
from app.render.marks import Rect
from core.expr.graph import Document
from core.expr.ids import NodeId, RegionId
from core.expr.regions import frames_around, nodes_in


def carried_regions(document: Document, nodes: Collection[NodeId]) -> frozenset[RegionId]:
    """The regions all of whose nodes are among these: they move along."""
    chosen = frozenset(nodes)
    inside = {region: frozenset(nodes_in(document, region)) for region in document.regions}
    return frozenset(region for region, held in inside.items() if held and held <= chosen)


def new_homes(document: Document, scene: Scene, lift: Lift) -> dict[NodeId, RegionId | None]:
    """The nodes that come to stand in another region, and in which; None for outside of all.

    A card enters the innermost region that its middle is in, and leaves one when nothing of it is in it any
    more. A region that moves along keeps its nodes.
    """
    homes: dict[NodeId, RegionId | None] = {}
    for row in lift.nodes.tolist():
        key = NodeId(scene.nodes.placed[row].id)
        before = document.nodes[key].region
        if before in lift.regions:
            continue
        left, top, right, bottom = scene.nodes.boxes[row].tolist()
        card = Rect(left + lift.offset[0], top + lift.offset[1], right - left, bottom - top)
        after = RegionId(region_around(scene, card.centre, lift.regions)) or None
        if after != before and not _stays(document, scene, card, before, after):
            homes[key] = after
    return homes


def _stays(document: Document, scene: Scene, card: Rect, before: RegionId | None, after: RegionId | None) -> bool:
    """Whether a card still touches the region it stood in, and is not inside a smaller one there."""
    if before is None or before in (frame.id for frame in frames_around(document, after)):
        return False
    return any(_touch(one.area, card) for one in scene.regions if one.id == before)


def _touch(one: Rect, other: Rect) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
