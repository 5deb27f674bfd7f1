"""Commands by key and by menu: on what is selected, only where the keys belong."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QPushButton
from window_hand import CTRL, NONE, SHIFT

from app.canvas.overlays.crowding import placed_overlays
from app.canvas.requests import MenuRequest
from app.canvas.scene.targets import OnGround, OnHeader, OnNode, OnWire
from app.model.selection import Selection
from app.model.workspace import PaneId
from app.render.draw_overlay import overlay_size
from app.render.marks import Rect
from app.render.overlays import Invitation
from core.io import project

SQUARES = """
x = torch.tensor([1., 2.], requires_grad=True)
y = (x * x).sum()
"""


def choose(room, *names):
    keys = [room.node(name).id for name in names]
    room.session.select(Selection(frozenset(keys), current=keys[-1]))
    return keys


def test_copy_and_paste_go_through_text(open_window):
    room = open_window(SQUARES)
    room.press(Qt.Key.Key_A, CTRL, room.canvas)
    room.press(Qt.Key.Key_C, CTRL, room.canvas)
    copied = project.loads(QGuiApplication.clipboard().text().encode()).document
    assert len(copied.nodes) == 3
    room.press(Qt.Key.Key_V, CTRL, room.canvas)
    assert len(room.document.nodes) == 6
    assert len(room.session.selection.nodes) == 3
    room.press(Qt.Key.Key_X, CTRL, room.canvas)
    assert len(room.document.nodes) == 3


def test_code_is_pasted_as_nodes(open_window):
    room = open_window(SQUARES)
    QGuiApplication.clipboard().setText("a = torch.tensor(2., requires_grad=True)\nb = a * a")
    room.press(Qt.Key.Key_V, CTRL, room.canvas)
    assert room.value(room.node("b")) == 4.0


TUTORIAL = """
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x*x + 4
y.backward(torch.tensor([.5, .5, .5]))
print(x.grad)
"""


def test_pasted_code_keeps_its_backward_pass_and_right_steps_it(open_window):
    room = open_window()
    QGuiApplication.clipboard().setText(TUTORIAL)
    room.press(Qt.Key.Key_V, CTRL, room.canvas)
    cards = [(node.x, node.y) for node in room.document.nodes.values()]
    assert len(set(cards)) == len(cards), "the cards lie on top of each other"
    for _ in range(room.session.stepping.recording.steps[-1].number + 1):
        room.press(Qt.Key.Key_Right, widget=room.canvas)
    assert room.session.gradient_of(room.node("x").id).tolist() == [1, 2, 3]
    assert room.session.history.done == 1


def test_pasted_code_stands_below_what_was_there_and_both_have_their_passes(open_window):
    room = open_window(SQUARES)
    (_before,), old = room.session.stepping.recording.passes, {*room.document.nodes}
    QGuiApplication.clipboard().setText(TUTORIAL)
    room.press(Qt.Key.Key_V, CTRL, room.canvas)
    lowest = max(node.y for key, node in room.document.nodes.items() if key in old)
    assert all(node.y > lowest for key, node in room.document.nodes.items() if key not in old)
    assert len(room.session.stepping.recording.passes) == 2
    room.press(Qt.Key.Key_Z, CTRL, room.canvas)
    assert {*room.document.nodes} == old


@pytest.mark.parametrize("text", ["", "{", '{"format": "other"}', "if x:", "\x00"])
def test_nonsense_is_not_pasted(open_window, text):
    room = open_window(SQUARES)
    before = room.document
    QGuiApplication.clipboard().setText(text)
    room.press(Qt.Key.Key_V, CTRL, room.canvas)
    assert room.document is before and room.status()


def test_duplicates_with_inputs(open_window):
    room = open_window(SQUARES)
    choose(room, "y")
    room.press(Qt.Key.Key_D, CTRL | SHIFT, room.canvas)
    assert len(room.by_op("sum")) == 2
    assert all(room.document.wiring.into(node.id) for node in room.by_op("sum"))


def test_requires_grad_mute_and_rename_by_key(open_window):
    room = open_window(SQUARES)
    choose(room, "x")
    room.press(Qt.Key.Key_R, widget=room.canvas)
    assert not room.node("x").requires_grad
    choose(room, "y")
    room.press(Qt.Key.Key_M, widget=room.canvas)
    assert room.node("y").muted
    room.press(Qt.Key.Key_F2, widget=room.canvas)
    editor = QGuiApplication.focusObject()
    room.type("z", editor)
    room.press(Qt.Key.Key_Return, widget=editor)
    assert room.node("z").op == "sum"


def test_delete_and_dissolve(open_window):
    room = open_window(SQUARES)
    (mul,) = room.by_op("mul")
    room.session.select(Selection.of_node(mul.id))
    room.press(Qt.Key.Key_Delete, CTRL, room.canvas)
    assert room.by_op("mul") == [] and room.value(room.node("y")) == 3.0
    choose(room, "y")
    room.press(Qt.Key.Key_Delete, widget=room.canvas)
    assert [node.name for node in room.document.nodes.values()] == ["x"]


def test_letters_typed_into_a_field_are_letters(open_window):
    room = open_window(SQUARES)
    choose(room, "x")
    bar = room.window.parts.expression
    bar.edit("")
    for key in (Qt.Key.Key_N, Qt.Key.Key_D, Qt.Key.Key_R, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Delete):
        room.press(key, widget=bar.field)
    assert bar.field.text() == "ndr "
    assert not room.document.regions and room.node("x").requires_grad
    assert not room.session.stepping.is_stepping


def test_arrows_select_while_editing_and_step_while_stepping(open_window, clock):
    room = open_window(SQUARES)
    choose(room, "x")
    room.press(Qt.Key.Key_Right, widget=room.canvas)
    assert not room.session.stepping.is_stepping
    assert room.session.selection.current != room.node("x").id
    room.press(Qt.Key.Key_F10, widget=room.canvas)
    assert room.session.stepping.is_stepping
    before, selection = room.session.stepping.index, room.session.selection
    clock.advance(2000)
    room.press(Qt.Key.Key_Right, widget=room.canvas)
    assert room.session.stepping.index > before
    assert room.session.selection == selection
    room.press(Qt.Key.Key_F5, SHIFT, room.canvas)
    assert not room.session.stepping.is_stepping


@pytest.mark.parametrize(("key", "held"), [
    (Qt.Key.Key_F11, NONE), (Qt.Key.Key_Right, SHIFT), (Qt.Key.Key_PageDown, NONE), (Qt.Key.Key_End, NONE),
    (Qt.Key.Key_F5, NONE), (Qt.Key.Key_Right, CTRL),
])  # fmt: skip
def test_keys_that_step_forward(open_window, key, held):
    room = open_window(SQUARES)
    room.press(key, held, room.canvas)
    assert room.session.stepping.index > 0


def test_stops_and_bookmarks_by_key(open_window):
    room = open_window(SQUARES)
    (mul,) = room.by_op("mul")
    room.session.select(Selection.of_node(mul.id))
    room.press(Qt.Key.Key_F9, widget=room.canvas)
    assert room.session.stepping.marks.breakpoints == {mul.id: True}
    room.press(Qt.Key.Key_F5, widget=room.canvas)
    assert room.session.current_node() == mul.id
    here = room.session.stepping.index
    room.press(Qt.Key.Key_F2, CTRL, room.canvas)
    room.press(Qt.Key.Key_End, widget=room.canvas)
    room.press(Qt.Key.Key_F2, SHIFT, room.canvas)
    assert room.session.stepping.index == here


def test_playing_goes_to_the_end_by_the_clock(open_window, clock, qtbot):
    room = open_window(SQUARES)
    room.press(Qt.Key.Key_F10, widget=room.canvas)
    room.press(Qt.Key.Key_Space, widget=room.canvas)
    assert room.session.stepping.player.is_playing and room.window.clockwork.is_running

    def over():
        clock.advance(1000)
        return not room.session.stepping.player.is_playing

    qtbot.waitUntil(over)
    assert room.session.stepping.index == len(room.session.stepping.recording.events) - 1
    assert not room.window.clockwork.is_running


def test_commands_are_found_by_a_few_letters(open_window):
    room = open_window(SQUARES)
    room.press(Qt.Key.Key_K, CTRL, room.canvas)
    room.type("sel all", room.quick.field)
    room.press(Qt.Key.Key_Return, widget=room.quick.field)
    assert len(room.session.selection.nodes) == 3
    assert room.quick is None


def test_commands_that_cannot_be_given_come_last_and_do_nothing(open_window):
    room = open_window()
    room.press(Qt.Key.Key_K, CTRL, room.canvas)
    room.type("undo", room.quick.field)
    room.press(Qt.Key.Key_Return, widget=room.quick.field)
    assert room.quick is not None
    room.press(Qt.Key.Key_Escape, widget=room.quick.field)
    assert room.quick is None


def test_what_stands_in_an_inner_menu_is_found_by_that_menus_title(open_window):
    room = open_window()
    room.press(Qt.Key.Key_K, CTRL, room.canvas)
    room.type("theme li", room.quick.field)
    room.press(Qt.Key.Key_Return, widget=room.quick.field)
    assert room.settings.held.theme == "light"


def test_a_list_in_which_nothing_was_found_says_so(open_window):
    room = open_window()
    room.press(Qt.Key.Key_K, CTRL, room.canvas)
    said = [one for one in room.quick.findChildren(QLabel) if one.text() == "Nothing is called that."]
    assert not said[0].isVisible()
    room.type("xyzzy", room.quick.field)
    assert said[0].isVisible()


def test_nodes_are_found_by_name_or_expression(open_window):
    room = open_window(SQUARES)
    room.press(Qt.Key.Key_F, CTRL, room.canvas)
    room.type("sum", room.quick.field)
    room.press(Qt.Key.Key_Return, widget=room.quick.field)
    assert room.session.selection == Selection.of_node(room.node("y").id)


def test_each_thing_has_its_menu(open_window):
    room = open_window("x = torch.tensor(1., requires_grad=True)\nwith torch.no_grad():\n    y = x * 2")
    (region,), (wire,) = room.document.regions, room.document.wires
    x = room.node("x").id
    for target, entry in ((OnNode(x), "Rename"), (OnWire(wire), "Detach wire"), (OnHeader(region), "Remove frame"),
                          (OnGround(), "Add…")):  # fmt: skip
        room.canvas.stage.menu_wanted.emit(MenuRequest(target, (0, 0), (50, 50)))
        menu = next(one for one in room.window.findChildren(QMenu) if one.isVisible())
        assert entry in [action.text() for action in menu.actions()]
        menu.close()


def test_the_invitation_steps_when_it_is_clicked(open_window):
    room = open_window(SQUARES)
    room.canvas.stage.invitation_taken.emit(None)
    assert room.session.stepping.is_stepping


def test_an_empty_canvas_invites_to_add_something(open_window):
    room = open_window(size=(1000, 640))
    viewport, frame = Rect(0, 0, room.canvas.width(), room.canvas.height()), room.canvas.stage.scene.frame
    ((shown, place),) = placed_overlays(frame.overlays, viewport, frame.theme)
    assert shown.key == "Tab" and room.canvas.stage.camera.zoom == 1.0
    middle = Rect(*place, *overlay_size(shown, frame.theme)).centre
    assert middle == (viewport.width / 2, viewport.height / 2)
    room.canvas.stage.invitation_taken.emit(None)
    room.look_for("2.5")
    assert [one.key for one in room.canvas.stage.scene.overlays if isinstance(one, Invitation)] != ["Tab"]


def test_arrange_moves_nodes_and_shows_all(open_window):
    room = open_window(SQUARES)
    with room.session.step("Heap"):
        from core.expr import edits

        room.session.perform(edits.move(room.document, dict.fromkeys(room.document.nodes, (5.0, 5.0))))
    room.press(Qt.Key.Key_L, widget=room.canvas)
    assert len({(node.x, node.y) for node in room.document.nodes.values()}) == 3


def test_a_picture_comes_onto_the_clipboard(open_window):
    room = open_window(SQUARES)
    room.press(Qt.Key.Key_C, CTRL | SHIFT, room.canvas)
    image = QGuiApplication.clipboard().image()
    assert image.width() > 400 and image.height() > 100


def test_an_operation_that_is_recorded_anyway_is_not_asked_to_be(open_window):
    room = open_window(f"{SQUARES}with torch.no_grad():\n    z = x * 2\n")
    before = room.document
    choose(room, "y")
    room.press(Qt.Key.Key_R, widget=room.canvas)
    assert room.document is before
    assert "recorded already" in room.window.parts.status.message
    choose(room, "y", "z")
    room.press(Qt.Key.Key_R, widget=room.canvas)
    assert (room.node("y").requires_grad, room.node("z").requires_grad) == (False, True)
    room.press(Qt.Key.Key_R, widget=room.canvas)
    assert not room.node("z").requires_grad


def test_what_of_pasted_code_could_not_be_read_is_said_with_its_lines_and_listed(open_window):
    room = open_window(SQUARES)
    code = "a = torch.tensor(2., requires_grad=True)\nb = a * a\nb.backward()\nprint(b == a.grad)\nc = a.grad * 2"
    QGuiApplication.clipboard().setText(code)
    room.press(Qt.Key.Key_V, CTRL, room.canvas)
    assert room.status() == "Pasted without lines 4 and 5; see Problems."
    listed = room.window.parts.panes.pane(PaneId.PROBLEMS)
    assert listed.isVisible()
    first, second = (listed.list.item(row).text() for row in range(2))
    assert first.startswith("Line 4, print(b == a.grad): The whole")
    assert second.startswith("Line 5, c = a.grad * 2: The whole")


def test_the_number_of_problems_leads_to_the_first(open_window):
    room = open_window(f"{SQUARES}z = x @ torch.ones(3)\n")
    status = room.window.parts.status
    (number,) = [one for one in status.findChildren(QPushButton) if one.text() == "1 problem"]
    QTest.mouseClick(number, Qt.MouseButton.LeftButton)
    assert room.session.selection.current == room.node("z").id
    assert room.window.parts.panes.pane(PaneId.PROBLEMS).isVisible()
