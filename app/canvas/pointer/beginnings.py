"""Which gesture begins when a button goes down, by what is under the pointer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt

from app.canvas.commands import switch_detached, switch_region, switch_requires_grad
from app.canvas.gestures.connect import Connect
from app.canvas.gestures.cut import CutWires
from app.canvas.gestures.frame_nodes import FrameNodes
from app.canvas.gestures.gesture import Gesture, Pointer, Press
from app.canvas.gestures.marquee import Marquee
from app.canvas.gestures.move import Move
from app.canvas.gestures.pan import MapPan, Pan
from app.canvas.scene.targets import (
    OnCard,
    OnGround,
    OnHeader,
    OnInput,
    OnInvitation,
    OnMap,
    OnOutput,
    OnRegionSwitch,
    OnScissors,
    OnSwitch,
    OnWire,
    Target,
)
from app.canvas.stage import Stage
from app.model.selection import Selection
from app.render.marks import Point
from core.expr.graph import RegionKind
from core.expr.ids import NodeId, RegionId, WireId
from core.expr.regions import nodes_in

HAND = Qt.CursorShape.PointingHandCursor


class Beginnings:
    """Chooses gestures. While a `tool` is taken up, the next drag draws a frame of that kind.

    `target_at` tells what is under a point on the screen, `on_map` which place of the scene a point on the
    minimap stands for; `reach` is how far a click may stray.
    """

    def __init__(
        self, stage: Stage, target_at: Callable[[Point], Target], on_map: Callable[[Point], Point], reach: float
    ) -> None:
        self.tool: RegionKind | None = None
        self.grips_canvas = False
        """Whether the left button drags the canvas, as while Space is held."""
        self._stage = stage
        self._target_at = target_at
        self._on_map = on_map
        self._reach = reach

    def begin(self, pointer: Pointer, button: Qt.MouseButton) -> Gesture | None:
        """The gesture of a button; None for one that does nothing here."""
        match button:
            case Qt.MouseButton.MiddleButton:
                return Pan(self._stage, pointer)
            case Qt.MouseButton.RightButton if pointer.ctrl:
                return CutWires(self._stage, pointer)
            case Qt.MouseButton.LeftButton if self.grips_canvas:
                return Pan(self._stage, pointer)
            case Qt.MouseButton.LeftButton if self.tool is not None:
                kind, self.tool = self.tool, None
                return FrameNodes(self._stage, pointer, kind)
            case Qt.MouseButton.LeftButton:
                return self._on(self._target_at(pointer.screen), pointer)
            case _:
                return None

    def _on(self, target: Target, pointer: Pointer) -> Gesture:
        match target:
            case OnInput() | OnOutput() as socket:
                return self._socket(socket, pointer)
            case OnSwitch(node) if self._stage.node(node) is not None:
                return self._press(pointer, partial(switch_requires_grad, self._stage, NodeId(node)))
            case OnCard(node):
                return self._card(NodeId(node), pointer)
            case OnScissors(wire) if self._is_wire(wire):
                return self._press(pointer, partial(switch_detached, self._stage, WireId(wire)))
            case OnWire(wire) | OnScissors(wire):
                return self._wire(WireId(wire), pointer)
            case OnRegionSwitch(region):
                return self._press(pointer, partial(switch_region, self._stage, RegionId(region)))
            case OnHeader(region):
                return self._header(RegionId(region), pointer)
            case OnInvitation():
                return self._press(pointer, partial(self._stage.invitation_taken.emit, None))
            case OnMap():
                return MapPan(self._stage, pointer, self._on_map)
            case OnGround():
                return self._ground(pointer)

    def _press(
        self, pointer: Pointer, click: Callable[[], object], drag: Callable[[Pointer], Gesture] | None = None
    ) -> Press:
        return Press(pointer, self._reach, click, drag, Qt.CursorShape.ArrowCursor if drag else HAND)

    def _socket(self, socket: OnInput | OnOutput, pointer: Pointer) -> Press:
        """A click selects the card, a drag draws a wire."""
        node = NodeId(socket.node)
        drag = (lambda _: Connect(self._stage, socket)) if self._stage.node(node) is not None else None
        return self._press(pointer, partial(self._choose, Selection.of_node(node), pointer), drag)

    def _card(self, node: NodeId, pointer: Pointer) -> Press:
        """The card is selected at once, if it was not; a drag moves all that is selected then."""
        only = Selection.of_node(node)
        if only not in self._stage.model.selection and not _adds(pointer):
            self._stage.select(only)
        drag = partial(self._move, only, leading=node) if self._stage.node(node) is not None else None
        return self._press(pointer, partial(self._choose, only, pointer), drag)

    def _header(self, region: RegionId, pointer: Pointer) -> Press:
        """A click selects the frame, a drag moves it with all that is in it."""
        only = Selection.of_region(region)
        document = self._stage.model.document
        held = region in document.regions and nodes_in(document, region)
        return self._press(pointer, partial(self._choose, only, pointer), partial(self._move, only) if held else None)

    def _wire(self, wire: WireId, pointer: Pointer) -> Press:
        """A click selects the wire; with Alt, it cuts the gradient on it."""
        if pointer.alt and self._is_wire(wire):
            return self._press(pointer, partial(switch_detached, self._stage, wire))
        return self._press(pointer, partial(self._choose, Selection.of_wire(wire), pointer))

    def _ground(self, pointer: Pointer) -> Press:
        """A click selects nothing, a drag all that the band touches."""
        clear = partial(self._choose, Selection(), pointer)
        return self._press(pointer, clear, partial(Marquee, self._stage))

    def _choose(self, only: Selection, pointer: Pointer) -> None:
        """Selects this and nothing else; with Shift or Ctrl, this too or no longer."""
        self._stage.select(self._stage.model.selection.toggled(only) if _adds(pointer) else only)

    def _move(self, grabbed: Selection, start: Pointer, leading: NodeId | None = None) -> Move:
        """Moves what was grabbed, and what else is selected if that is."""
        selection = self._stage.model.selection
        if grabbed not in selection:
            selection = selection.with_more(grabbed) if _adds(start) else grabbed
            self._stage.select(selection)
        document = self._stage.model.document
        framed = (node for region in selection.regions for node in nodes_in(document, region))
        return Move(self._stage, start, dict.fromkeys([*selection.nodes, *framed]), leading)

    def _is_wire(self, wire: str) -> bool:
        return WireId(wire) in self._stage.model.document.wires


def _adds(pointer: Pointer) -> bool:
    return pointer.shift or pointer.ctrl
