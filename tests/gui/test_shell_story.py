"""A whole session with real events: build x*x + 4, step, switch no_grad, undo everything, save, open, export."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from window_hand import NONE

from app.model.selection import Selection
from core.expr.graph import Leaf, RegionKind
from core.io import project


def build(room):
    """Build x*x + 4 by searching and dragging."""
    QTest.mouseDClick(room.canvas, Qt.MouseButton.LeftButton, NONE, room.finger.at((120.0, 60.0)))
    room.look_for("3")
    (x,) = [one for one in room.document.nodes.values() if isinstance(one, Leaf)]
    room.finger.drag(room.finger.output(x), beside(room, x, 260, 0))
    room.look_for("*")
    (mul,) = room.by_op("mul")
    room.finger.drag(room.finger.output(x), room.finger.input(mul, 1))
    room.finger.drag(room.finger.output(mul), beside(room, mul, 260, 0))
    room.look_for("+ 4")
    (total,) = room.by_op("add")
    return x, room.document.nodes[mul.id], total


def beside(room, node, right, down):
    x, y = room.finger.output(node)
    return x + right, y + down


@pytest.fixture
def room(open_window):
    room = open_window()
    room.canvas.viewing.look_at((480.0, 100.0), 1.0)
    return room


def test_builds_an_expression_by_searching_and_dragging(room):
    _, _, total = build(room)
    assert room.value(total) == 13.0
    assert room.search is None
    assert room.session.selection == Selection.of_node(total.id)
    assert len(room.document.wiring.into(room.by_op("mul")[0].id)) == 2


def test_steps_to_the_end_and_back(room, clock):
    x, _, _ = build(room)
    room.session.select(Selection())
    room.canvas.setFocus()
    places = []
    for _ in range(10):
        clock.advance(2000)
        room.press(Qt.Key.Key_Right, widget=room.canvas)
        places.append(room.session.stepping.index)
    assert room.session.gradient_of(x.id) == 6.0
    assert places[-1] == places[-2] == len(room.session.stepping.recording.events) - 1
    forward = list(dict.fromkeys(places))
    back = [room.session.stepping.index]
    while room.session.stepping.index:
        room.press(Qt.Key.Key_Left, widget=room.canvas)
        back.append(room.session.stepping.index)
    assert back[:-1] == forward[::-1]
    assert room.session.gradient_of(x.id) is None


def test_no_grad_takes_the_gradient_away_and_gives_it_back(room):
    x, mul, _ = build(room)
    room.session.select(Selection.of_node(mul.id))
    room.press(Qt.Key.Key_End, widget=room.canvas)
    assert room.session.gradient_of(x.id) == 6.0
    places = {key: (node.x, node.y) for key, node in room.document.nodes.items()}
    room.press(Qt.Key.Key_N, widget=room.canvas)
    (region,) = room.document.regions.values()
    assert region.kind is RegionKind.NO_GRAD
    assert room.session.gradient_of(x.id) is None
    assert {key: (node.x, node.y) for key, node in room.document.nodes.items()} == places
    room.press(Qt.Key.Key_N, widget=room.canvas)
    assert not next(iter(room.document.regions.values())).enabled
    room.press(Qt.Key.Key_End, widget=room.canvas)
    assert room.session.gradient_of(x.id) == 6.0


def test_everything_can_be_undone_and_done_again(room):
    build(room)
    room.press(Qt.Key.Key_L, widget=room.canvas)
    built = room.document
    steps = 0
    while room.window.commands["undo"].isEnabled():
        room.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, room.canvas)
        steps += 1
    assert room.document.nodes == {} and steps >= 4
    while room.window.commands["redo"].isEnabled():
        room.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, room.canvas)
    assert room.document == built


def test_saves_and_opens_again(room, tmp_path):
    _, _, total = build(room)
    room.asked.save_path = tmp_path / "squares"
    room.press(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier, room.canvas)
    saved = tmp_path / "squares.gradwalk"
    assert project.load(saved).document == room.document
    assert room.window.menu_bar.name == "squares.gradwalk"
    room.window.commands["new"].trigger()
    assert room.document.nodes == {} and room.asked.questions == ["test.gradwalk"]
    room.drop_file(saved)
    assert room.value(room.document.nodes[total.id]) == 13.0
    assert str(saved) in room.settings.held.recent


def test_exports_a_picture_that_holds_the_document(room, tmp_path, qtbot):
    build(room)
    dialog = room.window.openers.export()
    dialog.start(tmp_path / "squares.svg")
    qtbot.waitUntil((tmp_path / "squares.svg").exists)
    qtbot.waitUntil(lambda: "Wrote squares.svg" in room.status())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["squares.svg"]
    built = room.document
    room.asked.answer = None
    project.save(built, tmp_path / "kept.gradwalk")
    room.session.saved(tmp_path / "kept.gradwalk")
    room.drop_file(tmp_path / "squares.svg")
    assert room.document.nodes.keys() == built.nodes.keys()
    assert room.session.source.path is None


def test_double_click_on_the_ground_searches_there(room):
    place = QPoint(420, 300)
    QTest.mouseDClick(room.canvas, Qt.MouseButton.LeftButton, NONE, place)
    room.look_for("[1, 2]")
    (leaf,) = room.document.nodes.values()
    assert (leaf.x, leaf.y) == pytest.approx(room.canvas.stage.camera.scene((420, 300)))
