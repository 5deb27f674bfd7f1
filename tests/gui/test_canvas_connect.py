"""Drawing wires from socket to socket, and why some cannot be."""

import pytest
from PySide6.QtCore import Qt

from core.expr.edits import add_call, add_leaf
from core.expr.graph import Slot, Source

CODE = """
a = torch.tensor([1., 2.], requires_grad=True)
b = torch.tensor([3., 4.], requires_grad=True)
s = a + b
p = torch.tanh(s)
"""


@pytest.fixture
def opened(open_canvas):
    """The code, and a multiplication with nothing in it below."""
    workspace, finger = open_canvas(CODE, size=(1000, 800))
    bottom = max(node.y for node in workspace.document.nodes.values())
    workspace.perform(add_call(workspace.document, "mul", at=(workspace.node("s").x, bottom + 140)))
    finger.canvas.viewing.look_at(finger.stage.scene.frame.bounds.centre, 1.0)
    refusals = []
    finger.stage.refused.connect(refusals.append)
    searches = []
    finger.stage.search_wanted.connect(searches.append)
    return workspace, finger, list(workspace.document.nodes.values())[-1], refusals, searches


def sources(workspace, node):
    return {wire.slot.port: wire.source.node for wire in workspace.document.wiring.into(node.id)}


def test_a_wire_is_drawn_from_an_output_to_an_input(opened):
    workspace, finger, mul, _, _ = opened
    steps = len(workspace.history.names)
    finger.drag(finger.output(workspace.node("a")), finger.input(mul, 1))
    assert sources(workspace, mul) == {"other": workspace.node("a").id}
    assert workspace.history.names[steps:] == ("Connect",)
    workspace.history.undo()
    assert sources(workspace, mul) == {}


def test_and_from_an_input_to_an_output(opened):
    workspace, finger, mul, _, _ = opened
    finger.drag(finger.input(mul, 0), finger.output(workspace.node("b")))
    assert sources(workspace, mul) == {"self": workspace.node("b").id}


def test_the_wire_and_where_it_may_go_are_shown_while_it_is_drawn(opened):
    workspace, finger, mul, _, _ = opened
    start, goal = finger.output(workspace.node("s")), finger.input(mul, 0)
    finger.drag(start, (goal[0] + 6, goal[1] + 5), drop=False)
    preview = finger.stage.shown.preview
    assert preview.aim == pytest.approx(goal)
    assert preview.wire[0] == pytest.approx(start)
    assert preview.wire[3] == pytest.approx(goal)
    shown = {tuple(place) for place in preview.sockets.tolist()}
    assert finger.input(mul, 0) in shown and finger.input(mul, 1) in shown
    assert finger.input(workspace.node("p")) in shown
    assert finger.input(workspace.node("s")) not in shown  # it cannot take its own result
    finger.move((goal[0] - 200, goal[1] + 90))
    assert finger.stage.shown.preview.aim is None
    assert finger.stage.shown.preview.wire[3] == pytest.approx((goal[0] - 200, goal[1] + 90), abs=1)


def test_from_an_input_the_results_are_shown_that_do_not_close_a_cycle(opened):
    workspace, finger, mul, _, _ = opened
    start = finger.input(workspace.node("s"), 0)
    finger.drag(start, (start[0] - 40, start[1] + 60), drop=False)
    shown = {tuple(place) for place in finger.stage.shown.preview.sockets.tolist()}
    assert shown == {finger.output(node) for node in (workspace.node("a"), workspace.node("b"), mul)}


def test_on_a_card_the_wire_goes_to_the_first_free_input(opened):
    workspace, finger, mul, _, _ = opened
    finger.drag(finger.output(workspace.node("a")), finger.grip(mul))
    finger.drag(finger.output(workspace.node("b")), finger.grip(mul))
    assert sources(workspace, mul) == {"self": workspace.node("a").id, "other": workspace.node("b").id}


def test_a_second_wire_takes_the_place_of_the_first_and_says_so(opened):
    workspace, finger, _, _, _ = opened
    target = finger.input(workspace.node("s"), 0)
    finger.drag(finger.output(workspace.node("b")), target, drop=False)
    assert "Takes the place" in finger.stage.shown.preview.speech.text
    finger.release(target)
    assert sources(workspace, workspace.node("s")) == {
        "self": workspace.node("b").id, "other": workspace.node("b").id,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("start", "goal", "words"),
    [
        (("output", "p"), ("input", "s"), "cycle"),
        (("output", "a"), ("output", "b"), "A result goes to an input"),
        (("input", "s"), ("input", "p"), "An input takes a result"),
        (("output", "s"), ("grip", "a"), "takes no input"),
        (("output", "s"), ("input", "s"), "its own result"),
        (("output", "a"), ("grip", "s"), "All inputs here are taken"),
    ],
)
def test_what_can_never_be_is_refused_at_the_pointer_and_changes_nothing(opened, start, goal, words):
    workspace, finger, _, refusals, searches = opened
    document = workspace.document
    ends = [getattr(finger, kind)(workspace.node(name)) for kind, name in (start, goal)]
    finger.drag(*ends, drop=False)
    preview = finger.stage.shown.preview
    assert preview.speech.refusal and words in preview.speech.text
    assert preview.aim is None
    assert finger.canvas.cursor().shape() is Qt.CursorShape.ForbiddenCursor
    finger.release(ends[1])
    assert workspace.document is document
    assert len(refusals) == 1 and words in refusals[0]
    assert searches == []
    assert finger.stage.shown.preview.wire is None


def test_shapes_that_do_not_fit_are_connected_and_turn_red(opened):
    workspace, finger, mul, refusals, _ = opened
    workspace.perform(add_leaf(workspace.document, "[1., 2., 3.]", name="c", at=(mul.x - 260, mul.y)))
    finger.drag(finger.output(workspace.node("a")), finger.input(mul, 0))
    finger.drag(finger.output(workspace.node("c")), finger.input(mul, 1))
    assert len(sources(workspace, mul)) == 2
    assert refusals == []
    assert [wire.look.state for wire in finger.stage.scene.wires.placed if wire.target == mul.id].count("invalid") == 1
    assert "do not fit" in workspace.reason_at(mul.id)


def test_in_the_open_a_search_is_asked_for_what_fits_the_wire(opened):
    workspace, finger, mul, _, searches = opened
    document = workspace.document
    place = finger.stage.camera.scene((40, 40))
    finger.drag(finger.output(workspace.node("s")), place)
    finger.drag(finger.input(mul, 1), place)
    assert [(one.source, one.target) for one in searches] == [
        (Source(workspace.node("s").id), None),
        (None, (mul.id, Slot("other"))),
    ]
    assert searches[0].place == pytest.approx(place)
    assert searches[0].screen == pytest.approx((40, 40))
    assert workspace.document is document


def test_escape_ends_the_wire_without_asking_anything(opened):
    workspace, finger, mul, refusals, searches = opened
    document = workspace.document
    goal = finger.input(mul, 0)
    finger.drag(finger.output(workspace.node("a")), goal, drop=False)
    finger.key(Qt.Key.Key_Escape)
    finger.release(goal)
    assert workspace.document is document
    assert (refusals, searches) == ([], [])
    assert finger.stage.shown.preview.wire is None


def test_a_list_of_inputs_takes_one_more(opened):
    workspace, finger, _, _, _ = opened
    workspace.perform(add_call(workspace.document, "stack", at=(workspace.node("p").x, workspace.node("p").y + 200)))
    stack = list(workspace.document.nodes.values())[-1]
    for name in "abs":
        finger.drag(finger.output(workspace.node(name)), finger.grip(stack))
    assert [wire.slot.place for wire in workspace.document.wiring.into(stack.id)] == [0, 1, 2]
    assert {wire.slot.port for wire in workspace.document.wiring.into(stack.id)} == {"tensors"}


def test_a_click_on_a_socket_selects_its_card(opened):
    workspace, finger, _, _, searches = opened
    finger.click(finger.output(workspace.node("s")))
    assert workspace.selection.nodes == {workspace.node("s").id}
    assert searches == []
