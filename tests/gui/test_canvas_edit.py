"""Everything else that changes the document: switches, scissors, the knife, frames, keys, and texts in place."""

import pytest
from canvas_hand import ALT, CTRL, RIGHT, SHIFT
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.canvas.editing.line_editor import LineEditor
from app.canvas.scene.hit import scissors_place
from app.canvas.scene.targets import OnScissors
from app.model.selection import Selection
from app.render.draw_region import switch_area
from core.expr.edits import wrap
from core.expr.graph import RegionKind, Slot

CODE = """
a = torch.tensor(2., requires_grad=True)
b = torch.tensor(3., requires_grad=True)
s = a * b
t = s + 1
y = t * a
"""


@pytest.fixture
def opened(open_canvas):
    return open_canvas(CODE)


def named(workspace, *names):
    return frozenset(workspace.node(name).id for name in names)


def editor(finger):
    return next((one for one in finger.canvas.findChildren(LineEditor) if one.isVisible()), None)


def region_of(workspace):
    return next(iter(workspace.document.regions.values()))


# Switches


def test_the_switch_of_a_leaf_turns_requires_grad_off_and_on(opened):
    workspace, finger = opened
    finger.click(finger.switch(workspace.node("a")))
    assert not workspace.node("a").requires_grad
    assert finger.card(workspace.node("a")).look.switch is False
    finger.click(finger.switch(workspace.node("a")))
    assert workspace.node("a").requires_grad
    assert workspace.history.names == ("Switch requires_grad",) * 2


def test_two_quick_clicks_on_a_switch_are_two(opened):
    workspace, finger = opened
    finger.double_click(finger.switch(workspace.node("a")))
    assert workspace.node("a").requires_grad
    assert len(workspace.history.names) == 2


def test_a_press_on_a_switch_that_is_taken_elsewhere_does_nothing(opened):
    workspace, finger = opened
    x, y = finger.switch(workspace.node("a"))
    finger.drag((x, y), (x, y + 90))
    assert workspace.node("a").requires_grad
    assert workspace.history.names == ()


def test_the_switch_of_a_frame_turns_it_off_and_moves_nothing(opened):
    workspace, finger = opened
    workspace.perform(wrap(workspace.document, [workspace.node("s").id], RegionKind.NO_GRAD))
    before = [(node.x, node.y) for node in finger.stage.scene.nodes.placed]
    frame = finger.stage.scene.regions[0]
    switch = switch_area(frame.look)
    finger.click((frame.x + switch.centre[0], frame.y + switch.centre[1]))
    assert not region_of(workspace).enabled
    assert [(node.x, node.y) for node in finger.stage.scene.nodes.placed] == before
    assert workspace.history.undo_name == "Switch no_grad off"


# Wires


def test_the_scissors_on_a_wire_detach_it_and_attach_it_again(opened):
    workspace, finger = opened
    wire = workspace.wire("t", "y")
    place = scissors_place(finger.stage.scene, wire.id)
    finger.hover(place)
    assert finger.stage.shown.hovered == OnScissors(wire.id)
    finger.click(place)
    assert workspace.document.wires[wire.id].detached
    finger.click(scissors_place(finger.stage.scene, wire.id))
    assert not workspace.document.wires[wire.id].detached
    assert workspace.history.names == ("Detach", "Attach")


def test_alt_and_a_click_anywhere_on_a_wire_detach_it_too(opened):
    workspace, finger = opened
    wire = workspace.wire("t", "y")
    finger.click(finger.on_wire(wire, 0.2), held=ALT)
    assert workspace.document.wires[wire.id].detached
    assert not workspace.selection


def test_ctrl_and_the_right_button_cut_every_wire_that_is_crossed_in_one_step(opened):
    workspace, finger = opened
    left, right = finger.card(workspace.node("b")), finger.card(workspace.node("s"))
    x = (left.x + 120 + right.x) / 2
    top, bottom = min(left.y, right.y) - 200, max(left.y, right.y) + 300
    crossed = {wire.id for wire in workspace.document.wires.values() if wire.target == workspace.node("s").id}
    finger.drag((x, top), (x, bottom), button=RIGHT, held=CTRL, drop=False)
    assert crossed <= set(finger.stage.shown.preview.wires)
    before = dict(workspace.document.wires)
    finger.release((x, bottom), button=RIGHT, held=CTRL)
    assert workspace.document.wiring.into(workspace.node("s").id) == ()
    assert len(workspace.history.names) == 1
    workspace.history.undo()
    assert workspace.document.wires == before


def test_escape_puts_the_knife_away(opened):
    workspace, finger = opened
    view = finger.stage.camera.view
    ends = (view.x, view.y), (view.right, view.bottom)
    document = workspace.document
    finger.drag(*ends, button=RIGHT, held=CTRL, drop=False)
    finger.key(Qt.Key.Key_Escape)
    finger.release(ends[1], button=RIGHT, held=CTRL)
    assert workspace.document is document
    assert finger.stage.shown.preview.knife == ()


def test_a_knife_that_crosses_nothing_makes_no_step(opened):
    workspace, finger = opened
    view = finger.stage.camera.view
    finger.drag((view.x + 5, view.y + 5), (view.x + 200, view.y + 5), button=RIGHT, held=CTRL)
    assert workspace.history.names == ()


# Frames


@pytest.mark.parametrize(("key", "kind"), [(Qt.Key.Key_N, RegionKind.NO_GRAD), (Qt.Key.Key_D, RegionKind.DETACH)])
def test_n_and_d_put_a_frame_around_what_is_selected_and_switch_it_after_that(opened, key, kind):
    workspace, finger = opened
    finger.click(finger.grip(workspace.node("s")))
    finger.click(finger.grip(workspace.node("t")), held=SHIFT)
    finger.key(key)
    assert region_of(workspace).kind is kind
    assert {node.name for node in workspace.document.nodes.values() if node.region} == {"s", "t"}
    finger.key(key)
    assert not region_of(workspace).enabled
    workspace.history.undo()
    workspace.history.undo()
    assert workspace.document.regions == {}


def test_with_nothing_selected_the_next_drag_draws_the_frame(opened):
    workspace, finger = opened
    finger.key(Qt.Key.Key_D)
    assert finger.canvas.cursor().shape() is Qt.CursorShape.CrossCursor
    card = finger.card(workspace.node("s"))
    start, end = (card.x - 20, card.y - 50), (card.x + 140, card.y + 100)
    finger.drag(start, end, drop=False)
    assert finger.stage.shown.preview.speech.text == "detach around 1 node"
    finger.release(end)
    assert region_of(workspace).kind is RegionKind.DETACH
    assert workspace.node("s").region == region_of(workspace).id
    finger.drag(start, end)
    assert len(workspace.document.regions) == 1


def test_a_frame_around_nothing_is_refused_with_the_reason(opened):
    workspace, finger = opened
    refusals = []
    finger.stage.refused.connect(refusals.append)
    finger.key(Qt.Key.Key_N)
    corner = finger.stage.camera.view
    finger.drag((corner.x + 4, corner.y + 4), (corner.x + 60, corner.y + 60))
    assert workspace.document.regions == {}
    assert len(refusals) == 1 and "around" in refusals[0]


def test_escape_puts_the_frame_tool_away(opened):
    workspace, finger = opened
    finger.key(Qt.Key.Key_N)
    finger.key(Qt.Key.Key_Escape)
    card = finger.card(workspace.node("s"))
    finger.drag((card.x - 20, card.y - 50), (card.x + 140, card.y + 100))
    assert workspace.document.regions == {}
    assert workspace.selection.nodes == named(workspace, "s")


# Keys


def test_delete_removes_what_is_selected_in_one_step(opened):
    workspace, finger = opened
    before = workspace.document
    finger.click(finger.grip(workspace.node("a")))
    finger.click(finger.grip(workspace.node("t")), held=SHIFT)
    finger.key(Qt.Key.Key_Delete)
    assert {node.name for node in workspace.document.nodes.values()} == {"b", "s", "y"}
    assert not workspace.selection
    assert workspace.history.names == ("Delete 2 nodes",)
    workspace.history.undo()
    assert workspace.document.nodes == before.nodes and workspace.document.wires == before.wires


def test_delete_takes_a_frame_away_and_leaves_what_is_in_it(opened):
    workspace, finger = opened
    workspace.perform(wrap(workspace.document, [workspace.node("s").id], RegionKind.NO_GRAD))
    area = finger.stage.scene.regions[0].area
    finger.click((area.x + 60, area.y + 14))
    assert workspace.selection == Selection.of_region(region_of(workspace).id)
    finger.key(Qt.Key.Key_Backspace)
    assert workspace.document.regions == {}
    assert workspace.node("s").region is None


def test_ctrl_delete_dissolves_nodes_and_leads_the_wires_on(opened):
    workspace, finger = opened
    finger.click(finger.grip(workspace.node("t")))
    finger.key(Qt.Key.Key_Delete, CTRL)
    into_y = {wire.source.node for wire in workspace.document.wiring.into(workspace.node("y").id)}
    assert into_y == named(workspace, "s", "a")
    assert len(workspace.history.names) == 1


def test_what_cannot_be_dissolved_is_refused_and_nothing_is_changed(opened):
    workspace, finger = opened
    refusals = []
    finger.stage.refused.connect(refusals.append)
    document = workspace.document
    finger.click(finger.grip(workspace.node("t")))
    finger.click(finger.grip(workspace.node("a")), held=SHIFT)
    finger.key(Qt.Key.Key_Delete, CTRL)
    assert workspace.document.nodes == document.nodes
    assert workspace.history.names == ()
    assert len(refusals) == 1


def test_ctrl_d_duplicates_and_selects_the_copies(opened):
    workspace, finger = opened
    before = set(workspace.document.nodes)
    finger.click(finger.grip(workspace.node("s")))
    finger.click(finger.grip(workspace.node("t")), held=SHIFT)
    finger.key(Qt.Key.Key_D, CTRL)
    assert workspace.selection.nodes == set(workspace.document.nodes) - before
    assert len(workspace.selection.nodes) == 2
    assert workspace.history.names == ("Duplicate",)


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_keys_for_what_is_selected_do_nothing_without_a_selection(opened, key):
    workspace, finger = opened
    finger.key(key)
    finger.key(key, CTRL)
    finger.key(Qt.Key.Key_D, CTRL)
    assert workspace.history.names == ()


@pytest.mark.parametrize(("key", "held"), [(Qt.Key.Key_Tab, None), (Qt.Key.Key_A, SHIFT)])
def test_tab_and_shift_a_ask_for_a_search_where_the_pointer_is(opened, key, held):
    _, finger = opened
    searches = []
    finger.stage.search_wanted.connect(searches.append)
    place = finger.stage.camera.scene((220, 610))
    finger.hover(place)
    finger.key(key, held or Qt.KeyboardModifier.NoModifier)
    assert [one.place for one in searches] == [pytest.approx(place)]
    assert finger.canvas.hasFocus()


def test_a_double_click_on_the_ground_asks_for_a_search(opened):
    _, finger = opened
    searches = []
    finger.stage.search_wanted.connect(searches.append)
    place = finger.stage.camera.scene((220, 610))
    finger.double_click(place)
    assert [one.screen for one in searches] == [(220, 610)]


# Texts in place


def test_a_double_click_on_a_value_opens_a_line_edit_over_it(opened):
    workspace, finger = opened
    finger.double_click(finger.value(workspace.node("a")))
    line = editor(finger)
    assert line.text() == workspace.node("a").value.text
    assert line.geometry().contains(finger.at(finger.value(workspace.node("a"))))
    assert line.hasFocus()
    QTest.keyClicks(line, "[1, 2]")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert workspace.node("a").value.text == "[1., 2.]"
    assert editor(finger) is None
    assert finger.canvas.hasFocus()
    assert workspace.history.names == ("Change value",)


def test_enter_opens_the_value_of_the_current_leaf(opened):
    workspace, finger = opened
    finger.click(finger.grip(workspace.node("b")))
    finger.key(Qt.Key.Key_Return)
    assert editor(finger).text() == workspace.node("b").value.text


def test_escape_leaves_a_value_as_it_was(opened):
    workspace, finger = opened
    finger.double_click(finger.value(workspace.node("a")))
    line = editor(finger)
    QTest.keyClicks(line, "7")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert editor(finger) is None
    assert workspace.history.names == ()


def test_what_is_no_value_stays_open_with_the_reason(opened):
    workspace, finger = opened
    finger.double_click(finger.value(workspace.node("a")))
    line = editor(finger)
    QTest.keyClicks(line, "[1, 2")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert editor(finger) is line
    assert line.text() == "[1, 2"
    assert line.accessibleDescription()
    assert workspace.history.names == ()
    QTest.keyClick(line, Qt.Key.Key_BracketRight)
    assert line.accessibleDescription() == ""
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert workspace.node("a").value.text == "[1., 2.]"


def test_going_elsewhere_accepts_a_value(opened):
    workspace, finger = opened
    finger.double_click(finger.value(workspace.node("a")))
    QTest.keyClicks(editor(finger), "5")
    finger.canvas.setFocus(Qt.FocusReason.MouseFocusReason)
    assert editor(finger) is None
    assert workspace.node("a").value.text == "5."


def test_an_unchanged_value_makes_no_step(opened):
    workspace, finger = opened
    finger.double_click(finger.value(workspace.node("a")))
    QTest.keyClick(editor(finger), Qt.Key.Key_Return)
    assert editor(finger) is None
    assert workspace.history.names == ()


def test_a_line_edit_follows_its_card_when_the_view_moves(opened):
    workspace, finger = opened
    finger.double_click(finger.value(workspace.node("a")))
    before = editor(finger).pos()
    finger.canvas.viewing.pan(40, -30)
    assert (editor(finger).pos() - before).toTuple() == (-40, 30)


def test_a_double_click_on_a_title_renames_a_node_and_says_why_it_cannot(opened):
    workspace, finger = opened
    node = workspace.node("t")
    finger.double_click(finger.title(node))
    line = editor(finger)
    QTest.keyClicks(line, "a")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert "another" in line.accessibleDescription().lower()
    line.selectAll()
    QTest.keyClicks(line, "total")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert workspace.document.nodes[node.id].name == "total"


def test_a_double_click_on_an_input_types_a_constant_into_it(opened):
    workspace, finger = opened
    place = finger.input(workspace.node("t"), 1)
    finger.double_click(place)
    line = editor(finger)
    assert line.text() == "1"
    QTest.keyClicks(line, "2 * 3")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert workspace.document.nodes[workspace.node("t").id].constants == {Slot("other"): 6}
    finger.double_click(finger.input(workspace.node("t"), 1))
    QTest.keyClicks(editor(finger), "many")
    QTest.keyClick(editor(finger), Qt.Key.Key_Return)
    assert "number" in editor(finger).accessibleDescription()


def test_a_double_click_on_a_header_gives_a_frame_its_title(opened):
    workspace, finger = opened
    workspace.perform(wrap(workspace.document, [workspace.node("s").id], RegionKind.NO_GRAD))
    area = finger.stage.scene.regions[0].area
    finger.double_click((area.x + 60, area.y + 14))
    QTest.keyClicks(editor(finger), "frozen")
    QTest.keyClick(editor(finger), Qt.Key.Key_Return)
    assert region_of(workspace).title == "frozen"


def test_opening_another_text_closes_the_first(opened):
    workspace, finger = opened
    finger.double_click(finger.value(workspace.node("a")))
    finger.double_click(finger.value(workspace.node("b")))
    QApplication.processEvents()
    assert [one.text() for one in finger.canvas.findChildren(LineEditor) if one.isVisible()] == ["3."]
