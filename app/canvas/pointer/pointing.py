"""The pointer over the canvas: what it is over, the gestures of its buttons, its wheel, and its shape."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QInputEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from app.canvas.gestures.gesture import Gesture, Pointer
from app.canvas.motion.viewing import Viewing
from app.canvas.overlays.pinned import PinnedLayer
from app.canvas.pointer.beginnings import Beginnings
from app.canvas.pointer.cursors import cursor_over
from app.canvas.pointer.hand import Hand
from app.canvas.requests import MenuRequest, SearchRequest
from app.canvas.scene.areas import middles
from app.canvas.scene.hit import target_at
from app.canvas.scene.targets import OnGround, OnNode, Target, selection_of
from app.canvas.stage import Stage
from app.render.marks import Point
from core.expr.graph import RegionKind

_NOTCH = 120.0
_WHEEL_PAN = 0.5
"""Screen pixels per unit of a wheel that has no pixels of its own; a notch is 120 units."""
_PINCH_NOTCH = 0.18
"""How much of a pinch is worth a notch of the wheel."""


class Pointing:
    """Reads the events of a pointing device. `pinned` gives the overlays that are painted now."""

    def __init__(
        self,
        stage: Stage,
        viewing: Viewing,
        pinned: Callable[[], PinnedLayer],
        set_cursor: Callable[[Qt.CursorShape], None],
    ) -> None:
        self._stage = stage
        self._viewing = viewing
        self._pinned = pinned
        self._set_cursor = set_cursor
        reach = QGuiApplication.styleHints().startDragDistance()
        self._beginnings = Beginnings(stage, self.target_at, self._on_map, reach)
        self._hand = Hand(stage, self._beginnings)
        self._last: Point | None = None

    @property
    def gesture(self) -> Gesture | None:
        """The gesture that is being made."""
        return self._hand.gesture

    @property
    def is_taken_up(self) -> bool:
        """Whether there is something to give up: a gesture, or a frame to be drawn."""
        return self._hand.gesture is not None or self._beginnings.tool is not None

    def target_at(self, screen: Point) -> Target:
        """What is under a point on the screen."""
        scene, camera = self._stage.scene, self._stage.camera
        pinned = self._pinned().target_at(scene, camera, screen)
        return pinned or target_at(scene, camera, camera.scene(screen))

    def take_up(self, kind: RegionKind) -> None:
        """Lets the next drag draw a frame."""
        self._beginnings.tool = kind
        self._show_cursor()

    def grip(self, *, on: bool) -> None:
        """Lets the left button drag the canvas, or not."""
        self._beginnings.grips_canvas = on
        self._show_cursor()

    def give_up(self) -> bool:
        """Ends the gesture, or the wait for one, without any effect; False when there is none."""
        had_tool, self._beginnings.tool = self._beginnings.tool is not None, None
        return self.give_up_gesture() or had_tool

    def give_up_gesture(self) -> bool:
        """Ends the gesture without any effect; False when there is none."""
        gave_up = self._hand.cancel()
        self._show_cursor()
        return gave_up

    def press(self, event: QMouseEvent) -> None:
        """A button goes down."""
        self._point_at(OnGround())
        self._hand.press(self._pointer(event.position(), event), event.button())
        self._show_cursor()

    def move(self, event: QMouseEvent) -> None:
        """The pointer moves."""
        pointer = self._pointer(event.position(), event)
        if self._hand.gesture is None:
            self._point_at(self.target_at(pointer.screen))
        else:
            self._hand.move(pointer)
        self._show_cursor()

    def release(self, event: QMouseEvent) -> None:
        """A button comes up."""
        pointer = self._pointer(event.position(), event)
        self._hand.release(pointer, event.button())
        if self._hand.gesture is None:
            self._point_at(self.target_at(pointer.screen))
        self._show_cursor()

    def enter(self, screen: Point) -> None:
        """The pointer has come onto the canvas, as when what lay over it goes: it need not move to be known."""
        self._last = screen

    def leave(self) -> None:
        """The pointer is elsewhere."""
        self._last = None
        self._point_at(OnGround())

    def scroll(self, event: QWheelEvent) -> None:
        """The wheel, or two fingers: with Ctrl it zooms about the pointer, else it moves the view."""
        angle, pixels = event.angleDelta(), event.pixelDelta()
        about = (event.position().x(), event.position().y())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._viewing.zoom_by((angle.y() or angle.x()) / _NOTCH, about)
        else:
            delta = QPointF(pixels) if not pixels.isNull() else QPointF(angle) * _WHEEL_PAN
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not delta.x():
                delta = QPointF(delta.y(), 0)
            self._viewing.pan(-delta.x(), -delta.y())
        self._keep_up(event.position(), event)

    def pinch(self, event: QNativeGestureEvent) -> bool:
        """Two fingers on a touch pad zoom about the point between them; False for another gesture."""
        if event.gestureType() is not Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._viewing.zoom_by(event.value() / _PINCH_NOTCH, (event.position().x(), event.position().y()))
        self._keep_up(event.position(), event)
        return True

    def search(self, at: Point | None = None) -> None:
        """Asks for a search at a point on the screen: where the pointer is, or in the middle of the view."""
        screen = at or self._last or self._stage.camera.screen(self._stage.camera.view.centre)
        self._stage.search_wanted.emit(SearchRequest(self._stage.camera.scene(screen), screen))

    def menu_at(self, screen: Point) -> None:
        """Asks for a menu for what is under a point, which is selected if it was not."""
        target = self.target_at(screen)
        only = selection_of(target)
        if only and only not in self._stage.model.selection:
            self._stage.select(only)
        self._stage.menu_wanted.emit(MenuRequest(target, self._stage.camera.scene(screen), screen))

    def menu_of_current(self) -> None:
        """Asks for a menu for the node that the keyboard is at, or for the canvas."""
        nodes, camera = self._stage.scene.nodes, self._stage.camera
        row = nodes.rows.get(self._stage.model.selection.current or "")
        target = OnGround() if row is None else OnNode(nodes.placed[row].id)
        x, y = camera.view.centre if row is None else middles(nodes.boxes[[row]])[0].tolist()
        self._stage.menu_wanted.emit(MenuRequest(target, (x, y), camera.screen((x, y))))

    def _keep_up(self, position: QPointF, event: QInputEvent) -> None:
        """The scene has moved under the pointer."""
        pointer = self._pointer(position, event)
        if self._hand.gesture is None:
            self._point_at(self.target_at(pointer.screen))
        else:
            self._hand.move(pointer)

    def _pointer(self, position: QPointF, event: QInputEvent) -> Pointer:
        pointer = Pointer.of(position, event, self._stage.camera)
        self._last = pointer.screen
        return pointer

    def _on_map(self, screen: Point) -> Point:
        return self._pinned().map_place(self._stage.scene, self._stage.camera, screen)

    def _point_at(self, target: Target) -> None:
        if target != self._stage.shown.hovered:
            self._stage.shown.hovered = target
            self._stage.changed.emit(None)

    def _show_cursor(self) -> None:
        if self._hand.gesture is not None:
            self._set_cursor(self._hand.gesture.cursor)
        elif self._beginnings.grips_canvas:
            self._set_cursor(Qt.CursorShape.OpenHandCursor)
        elif self._beginnings.tool is not None:
            self._set_cursor(Qt.CursorShape.CrossCursor)
        else:
            self._set_cursor(cursor_over(self._stage.shown.hovered))
