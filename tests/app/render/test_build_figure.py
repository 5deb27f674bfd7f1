"""Figures for files and overlays on the screen: what stands around the cards."""

import build_documents as docs
import pytest
from build_documents import laid_out

from app.render.build import FrameBuilder, Manner
from app.render.build.describing import Describer
from app.render.build.headlines import expression_formula, roots_of
from app.render.card_box import card_box
from app.render.formula import Literal
from app.render.formula_layout import typeset
from app.render.looks import Side
from app.render.marks import Rect
from app.render.overlays import (
    FigureEntry,
    Footer,
    Headline,
    Invitation,
    Legend,
    LegendEntry,
    Moment,
    Scale,
    Tone,
)
from core.debug.events import NonFinite


@pytest.fixture(scope="module")
def shared():
    return laid_out(docs.SHARED)


def overlay(frame, kind):
    return next((one for one in frame.overlays if isinstance(one, kind)), None)


def said(invitation):
    return "".join(words.text for words in invitation.words)


def test_the_moment_says_which_step_of_how_many(shared):
    texts = [overlay(FrameBuilder().frame(shared.after(step)), Moment).text for step in (0, 7, 8)]
    assert texts == ["Backward, before its first step", "Backward, after step 7 of 8", "After backward: step 8 of 8"]
    start = overlay(FrameBuilder().frame(shared.scene(0)), Moment)
    assert (start.text, start.tone) == ("Before backward", Tone.QUIET)


def test_the_moment_in_the_middle_of_a_step_names_the_event(shared):
    index = shared.recording.steps[3].first + 1
    assert overlay(FrameBuilder().frame(shared.scene(index)), Moment).text == f"Backward, in step 3 of 8, event {index}"


def test_several_passes_are_counted():
    case = laid_out(docs.TWICE)
    index = case.recording.steps[case.recording.passes[1].first and -2].last
    assert overlay(FrameBuilder().frame(case.scene(index)), Moment).text.startswith("Backward 2 of 2, after step ")


def test_a_stop_at_nan_says_so():
    case = laid_out(docs.WHERE_NAN)
    broken = next(event for event in case.recording.events if isinstance(event, NonFinite))
    found = overlay(FrameBuilder().frame(case.scene(broken.index)), Moment)
    assert found.text == f"Stopped at the first NaN: step 3 of 7, event {broken.index}"
    assert found.tone is Tone.NONFINITE


def test_nothing_is_invited_to_where_no_pass_can_begin():
    case = laid_out("x = torch.tensor([1., 2.], requires_grad=True)\ny = x * x\ny.backward()")
    assert case.recording.error is not None
    assert overlay(FrameBuilder().frame(case.scene(0)), Invitation) is None


def test_the_invitation_says_what_the_next_step_does(shared):
    assert said(overlay(FrameBuilder().frame(shared.after(7)), Invitation)) == (
        "Next: AccumulateGrad sets x.grad: None → [4, 16]"
    )
    assert said(overlay(FrameBuilder().frame(shared.after(0)), Invitation)) == (
        "Next: AddBackward0 sends 1 to m2, 1 to m4"
    )
    assert said(overlay(FrameBuilder().frame(shared.scene(0)), Invitation)) == (
        "Next: backward starts at y with the gradient 1"
    )
    assert overlay(FrameBuilder().frame(shared.after(8)), Invitation) is None


def test_a_large_gradient_is_announced_by_its_shape():
    case = laid_out(docs.NETWORK)
    assert "a [4, 2] gradient to" in said(overlay(FrameBuilder().frame(case.after(0)), Invitation))


def test_the_headline_has_the_formula_and_the_leaves(shared):
    found = overlay(FrameBuilder().frame(shared.after(7), Rect(0, 0, 1200, 600)), Headline)
    assert found.caption == "with x = [1, 2]"


def test_definitions_stand_behind_the_formula_as_far_as_there_is_room(shared):
    document = shared.evaluation.document
    widths = [typeset(expression_formula(document, room, 21), 21).width for room in (2000, 300, 90)]
    assert widths[0] > widths[1] > 90 >= widths[2]


def test_an_expression_that_is_too_long_is_cut():
    case = laid_out("x = torch.tensor(1., requires_grad=True)\ny = " + " + ".join(["x.sin()"] * 40))
    formula = expression_formula(case.evaluation.document, 200, 21)
    assert isinstance(formula, Literal) and formula.text.endswith("…")


def test_roots_are_what_backward_starts_from():
    case = laid_out("x = torch.tensor(1., requires_grad=True)\ny = x * 2\nz = y * 3\ny.backward()")
    assert roots_of(case.evaluation.document) == [case.node("y")]


def test_the_legend_explains_what_is_there():
    plain, broken = laid_out(docs.SHARED), laid_out(docs.WHERE_NAN)
    entries = [overlay(FrameBuilder().frame(case.after(5)), Legend).entries for case in (plain, broken)]
    assert LegendEntry.NONFINITE not in entries[0]
    assert LegendEntry.NONFINITE in entries[1]


def test_heat_maps_have_a_scale_with_numbers_that_every_step_shares():
    case = laid_out(docs.NETWORK)
    scales = [
        tuple(one for one in FrameBuilder().frame(case.after(step)).overlays if isinstance(one, Scale))
        for step in (0, 4)
    ]
    assert [scale.title for scale in scales[0]] == ["value", "gradient"]
    assert scales[0] == scales[1]
    assert not any(isinstance(one, Scale) for one in FrameBuilder().frame(laid_out(docs.SHARED).after(4)).overlays)


def test_a_figure_has_a_foot_that_makes_it_readable_on_its_own(shared):
    frame = FrameBuilder().frame(shared.after(8, manner=Manner.FIGURE))
    (foot,) = frame.overlays
    assert isinstance(foot, Footer)
    assert (foot.moment, foot.root) == ("After backward: step 8 of 8. Grad mode on.", "y")
    assert foot.entries == (
        FigureEntry.VALUE, FigureEntry.GRADIENT, FigureEntry.FLOW, FigureEntry.ORDER, FigureEntry.LEAF,
        FigureEntry.ROOT,
    )  # fmt: skip
    assert not frame.grid


def test_a_figure_says_which_way_gradients_flow():
    case = laid_out(docs.SHARED, flow=Side.TOP)
    (foot,) = FrameBuilder().frame(case.after(8, manner=Manner.FIGURE, flow=Side.TOP)).overlays
    assert "gradient flows downwards" in foot.flow


@pytest.mark.parametrize("manner", Manner)
@pytest.mark.parametrize("code", [docs.SHARED, docs.NO_GRAD, docs.DETACHED, docs.WHERE_NAN, docs.MISFIT, ""])
def test_everything_lies_within_the_bounds(manner, code):
    case = laid_out(code)
    frame = FrameBuilder().frame(case.scene(0, manner=manner))
    bounds = frame.bounds
    for node in frame.nodes:
        box = card_box(node.look)
        assert bounds.x < node.x and node.x + box.width < bounds.right
        assert bounds.y < node.y and node.y + box.height < bounds.bottom
    for wire in frame.wires:
        assert all(bounds.x <= x <= bounds.right and bounds.y <= y <= bounds.bottom for x, y in wire.points)


def test_some_nodes_can_be_shown_alone(shared):
    chosen = frozenset(shared.node(name) for name in ("x", "a", "b"))
    frame = FrameBuilder().frame(shared.after(7, manner=Manner.FIGURE, only=chosen))
    whole = FrameBuilder().frame(shared.after(7, manner=Manner.FIGURE))
    assert {node.id for node in frame.nodes} == chosen
    assert {wire.id for wire in frame.wires} == {shared.wire("x", "x[0]"), shared.wire("x", "x[1]")}
    assert len(frame.packets) == 2 and not frame.seeds
    assert frame.bounds.width < whole.bounds.width


def test_only_regions_with_something_in_them_are_shown():
    case = laid_out(docs.NO_GRAD)
    for name, count in (("u", 1), ("b", 0)):
        frame = FrameBuilder().frame(case.after(3, only=frozenset({case.node(name)})))
        assert (len(frame.nodes), len(frame.regions)) == (1, count)


def test_a_viewport_is_taken_as_it_is(shared):
    assert FrameBuilder().frame(shared.after(3), Rect(5, 6, 700, 500)).bounds == Rect(5, 6, 700, 500)


def test_every_part_is_described_in_words(shared):
    builder = FrameBuilder()
    words = Describer(builder.walk(shared.after(8)))
    facts = words.facts()
    assert set(facts) == {*shared.evaluation.document.nodes, *shared.evaluation.document.wires}
    assert facts[shared.node("x")].data == {"op": "leaf", "value": "[1, 2]", "grad": "[4, 16]"}
    assert facts[shared.wire("a", "m1")].data["grad"] == "2"
    assert len({one.key for one in facts.values()}) == len(facts)
    assert words.title() == "y = m2 + m4"
    assert "x = [1, 2], gradient [4, 16]" in words.summary()


def test_what_has_no_gradient_is_described_with_the_reason():
    case = laid_out(docs.NO_GRAD)
    facts = Describer(FrameBuilder().walk(case.after(3))).facts()
    said = [facts[case.node(name)].data["grad"] for name in ("a", "u", "b")]
    assert said == ["blocked: no_grad", "not recorded", "5"]
    assert next(one for key, one in facts.items() if key.startswith("r")).key == "no_grad-1"
