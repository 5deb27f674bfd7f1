"""The canvas widget: shows a frame, and turns what the user does into gestures and commands."""

from __future__ import annotations

import time
from functools import partial
from html import escape

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.canvas.commands import frame_selection
from app.canvas.editing.in_place import editable_at, name_of
from app.canvas.editing.writing import Writing
from app.canvas.keyboard.keys import Keys
from app.canvas.keyboard.spoken import spoken
from app.canvas.model import CanvasModel
from app.canvas.motion.motions import Clock, Motions
from app.canvas.motion.ticker import Ticker
from app.canvas.motion.viewing import Viewing
from app.canvas.picture import Picture
from app.canvas.pointer.pointing import Pointing
from app.canvas.pointer.tooltips import tooltip
from app.canvas.scene.areas import around
from app.canvas.scene.camera import Camera
from app.canvas.scene.scene import Scene
from app.canvas.scene.targets import OnGround, OnInvitation, OnMap, OnNode, OnRegionSwitch, OnScissors, OnSwitch, Target
from app.canvas.stage import Stage
from app.model.selection import Selection
from app.render.frame import Frame
from app.render.geometry import Floats
from app.render.motion import Pace
from app.render.travel import Travel
from core.expr.graph import RegionKind
from core.expr.ids import NodeId

_USUAL_PACE = Pace()
_PRESSED_TWICE = OnSwitch | OnScissors | OnRegionSwitch | OnMap | OnInvitation
"""What a second press in a row acts on like the first."""
_KEYBOARD_REASONS = frozenset(
    {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason}
)


class Canvas(QWidget):
    """Shows a frame and edits the document of a model.

    `stage` has the signals with which the canvas asks for a search or a menu and says what was refused,
    `viewing` moves the view. Time is read from `clock` alone; `pace` says how fast things move, if at all.
    """

    def __init__(
        self,
        model: CanvasModel,
        frame: Frame,
        *,
        clock: Clock = time.monotonic,
        pace: Pace = _USUAL_PACE,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.stage = Stage(model, Scene(frame), Camera(1, 1))
        self.motions = Motions(self.stage, clock, pace)
        self.viewing = Viewing(self.stage, self.motions)
        self._clock = clock
        self._picture = Picture(frame.theme)
        self._ticker = Ticker(self, self.motions.advance)
        self._pointing = Pointing(self.stage, self.viewing, lambda: self._picture.pinned, self._set_cursor)
        self._keys = self._bound_keys()
        self._writing = Writing(self, self.stage)
        self._by_keyboard = False
        self.stage.changed.connect(self._repaint)
        self.motions.arrived.connect(self._show)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Canvas")
        self.show_selection(model.selection)

    @property
    def is_moving(self) -> bool:
        """Whether frames are being made because something moves."""
        return self._ticker.is_running

    def show_frame(self, frame: Frame) -> None:
        """Shows another frame: what differs is drawn anew, and nothing travels any more."""
        self.motions.stop_travel()
        self._show(frame)

    def show_selection(self, selection: Selection) -> None:
        """Shows what is selected."""
        self.stage.show_selection(selection)
        self._announce()

    def play(self, travel: Travel, after: Frame) -> None:
        """Lets packets travel over the frame that is shown, and then shows the one after the step."""
        self.motions.travel(travel, after)

    def take_up(self, kind: RegionKind) -> None:
        """Puts a frame around the selected nodes; with none, lets the next drag draw one."""
        if self.stage.model.selection.nodes & self.stage.model.document.nodes.keys():
            frame_selection(self.stage, kind)
        else:
            self._pointing.take_up(kind)

    def search(self) -> None:
        """Asks for a search where the pointer is, or in the middle of the view when it is elsewhere."""
        self._pointing.search()

    def edit_name(self, node: NodeId) -> bool:
        """Opens the name of a node for editing."""
        return self._writing.open(name_of(self.stage.model.document, self.stage.scene, node))

    def _show(self, frame: Frame) -> None:
        stage = self.stage
        if frame.theme is not stage.scene.frame.theme:
            self._picture = Picture(frame.theme)
        changed = stage.scene.show(frame)
        if changed is None:
            self._pointing.give_up_gesture()  # what it holds may not be there any more
        stage.layer.touch(changed)
        self.motions.fade(stage.scene.nodes.replaced)
        self._announce()
        self._repaint()

    def _repaint(self, areas: Floats | None = None) -> None:
        """Asks Qt to paint some areas of the scene, or everything."""
        if self.motions.is_moving:
            self._ticker.start()
        if areas is None:
            self.update()
        elif (area := around(areas)) is not None:
            x, y = self.stage.camera.screen((area.x, area.y))
            size = QSizeF(area.width, area.height) * self.stage.camera.zoom
            self.update(QRectF(QPointF(x, y), size).toAlignedRect())

    def _set_cursor(self, shape: Qt.CursorShape) -> None:
        if shape is not self.cursor().shape():
            self.setCursor(shape)

    def _announce(self) -> None:
        """Says what the keyboard is at, and shows it if the keyboard brought it there."""
        scene, shown = self.stage.scene, self.stage.shown
        current = self.stage.model.selection.current or ""
        row = scene.nodes.rows.get(current)
        visible = self._by_keyboard and self.hasFocus()
        shown.focused = current if visible and row is not None else ""
        shown.framed = visible and row is None
        words = "" if row is None else spoken(scene.nodes.looks[row])
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.update()

    def _edit_at(self, target: Target) -> bool:
        return self._writing.open(editable_at(self.stage.model.document, self.stage.scene, target))

    def _bound_keys(self) -> Keys:
        keys = Keys(self.stage, self.viewing)
        keys.bind_edits()
        keys.bind_views()
        keys.bind(Qt.Key.Key_Escape, self._escape)
        keys.bind(Qt.Key.Key_Tab, self.search)
        keys.bind(Qt.Key.Key_A, self.search, Qt.KeyboardModifier.ShiftModifier)
        keys.bind(Qt.Key.Key_N, partial(self.take_up, RegionKind.NO_GRAD))
        keys.bind(Qt.Key.Key_D, partial(self.take_up, RegionKind.DETACH))
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            keys.bind(key, self._edit_current)
        return keys

    def _escape(self) -> bool:
        """Gives up what is going on; then selects nothing."""
        if self._pointing.give_up():
            return True
        had = bool(self.stage.model.selection)
        self.stage.select(Selection())
        return had

    def _edit_current(self) -> bool:
        current = self.stage.model.selection.current
        return current is not None and self._edit_at(OnNode(current))

    def _press_key(self, event: QKeyEvent) -> bool:
        """Does what a key is for; from then on it is visible where the keyboard is."""
        if not self._keys.press(event.key(), event.modifiers()):
            return False
        self._by_keyboard = True
        self._announce()
        event.accept()
        return True

    # What Qt tells the canvas

    def event(self, event: QEvent) -> bool:
        match event:
            case QKeyEvent() if event.type() is QEvent.Type.ShortcutOverride:
                if event.key() == Qt.Key.Key_Escape and self._pointing.is_taken_up:
                    event.accept()
            case QKeyEvent() if event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Tab:
                return self._press_key(event)  # before Qt takes it for moving the focus
            case QHelpEvent() if event.type() is QEvent.Type.ToolTip:
                self._show_tooltip(event)
                return True
            case QNativeGestureEvent():
                return self._pointing.pinch(event)
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            ratio = self.stage.camera.ratio
            painter.scale(1 / ratio, 1 / ratio)
            self._picture.paint(painter, self.stage, self._clock(), zooming=self.motions.is_zooming)

    def resizeEvent(self, event: QResizeEvent) -> None:
        ratio = self.devicePixelRatioF()
        self.viewing.resize(round(self.width() * ratio), round(self.height() * ratio), ratio)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._by_keyboard = False
        self._announce()
        self._pointing.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointing.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pointing.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edits a text, or searches for a node to add; elsewhere it is a second press."""
        target = self._pointing.target_at((event.position().x(), event.position().y()))
        if event.button() is not Qt.MouseButton.LeftButton or isinstance(target, _PRESSED_TWICE):
            self.mousePressEvent(event)
        elif isinstance(target, OnGround):
            self._pointing.search((event.position().x(), event.position().y()))
        else:
            self._edit_at(target)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._pointing.scroll(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._pointing.enter((event.position().x(), event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        self._pointing.leave()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Asks for a menu; Ctrl and the right button cut wires instead."""
        if self._pointing.gesture is not None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self._pointing.menu_of_current()
        else:
            self._pointing.menu_at((event.pos().x(), event.pos().y()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._pointing.grip(on=True)
        elif not self._press_key(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._pointing.grip(on=False)
        else:
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._by_keyboard = event.reason() in _KEYBOARD_REASONS
        self._announce()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A gesture does not outlive the window's focus."""
        self._pointing.grip(on=False)
        if event.reason() is Qt.FocusReason.ActiveWindowFocusReason:
            self._pointing.give_up()
        self._announce()

    def _show_tooltip(self, event: QHelpEvent) -> None:
        place = event.pos()
        words = tooltip(self.stage.model, self._pointing.target_at((place.x(), place.y())))
        QToolTip.showText(event.globalPos(), f"<p style='white-space:pre'>{escape(words)}</p>" if words else "", self)
