"""Cards at every moment of a pass: what each state shows."""

import build_documents as docs
import pytest
from build_documents import evaluated, laid_out, looks

from app.model.theme import Emphasis, load_theme
from app.render.build import FrameBuilder, Manner, Scene
from app.render.draw_node import node_marks
from app.render.looks import (
    Badge,
    GradientState,
    HeatMap,
    Note,
    NumberText,
    Problem,
    Ring,
    Silhouette,
    SocketState,
)
from app.render.marks import Text
from app.render.overlays import Moment
from core.expr import edits
from core.expr.changes import apply


@pytest.fixture(scope="module")
def shared():
    return laid_out(docs.SHARED)


def states(case, scene):
    return {name: look.gradient.state for name, look in looks(case, scene).items()}


def held(look):
    return look.gradient.preview.text if look.gradient.preview else None


def test_the_main_example_at_step_7_of_8(shared):
    """The designed picture: a runs, x is ready with both contributions, the last two steps stand back less."""
    found = looks(shared, shared.after(7))
    assert {name: (look.gradient.state, held(look), look.emphasis) for name, look in found.items()} == {
        "x": (GradientState.PENDING, "[4, 16]", Emphasis.CURRENT),
        "a": (GradientState.CURRENT, "4", Emphasis.CURRENT),
        "b": (GradientState.DONE, "16", Emphasis.REST),
        "m1": (GradientState.DONE, "1", Emphasis.LAST_STEP),
        "m2": (GradientState.DONE, "1", Emphasis.STEP_BEFORE),
        "m3": (GradientState.DONE, "2", Emphasis.REST),
        "m4": (GradientState.DONE, "1", Emphasis.REST),
        "y": (GradientState.DONE, "1", Emphasis.REST),
    }
    assert found["a"].rings == {Ring.CURRENT}
    assert (found["x"].rings, found["x"].queue) == ({Ring.READY}, 1)
    assert not any(look.rings for name, look in found.items() if name not in "ax")


def test_before_anything_happens_all_lines_are_dashes(shared):
    found = looks(shared, shared.scene(0))
    assert {look.gradient.state for look in found.values()} == {GradientState.NONE}
    assert {look.emphasis for look in found.values()} == {Emphasis.CURRENT}


def test_after_the_pass_nothing_stands_back(shared):
    found = looks(shared, shared.after(8))
    assert {look.emphasis for look in found.values()} == {Emphasis.CURRENT}
    assert {look.gradient.state for look in found.values()} == {GradientState.DONE}
    assert held(found["x"]) == "[4, 16]"


def test_a_node_with_some_of_its_contributions_waits(shared):
    """b has two uses: after m4 has run, one of two gradients has arrived."""
    look = looks(shared, shared.after(2))["b"]
    assert look.gradient.state is GradientState.WAITING
    assert (look.gradient.arrived, look.gradient.expected, held(look)) == (1, 2, "8")


def test_without_a_recording_nothing_is_said_about_gradients(shared):
    found = looks(shared, Scene(shared.evaluation, load_theme("dark")))
    assert {look.gradient.state for look in found.values()} == {GradientState.NONE}
    assert not any(socket.state is SocketState.GRADIENT for look in found.values() for socket in look.outputs)


def test_names_titles_symbols_and_silhouettes(shared):
    found = looks(shared, shared.scene())
    assert (found["x"].silhouette, found["x"].title, found["x"].switch) == (Silhouette.LEAF, "x", True)
    assert (found["a"].title, found["a"].name, found["a"].category) == ("x[0]", "a", "indexing")
    assert (found["m1"].title, found["m1"].name, found["m1"].symbol.text) == ("mul", "m1", "×")
    assert (found["y"].silhouette, found["y"].title) == (Silhouette.ROOT, "add")
    assert [socket.constant for socket in found["m1"].inputs] == ["2", ""]


def test_an_index_that_nobody_named_is_called_by_its_expression():
    case = laid_out("x = torch.tensor([1., 2.], requires_grad=True)\ny = x[1] * 3")
    look = looks(case, case.scene())["g1"]
    assert (look.title, look.name) == ("x[1]", "")


def test_values_are_numbers_while_they_fit_and_then_cells():
    case = laid_out("x = torch.randn(3, 4)\ny = x.sum()\nz = x[0, 0:2]\nw = x > 0")
    found = looks(case, case.scene())
    assert isinstance(found["x"].value.preview, HeatMap)
    assert isinstance(found["w"].value.preview, HeatMap)
    assert isinstance(found["y"].value.preview, NumberText)
    assert (found["x"].value.label, found["z"].value.label, found["w"].value.label) == (
        "f32 [3, 4]",
        "f32 [2]",
        "bool [3, 4]",
    )


def test_inside_no_grad_nothing_is_recorded_and_what_leads_there_is_blocked():
    case = laid_out(docs.NO_GRAD)
    found = looks(case, case.after(3))
    for name in ("a", "w"):
        assert (found[name].gradient.state, found[name].gradient.text) == (GradientState.BLOCKED, "no_grad")
        assert found[name].outputs[0].state is SocketState.BLOCKED
    for name in ("u", "t"):
        assert (found[name].gradient.state, found[name].tracked) == (GradientState.NO_GRAD_FN, False)
        assert found[name].outputs[0].state is SocketState.UNTRACKED
    assert [socket.state for socket in found["y"].inputs] == [SocketState.BLOCKED, SocketState.GRADIENT]
    assert held(found["b"]) == "5"


def test_switching_the_region_off_lets_the_gradients_through_and_moves_nothing():
    on = laid_out(docs.NO_GRAD)
    document = on.evaluation.document
    changes = edits.set_region_enabled(document, next(iter(document.regions)), False)
    off = evaluated(apply(document, changes.changes))
    before = FrameBuilder().frame(on.scene(len(on.recording.events) - 1))
    after = FrameBuilder().frame(off.scene(len(off.recording.events) - 1))
    assert [(node.x, node.y, node.look.size) for node in before.nodes] == [
        (node.x, node.y, node.look.size) for node in after.nodes
    ]
    found = looks(off, off.scene(len(off.recording.events) - 1))
    assert {name: held(found[name]) for name in "awb"} == {"a": "3", "w": "2", "b": "5"}


def test_a_leaf_that_asks_for_nothing_says_so():
    case = laid_out("x = torch.tensor(2.)\nw = torch.tensor(3., requires_grad=True)\ny = w * x\ny.backward()")
    look = looks(case, case.scene())["x"]
    assert (look.gradient.state, look.gradient.text, look.switch) == (
        GradientState.NO_GRAD_FN,
        "requires_grad off",
        False,
    )


def test_a_computed_zero_is_not_none():
    case = laid_out("x = torch.tensor(-2., requires_grad=True)\ny = torch.relu(x)\ny.backward()")
    assert looks(case, case.after(2))["x"].gradient.state is GradientState.ZERO


def test_nan_is_counted():
    case = laid_out(docs.WHERE_NAN)
    look = looks(case, case.after(7))["p"]
    assert (look.gradient.state, held(look)) == (GradientState.NONFINITE, "1 of 3 NaN")
    assert Badge.NONFINITE in look.signs


@pytest.mark.parametrize(
    ("value", "text", "sign"),
    [
        ("(x - 3).sqrt()", "NaN", Badge.NONFINITE),
        ("x / 0", "∞", Badge.INFINITE),
        ("x * torch.tensor([1., float('nan'), float('inf')])", "[2, NaN, ∞]", Badge.NONFINITE),
        ("torch.zeros(3, 4).log() * x", None, Badge.INFINITE),
        ("x * torch.tensor([1, 2])", "[2, 4]", None),
    ],
)
def test_nan_and_infinity_in_a_value_have_their_colour_and_sign(value, text, sign):
    case = laid_out(f"x = torch.tensor(2., requires_grad=True)\ny = {value}")
    look = looks(case, case.scene(0))["y"]
    assert text is None or look.value.preview.text == text
    assert look.signs == ((sign,) if sign else ())
    assert look.value.token == ("nan.text" if sign else "value.strong")
    colours = {mark.colour for mark in node_marks(look, load_theme("dark")) if isinstance(mark, Text)}
    assert (load_theme("dark").colour("nan.text") in colours) == (sign is not None and text is not None)


def test_what_does_not_fit_says_why_and_what_needs_it_waits():
    case = laid_out(docs.MISFIT)
    found = looks(case, case.scene())
    assert found["c"].value.preview == Problem("[3] + [2]")
    assert found["c"].gradient.state is GradientState.FAILED
    assert Badge.ERROR in found["c"].signs
    assert found["d"].value.preview == Note("waits for c")
    assert [socket.state for socket in found["c"].inputs] == [SocketState.TRACKED, SocketState.BAD]


def test_ghosts_and_changes_are_shown_where_the_scene_asks_for_them():
    case = laid_out(docs.NO_GRAD)
    w, b = case.node("w"), case.node("b")
    found = looks(case, case.after(3, ghosts={w: "would be 2"}, changed=frozenset({b})))
    assert (found["w"].gradient.state, found["w"].gradient.text) == (GradientState.GHOST, "would be 2")
    assert found["b"].gradient.state is GradientState.CHANGED


def test_breakpoints_are_badges(shared):
    a, b = shared.node("a"), shared.node("b")
    found = looks(shared, shared.after(3, breakpoints={a: True, b: False}))
    assert (found["a"].badges, found["b"].badges) == ((Badge.BREAKPOINT,), (Badge.BREAKPOINT_OFF,))


def test_a_second_pass_keeps_what_the_leaf_has_until_more_arrives():
    case = laid_out(docs.TWICE)
    second = case.recording.passes[1].first
    look = looks(case, case.scene(second))["a"]
    assert (look.gradient.state, held(look)) == (GradientState.DONE, "3")
    assert held(looks(case, case.scene(len(case.recording.events) - 1))["a"]) == "6"


def moment_of(case):
    frame = FrameBuilder().frame(case.scene(case.recording.error.index))
    return next(overlay.text for overlay in frame.overlays if isinstance(overlay, Moment))


def test_a_pass_that_cannot_start_says_so():
    case = laid_out("x = torch.tensor([1., 2.], requires_grad=True)\ny = x * 2\ny.backward()")
    assert moment_of(case) == "Backward could not start"


def test_a_pass_that_fails_says_where():
    case = laid_out("x = torch.tensor(2., requires_grad=True)\ny = x * x\ny.backward()\ny.backward()")
    assert moment_of(case) == "Backward 2 of 2 stopped with an error in step 1 of 1"


def test_a_muted_node_hands_its_input_on():
    drawn = laid_out("x = torch.tensor(2., requires_grad=True)\nh = x * 3\nk = h * 5\ny = k * k\ny.backward()")
    document = drawn.evaluation.document
    case = evaluated(apply(document, edits.set_muted(document, [drawn.node("k")], True).changes))
    found = looks(case, case.scene(len(case.recording.events) - 1))
    assert found["k"].muted
    assert held(found["k"]) == held(found["h"]) == "12"
    assert found["k"].rings == frozenset()


def test_a_figure_has_numbers_for_the_order_of_the_engine_and_no_switches(shared):
    found = looks(shared, shared.after(8, manner=Manner.FIGURE))
    order = {name: look.order for name, look in found.items()}
    assert order == {"y": 1, "m4": 2, "m3": 3, "b": 4, "m2": 5, "m1": 6, "a": 7, "x": 8}
    assert {look.switch for look in found.values()} == {None}
    assert found["x"].name == "leaf"
    assert {look.gradient.state for look in found.values()} == {GradientState.PLAIN}
    assert not any(look.queue for look in found.values())


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("x = torch.ones(3)\nw = torch.ones(2)\ny = x * w", "[3] * [2]"),
        ("x = torch.ones(3)\ny = x * [1]", "not computed"),
        ("x = torch.tensor(2.)\nw = torch.tensor(3.)\ny = x @ w", "not computed"),
    ],
)
def test_shapes_are_told_only_when_they_can_be_the_cause(code, text):
    case = laid_out(code)
    assert looks(case, case.scene())["y"].value.preview == Problem(text)
