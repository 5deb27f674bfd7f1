"""Selecting on the canvas: clicks, rubber bands, arrow keys."""

import pytest
from canvas_hand import CTRL, SHIFT
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from app.model.selection import Selection
from app.render.looks import Ring


def nodes(workspace, *names):
    return frozenset(workspace.node(name).id for name in names)


def test_a_click_selects_a_node_and_draws_it_as_selected(open_canvas):
    workspace, finger = open_canvas()
    y = workspace.node("y")
    finger.click(finger.grip(y))
    assert workspace.selection == Selection.of_node(y.id)
    scene = finger.stage.scene
    assert Ring.SELECTED in scene.nodes.looks[scene.nodes.rows[y.id]].rings
    finger.click(finger.grip(workspace.node("x")))
    assert workspace.selection.nodes == nodes(workspace, "x")
    assert Ring.SELECTED not in scene.nodes.looks[scene.nodes.rows[y.id]].rings


@pytest.mark.parametrize("held", [SHIFT, CTRL])
def test_with_shift_or_ctrl_a_click_adds_a_node_and_takes_it_away_again(open_canvas, held):
    workspace, finger = open_canvas()
    finger.click(finger.grip(workspace.node("x")))
    finger.click(finger.grip(workspace.node("y")), held=held)
    assert workspace.selection.nodes == nodes(workspace, "x", "y")
    finger.click(finger.grip(workspace.node("x")), held=held)
    assert workspace.selection.nodes == nodes(workspace, "y")


def test_a_click_on_one_of_several_selected_nodes_selects_it_alone(open_canvas):
    workspace, finger = open_canvas()
    workspace.select(Selection(nodes(workspace, "x", "y")))
    finger.click(finger.grip(workspace.node("y")))
    assert workspace.selection == Selection.of_node(workspace.node("y").id)


def test_a_click_selects_a_wire_and_one_on_the_ground_nothing(open_canvas):
    workspace, finger = open_canvas()
    wire = next(wire for wire in workspace.document.wires.values() if wire.target == workspace.node("y").id)
    finger.click(finger.on_wire(wire, 0.25))
    assert workspace.selection == Selection.of_wire(wire.id)
    finger.click(finger.stage.camera.scene((300, 650)))
    assert not workspace.selection


def test_a_rubber_band_selects_what_it_touches_and_shows_it_while_it_is_drawn(open_canvas):
    workspace, finger = open_canvas()
    x = finger.card(workspace.node("x"))
    start, end = (x.x - 30, x.y - 30), (x.x + 30, x.y + 30)
    finger.drag(start, end, drop=False)
    assert finger.stage.shown.preview.band is not None
    assert finger.stage.scene.selection.nodes == nodes(workspace, "x")
    assert not workspace.selection
    finger.release(end)
    assert workspace.selection == Selection.of_node(workspace.node("x").id)
    assert finger.stage.shown.preview.band is None


def test_a_rubber_band_adds_with_shift_and_inverts_with_ctrl(open_canvas):
    workspace, finger = open_canvas()
    x, view = finger.card(workspace.node("x")), finger.stage.camera.view
    workspace.select(Selection(nodes(workspace, "y")))
    around_x = (x.x - 30, x.y - 30), (x.x + 30, x.y + 30)
    finger.drag(*around_x, held=SHIFT)
    assert workspace.selection.nodes == nodes(workspace, "x", "y")
    finger.drag(finger.stage.camera.scene((5, 650)), (view.right - 5, view.y + 70), held=CTRL)
    assert workspace.selection.nodes == frozenset(workspace.document.nodes) - nodes(workspace, "x", "y")


def test_escape_ends_a_rubber_band_and_selects_what_was_selected_before(open_canvas):
    workspace, finger = open_canvas()
    before = Selection.of_node(workspace.node("y").id)
    workspace.select(before)
    x = finger.card(workspace.node("x"))
    finger.drag((x.x - 30, x.y - 30), (x.x + 30, x.y + 30), drop=False)
    finger.key(Qt.Key.Key_Escape)
    assert workspace.selection == before
    assert finger.stage.scene.selection == before
    assert finger.stage.shown.preview.band is None
    finger.release((x.x + 30, x.y + 30))
    assert workspace.selection == before


def test_escape_with_nothing_going_on_selects_nothing(open_canvas):
    workspace, finger = open_canvas()
    finger.click(finger.grip(workspace.node("y")))
    finger.key(Qt.Key.Key_Escape)
    assert not workspace.selection


def test_selecting_redraws_only_what_is_selected(open_canvas):
    workspace, finger = open_canvas()
    work = finger.stage.layer.work
    rebuilt, patched = work.rebuilt, work.patched
    finger.click(finger.grip(workspace.node("y")))
    finger.canvas.grab()
    assert (work.rebuilt, work.patched) == (rebuilt, patched + 1)


def test_arrow_keys_walk_to_the_nearest_node_in_their_direction(open_canvas):
    workspace, finger = open_canvas()
    finger.click(finger.grip(workspace.node("x")))
    xs = []
    for _ in range(4):
        current = workspace.selection.current
        xs.append(workspace.document.nodes[current].x)
        finger.key(Qt.Key.Key_Right)
    assert xs == sorted(set(xs))
    assert workspace.selection == Selection.of_node(workspace.node("y").id)
    finger.key(Qt.Key.Key_Right)
    assert workspace.selection == Selection.of_node(workspace.node("y").id)
    finger.key(Qt.Key.Key_Left)
    chosen = workspace.document.nodes[workspace.selection.current]
    assert chosen.x < workspace.node("y").x


def test_an_arrow_key_selects_the_node_in_the_middle_when_none_is_selected(open_canvas):
    workspace, finger = open_canvas()
    finger.key(Qt.Key.Key_Down)
    assert len(workspace.selection.nodes) == 1
    chosen = workspace.document.nodes[workspace.selection.current]
    middle = finger.stage.camera.view.centre
    away = [abs(node.x + 60 - middle[0]) + abs(node.y + 40 - middle[1]) for node in workspace.document.nodes.values()]
    assert abs(chosen.x + 60 - middle[0]) + abs(chosen.y + 40 - middle[1]) < 1.5 * min(away) + 1


def test_a_node_outside_the_view_is_brought_into_it_when_an_arrow_key_selects_it(open_canvas, clock):
    workspace, finger = open_canvas()
    y = workspace.node("y")
    before = workspace.document.nodes
    workspace.select(Selection.of_node(next(key for key, node in before.items() if node.name == "")))
    finger.canvas.viewing.look_at((workspace.node("x").x, workspace.node("x").y), 2.0)
    for _ in range(6):
        finger.key(Qt.Key.Key_Right)
        clock.advance(500)
        finger.canvas.motions.advance()
    assert workspace.selection.current == y.id
    view, card = finger.stage.camera.view, finger.card(y)
    assert view.x <= card.x and card.x + 132 <= view.right
    assert view.y <= card.y and card.y + 80 <= view.bottom


def test_the_right_button_selects_what_it_asks_a_menu_for(open_canvas):
    workspace, finger = open_canvas()
    asked = []
    finger.stage.menu_wanted.connect(asked.append)
    y = workspace.node("y")
    place = finger.at(finger.grip(y))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, finger.canvas.mapToGlobal(place))
    QApplication.sendEvent(finger.canvas, event)
    assert workspace.selection == Selection.of_node(y.id)
    assert [request.target.node for request in asked] == [y.id]
