"""The search popup: opened in four ways, moved through by keys, and gone without a trace."""

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_hand import NONE, SHIFT

from app.render.build.places import card_area

MATRIX = """
W = torch.tensor([[1., -2.], [.5, .5], [-.5, .5]], requires_grad=True)
x = torch.tensor([1., 2.], requires_grad=True)
h = W @ x
"""


def drop_wire(room, name):
    node = room.node(name)
    x, y = room.finger.output(node)
    room.finger.drag((x, y), (x + 60, y + 120))


@pytest.mark.parametrize(("key", "held"), [(Qt.Key.Key_Tab, NONE), (Qt.Key.Key_A, SHIFT)])
def test_keys_open_it_and_escape_closes_it(open_window, key, held):
    room = open_window(MATRIX)
    before = room.document
    room.press(key, held, room.canvas)
    assert room.search.field.hasFocus()
    room.press(Qt.Key.Key_Escape, widget=room.search.field)
    assert room.search is None
    assert room.canvas.hasFocus() and room.document is before


def test_a_dropped_wire_shows_what_fits_it(open_window):
    room = open_window(MATRIX)
    drop_wire(room, "h")
    search = room.search
    assert search._chip.text().startswith("fits f32 [3]")
    search.field.setText("so")
    titles = [search.list.results.found_at(row) for row in range(search.list.results.rowCount())]
    named = [one.title for one in titles if one is not None]
    assert named.index("softmax") < named.index("slogdet")
    assert search._preview._trial.isVisible() and search._preview._trial_title.text() == "With your input"


def test_letting_the_wire_go_adds_without_connecting(open_window):
    room = open_window(MATRIX)
    drop_wire(room, "h")
    room.search._chip.click()
    room.look_for("sin")
    (sin,) = room.by_op("sin")
    assert room.document.wiring.into(sin.id) == ()


def test_enter_adds_and_connects(open_window):
    room = open_window(MATRIX)
    drop_wire(room, "h")
    room.look_for("softmax")
    (made,) = room.by_op("softmax")
    assert [wire.source.node for wire in room.document.wiring.into(made.id)] == [room.node("h").id]
    assert room.settings.held.uses == {"softmax": 1}
    assert room.canvas.hasFocus()


def test_shift_enter_goes_on_with_the_result(open_window):
    room = open_window(MATRIX)
    drop_wire(room, "h")
    room.look_for("tanh", goes_on=True)
    assert room.search is not None and room.search.field.text() == ""
    room.look_for("sum")
    (tanh,), (total,) = room.by_op("tanh"), room.by_op("sum")
    assert [wire.source.node for wire in room.document.wiring.into(total.id)] == [tanh.id]


def test_arrows_move_over_the_heading(open_window):
    room = open_window(MATRIX)
    drop_wire(room, "h")
    search = room.search
    search.field.setText("so")
    seen = []
    for _ in range(search.list.results.rowCount()):
        seen.append(search.list.chosen.title)
        room.press(Qt.Key.Key_Down, widget=search.field)
    assert len(set(seen)) >= search.list.results.rowCount() - 1
    assert "slogdet" in seen
    room.press(Qt.Key.Key_Up, widget=search.field)
    assert search.list.chosen is not None


def test_a_click_elsewhere_closes_it(open_window):
    room = open_window(MATRIX)
    room.press(Qt.Key.Key_Tab, widget=room.canvas)
    room.window.tool_bar.zooms.setFocus(Qt.FocusReason.MouseFocusReason)
    QApplication.processEvents()
    assert room.search is None


def test_what_cannot_be_added_is_said_in_the_popup(open_window):
    room = open_window(MATRIX)
    room.press(Qt.Key.Key_Tab, widget=room.canvas)
    room.search.field.setText("y = nothing(x)")
    before = room.document
    room.press(Qt.Key.Key_Return, widget=room.search.field)
    assert room.search is not None and room.search._reason.text()
    assert room.document is before


def test_stays_inside_the_window(open_window):
    room = open_window(MATRIX)
    corner = room.canvas.rect().bottomRight()
    QTest.mouseMove(room.canvas, corner)
    room.press(Qt.Key.Key_Tab, widget=room.canvas)
    assert room.window.rect().contains(room.search.geometry())


def test_a_new_node_belongs_to_the_frame_it_is_added_in(open_window):
    room = open_window("x = torch.tensor(1., requires_grad=True)\nwith torch.no_grad():\n    y = x * 2\n    z = y + 1")
    (region,) = room.window.parts.picture.frame.regions
    inside = region.x + region.look.width / 2, region.area.bottom - 6
    QTest.mouseDClick(room.canvas, Qt.MouseButton.LeftButton, NONE, room.finger.at(inside))
    room.look_for("5")
    leaf = next(
        node for node in room.document.nodes.values() if getattr(node, "value", None) and "5" in node.value.text
    )
    assert leaf.region == region.id


def overlapping(room):
    areas = [card_area(node) for node in room.window.parts.picture.frame.nodes]
    return [
        (one, other)
        for one, other in combinations(areas, 2)
        if one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
    ]


@pytest.mark.parametrize("code", ["", MATRIX], ids=["empty", "beside others"])
def test_the_nodes_of_an_expression_are_arranged_in_one_step(open_window, code):
    room = open_window(code)
    before = room.document
    room.press(Qt.Key.Key_Tab, widget=room.canvas)
    room.look_for("b*b + 4")
    assert len(room.document.nodes) == len(before.nodes) + 3 and not overlapping(room)
    room.window.commands["undo"].trigger()
    assert room.document == before


def test_what_is_added_at_one_place_does_not_lie_on_itself(open_window):
    room = open_window()
    for text in ("3", "*", "sin"):
        room.press(Qt.Key.Key_Tab, widget=room.canvas)
        room.look_for(text)
    assert len(room.document.nodes) == 3 and not overlapping(room)


def test_tab_adds_where_the_pointer_is(open_window):
    room = open_window(MATRIX)
    QTest.mouseMove(room.canvas, room.canvas.rect().center() + QPoint(-200, 150))
    room.press(Qt.Key.Key_Tab, widget=room.canvas)
    place = room.canvas.stage.camera.screen(room.search._spot.place)
    assert place == pytest.approx((room.canvas.width() // 2 - 200, room.canvas.height() // 2 + 150), abs=2)
