"""A finger on a canvas: real mouse and key events, aimed at parts of the document."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.render.card_box import card_box
from app.render.geometry import point_at

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
)  # fmt: skip


class Finger:
    """Places are points of the scene."""

    def __init__(self, qtbot, canvas):
        self.qtbot = qtbot
        self.canvas = canvas
        self.stage = canvas.stage

    # Where things are

    def at(self, place):
        """The pixel of the widget that shows a place."""
        x, y = self.stage.camera.screen(place)
        return QPoint(round(x), round(y))

    def card(self, node):
        return self.stage.scene.nodes.placed[self.stage.scene.nodes.rows[node.id]]

    def inside(self, node, x, y):
        placed = self.card(node)
        return placed.x + x, placed.y + y

    def grip(self, node):
        """A place on a card where there is nothing special: left in its gradient line."""
        box = card_box(self.card(node).look)
        return self.inside(node, box.well.x + 16, box.well.centre[1])

    def value(self, node):
        return self.inside(node, *card_box(self.card(node).look).value.centre)

    def title(self, node):
        return self.inside(node, 40, 10)

    def switch(self, node):
        return self.inside(node, *card_box(self.card(node).look).switch.centre)

    def input(self, node, index=0):
        return self.inside(node, *card_box(self.card(node).look).inputs[index])

    def output(self, node):
        return self.inside(node, *card_box(self.card(node).look).outputs[0])

    def on_wire(self, wire, share=0.5):
        rows = self.stage.scene.wires.rows_of(wire.id)
        return point_at(self.stage.scene.wires.placed[rows[0]].points, share)

    def around(self, picture, place, across=10, down=10):
        """The part of a picture of the canvas around a place, so many screen pixels to each side."""
        ratio = self.canvas.devicePixelRatioF()
        x, y = self.stage.camera.screen(place)
        left, right, top, bottom = (round(edge * ratio) for edge in (x - across, x + across, y - down, y + down))
        return picture[max(top, 0) : bottom, max(left, 0) : right]

    # What it does

    def press(self, place, button=LEFT, held=NONE):
        self._send(QEvent.Type.MouseButtonPress, place, button, button, held)

    def move(self, place, button=LEFT, held=NONE):
        self._send(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton, button, held)

    def release(self, place, button=LEFT, held=NONE):
        self._send(QEvent.Type.MouseButtonRelease, place, button, Qt.MouseButton.NoButton, held)

    def hover(self, place):
        self._send(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, NONE)

    def click(self, place, button=LEFT, held=NONE):
        QTest.mouseClick(self.canvas, button, held, self.at(place))

    def double_click(self, place):
        """What a window system sends for two quick clicks."""
        self.press(place)
        self.release(place)
        self._send(QEvent.Type.MouseButtonDblClick, place, LEFT, LEFT, NONE)
        self.release(place)

    def drag(self, start, *stops, button=LEFT, held=NONE, drop=True):
        """Presses, goes over the stops in several moves each, and releases at the last."""
        self.press(start, button, held)
        before = start
        for stop in stops:
            for share in (0.25, 0.5, 0.75, 1.0):
                place = before[0] + (stop[0] - before[0]) * share, before[1] + (stop[1] - before[1]) * share
                self.move(place, button, held)
            before = stop
        if drop:
            self.release(before, button, held)

    def drag_pixels(self, start, end, button=LEFT, drop=True):
        """Drags from pixel to pixel, wherever the scene is meanwhile."""
        self.press(self.stage.camera.scene(start), button)
        for share in (0.5, 1.0):
            pixel = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self.move(self.stage.camera.scene(pixel), button)
        if drop:
            self.release(self.stage.camera.scene(end), button)

    def key(self, key, held=NONE):
        QTest.keyClick(self.canvas, key, held)

    def wheel(self, place, angle=(0, 0), pixels=(0, 0), held=NONE):
        position = QPointF(self.at(place))
        event = QWheelEvent(
            position, QPointF(self.canvas.mapToGlobal(position.toPoint())), QPoint(*pixels), QPoint(*angle),
            Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(self.canvas, event)

    def _send(self, kind, place, button, buttons, held):
        position = QPointF(self.at(place))
        event = QMouseEvent(kind, position, QPointF(self.canvas.mapToGlobal(position.toPoint())), button, buttons, held)
        QApplication.sendEvent(self.canvas, event)
