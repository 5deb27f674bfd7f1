"""Dragging nodes: over the grid, in and out of frames, onto wires."""

import numpy as np
import pytest
from canvas_hand import ALT, SHIFT
from PySide6.QtCore import Qt

from app.model.selection import Selection
from core.expr.edits import add_call, add_leaf, bend, delete, wrap
from core.expr.graph import RegionKind
from core.expr.ids import RegionId

SUM = """
a = torch.tensor(2., requires_grad=True)
b = torch.tensor(3., requires_grad=True)
s = a + b
p = s * a
"""


def place(workspace, name):
    node = workspace.node(name)
    return node.x, node.y


def by(start, dx, dy):
    return start[0] + dx, start[1] + dy


def framed(workspace, *names, kind=RegionKind.NO_GRAD):
    workspace.perform(wrap(workspace.document, [workspace.node(name).id for name in names], kind))
    return next(iter(workspace.document.regions))


def test_a_drag_moves_a_node_onto_the_grid_in_one_step_that_undo_takes_back(open_canvas):
    workspace, finger = open_canvas(SUM)
    before = place(workspace, "s")
    start = finger.grip(workspace.node("s"))
    finger.drag(start, by(start, 37, 61))
    x, y = place(workspace, "s")
    assert (x % 8, y % 8) == (0, 0)
    assert abs(x - before[0] - 37) <= 4 and abs(y - before[1] - 61) <= 4
    assert workspace.history.names == ("Move",)
    workspace.history.undo()
    assert place(workspace, "s") == before
    assert finger.card(workspace.node("s")).x == before[0]


def test_a_press_that_hardly_moves_is_no_drag(open_canvas):
    workspace, finger = open_canvas(SUM)
    start = finger.grip(workspace.node("s"))
    finger.drag(start, by(start, 3, 2))
    assert workspace.history.names == ()
    assert workspace.selection.nodes == {workspace.node("s").id}


def test_all_selected_nodes_keep_their_distances(open_canvas):
    workspace, finger = open_canvas(SUM)
    before = {name: place(workspace, name) for name in "abs"}
    finger.click(finger.grip(workspace.node("a")))
    finger.click(finger.grip(workspace.node("b")), held=SHIFT)
    start = finger.grip(workspace.node("b"))
    finger.drag(start, by(start, 50, 90))
    moves = {name: (place(workspace, name)[0] - x, place(workspace, name)[1] - y) for name, (x, y) in before.items()}
    assert moves["a"] == moves["b"] != (0, 0)
    assert moves["s"] == (0, 0)


def test_dragging_an_unselected_node_selects_it_and_moves_it_alone(open_canvas):
    workspace, finger = open_canvas(SUM)
    workspace.select(Selection.of_node(workspace.node("a").id))
    before = place(workspace, "a")
    start = finger.grip(workspace.node("s"))
    finger.drag(start, by(start, 0, 80))
    assert place(workspace, "a") == before
    assert workspace.selection.nodes == {workspace.node("s").id}


def test_escape_leaves_everything_where_it_was(open_canvas):
    workspace, finger = open_canvas(SUM)
    document = workspace.document
    start = finger.grip(workspace.node("s"))
    finger.drag(start, by(start, 60, 60), drop=False)
    assert finger.stage.scene.lift is not None
    finger.key(Qt.Key.Key_Escape)
    assert finger.stage.scene.lift is None
    finger.release(by(start, 60, 60))
    assert workspace.document is document
    assert workspace.history.names == ()


def test_what_is_dragged_is_drawn_at_the_pointer_with_its_wires(open_canvas):
    workspace, finger = open_canvas(SUM)
    start = finger.grip(workspace.node("s"))
    finger.drag(start, by(start, 64, 40), drop=False)
    scene = finger.stage.scene
    lift = scene.lift
    curves = lift.curves(scene.wires.curves[lift.wires])
    offset = place(workspace, "s")
    dx, dy = lift.offset
    assert ((offset[0] + dx) % 8, (offset[1] + dy) % 8) == (0, 0)
    placed = [scene.wires.placed[row] for row in lift.wires.tolist()]
    assert {(wire.source, wire.target) for wire in placed} == {
        (workspace.node(one).id, workspace.node(other).id) for one, other in ("as", "bs", "sp")
    }
    for wire, curve in zip(placed, curves.tolist(), strict=True):
        (x0, y0), (x3, y3) = wire.points[0], wire.points[3]
        starts = wire.source == workspace.node("s").id
        assert curve[0] == pytest.approx([x0 + dx, y0 + dy] if starts else [x0, y0])
        assert curve[3] == pytest.approx([x3, y3] if starts else [x3 + dx, y3 + dy])


def test_a_node_dropped_in_a_frame_belongs_to_it_in_the_same_step(open_canvas):
    workspace, finger = open_canvas(SUM)
    region = framed(workspace, "a", "b")
    area = finger.stage.scene.regions[0].area
    start = finger.grip(workspace.node("p"))
    card = finger.card(workspace.node("p"))
    goal = by(start, area.right - 40 - card.x - 60, area.bottom - 40 - card.y - 40)
    finger.drag(start, goal, drop=False)
    assert finger.stage.shown.preview.target == region
    assert finger.stage.shown.preview.speech.text == "Into no_grad"
    finger.release(goal)
    assert workspace.node("p").region == region
    assert workspace.history.names[-1] == "Move"
    workspace.history.undo()
    assert workspace.node("p").region is None


def test_a_node_leaves_its_frame_only_when_nothing_of_it_is_inside(open_canvas):
    workspace, finger = open_canvas(SUM)
    region = framed(workspace, "a", "b")
    start = finger.grip(workspace.node("a"))
    finger.drag(start, by(start, 0, -72))
    assert workspace.node("a").region == region
    start = finger.grip(workspace.node("a"))
    finger.drag(start, by(start, 0, -320), drop=False)
    assert finger.stage.shown.preview.speech.text == "Out of no_grad"
    finger.release(by(start, 0, -320))
    assert workspace.node("a").region is None


def test_with_alt_a_node_stays_in_its_frame_wherever_it_goes(open_canvas):
    workspace, finger = open_canvas(SUM)
    region = framed(workspace, "a", "b")
    start = finger.grip(workspace.node("a"))
    finger.drag(start, by(start, 0, -320), held=ALT)
    assert workspace.node("a").region == region


def test_a_frame_moves_along_when_all_that_is_in_it_moves(open_canvas):
    workspace, finger = open_canvas(SUM)
    region = framed(workspace, "a", "b")
    before = finger.stage.scene.regions[0].area
    workspace.select(Selection(frozenset({workspace.node("a").id, workspace.node("b").id})))
    start = finger.grip(workspace.node("a"))
    finger.drag(start, by(start, 0, -320), drop=False)
    assert finger.stage.scene.lift.regions == {region}
    assert finger.stage.shown.preview.speech is None
    finger.release(by(start, 0, -320))
    after = finger.stage.scene.regions[0].area
    assert (after.width, after.height) == (before.width, before.height)
    assert after.y < before.y - 300
    assert workspace.node("a").region == region


def test_the_header_of_a_frame_drags_all_that_is_in_it(open_canvas):
    workspace, finger = open_canvas(SUM)
    framed(workspace, "a", "b")
    before, area = {name: place(workspace, name) for name in "ab"}, finger.stage.scene.regions[0].area
    header = area.x + 20, area.y + 14
    finger.drag(header, by(header, 24, 160))
    for name, (x, y) in before.items():
        assert place(workspace, name)[1] > y + 140
        assert place(workspace, name)[0] - x == place(workspace, "a")[0] - before["a"][0]
    assert workspace.history.names == ("Wrap in no_grad", "Move")


def test_a_node_without_wires_that_is_dropped_on_a_wire_is_put_between_its_ends(open_canvas):
    workspace, finger = open_canvas(SUM)
    workspace.perform(add_call(workspace.document, "tanh", at=(600.0, 500.0)))
    new = list(workspace.document.nodes.values())[-1]
    wire = workspace.wire("a", "s")
    middle, card = finger.on_wire(wire), finger.card(new)
    start = finger.grip(new)
    goal = by(start, middle[0] - card.x - 60, middle[1] - card.y - 40)
    finger.drag(start, goal, drop=False)
    assert finger.stage.shown.preview.wires == (wire.id,)
    assert finger.stage.shown.preview.speech.text == "Insert on this wire"
    finger.release(goal)
    wiring = workspace.document.wiring
    assert [one.source.node for one in wiring.into(new.id)] == [workspace.node("a").id]
    assert [one.target for one in wiring.out_of(new.id)] == [workspace.node("s").id]
    workspace.history.undo()
    assert workspace.document.wiring.into(new.id) == ()
    assert workspace.document.nodes[new.id].x == 600.0


def test_with_alt_and_for_what_cannot_be_put_there_a_wire_stays_as_it_is(open_canvas):
    workspace, finger = open_canvas(SUM)
    workspace.perform(add_call(workspace.document, "tanh", at=(600.0, 500.0)))
    operation = list(workspace.document.nodes.values())[-1]
    workspace.perform(add_leaf(workspace.document, "1.", at=(400.0, 500.0)))
    leaf = list(workspace.document.nodes.values())[-1]
    wires = workspace.document.wires
    for node, held in ((operation, ALT), (leaf, Qt.KeyboardModifier.NoModifier)):
        middle, card, start = finger.on_wire(workspace.wire("a", "s")), finger.card(node), finger.grip(node)
        finger.drag(start, by(start, middle[0] - card.x - 60, middle[1] - card.y - 40), held=held)
        assert workspace.document.nodes[node.id].y < 500
        assert workspace.document.wires == wires


def test_a_frame_with_a_size_of_its_own_moves_with_its_nodes(open_canvas):
    workspace, finger = open_canvas(SUM)
    nodes = [workspace.node("a").id, workspace.node("b").id]
    bounds = (workspace.node("a").x - 40, workspace.node("a").y - 60, 240.0, 320.0)
    workspace.perform(wrap(workspace.document, nodes, RegionKind.DETACH, bounds=bounds))
    region = RegionId(next(iter(workspace.document.regions)))
    header = bounds[0] + 20, bounds[1] + 14
    before = place(workspace, "a")
    finger.drag(header, by(header, 0, 96))
    moved = place(workspace, "a")[0] - before[0], place(workspace, "a")[1] - before[1]
    after = workspace.document.regions[region].bounds
    assert after == (bounds[0] + moved[0], bounds[1] + moved[1], 240.0, 320.0)
    assert moved[1] > 80


def test_the_bends_of_a_wire_move_along_when_both_its_ends_do(open_canvas):
    workspace, finger = open_canvas(SUM)
    wire = workspace.wire("a", "s")
    middle = finger.on_wire(wire)
    workspace.perform(bend(workspace.document, wire.id, [(middle[0], middle[1] - 50), (middle[0] + 9, middle[1] - 60)]))
    before = workspace.document.wires[wire.id].via
    workspace.select(Selection(frozenset({workspace.node("a").id, workspace.node("s").id})))
    start = finger.grip(workspace.node("a"))
    finger.drag(start, by(start, 40, 160), drop=False)
    lift, scene = finger.stage.scene.lift, finger.stage.scene
    carried = lift.curves(scene.wires.curves[lift.wires])
    rows = [lift.wires.tolist().index(row) for row in scene.wires.rows_of(wire.id)]
    finger.release(by(start, 40, 160))
    moved = workspace.document.wires[wire.id].via
    dx, dy = moved[0][0] - before[0][0], moved[0][1] - before[0][1]
    assert dy > 140
    assert moved == tuple((x + dx, y + dy) for x, y in before)
    assert len(rows) == 3
    resting = [finger.stage.scene.wires.curves[row].tolist() for row in finger.stage.scene.wires.rows_of(wire.id)]
    assert carried[rows] == pytest.approx(np.array(resting))
    finger.drag(finger.grip(workspace.node("s")), by(finger.grip(workspace.node("s")), 40, 0))
    assert workspace.document.wires[wire.id].via != moved  # both are still selected
    workspace.select(Selection())
    kept = workspace.document.wires[wire.id].via
    finger.drag(finger.grip(workspace.node("s")), by(finger.grip(workspace.node("s")), 40, 0))
    assert workspace.document.wires[wire.id].via == kept


def test_alt_and_arrows_nudge_what_is_selected_as_one_step(open_canvas):
    workspace, finger = open_canvas(SUM)
    x, y = place(workspace, "s")
    finger.click(finger.grip(workspace.node("s")))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        finger.key(key, ALT)
    assert place(workspace, "s") == (x + 16, y + 8)
    assert workspace.history.names == ("Move",)


def test_a_drag_ends_when_what_it_holds_is_taken_away_by_something_else(open_canvas):
    workspace, finger = open_canvas(SUM)
    start = finger.grip(workspace.node("s"))
    finger.drag(start, by(start, 60, 60), drop=False)
    workspace.perform(delete(workspace.document, [workspace.node("s").id]))
    assert finger.stage.scene.lift is None
    finger.canvas.grab()
    finger.move(by(start, 90, 90))
    finger.release(by(start, 90, 90))
    assert workspace.history.names == ("Delete",)


def test_a_move_that_breaks_off_in_the_middle_changes_nothing(open_canvas, qtbot, monkeypatch):
    workspace, finger = open_canvas(SUM)
    framed(workspace, "a", "b")
    document, made = workspace.document, []

    def breaking(changes, *, merge=""):
        made.append(changes)
        if len(made) == 2:
            raise RuntimeError("in the middle")
        workspace.history.apply(changes)

    monkeypatch.setattr(workspace, "perform", breaking)
    start = finger.grip(workspace.node("a"))
    finger.drag(start, by(start, 0, -320), drop=False)
    with qtbot.captureExceptions(), pytest.raises(RuntimeError, match="in the middle"):
        finger.release(by(start, 0, -320))
    assert len(made) == 2
    assert workspace.document is document
    assert finger.stage.scene.lift is None
    assert finger.stage.shown.preview.speech is None
