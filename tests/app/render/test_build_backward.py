"""The backward graph: grad_fns with their rules, what they keep, and what goes along their edges."""

import build_documents as docs
import numpy as np
import pytest
from build_documents import laid_out
from hypothesis import given, settings
from hypothesis import strategies as st
from random_documents import documents

from app.model.theme import Emphasis, load_theme
from app.render.build import Manner, Scene
from app.render.build.backward import BackwardBuilder
from app.render.build.grad_describing import grad_facts
from app.render.build.progress import Progress
from app.render.card_box import card_box
from app.render.draw_chip import CHIP_HEIGHT, CHIP_WIDTH
from app.render.looks import GradientLine, GradientState, HeatMap, Ring, RuleLine, Side, Silhouette, WireState
from core.debug.document import record_evaluation
from core.expr.evaluate import evaluate

BROADCAST = """
m = torch.tensor([[0.4, -0.7, -0.1], [0.5, 0.3, -0.8]], requires_grad=True)
b = torch.tensor([0.2, -0.1, 0.3], requires_grad=True)
s = torch.tensor(1.5, requires_grad=True)
u = m + b
v = u * s
t = v.tanh()
y = t.mean()
y.backward()
"""


@pytest.fixture(scope="module")
def broadcast():
    return laid_out(BROADCAST)


def frame_of(case, scene):
    return BackwardBuilder().frame(scene)


def looks(case, scene):
    """The looks of all cards, by the names of the tensors whose gradient they take."""
    labels = {f"grad-{node.number}": node.label for node in case.recording.nodes}
    return {labels[node.id]: node.look for node in frame_of(case, scene).nodes}


def test_every_node_is_there_with_its_name(broadcast):
    found = looks(broadcast, broadcast.after(7))
    titles = {label: look.title for label, look in found.items()}
    assert titles == {
        "y": "MeanBackward0", "t": "TanhBackward0", "v": "MulBackward0", "u": "AddBackward0",
        "m": "AccumulateGrad", "b": "AccumulateGrad", "s": "AccumulateGrad",
    }  # fmt: skip
    assert {look.silhouette for label, look in found.items() if label in "mbs"} == {Silhouette.LEAF}


def test_cards_say_what_each_input_receives(broadcast):
    found = looks(broadcast, broadcast.scene(0))
    slots = {label: [part[0] for part in look.gradient.parts] for label, look in found.items() if label not in "mbs"}
    assert slots == {"y": ["self"], "t": ["self"], "v": ["self", "other"], "u": ["self", "other"]}
    assert all(isinstance(look.gradient, RuleLine | GradientLine) for look in found.values())


def test_roots_stand_above_what_they_were_computed_from(broadcast):
    frame = frame_of(broadcast, broadcast.after(7))
    places = {node.id: node for node in frame.nodes}
    for wire in frame.wires:
        assert places[wire.target].y < places[wire.source].y
        start, _, _, end = wire.points
        assert start[1] > end[1]
    assert {node.look.output_side for node in frame.nodes} == {Side.TOP}


@pytest.mark.parametrize("code", [BROADCAST, docs.NETWORK, docs.SHARED, docs.SKIPS])
def test_cards_and_saved_tensors_cover_nothing(code):
    case = laid_out(code)
    frame = frame_of(case, case.scene(len(case.recording.events) - 1))
    boxes = [
        (node.x, node.y, node.x + card_box(node.look).width, node.y + card_box(node.look).height)
        for node in frame.nodes
    ]
    boxes += [(chip.x, chip.y, chip.x + CHIP_WIDTH, chip.y + CHIP_HEIGHT) for chip in frame.chips]
    for place, one in enumerate(boxes):
        for other in boxes[:place]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_what_is_kept_for_backward_stands_beside_the_card(broadcast):
    frame = frame_of(broadcast, broadcast.after(7))
    kept = {(chip.look.slot, chip.look.variable) for chip in frame.chips}
    assert kept == {("result", "t"), ("self", "u"), ("other", "s")}


def test_broadcast_sums_stand_on_their_edges(broadcast):
    frame = frame_of(broadcast, broadcast.after(7))
    assert {(edge.look.text, edge.look.remark) for edge in frame.edges} == {
        ("sum over all axes", "[2, 3] → [ ]"), ("sum over axis 0", "[2, 3] → [3]"),
    }  # fmt: skip


def test_stepping_fills_the_cards_from_the_root(broadcast):
    found = looks(broadcast, broadcast.after(2))
    assert found["y"].value.preview.text == "1"
    assert isinstance(found["t"].value.preview, HeatMap)
    assert found["u"].value.preview is None
    assert found["t"].rings == {Ring.CURRENT}
    assert found["v"].rings == {Ring.READY}
    assert (found["y"].emphasis, found["u"].emphasis) == (Emphasis.LAST_STEP, Emphasis.REST)


def test_leaves_fill_when_their_gradient_is_stored(broadcast):
    before, after = (looks(broadcast, broadcast.after(step))["s"].gradient for step in (3, 7))
    assert (before.state, after.state, after.label) == (GradientState.PENDING, GradientState.DONE, ".grad")


def test_edges_carry_their_gradient(broadcast):
    before, after = (frame_of(broadcast, broadcast.after(step)) for step in (0, 7))
    assert {wire.look.state for wire in before.wires} == {WireState.TRACKED}
    assert {wire.look.state for wire in after.wires} == {WireState.GRADIENT}
    labelled = [wire for wire in after.wires if wire.look.label is not None]
    assert len(labelled) == len(broadcast.recording.nodes) - 1 - len(after.edges)


def test_a_figure_has_the_order_of_the_engine_and_a_foot(broadcast):
    frame = frame_of(broadcast, broadcast.after(7, manner=Manner.FIGURE))
    assert sorted(node.look.order for node in frame.nodes) == list(range(1, 8))
    (foot,) = frame.overlays
    assert "downwards" in foot.flow
    for node in frame.nodes:
        assert frame.bounds.x < node.x < frame.bounds.right
        assert frame.bounds.y < node.y < frame.bounds.bottom


def test_a_graph_is_placed_once(broadcast):
    builder = BackwardBuilder()
    one, other = (builder.frame(broadcast.after(step)) for step in (1, 5))
    assert [(node.x, node.y) for node in one.nodes] == [(node.x, node.y) for node in other.nodes]
    assert one.chips is other.chips
    assert builder.origins()["grad-0"] == broadcast.node("y")


def test_without_a_recording_there_is_a_word(broadcast):
    frame = BackwardBuilder().frame(Scene(broadcast.evaluation, load_theme("dark")))
    assert not frame.nodes and frame.words[0].lines[0] == "Nothing is recorded yet"


def test_every_part_is_described_in_words(broadcast):
    progress = Progress(broadcast.recording, len(broadcast.recording.events) - 1)
    facts = grad_facts(progress)
    frame = frame_of(broadcast, broadcast.after(7))
    assert set(facts) == {node.id for node in frame.nodes} | {wire.id for wire in frame.wires}
    assert facts["grad-0"].words == "MeanBackward0 of y: gradient 1"


@settings(max_examples=30, deadline=None)
@given(document=documents(), data=st.data())
def test_any_recorded_graph_is_drawn(document, data):
    evaluation = evaluate(document)
    recording = record_evaluation(evaluation)
    index = data.draw(st.integers(0, max(len(recording.events) - 1, 0)))
    scene = Scene(evaluation, load_theme("dark"), recording, index)
    frame = BackwardBuilder().frame(scene)
    if scene.followed is not None:
        assert len(frame.nodes) == len(recording.nodes)
        assert np.isfinite([(node.x, node.y) for node in frame.nodes]).all()
