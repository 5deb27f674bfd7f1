"""Looking around: panning, zooming, fitting, the minimap, and what is under the pointer."""

import numpy as np
import pytest
from canvas_hand import CTRL, MIDDLE, NONE, SHIFT
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QKeyEvent, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from app.canvas.pointer.tooltips import tooltip
from app.canvas.scene.camera import LEAST_ZOOM, MOST_ZOOM
from app.canvas.scene.targets import OnGround, OnInput, OnOutput, OnRegionSwitch, OnScissors, OnSwitch, OnTitle, OnValue
from app.render.motion import Pace
from core.expr.edits import connect, wrap
from core.expr.graph import RegionKind, Slot, Source

CODE = """
a = torch.tensor(0.1, requires_grad=True)
b = torch.tensor([1., 2., 3.], requires_grad=True)
s = a * b
y = s.sum()
"""


def corner(finger):
    view = finger.stage.camera.view
    return view.x, view.y


def settled(finger, clock):
    """Lets the camera arrive."""
    clock.advance(1000)
    while finger.canvas.motions.advance():
        clock.advance(1000)


def test_the_middle_button_drags_the_scene_along(open_canvas):
    _, finger = open_canvas()
    place = finger.stage.camera.scene((300, 300))
    finger.drag_pixels((300, 300), (340, 270), MIDDLE)
    assert finger.at(place) == QPoint(340, 270)


def test_with_space_the_left_button_does_so_and_the_pointer_is_a_hand(open_canvas):
    workspace, finger = open_canvas()
    x = workspace.node("x")
    place = finger.grip(x)
    start = finger.at(place).toTuple()
    QTest.keyPress(finger.canvas, Qt.Key.Key_Space)
    assert finger.canvas.cursor().shape() is Qt.CursorShape.OpenHandCursor
    finger.drag_pixels(start, (start[0] + 50, start[1] + 40), drop=False)
    assert finger.canvas.cursor().shape() is Qt.CursorShape.ClosedHandCursor
    finger.release(place)
    QTest.keyRelease(finger.canvas, Qt.Key.Key_Space)
    assert finger.at(place).toTuple() == (start[0] + 50, start[1] + 40)
    assert workspace.history.names == ()
    assert not workspace.selection
    finger.click(finger.grip(x))
    assert workspace.selection.nodes == {x.id}


def test_escape_takes_a_pan_back(open_canvas):
    _, finger = open_canvas()
    before = finger.stage.camera
    finger.drag_pixels((0, 0), (200, 100), MIDDLE, drop=False)
    assert finger.stage.camera != before
    finger.key(Qt.Key.Key_Escape)
    assert finger.stage.camera == before


def test_two_fingers_and_the_wheel_pan(open_canvas):
    _, finger = open_canvas()
    x, y = corner(finger)
    finger.wheel((200, 200), pixels=(-12, 30))
    assert corner(finger) == pytest.approx((x + 12, y - 30))
    finger.wheel((200, 200), angle=(0, -120))
    assert corner(finger) == pytest.approx((x + 12, y + 30))
    finger.wheel((200, 200), angle=(0, -120), held=SHIFT)
    assert corner(finger) == pytest.approx((x + 72, y + 30))


@pytest.mark.parametrize("notches", [1, -1, 0.5, -3])
def test_ctrl_and_the_wheel_zoom_about_the_pointer_by_as_much_as_it_turns(open_canvas, clock, notches):
    _, finger = open_canvas()
    place = (420.0, 160.0)
    before, pixel = finger.stage.camera.zoom, finger.at(place)
    finger.wheel(place, angle=(0, round(120 * notches)), held=CTRL)
    settled(finger, clock)
    assert finger.stage.camera.zoom == pytest.approx(before * 1.2**notches, abs=1e-3)
    assert (finger.at(place) - pixel).manhattanLength() <= 1


def test_a_zoom_is_smooth_and_keeps_the_place_under_the_pointer_on_the_way(open_canvas, clock):
    _, finger = open_canvas()
    place = (420.0, 160.0)
    before, pixel = finger.stage.camera.zoom, finger.at(place)
    finger.wheel(place, angle=(0, 240), held=CTRL)
    zooms = [before]
    while finger.canvas.motions.is_moving:
        clock.advance(20)
        finger.canvas.motions.advance()
        zooms.append(finger.stage.camera.zoom)
        assert (finger.at(place) - pixel).manhattanLength() <= 2
    assert len(zooms) > 4
    assert zooms == sorted(zooms)
    assert zooms[-1] == pytest.approx(before * 1.44, abs=1e-3)


def test_with_reduced_motion_a_zoom_is_there_at_once(open_canvas):
    _, finger = open_canvas(pace=Pace(reduced=True))
    before = finger.stage.camera.zoom
    finger.wheel((0, 0), angle=(0, 120), held=CTRL)
    assert finger.stage.camera.zoom == pytest.approx(before * 1.2, abs=1e-3)
    assert not finger.canvas.is_moving


def test_the_zoom_has_limits(open_canvas, clock):
    _, finger = open_canvas()
    for angle, limit in ((12_000, MOST_ZOOM), (-36_000, LEAST_ZOOM)):
        finger.wheel((0, 0), angle=(0, angle), held=CTRL)
        settled(finger, clock)
        assert finger.stage.camera.zoom == limit
        finger.canvas.grab()


def test_a_pinch_zooms(open_canvas, clock):
    _, finger = open_canvas()
    before = finger.stage.camera.zoom
    where = QPointF(300, 300)
    device = QPointingDevice.primaryPointingDevice()
    kind = Qt.NativeGestureType.ZoomNativeGesture
    for _ in range(3):
        event = QNativeGestureEvent(kind, device, 2, where, where, where, 0.18, QPointF())
        QApplication.sendEvent(finger.canvas, event)
    settled(finger, clock)
    assert finger.stage.camera.zoom == pytest.approx(before * 1.2**3, rel=0.01)


def test_home_shows_everything_and_f_what_is_selected(open_canvas, clock):
    workspace, finger = open_canvas(zoom=3.0)
    finger.key(Qt.Key.Key_Home)
    settled(finger, clock)
    view, bounds = finger.stage.camera.view, finger.stage.scene.frame.bounds
    assert view.x <= bounds.x and view.y <= bounds.y and view.right >= bounds.right and view.bottom >= bounds.bottom
    assert finger.stage.camera.zoom == 1
    finger.click(finger.grip(workspace.node("y")))
    finger.key(Qt.Key.Key_F)
    settled(finger, clock)
    card = finger.card(workspace.node("y"))
    assert finger.stage.camera.zoom == 2.0
    assert finger.stage.camera.view.centre == pytest.approx((card.x + 66, card.y + 40), abs=2)


def test_everything_stays_in_view_while_the_window_grows_until_somebody_looks_elsewhere(open_canvas):
    _, finger = open_canvas(size=(500, 400))
    small = finger.stage.camera.zoom
    finger.canvas.resize(900, 640)
    assert finger.stage.camera.zoom > small
    assert finger.stage.camera.view.centre == pytest.approx(finger.stage.scene.frame.bounds.centre, abs=1)
    finger.canvas.viewing.pan(30, 0)
    before = finger.stage.camera
    finger.canvas.resize(1000, 700)
    after = finger.stage.camera
    assert (after.zoom, after.left, after.top) == (before.zoom, before.left, before.top)


def test_the_wheel_turned_during_a_drag_takes_along_what_is_dragged(open_canvas):
    workspace, finger = open_canvas()
    start = finger.grip(workspace.node("y"))
    finger.drag(start, (start[0] + 40, start[1]), drop=False)
    before = finger.stage.scene.lift.offset
    finger.wheel((start[0] + 40, start[1]), pixels=(0, -80))
    assert finger.stage.scene.lift.offset == (before[0], before[1] + 80)


# The minimap


def map_pixel(finger, share_x, share_y):
    return finger.stage.camera.scene(
        (finger.canvas.width() - 24 - 104 * (1 - share_x), finger.canvas.height() - 16 - 64 * (1 - share_y))
    )


def test_a_click_on_the_minimap_shows_what_is_there(open_canvas):
    workspace, finger = open_canvas(zoom=2.0)
    finger.click(map_pixel(finger, 0.08, 0.5))
    card = finger.card(workspace.node("x"))
    assert abs(finger.stage.camera.view.centre[0] - card.x) < 140
    assert not workspace.selection


def test_a_drag_over_the_minimap_takes_the_view_along_and_escape_back(open_canvas):
    _, finger = open_canvas(zoom=2.0)
    before = finger.stage.camera
    start, end = finger.at(map_pixel(finger, 0.2, 0.5)), finger.at(map_pixel(finger, 0.8, 0.5))
    finger.press(finger.stage.camera.scene(start.toTuple()))
    left = finger.stage.camera.view.centre[0]
    finger.move(finger.stage.camera.scene(end.toTuple()))
    assert finger.stage.camera.view.centre[0] > left + 200
    finger.key(Qt.Key.Key_Escape)
    assert finger.stage.camera == before


# Under the pointer


def test_each_part_is_found_under_the_pointer(open_canvas):
    workspace, finger = open_canvas(CODE)
    workspace.perform(wrap(workspace.document, [workspace.node("s").id], RegionKind.NO_GRAD))
    a, s = workspace.node("a"), workspace.node("s")
    area = finger.stage.scene.regions[0].area
    wire = workspace.wire("s", "y")
    found = {
        finger.value(a): OnValue(a.id),
        finger.title(a): OnTitle(a.id),
        finger.switch(a): OnSwitch(a.id),
        finger.input(s, 1): OnInput(s.id, 1, finger.input(s, 1)),
        finger.output(s): OnOutput(s.id, 0, finger.output(s)),
        finger.on_wire(wire): OnScissors(wire.id),
        (area.right - 24, area.y + 15): OnRegionSwitch(next(iter(workspace.document.regions))),
        finger.stage.camera.scene((400, 640)): OnGround(),
    }
    for place, target in found.items():
        finger.hover(place)
        assert finger.stage.shown.hovered == target


def test_the_pointer_says_what_a_press_would_do(open_canvas):
    workspace, finger = open_canvas(CODE)
    s = workspace.node("s")
    shapes = {
        finger.output(s): Qt.CursorShape.CrossCursor,
        finger.switch(workspace.node("a")): Qt.CursorShape.PointingHandCursor,
        finger.on_wire(workspace.wire("s", "y"), 0.2): Qt.CursorShape.PointingHandCursor,
        finger.grip(s): Qt.CursorShape.ArrowCursor,
        map_pixel(finger, 0.5, 0.5): Qt.CursorShape.PointingHandCursor,
    }
    for place, shape in shapes.items():
        finger.hover(place)
        assert finger.canvas.cursor().shape() is shape


def test_nothing_is_under_a_pointer_that_has_left(open_canvas):
    workspace, finger = open_canvas(CODE)
    finger.hover(finger.grip(workspace.node("s")))
    QApplication.sendEvent(finger.canvas, QEvent(QEvent.Type.Leave))
    assert finger.stage.shown.hovered == OnGround()


def words_at(finger, place):
    pixel = finger.at(place)
    QApplication.sendEvent(finger.canvas, QHelpEvent(QEvent.Type.ToolTip, pixel, finger.canvas.mapToGlobal(pixel)))
    return QToolTip.text()


def test_a_tooltip_has_every_digit_the_shape_and_the_type(open_canvas):
    workspace, finger = open_canvas(CODE)
    words = words_at(finger, finger.grip(workspace.node("s")))
    assert "f32 [3]" in words
    values = [float(one) for one in words[words.index("[0") + 1 : words.rindex("]")].split(",")]
    held = workspace.value_of(Source(workspace.node("s").id))
    assert np.array_equal(np.array(values, dtype=np.float32), held)


def test_a_tooltip_says_why_there_is_no_value(open_canvas):
    workspace, finger = open_canvas(CODE + "c = torch.tensor([1., 2.])\n")
    c, s = workspace.node("c"), workspace.node("s")
    workspace.perform(connect(workspace.document, Source(c.id), s.id, Slot("self")))
    assert "do not fit" in words_at(finger, finger.grip(s))
    assert "Waits for" in words_at(finger, finger.grip(workspace.node("y")))


def test_tooltips_name_inputs_and_say_what_a_click_does(open_canvas):
    workspace, finger = open_canvas(CODE)
    assert "other" in words_at(finger, finger.input(workspace.node("s"), 1))
    assert "requires_grad is on" in words_at(finger, finger.switch(workspace.node("a")))
    assert "Detach" in words_at(finger, finger.on_wire(workspace.wire("s", "y")))
    assert "s → y" in words_at(finger, finger.on_wire(workspace.wire("s", "y"), 0.2))
    assert tooltip(workspace, OnGround()) == ""


# The keyboard


def test_the_node_the_keyboard_is_at_is_shown_and_said(open_canvas):
    workspace, finger = open_canvas(CODE)
    finger.click(finger.grip(workspace.node("s")))
    assert finger.stage.shown.focused == ""
    finger.key(Qt.Key.Key_Right)
    assert finger.stage.shown.focused == workspace.node("y").id
    assert "root" in finger.canvas.accessibleDescription()
    assert "0.6" in finger.canvas.accessibleDescription()
    assert QAccessible.queryAccessibleInterface(finger.canvas).text(QAccessible.Text.Name) == "Canvas"
    finger.click(finger.grip(workspace.node("a")))
    assert finger.stage.shown.focused == ""
    assert "leaf" in finger.canvas.accessibleDescription()


def test_the_canvas_shows_that_the_keyboard_came_to_it(open_canvas):
    _, finger = open_canvas(CODE)
    finger.canvas.clearFocus()
    finger.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    assert finger.stage.shown.framed
    finger.canvas.clearFocus()
    assert not finger.stage.shown.framed


def test_a_key_that_is_for_nothing_is_left_to_others(open_canvas):
    _, finger = open_canvas(CODE)
    for key, is_left in ((Qt.Key.Key_Q, True), (Qt.Key.Key_Delete, True), (Qt.Key.Key_Right, False)):
        event = QKeyEvent(QEvent.Type.KeyPress, key, NONE)
        QApplication.sendEvent(finger.canvas, event)
        assert event.isAccepted() is not is_left
