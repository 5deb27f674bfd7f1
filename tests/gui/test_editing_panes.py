"""Inspector, outline, palette, problems and history: in step with the canvas, and edited with real events."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from window_hand import CTRL, NONE, SHIFT

from app.canvas.editing.line_editor import LineEditor
from app.model.selection import Selection
from app.model.workspace import PaneId, WorkspaceId
from app.panels.outline.drawing import Columns, RowState, row_marks
from app.panels.outline.rows import rows_of
from app.render.draw_packet import seed_box
from app.render.fonts import text_width
from app.render.marks import Text
from core.expr import edits
from core.expr.graph import RegionKind

SQUARES = """
x = torch.tensor([1., 2.], requires_grad=True)
with torch.no_grad():
    h = x * 3
y = (x * h).softmax(0)
y.backward(torch.tensor([1., 0.]))
"""


@pytest.fixture
def room(open_window):
    room = open_window(SQUARES)
    room.window.parts.workspaces.use(WorkspaceId.EDIT)
    return room


def pane(room, key):
    room.window.parts.panes.bring_to_front(key)
    return room.window.parts.panes.pane(key)


class TestInspector:
    def edit(self, room, key, text):
        field = pane(room, PaneId.INSPECTOR).form.editor(key)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        return field

    def test_typing_a_value_computes_while_it_is_typed_and_is_one_step(self, room):
        inspector = pane(room, PaneId.INSPECTOR)
        room.session.select(Selection.of_node(room.node("x").id))
        self.edit(room, "value", "[3, 4]")
        assert room.value(room.node("x")).tolist() == [3.0, 4.0]
        assert inspector.form.problem("value") == ""
        assert room.session.history.names == ("Change value",)

    def test_half_a_list_is_a_mistake_until_it_is_finished(self, room):
        inspector = pane(room, PaneId.INSPECTOR)
        room.session.select(Selection.of_node(room.node("x").id))
        field = self.edit(room, "value", "[3, 4")
        assert inspector.form.problem("value")
        assert room.value(room.node("x")).tolist() == [1.0, 2.0]
        QTest.keyClicks(field, "]")
        assert inspector.form.problem("value") == ""
        assert room.value(room.node("x")).tolist() == [3.0, 4.0]

    def test_a_name_counts_when_it_is_done(self, room):
        x = room.node("x").id
        room.session.select(Selection.of_node(x))
        pane(room, PaneId.INSPECTOR)
        field = self.edit(room, "name", "w")
        assert room.document.nodes[x].name == "x"
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert room.document.nodes[x].name == "w"

    def test_a_result_is_named_in_one_step_and_taken_names_are_refused(self, open_window):
        room = open_window("x = torch.tensor([3., 1.])\nboth = x.sort()\ny = both[0].sum()")
        inspector, both = pane(room, PaneId.INSPECTOR), room.node("both").id
        room.session.select(Selection.of_node(both))
        QTest.keyClick(self.edit(room, "result 1", "x"), Qt.Key.Key_Return)
        assert "x" in inspector.form.problem("result 1") and room.session.history.names == ()
        QTest.keyClick(self.edit(room, "result 1", "order"), Qt.Key.Key_Return)
        assert room.document.nodes[both].outputs == ("", "order")
        assert room.session.history.names == ("Rename",)
        room.session.history.undo()
        assert room.document.nodes[both].outputs == ()

    def test_switches_and_choices(self, room):
        room.session.select(Selection.of_node(room.node("x").id))
        form = pane(room, PaneId.INSPECTOR).form
        form.editor("requires_grad").click()
        assert not room.node("x").requires_grad
        choice = pane(room, PaneId.INSPECTOR).form.editor("dtype")
        choice.setFocus()
        QTest.keyClicks(choice, "float64")
        QTest.keyClick(choice, Qt.Key.Key_Return)
        choice.activated.emit(choice.currentIndex())
        assert room.node("x").value.dtype == "float64"

    def test_follows_edits_from_elsewhere(self, room):
        x = room.node("x").id
        room.session.select(Selection.of_node(x))
        form = pane(room, PaneId.INSPECTOR).form
        room.session.perform(edits.set_value(room.document, x, "[7.]"))
        assert form.editor("value").text() == "[7.]"
        assert pane(room, PaneId.INSPECTOR).form is form

    def test_says_what_is_wrong_with_a_node(self, room):
        y = room.node("y")
        room.session.perform(edits.set_attribute(room.document, y.id, "dim", 5))
        room.session.select(Selection.of_node(y.id))
        assert "out of range" in pane(room, PaneId.INSPECTOR)._problem.text()


class TestOutline:
    @pytest.mark.parametrize("kind", list(RegionKind))
    def test_shows_every_kind_of_frame(self, room, kind):
        outline = pane(room, PaneId.OUTLINE)
        room.session.perform(edits.wrap(room.document, nodes=[room.node("y").id], kind=kind))
        region = list(room.document.regions)[-1]
        assert not outline.grab().isNull()
        assert outline._rows.index_of(region).isValid()

    def row(self, outline, key):
        return outline.visualRect(outline._rows.index_of(key)).center()

    def test_lists_everything_with_values_and_gradients(self, room):
        outline = pane(room, PaneId.OUTLINE)
        room.session.stepping.to_end()
        model = outline.model()
        rows = [
            [model.index(row, column, model.index(part, 0)).data() for column in range(3)]
            for part in range(model.rowCount())
            for row in range(model.rowCount(model.index(part, 0)))
        ]
        names = [row[0] for row in rows]
        assert {"x", "h", "y", "no_grad"} <= set(names)
        assert rows[names.index("x")][1] == "[1, 2]"
        assert rows[names.index("no_grad")][1] == "on"
        assert rows[names.index("x")][2] not in ("", "—")

    @pytest.mark.parametrize("name", ["x", "the_external_gradient"])
    @pytest.mark.parametrize("value", ["[1., 1.]", "[1.2345, 2.3456, 3.4567]"])
    def test_a_name_and_a_value_do_not_lie_on_each_other(self, open_window, name, value):
        room = open_window(f"{name} = torch.tensor({value})")
        picture = room.window.parts.picture
        ((row,),) = rows_of(room.document, picture.frame).values()
        marks = row_marks(row, name, Columns(190.0), RowState(), picture.scene.theme)
        title, number = [mark for mark in marks if isinstance(mark, Text)][-3:-1]
        assert title.x + text_width(title.text, title.style) <= number.x - text_width(number.text, number.style)
        assert title.text.strip("…") and number.text.strip("…")

    @pytest.mark.parametrize(("value", "token"), [("[0., -1.]", "nan.text"), ("[1., 2.]", "value.strong")])
    def test_nan_and_infinity_in_a_value_have_their_colour(self, open_window, value, token):
        room = open_window(f"torch.tensor({value}).log()")
        picture = room.window.parts.picture
        row = next(row for rows in rows_of(room.document, picture.frame).values() for row in rows)
        marks = row_marks(row, "", Columns(190.0), RowState(), picture.scene.theme)
        number = [mark for mark in marks if isinstance(mark, Text)][-2]
        assert number.colour == picture.scene.theme.colour(token)

    def test_a_click_selects_on_the_canvas_and_the_other_way_round(self, room):
        outline, x, y = pane(room, PaneId.OUTLINE), room.node("x").id, room.node("y").id
        QTest.mouseClick(outline.viewport(), Qt.MouseButton.LeftButton, NONE, self.row(outline, x))
        assert room.session.selection == Selection.of_node(x)
        QTest.mouseClick(outline.viewport(), Qt.MouseButton.LeftButton, CTRL, self.row(outline, y))
        assert room.session.selection.nodes == {x, y}
        room.session.select(Selection.of_node(y))
        assert [outline._rows.row_at(one).key for one in outline.selectionModel().selectedRows()] == [y]

    def test_arrows_walk_and_rows_are_spoken(self, room):
        outline = pane(room, PaneId.OUTLINE)
        outline.setFocus()
        spoken = []
        for _ in range(6):
            room.press(Qt.Key.Key_Down, widget=outline)
            spoken.append(outline.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) or "")
        assert any("value" in words and "x" in words for words in spoken)
        assert room.session.selection.current is not None

    def test_pointing_at_a_row_points_everywhere(self, room):
        outline, x = pane(room, PaneId.OUTLINE), room.node("x").id
        before = room.window.parts.expression.grab().toImage()
        QTest.mouseMove(outline.viewport(), self.row(outline, x))
        assert room.session.pointed_at == x
        assert room.window.parts.expression.grab().toImage() != before

    def test_a_step_changes_rows_without_rebuilding_them(self, room):
        outline, resets = pane(room, PaneId.OUTLINE), []
        outline.model().modelReset.connect(lambda: resets.append(1))
        room.session.stepping.to_step(1)
        room.session.stepping.to_step(2)
        assert resets == []


class TestPalette:
    def index(self, palette, name):
        rows = palette.list.model()
        return next(rows.index(row) for row in range(rows.rowCount()) if rows.index(row).data() == name)

    def test_lists_every_operation_and_narrows(self, room):
        palette = pane(room, PaneId.PALETTE)
        everything = palette.list.model().rowCount()
        palette.field.setFocus()
        QTest.keyClicks(palette.field, "softm")
        assert 0 < palette.list.model().rowCount() < everything / 10

    def test_enter_and_double_click_add(self, room):
        palette = pane(room, PaneId.PALETTE)
        palette.field.setText("tanh")
        row = next(
            row for row in range(palette.list.model().rowCount()) if palette.list.model().index(row).data() == "tanh"
        )
        index = palette.list.model().index(row)
        palette.list.setCurrentIndex(index)
        palette.list.setFocus()
        room.press(Qt.Key.Key_Return, widget=palette.list)
        assert len(room.by_op("tanh")) == 1
        where = palette.list.visualRect(index).center()
        QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, NONE, where)
        QTest.mouseDClick(palette.list.viewport(), Qt.MouseButton.LeftButton, NONE, where)
        assert len(room.by_op("tanh")) == 2

    def test_dropping_on_the_canvas_adds_there(self, room):
        palette = pane(room, PaneId.PALETTE)
        palette.field.setText("tanh")
        row = next(
            row for row in range(palette.list.model().rowCount()) if palette.list.model().index(row).data() == "tanh"
        )
        data = palette.list.model().mimeData([palette.list.model().index(row)])
        room.drop(room.canvas, data, QPointF(200, 150))
        (made,) = room.by_op("tanh")
        assert (made.x, made.y) == pytest.approx(room.canvas.stage.camera.scene((200, 150)))


def test_problems_are_listed_and_lead_to_their_node(room):
    problems = pane(room, PaneId.PROBLEMS)
    assert problems.list.count() == 0
    y = room.node("y").id
    room.session.perform(edits.set_attribute(room.document, y, "dim", 5))
    assert problems.list.count() >= 1
    room.session.select(Selection())
    problems.list.itemClicked.emit(problems.list.item(problems.list.count() - 1))
    assert room.session.selection == Selection.of_node(y)


def test_history_goes_back_and_forth(room):
    history = pane(room, PaneId.HISTORY)
    opened = room.document
    for text in ("[1.]", "[2.]", "[3.]"):
        room.session.perform(edits.set_value(room.document, room.node("x").id, text))
    assert history.list.count() == 4
    history.list.itemClicked.emit(history.list.item(1))
    assert room.value(room.node("x")).tolist() == [1.0]
    history.list.itemClicked.emit(history.list.item(0))
    assert room.document == opened
    history.list.itemClicked.emit(history.list.item(3))
    assert room.value(room.node("x")).tolist() == [3.0]


def test_code_shows_the_document_and_highlights_what_runs(room):
    code = pane(room, PaneId.CODE)
    assert "softmax" in code.text.toPlainText()
    room.session.stepping.to_step(1)
    assert [one.cursor.selectedText() for one in code.text.extraSelections()]
    room.session.perform(edits.rename(room.document, room.node("y").id, "z"))
    assert "z = " in code.text.toPlainText()


def test_shift_selects_several_rows(room):
    outline = pane(room, PaneId.OUTLINE)
    outline.setFocus()
    room.press(Qt.Key.Key_Down, widget=outline)
    room.press(Qt.Key.Key_Down, widget=outline)
    room.press(Qt.Key.Key_Down, SHIFT, outline)
    assert len(room.session.selection.nodes) >= 1


# The external gradient in its place


def seed_place(room):
    (seed,) = room.window.parts.picture.frame.seeds
    x, y = seed_box(seed.look).centre
    return seed.x + x, seed.y + y


@pytest.mark.parametrize(
    ("code", "shown", "typed", "gradient"),
    [
        ("x = torch.tensor(3., requires_grad=True)\ny = x*x", "1.", "0.5", 3.0),
        ("x = torch.tensor(3., requires_grad=True)\ny = x*x\ny.backward(torch.tensor(2.))", "2.", "", 6.0),
        (
            "x = torch.tensor([3., 1.], requires_grad=True)\ny = x*x\ny.backward(torch.ones(2))",
            "ones(2)", "[1, 0.5]", [6.0, 1.0],
        ),
    ],
)  # fmt: skip
def test_the_external_gradient_is_typed_where_it_stands(open_window, code, shown, typed, gradient):
    room = open_window(code)
    room.session.stepping.to_end()
    room.finger.double_click(seed_place(room))
    line = next(one for one in room.canvas.findChildren(LineEditor) if one.isVisible())
    assert line.text() == shown
    line.setText(typed)
    room.press(Qt.Key.Key_Return, widget=line)
    room.session.stepping.to_end()
    assert room.session.gradient_of(room.node("x").id).tolist() == gradient


def test_an_external_gradient_that_does_not_fit_is_refused_in_its_place(open_window):
    room = open_window("x = torch.tensor(3., requires_grad=True)\ny = x*x")
    room.session.stepping.to_end()
    before = room.document
    room.finger.double_click(seed_place(room))
    line = next(one for one in room.canvas.findChildren(LineEditor) if one.isVisible())
    line.setText("[1, 2]")
    room.press(Qt.Key.Key_Return, widget=line)
    assert room.document is before and line.isVisible()


def test_a_click_on_the_external_gradient_selects_its_root(open_window):
    room = open_window("x = torch.tensor(3., requires_grad=True)\ny = x*x")
    room.session.stepping.to_end()
    room.finger.click(seed_place(room))
    assert room.session.selection == Selection.of_node(room.node("y").id)
