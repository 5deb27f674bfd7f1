"""Gradients that would have been, on the canvas: for what is selected while stepping, and never otherwise."""

import pytest
from PySide6.QtCore import Qt

from app.model.selection import Selection
from app.render.looks import GradientState

FROZEN = """
w = torch.tensor(3., requires_grad=True)
b = torch.tensor(1., requires_grad=True)
with torch.no_grad():
    h = w * 2
y = h + b * b.detach()
y.backward()
"""


@pytest.fixture
def room(open_window):
    return open_window(FROZEN)


def line_of(room, name):
    frame, key = room.window.parts.picture.frame, room.node(name).id
    return next(node.look.gradient for node in frame.nodes if node.id == key)


def on_wires(room):
    return {wire.look.ghost for wire in room.window.parts.picture.frame.wires} - {""}


def test_a_selected_leaf_says_what_it_would_have_got(room):
    room.session.select(Selection.of_node(room.node("w").id))
    assert line_of(room, "w").state is GradientState.BLOCKED, "nothing was stepped yet"
    room.press(Qt.Key.Key_F10, widget=room.canvas)
    assert (line_of(room, "w").state, line_of(room, "w").text) == (GradientState.GHOST, "would be 2")
    room.session.select(Selection())
    assert line_of(room, "w").state is GradientState.BLOCKED


def test_the_wires_at_a_selected_node_and_selected_wires_say_what_they_would_add(room):
    room.press(Qt.Key.Key_F10, widget=room.canvas)
    assert on_wires(room) == set()
    room.session.select(Selection.of_node(room.node("b").id))
    assert on_wires(room) == {"would add 1"}
    (detached,) = [wire.id for wire in room.document.wires.values() if wire.detached]
    room.session.select(Selection.of_wire(detached))
    assert on_wires(room) == {"would add 1"}
    room.window.commands["leave_stepping"].trigger()
    assert on_wires(room) == set()
