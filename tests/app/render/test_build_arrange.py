"""Automatic placing: cards of their real sizes, in layers, regions around their members."""

import build_documents as docs
import pytest
from build_documents import Case, laid_out

from app.model.theme import load_theme
from app.render.build import FrameBuilder, Scene
from app.render.build.arrange import arrange, is_unplaced
from app.render.build.ground import lay_ground
from app.render.card_box import card_box
from app.render.looks import Side
from core.debug.document import record_evaluation
from core.expr import edits
from core.expr.changes import apply
from core.expr.evaluate import evaluate
from core.layout import LayoutCancelled


def ground_of(case, **more):
    return lay_ground(Scene(case.evaluation, load_theme("dark"), **more), None)


def areas(frame):
    found = {}
    for node in frame.nodes:
        box = card_box(node.look)
        found[node.id] = (node.x, node.y, node.x + box.width, node.y + box.height)
    return found


@pytest.mark.parametrize("code", [docs.SHARED, docs.NO_GRAD, docs.NETWORK, docs.SKIPS, docs.WHERE_NAN])
@pytest.mark.parametrize("flow", Side)
def test_cards_do_not_overlap_and_values_flow_one_way(code, flow):
    case = laid_out(code, flow=flow)
    frame = FrameBuilder().frame(case.scene(flow=flow))
    boxes = areas(frame)
    keys = list(boxes)
    for place, key in enumerate(keys):
        one = boxes[key]
        for other in (boxes[name] for name in keys[:place]):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    axis, sign = (0, 1) if flow.horizontal else (1, 1)
    sign = 1 if flow in (Side.RIGHT, Side.BOTTOM) else -1
    for wire in case.evaluation.document.wires.values():
        assert sign * (boxes[wire.target][axis] - boxes[wire.source.node][axis]) > 0


def test_code_is_not_placed_until_it_is_arranged():
    case = laid_out(docs.SHARED)
    assert not is_unplaced(case.evaluation.document)
    piled = apply(
        case.evaluation.document,
        edits.move(case.evaluation.document, dict.fromkeys(case.evaluation.document.nodes, (0, 0))).changes,
    )
    assert is_unplaced(piled)


def test_arranging_is_one_undo_step_and_changes_no_value():
    case = laid_out(docs.NETWORK)
    changes, placement = arrange(ground_of(case))
    document = apply(case.evaluation.document, changes.changes)
    assert (changes.name, set(placement.positions)) == ("Arrange", set(document.nodes))
    assert not evaluate(document, case.evaluation).computed
    assert apply(document, changes.inverse().changes) == case.evaluation.document


def test_pinned_nodes_stay():
    case = laid_out(docs.SHARED)
    key = case.node("m1")
    before = case.evaluation.document.nodes[key]
    changes, _ = arrange(ground_of(case), pins=[key])
    after = apply(case.evaluation.document, changes.changes).nodes[key]
    assert (after.x, after.y) == (before.x, before.y)


def test_arranging_can_be_given_up():
    with pytest.raises(LayoutCancelled):
        arrange(ground_of(laid_out(docs.SHARED)), cancelled=lambda: True)


def test_a_frame_with_a_size_of_its_own_is_no_obstacle():
    case = laid_out(docs.NO_GRAD)
    document = case.evaluation.document
    region = next(iter(document.regions))
    sized = apply(document, edits.set_region_bounds(document, region, (0, 0, 900, 400)).changes)
    evaluation = evaluate(sized)
    resized = Case(evaluation, record_evaluation(evaluation))
    changes, _ = arrange(ground_of(resized))
    assert changes.name == "Arrange"


def test_an_empty_document_is_arranged_as_well():
    changes, placement = arrange(ground_of(laid_out("")))
    assert not changes and not placement.positions
