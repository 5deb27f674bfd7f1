"""The tensor pane: cells, the choice of value and gradient, large tensors, and a library that is loaded late."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from panel_stage import FROZEN_BRANCH, at_first_nan, is_gone, listeners, node, session_of, shown, token
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from app.model.selection import Selection
from app.model.theme import Family, load_theme
from app.panels.tensor.cells import MOST_COLUMNS, CellTable, fits
from app.panels.tensor.content import TensorRow, content_of
from app.panels.tensor.pane import TensorPane
from app.panels.tensor.taken_apart import taken_apart
from app.render.inks import Ink
from app.render.marks import Box, Text
from core.debug.text import plain
from core.expr.parse import parse

ROOT = Path(__file__).parents[2]
LARGE = """
w = torch.randn(64, 128, seed=1, requires_grad=True)
x = torch.randn(128, seed=2)
y = (w @ x).relu().sum()
"""


@pytest.fixture
def session():
    return session_of("indexing")


@pytest.fixture
def pane(qtbot, session):
    return shown(qtbot, TensorPane(session), (312, 250))


def rows(session, family=Family.GRADIENT):
    found = content_of(session, family).rows
    return [(row.sign, row.name, None if row.value is None else row.value.tolist()) for row in found]


def test_a_sum_is_shown_as_a_calculation(session):
    session.stepping.to_step(7)
    assert rows(session) == [("", "before", [0, 16]), ("+", "incoming", [4, 0]), ("=", "after", [4, 16])]


def test_a_leaf_that_had_no_gradient_begins_with_none(session):
    session.stepping.to_end()
    session.stepping.to_step(8)
    assert rows(session)[0] == ("", "before", None)
    assert rows(session)[-1] == ("=", "after", [4, 16])


def test_a_product_is_shown_with_its_local_factor():
    session = at_first_nan(session_of("where_nan"))
    content = content_of(session, Family.GRADIENT)
    assert [(row.sign, row.name) for row in content.rows] == [("", "incoming"), ("×", "local"), ("=", "result")]
    product = content.rows[0].value * content.rows[1].value
    assert np.array_equal(product, content.rows[2].value, equal_nan=True)
    assert content.element == (1,)


def test_a_broadcast_sum_names_its_axes():
    session = session_of("m = torch.ones(2, 3)\nb = torch.ones(3, requires_grad=True)\ny = (m + b).sum()\n")
    kinds = [event.kind for event in session.stepping.recording.events]
    session.stepping.to_event(kinds.index("Unbroadcast"))
    before, after = content_of(session, Family.GRADIENT).rows
    assert (before.value.shape, after.value.shape) == ((2, 3), (3,))
    assert after.name == "axis 0"


def test_every_event_of_the_examples_has_something_to_show(qtbot):
    for example in ("indexing", "where_nan", "broadcasting", "small_network", "backward_twice", "detach"):
        session = session_of(example)
        for index in range(1, len(session.stepping.recording.events)):
            session.stepping.to_event(index)
            content = content_of(session, Family.GRADIENT)
            assert content.rows or content.note


def test_the_selected_node_is_shown_instead(session, pane):
    session.stepping.to_step(7)
    session.select(Selection.of_node(node(session, "y")))
    assert pane.title.accessibleName() == "∂y f32"
    assert rows(session) == [("", "gradient", 1.0)]


def test_value_and_gradient_are_switched_by_mouse_and_key(session, pane):
    session.stepping.to_step(7)
    assert pane.family is Family.GRADIENT
    pane.choice.setFocus()
    QTest.keyClick(pane.choice, Qt.Key.Key_Left)
    assert pane.family is Family.VALUE
    assert pane.title.accessibleName() == "x f32 [2]"
    assert "value [1, 2]" in pane.numbers.accessibleName()
    QTest.keyClick(pane.choice, Qt.Key.Key_Right)
    assert "after [4, 16]" in pane.numbers.accessibleName()


def test_a_leaf_without_a_gradient_says_why(qtbot):
    session = session_of(FROZEN_BRANCH)
    session.stepping.to_end()
    session.select(Selection.of_node(node(session, "w")))
    pane = shown(qtbot, TensorPane(session), (312, 250))
    assert "no_grad" in pane.numbers.content.note
    assert "no_grad" in pane.numbers.accessibleName()


def test_before_the_pass_there_is_no_gradient(qtbot):
    session = session_of("a = torch.tensor(1.)\nb = a*2")
    pane = shown(qtbot, TensorPane(session), (312, 250))
    assert pane.numbers.content.note


def table(*arrays, width=312):
    return CellTable([TensorRow(f"row {place}", np.asarray(one)) for place, one in enumerate(arrays)], width)


@pytest.mark.parametrize("size", range(1, MOST_COLUMNS + 1))
@pytest.mark.parametrize("width", [220, 312, 480])
def test_cells_stay_inside_and_numbers_inside_their_cells(qtbot, size, width):
    laid = table(np.linspace(-12345.678, 0.000123, size), width=width)
    marks = laid.marks(Ink(load_theme("dark")))
    boxes = [mark for mark in marks if isinstance(mark, Box)]
    assert len(boxes) == size
    assert max(box.x + box.width for box in boxes) <= width - 15
    assert max(box.y + box.height for box in boxes) <= laid.height


def test_small_matrices_have_cells_and_larger_ones_do_not():
    assert fits([TensorRow("a", np.ones((3, 3)))])
    assert not fits([TensorRow("a", np.ones((3, 3))) for _ in range(4)])
    assert not fits([TensorRow("a", np.ones(MOST_COLUMNS + 1))])
    assert fits([TensorRow("a", None), TensorRow("b", np.zeros(0))])


def test_of_a_calculation_that_is_too_long_the_result_is_shown(qtbot):
    session = session_of("perceptron")
    session.stepping.to_step(6)
    assert not fits(content_of(session, Family.GRADIENT).rows)
    pane = shown(qtbot, TensorPane(session), (312, 250))
    assert pane.heat is None
    (row,) = pane.numbers.content.rows
    assert (row.sign, row.name, row.value.shape) == ("", "result", (4, 3))


def test_none_has_no_cells_and_zero_has(qtbot):
    ink = Ink(load_theme("dark"))
    rows = [TensorRow("a", None), TensorRow("b", np.zeros(()))]
    texts = [mark.text for mark in CellTable(rows, 312).marks(ink) if isinstance(mark, Text)]
    assert "None" in texts
    assert "0" in texts


def test_what_is_not_finite_has_a_colour_of_its_own(qtbot):
    ink = Ink(load_theme("dark"))
    marks = table([1.0, np.nan, np.inf]).marks(ink)
    fills = [mark.fill for mark in marks if isinstance(mark, Box)]
    assert fills[1] == fills[2] == load_theme("dark").colour("nan.base") != fills[0]


def test_one_scale_holds_for_all_rows_of_a_calculation(qtbot):
    ink = Ink(load_theme("dark"))
    fills = [mark.fill for mark in table([16.0], [4.0], [16.0]).marks(ink) if isinstance(mark, Box)]
    assert fills[0] == fills[2] != fills[1]


MATMUL = """
w = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
x = torch.tensor([5., 6.], requires_grad=True)
y = (w @ x).sum()
"""


def at_rule_for(session, name):
    """Puts the cursor on the rule that computes the gradient of a tensor."""
    recording = session.stepping.recording
    for event in recording.events:
        if event.kind == "Vjp" and recording.nodes[recording.nodes[event.node].edges[event.slot].node].label == name:
            session.stepping.to_event(event.index)
    return session


def test_a_number_of_the_result_is_taken_apart(qtbot):
    session = at_rule_for(session_of(MATMUL), "x")
    pane = shown(qtbot, TensorPane(session), (312, 300))
    marks = pane.numbers._table(pane.numbers.width())
    area = marks._area((1,))
    QTest.mouseClick(pane.numbers, Qt.MouseButton.LeftButton, pos=QPointF(*area.centre).toPoint())
    assert pane.numbers.picked == (1,)
    assert pane.numbers.accessibleName().startswith("∂x[1] = 1 × 2 + 1 × 4 = 6")
    for key, picked in ((Qt.Key.Key_Right, (1,)), (Qt.Key.Key_Left, (0,)), (Qt.Key.Key_Left, (0,))):
        QTest.keyClick(pane.numbers, key)
        assert pane.numbers.picked == picked
    assert pane.numbers.accessibleName().startswith("∂x[0] = 1 × 1 + 1 × 3 = 4")
    session.stepping.to_end()
    assert pane.numbers.picked is None


def test_every_number_of_every_rule_of_the_examples_can_be_asked_about(qtbot):
    for example in ("indexing", "where_nan", "broadcasting", "small_network"):
        session = session_of(example)
        for event in session.stepping.recording.events:
            if event.kind == "Vjp":
                session.stepping.to_event(event.index)
                vjp = content_of(session, Family.GRADIENT).vjp
                for cell in np.ndindex(vjp.result.shape):
                    told = plain(taken_apart("x", vjp, cell))
                    assert re.fullmatch(
                        r"∂x(\[.*\])? = (0: no number that came in has a part in it\.|.+ × .+ = .+)", told
                    )


def test_what_no_rule_made_is_not_taken_apart(qtbot, session, pane):
    session.stepping.to_step(7)
    pane.numbers.pick((0,))
    assert pane.numbers.picked is None


def test_a_large_tensor_is_a_heat_map_whose_numbers_can_be_read(qtbot):
    session = session_of(LARGE)
    session.stepping.to_end()
    session.select(Selection.of_node(node(session, "w")))
    pane = shown(qtbot, TensorPane(session), (312, 360))
    gradient = session.gradient_of(node(session, "w"))
    assert pane.heat is not None
    assert pane.heat.isVisible()
    assert pane.heat.image.image.shape == (64, 128)
    assert pane.heat.value_at(QPointF(13.5, 2.5)) == f"[2, 13] = {gradient[2, 13].item()!r}"
    assert pane.heat.value_at(QPointF(-1, 2)) == ""
    session.select(Selection.of_node(node(session, "y")))
    assert not pane.heat.isVisible()


def test_colours_of_a_heat_map_say_sign_zero_and_nan(qtbot):
    session = session_of(LARGE)
    pane = shown(qtbot, TensorPane(session), (312, 360))
    session.select(Selection.of_node(node(session, "w")))
    pane.choice.show_current(Family.VALUE)
    pane.refresh()
    array = np.zeros((10, 10), np.float32)
    array[0, 0], array[0, 1], array[0, 2] = 2.0, -2.0, np.nan
    pane.heat.show_array(array, Family.GRADIENT, 2.0)
    levels, table = pane.heat.image.image, pane.heat.image.lut
    assert [int(levels[0, column]) for column in range(4)] == [255, 1, 0, 128]
    assert "#" + bytes(table[0].tolist()).hex() == token("nan.base")


def test_a_very_large_tensor_is_averaged(qtbot):
    session = session_of("w = torch.randn(700, 900, seed=1, requires_grad=True)\ny = w.sum()\n")
    pane = shown(qtbot, TensorPane(session), (312, 360))
    session.select(Selection.of_node(node(session, "w")))
    session.stepping.to_end()
    assert pane.heat.image.image.shape == (512, 512)
    assert pane.heat.value_at(QPointF(899.5, 699.5)) == "[699, 899] = 1.0"


def test_statistics_of_what_is_broken_are_of_what_is_finite(qtbot):
    session = at_first_nan(session_of("where_nan"))
    pane = shown(qtbot, TensorPane(session), (312, 250))
    assert "finite 2 of 3" in pane.numbers.accessibleName()
    assert "max 0.5" in pane.numbers.accessibleName()


def loads(code):
    """Whether a fresh interpreter has loaded the plotting library after some code."""
    head = (
        "import os, sys; os.environ['QT_QPA_PLATFORM'] = 'offscreen'\n"
        "from PySide6.QtWidgets import QApplication; app = QApplication([])\n"
        "from app.model.files import Opened; from app.model.session import Session\n"
        "from app.panels.tensor.pane import TensorPane; from core.expr.parse import parse\n"
    )
    tail = "\npane.show(); app.processEvents(); print('pyqtgraph' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", head + code + tail], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return run.stdout.strip() == "True"


@pytest.mark.parametrize(("code", "loaded"), [("x = torch.ones(3)\ny = x*2", False), (LARGE.strip(), True)])
def test_the_plotting_library_is_loaded_with_the_first_large_tensor(code, loaded):
    assert parse(code).document.nodes
    opening = f"session = Session(Opened(parse({code!r}).document)); pane = TensorPane(session)\n"
    select = "from app.model.selection import Selection; session.stepping.to_end()\n"
    select += "session.select(Selection.of_node(next(iter(session.document.nodes))))\n"
    select += "pane.choice.show_current('value')"
    assert loads(opening + select) == loaded


@pytest.mark.parametrize("content", ["indexing", LARGE])
def test_nothing_holds_on_to_a_pane_that_is_gone(qtbot, content):
    session = session_of(content)
    session.stepping.to_end()
    session.select(Selection.of_node(next(iter(session.document.nodes))))
    before = listeners(session)
    assert is_gone(lambda: TensorPane(session))
    assert listeners(session) == before
