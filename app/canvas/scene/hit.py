"""What of a scene is under a point."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from app.canvas.scene.areas import area_of, meeting
from app.canvas.scene.camera import Camera
from app.canvas.scene.scene import Scene
from app.canvas.scene.targets import (
    OnCard,
    OnGround,
    OnHeader,
    OnInput,
    OnNode,
    OnOutput,
    OnRegionSwitch,
    OnScissors,
    OnSeed,
    OnSwitch,
    OnTitle,
    OnValue,
    OnWire,
    Target,
)
from app.model.metrics import metrics
from app.render.card_box import card_box
from app.render.detail import Detail, detail_at
from app.render.draw_packet import seed_area
from app.render.draw_region import HEADER, switch_area
from app.render.frame import PlacedNode
from app.render.geometry import Floats, distances, point_at
from app.render.looks import Cut, RegionKind
from app.render.marks import Point, Rect

_WIRE_REACH = 6.0
"""How close to a wire the pointer has to be, in screen pixels."""
SCISSORS_RADIUS = 11.0
_LEAST_SPAN = 56.0
"""A shorter wire has no room for scissors."""
_EDGE_REACH = 5.0
_SWITCH_MARGIN = 4.0
"""Small things can be hit a little beside."""


def target_at(scene: Scene, camera: Camera, place: Point) -> Target:
    """What is under a place of the scene, the topmost first."""
    detail = detail_at(camera.zoom)
    socket = socket_at(scene, place) if detail >= Detail.NUMBERS else None
    return (
        socket
        or _card_at(scene, place, detail)
        or (_seed_at(scene, place) if detail >= Detail.NUMBERS else None)
        or _wire_at(scene, place, _WIRE_REACH / camera.zoom, detail)
        or _region_at(scene, place, detail)
    )


def socket_at(scene: Scene, place: Point, reach: float | None = None) -> OnInput | OnOutput | None:
    """The nearest socket within reach of a place."""
    reach = reach or metrics().size.socket_hit / 2
    near = [socket for row in _close(scene.nodes.boxes, place, reach) for socket in sockets_of(scene.nodes.placed[row])]
    nearest = min(near, key=lambda socket: _distance(socket.place, place), default=None)
    return nearest if nearest is not None and _distance(nearest.place, place) <= reach else None


def node_at(scene: Scene, place: Point) -> str:
    """The topmost card under a place, "" for none."""
    rows = _close(scene.nodes.boxes, place)
    return scene.nodes.placed[rows[-1]].id if rows else ""


def wire_at(scene: Scene, place: Point, reach: float, without: Collection[str] = ()) -> str:
    """The nearest wire within reach of a place, apart from some, "" for none."""
    wires = scene.wires
    rows = [row for row in _close(wires.boxes, place, reach) if wires.placed[row].id not in without]
    if not rows:
        return ""
    away = distances(wires.curves[rows], place)
    nearest = int(away.argmin())
    return wires.placed[rows[nearest]].id if away[nearest] <= reach else ""


def scissors_place(scene: Scene, wire: str) -> Point | None:
    """Where the scissors of a wire are, or would be; None where there is no room for them."""
    placed = [scene.wires.placed[row] for row in scene.wires.rows_of(wire)]
    for piece in placed:
        if piece.look.cut is Cut.SCISSORS:
            return point_at(piece.points, piece.look.cut_at)
    longest = max(placed, key=lambda piece: _distance(piece.points[0], piece.points[3]), default=None)
    if longest is None or _distance(longest.points[0], longest.points[3]) < _LEAST_SPAN:
        return None
    return point_at(longest.points, 0.5)


def nodes_within(scene: Scene, area: Rect) -> list[str]:
    """The cards of which something is in an area."""
    return [scene.nodes.placed[row].id for row in meeting(scene.nodes.boxes, area_of(area)).tolist()]


def region_around(scene: Scene, place: Point, without: Collection[str] = ()) -> str:
    """The innermost region around a place, apart from some, "" outside of all."""
    around = (one.id for one in reversed(scene.regions) if one.id not in without and _inside(one.area, place))
    return next(around, "")


def _card_at(scene: Scene, place: Point, detail: Detail) -> OnCard | None:
    rows = _close(scene.nodes.boxes, place)
    if not rows:
        return None
    placed = scene.nodes.placed[rows[-1]]
    if detail < Detail.NUMBERS:
        return OnNode(placed.id)
    box, inside = card_box(placed.look), (place[0] - placed.x, place[1] - placed.y)
    if placed.look.switch is not None and _inside(box.switch.grown(_SWITCH_MARGIN), inside):
        return OnSwitch(placed.id)
    if inside[1] <= box.value.y:
        return OnTitle(placed.id)
    return OnValue(placed.id) if _inside(box.value, inside) else OnNode(placed.id)


def _seed_at(scene: Scene, place: Point) -> OnSeed | None:
    seeds = ((one, (place[0] - one.x, place[1] - one.y)) for one in scene.frame.seeds if one.node)
    return next((OnSeed(one.node, one.output) for one, inside in seeds if _inside(seed_area(one.look), inside)), None)


def _wire_at(scene: Scene, place: Point, reach: float, detail: Detail) -> OnWire | OnScissors | None:
    wire = wire_at(scene, place, max(reach, SCISSORS_RADIUS) if detail >= Detail.NUMBERS else reach)
    if not wire:
        return None
    scissors = scissors_place(scene, wire) if detail >= Detail.NUMBERS else None
    if scissors is not None and _distance(scissors, place) <= SCISSORS_RADIUS:
        return OnScissors(wire)
    return OnWire(wire) if wire_at(scene, place, reach) == wire else None


def _region_at(scene: Scene, place: Point, detail: Detail) -> OnHeader | OnRegionSwitch | OnGround:
    for region in reversed(scene.regions):
        area = region.area
        if not _inside(area.grown(_EDGE_REACH), place):
            continue
        inside = place[0] - area.x, place[1] - area.y
        switch = switch_area(region.look).grown(_SWITCH_MARGIN)
        if region.look.kind is not RegionKind.COMMENT and detail >= Detail.NUMBERS and _inside(switch, inside):
            return OnRegionSwitch(region.id)
        if inside[1] <= HEADER or not _inside(area.grown(-_EDGE_REACH), place):
            return OnHeader(region.id)
        return OnGround(region.id)
    return OnGround()


def sockets_of(placed: PlacedNode) -> list[OnInput | OnOutput]:
    """All sockets of a card, with their places in the scene."""
    box, x, y = card_box(placed.look), placed.x, placed.y
    inputs = [OnInput(placed.id, index, (x + at[0], y + at[1])) for index, at in enumerate(box.inputs)]
    outputs = [OnOutput(placed.id, index, (x + at[0], y + at[1])) for index, at in enumerate(box.outputs)]
    return [*inputs, *outputs]


def _close(boxes: Floats, place: Point, reach: float = 0.0) -> list[int]:
    """The rows of boxes within reach of a place, the topmost last."""
    x, y = place
    rows: list[int] = meeting(boxes, np.array([[x - reach, y - reach, x + reach, y + reach]])).tolist()
    return rows


def _inside(area: Rect, place: Point) -> bool:
    return area.x <= place[0] <= area.right and area.y <= place[1] <= area.bottom


def _distance(one: Point, other: Point) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])
