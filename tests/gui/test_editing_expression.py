"""The expression bar: what it shows, and code that becomes nodes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from window_hand import CTRL, NONE

from app.model.selection import Selection
from app.model.theme import load_theme
from app.panels.expression.drawing import bar_marks

SQUARES = """
x = torch.tensor([1., 2.], requires_grad=True)
y = 2*x[0]*x[0] + 4*x[1]*x[1]
"""


def write(room, text):
    bar = room.window.parts.expression
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, NONE, bar.rect().center())
    bar.field.setText(text)
    room.press(Qt.Key.Key_Return, widget=bar.field)
    return bar


def test_an_empty_document_gets_its_first_expression(open_window):
    room = open_window()
    write(room, "y = 2*x[0]*x[0] + 4*x[1]*x[1]")
    assert room.value(room.node("y")) == 18.0
    places = {(node.x, node.y) for node in room.document.nodes.values()}
    assert len(places) == len(room.document.nodes)
    assert room.canvas.hasFocus()


@pytest.mark.parametrize(
    ("text", "value", "token"), [("x.log()", "[0, NaN]", "nan.text"), ("-x", "[−1, 1]", "value.strong")]
)
def test_nan_in_the_value_has_its_colour(open_window, text, value, token):
    bar = open_window(f"x = torch.tensor([1., -1.])\ny = {text}").window.parts.expression
    theme = load_theme("dark")
    marks = bar_marks(
        600, 28, theme, line=bar.shown, name="y", value=bar.value, token=bar._token, current=(), pointed=()
    )
    assert (marks[-1].text, marks[-1].colour) == (value, theme.colour(token))


def test_changes_what_is_shown_and_leaves_the_rest_where_it_is(open_window):
    room = open_window(SQUARES)
    before = {key: (node.x, node.y) for key, node in room.document.nodes.items()}
    write(room, "y = 2*x[0]*x[0]")
    assert room.value(room.node("y")) == 2.0
    assert all((node.x, node.y) == before[key] for key, node in room.document.nodes.items() if key in before)


def test_adds_another_expression_without_moving_what_is_there(open_window):
    room = open_window(SQUARES)
    before = {key: (node.x, node.y) for key, node in room.document.nodes.items()}
    write(room, "z = x.sum() * 10")
    assert room.value(room.node("z")) == 30.0
    assert {key: (node.x, node.y) for key, node in room.document.nodes.items() if key in before} == before
    places = {(node.x, node.y) for node in room.document.nodes.values()}
    assert len(places) == len(room.document.nodes)


def test_one_undo_takes_an_expression_back(open_window):
    room = open_window(SQUARES)
    before = room.document
    write(room, "z = x.sum() * 10")
    assert room.session.history.names == ("Add expression",)
    room.window.commands["undo"].trigger()
    assert room.document == before


def test_one_undo_takes_an_expression_back_where_computing_it_took_long(open_window, clock):
    room = open_window(SQUARES)
    before = room.document

    def take_long(_):
        clock.now += 60

    room.session.edited.connect(take_long)
    write(room, "z = x.sum() * 10")
    room.window.commands["undo"].trigger()
    assert room.document == before


@pytest.mark.parametrize(("text", "column"), [("y = 2*x[0] +", None), ("y = x.nothing(2)", 5), ("y = 2 ** ** x", None)])
def test_mistakes_are_said_under_the_bar_and_nothing_is_lost(open_window, text, column):
    room = open_window(SQUARES)
    before = room.document
    bar = write(room, text)
    assert bar.mistake.isVisible() and bar.mistake.text
    assert bar.field.isVisible() and bar.field.text() == text
    assert room.document is before
    if column is not None:
        assert bar.mistake.text.startswith(f"Column {column}: ")
    room.type("1", bar.field)
    assert not bar.mistake.isVisible()
    room.press(Qt.Key.Key_Escape, widget=bar.field)
    assert not bar.field.isVisible()


def test_shows_the_selected_node_and_highlights_the_current_one(open_window):
    room = open_window(SQUARES)
    bar = room.window.parts.expression
    room.session.select(Selection.of_node(room.node("x").id))
    assert bar.shown == "x = [1., 2.]"
    room.session.select(Selection())
    before = bar.grab().toImage()
    room.session.stepping.to_step(3)
    assert bar.shown.startswith("y = ")
    assert bar.grab().toImage() != before


def test_code_of_several_lines_opens_the_dialog(open_window):
    room = open_window()
    bar = room.window.parts.expression
    QGuiApplication.clipboard().setText("x = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\n")
    bar.edit()
    room.press(Qt.Key.Key_V, CTRL, bar.field)
    dialog = next(one for one in room.window.findChildren(type(room.window.openers.code(""))) if one.text.toPlainText())
    dialog.insert.click()
    assert room.value(room.node("y")) == 5.0


def test_the_key_for_it_opens_it(open_window):
    room = open_window(SQUARES)
    room.press(Qt.Key.Key_L, CTRL, room.canvas)
    assert room.window.parts.expression.field.hasFocus()
    assert room.window.parts.expression.field.selectedText() == room.window.parts.expression.shown
