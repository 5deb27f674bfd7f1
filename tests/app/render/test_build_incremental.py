"""A frame that follows another one is the frame that would be made afresh, and says anew only what has changed."""

import itertools
import random

import build_documents as docs
import pytest
from build_documents import evaluated, laid_out

from app.model.theme import load_theme
from app.render.build import FrameBuilder, Manner, Scene
from core.expr import edits
from core.expr.changes import apply
from core.expr.evaluate import evaluate

CHAIN = "h = torch.tensor(0.5, requires_grad=True)\n" + "h = h.sin()\n" * 120 + "h.backward()"


@pytest.mark.parametrize("code", [docs.SHARED, docs.WHERE_NAN, docs.TWICE, docs.NO_GRAD, docs.SKIPS])
@pytest.mark.parametrize("manner", Manner)
def test_any_walk_ends_in_the_frame_that_is_made_afresh(code, manner):
    case = laid_out(code)
    builder, dice = FrameBuilder(), random.Random(1)
    last = len(case.recording.events) - 1
    for index in [*range(last + 1), *(dice.randint(0, last) for _ in range(20))]:
        scene = case.scene(index, manner=manner)
        assert builder.frame(scene) == FrameBuilder().frame(scene), index


def changed(before, after):
    """How many cards and wires of a frame are not the objects of the one before."""
    nodes = sum(old is not new for old, new in zip(before.nodes, after.nodes, strict=True))
    return nodes, sum(old is not new for old, new in zip(before.wires, after.wires, strict=True))


def test_a_step_describes_a_few_cards_however_many_there_are():
    case = laid_out(CHAIN)
    builder = FrameBuilder()
    frames = [builder.frame(case.after(step)) for step in range(40, 60)]
    for before, after in itertools.pairwise(frames):
        nodes, wires = changed(before, after)
        assert 0 < nodes <= 6
        assert 0 < wires <= 6


def test_standing_still_changes_nothing():
    case = laid_out(docs.SHARED)
    builder = FrameBuilder()
    before = builder.frame(case.after(3))
    assert changed(before, builder.frame(case.after(3))) == (0, 0)


def test_another_theme_takes_the_same_looks():
    case = laid_out(docs.SHARED)
    builder = FrameBuilder()
    before = builder.frame(case.after(3))
    scene = Scene(case.evaluation, load_theme("light"), case.recording, case.recording.steps[3].last)
    after = builder.frame(scene)
    assert changed(before, after) == (0, 0)
    assert after.theme.name == "light"


def test_moving_a_node_changes_it_and_its_wires_only():
    case = laid_out(docs.SHARED)
    builder = FrameBuilder()
    before = builder.frame(Scene(case.evaluation, load_theme("dark")))
    document = case.evaluation.document
    moved = apply(document, edits.move(document, {case.node("m1"): (500, 500)}).changes)
    after = builder.frame(Scene(evaluate(moved, case.evaluation), load_theme("dark")))
    assert changed(before, after) == (1, 2)
    one, other = (next(node for node in frame.nodes if node.id == case.node("m1")) for frame in (before, after))
    assert one.look is other.look and (other.x, other.y) == (500, 500)


def test_another_value_changes_what_depends_on_it():
    case = laid_out(docs.SHARED)
    builder = FrameBuilder()
    before = builder.frame(Scene(case.evaluation, load_theme("dark")))
    document = case.evaluation.document
    edited = apply(document, edits.set_value(document, case.node("x"), "[1., 3.]").changes)
    after = builder.frame(Scene(evaluate(edited, case.evaluation), load_theme("dark")))
    same = [node.id for node, old in zip(after.nodes, before.nodes, strict=True) if node is old]
    assert set(same) == {case.node(name) for name in ("a", "m1", "m2")}


def test_a_renamed_node_is_renamed_where_it_is_mentioned():
    case = laid_out("x = torch.tensor([1., 2.], requires_grad=True)\ny = x[0] * 2")
    builder = FrameBuilder()
    builder.frame(case.scene())
    document = case.evaluation.document
    renamed = evaluated(apply(document, edits.rename(document, case.node("x"), "weight").changes))
    titles = [node.look.title for node in builder.frame(renamed.scene()).nodes]
    assert "weight[0]" in titles


def test_a_new_recording_is_described_from_the_start():
    case = laid_out(docs.SHARED)
    again = evaluated(case.evaluation.document)
    builder = FrameBuilder()
    builder.frame(case.after(7))
    assert builder.frame(again.after(2)) == FrameBuilder().frame(again.after(2))


def test_ghosts_and_breakpoints_come_and_go():
    case = laid_out(docs.NO_GRAD)
    builder, w = FrameBuilder(), case.node("w")
    for more in ({}, {"ghosts": {w: "would be 2"}}, {"breakpoints": {w: True}}, {"changed": frozenset({w})}, {}):
        scene = case.after(3, **more)
        assert builder.frame(scene) == FrameBuilder().frame(scene)
