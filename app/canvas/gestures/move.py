"""Moving nodes, into and out of regions, and onto wires."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt

from app.canvas.gestures.gesture import Pointer
from app.canvas.gestures.membership import carried_regions, new_homes
from app.canvas.painting.preview import Preview, Speech
from app.canvas.scene.hit import wire_at
from app.canvas.scene.lift import Lift
from app.canvas.stage import Edit, Stage
from app.model.metrics import metrics
from app.render.marks import Point
from core.errors import GradwalkError
from core.expr.changes import ChangeSet
from core.expr.draft import Draft
from core.expr.edits import insert_on_wire, move, put_into_region, set_region_bounds
from core.expr.graph import Document
from core.expr.ids import NodeId, RegionId, WireId

_WIRE_REACH = 24.0
"""How close the middle of a card has to be to a wire to be put on it."""


class Move:
    """Carries nodes along, in steps of the grid, and puts them down where they are released.

    With Alt they keep the frame they are in, and are not put on a wire.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, stage: Stage, start: Pointer, nodes: Collection[NodeId], leading: NodeId | None = None) -> None:
        document = stage.model.document
        self._stage = stage
        self._start = start.place
        self._nodes = [node for node in nodes if node in document.nodes]
        self._leading = leading or self._nodes[0]
        self._regions = carried_regions(document, self._nodes)
        self._lift = Lift.of(stage.scene.nodes, stage.scene.wires, self._nodes, self._regions)
        self._homes: Mapping[NodeId, RegionId | None] = {}
        self._wire: WireId | None = None
        stage.lift(self._lift)

    def move(self, pointer: Pointer) -> None:
        document, scene = self._stage.model.document, self._stage.scene
        self._lift = replace(self._lift, offset=self._offset(pointer))
        self._homes = {} if pointer.alt else new_homes(document, scene, self._lift)
        self._wire = None if pointer.alt else self._wire_below()
        self._stage.carry(self._lift)
        self._stage.preview(self._preview(pointer))

    def commit(self, pointer: Pointer) -> None:
        self.move(pointer)
        if self._lift.offset != (0.0, 0.0):
            edits = [self._moved, self._rerouted, *self._reframed(), *self._rehomed(), *self._inserted()]
            self._stage.attempt_all("Move", edits)

    def cancel(self) -> None:
        """Everything is still where it was."""

    def _offset(self, pointer: Pointer) -> Point:
        """How far the nodes go, such that the one under the pointer stands on the grid."""
        leading, grid = self._stage.model.document.nodes[self._leading], metrics().space.grid
        x = leading.x + pointer.place[0] - self._start[0]
        y = leading.y + pointer.place[1] - self._start[1]
        return round(x / grid) * grid - leading.x, round(y / grid) * grid - leading.y

    def _moved(self, document: Document) -> ChangeSet:
        dx, dy = self._lift.offset
        return move(document, {key: (document.nodes[key].x + dx, document.nodes[key].y + dy) for key in self._nodes})

    def _rerouted(self, document: Document) -> ChangeSet:
        """The bends of wires between the nodes move along."""
        (dx, dy), moved, draft = self._lift.offset, frozenset(self._nodes), Draft(document)
        for wire in document.wires.values():
            if wire.via and wire.source.node in moved and wire.target in moved:
                draft.update(wire, via=tuple((x + dx, y + dy) for x, y in wire.via))
        return draft.finish("Reroute wires")

    def _reframed(self) -> Iterator[Edit]:
        """Frames with a size of their own move along with all that is in them."""
        dx, dy = self._lift.offset
        for key in self._regions:
            bounds = self._stage.model.document.regions[key].bounds
            if bounds is not None:
                moved = bounds[0] + dx, bounds[1] + dy, bounds[2], bounds[3]
                yield partial(set_region_bounds, region=key, bounds=moved)

    def _rehomed(self) -> Iterator[Edit]:
        for region in dict.fromkeys(self._homes.values()):
            nodes = [node for node, home in self._homes.items() if home == region]
            yield partial(put_into_region, nodes=nodes, region=region)

    def _inserted(self) -> Iterator[Edit]:
        if self._wire is not None:
            yield partial(insert_on_wire, wire=self._wire, node=self._leading)

    def _wire_below(self) -> WireId | None:
        """The wire that a node without any wires is held over, if the node can be put on it."""
        document, scene = self._stage.model.document, self._stage.scene
        if len(self._lift.nodes) != 1 or document.wiring.into(self._leading) or document.wiring.out_of(self._leading):
            return None
        left, top, right, bottom = scene.nodes.boxes[self._lift.nodes[0]].tolist()
        dx, dy = self._lift.offset
        wire = WireId(wire_at(scene, ((left + right) / 2 + dx, (top + bottom) / 2 + dy), _WIRE_REACH))
        return wire if wire in document.wires and _fits(document, wire, self._leading) else None

    def _preview(self, pointer: Pointer) -> Preview:
        home = next(iter(self._homes.values()), None)
        return Preview(
            wires=(self._wire,) if self._wire else (),
            target=home or "",
            speech=Speech(pointer.place, self._words()) if self._words() else None,
        )

    def _words(self) -> str:
        """What else than moving happens when the nodes are put down here."""
        if self._wire is not None:
            return "Insert on this wire"
        regions = self._stage.model.document.regions
        for node, home in self._homes.items():
            before = self._stage.model.document.nodes[node].region
            return f"Into {regions[home].kind}" if home else f"Out of {regions[before].kind}" if before else ""
        return ""


def _fits(document: Document, wire: WireId, node: NodeId) -> bool:
    try:
        insert_on_wire(document, wire, node)
    except GradwalkError:
        return False
    return True
