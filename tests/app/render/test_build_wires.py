"""Wires, packets and seeds at every moment of a pass."""

import itertools
import math

import build_documents as docs
import numpy as np
import pytest
from build_documents import evaluated, laid_out

from app.model.theme import Emphasis
from app.render.build import FrameBuilder
from app.render.build.labels import MIDDLE, label_spots
from app.render.build.wires import label_size, placed_wire
from app.render.card_box import card_box
from app.render.geometry import flattened, point_at
from app.render.looks import Cut, HeatMap, Side, WireLook, WireState
from core.debug.events import NonFinite, Vjp
from core.expr import edits
from core.expr.changes import apply
from core.expr.graph import RegionKind


@pytest.fixture(scope="module")
def shared():
    return laid_out(docs.SHARED)


def wires(case, scene):
    """The first piece of each wire, by its id."""
    found = {}
    for wire in FrameBuilder().frame(scene).wires:
        found.setdefault(wire.id, wire)
    return found


def label(look):
    return look.label.text if look.label is not None else None


def pieces_of(frame, wire):
    return [piece for piece in frame.wires if piece.id == wire]


def test_a_wire_carries_its_gradient_once_it_has_come_along(shared):
    wire = shared.wire("m4", "y")
    before, after = (wires(shared, shared.after(step))[wire].look for step in (0, 1))
    assert (before.state, label(before)) == (WireState.TRACKED, None)
    assert (after.state, label(after), after.norm) == (WireState.GRADIENT, "1", 1.0)


def test_a_wire_stands_as_far_back_as_the_node_that_sent_its_gradient(shared):
    found = wires(shared, shared.after(7))
    assert found[shared.wire("a", "m1")].look.emphasis is Emphasis.LAST_STEP
    assert found[shared.wire("m1", "m2")].look.emphasis is Emphasis.STEP_BEFORE
    assert found[shared.wire("m4", "y")].look.emphasis is Emphasis.REST
    assert found[shared.wire("x", "x[0]")].look.trail


def test_a_trail_lies_on_one_piece_of_a_wire(shared):
    look = WireLook(WireState.GRADIENT, 1.0, trail=True)
    wire = next(iter(shared.evaluation.document.wires.values()))
    pieces = [((x, 0.0), (x, 0.0), (end, 0.0), (end, 0.0)) for x, end in ((0.0, 10.0), (10.0, 90.0), (90.0, 99.0))]
    placed = placed_wire(wire, look, pieces, MIDDLE, None)
    assert [piece.look.trail for piece in placed] == [False, True, False]


def test_wires_end_at_the_sockets_of_their_cards(shared):
    frame = FrameBuilder().frame(shared.after(3))
    nodes = {node.id: node for node in frame.nodes}
    for wire in shared.evaluation.document.wires.values():
        pieces = pieces_of(frame, wire.id)
        box = card_box(nodes[wire.source.node].look)
        start = nodes[wire.source.node]
        assert pieces[0].points[0] == pytest.approx((start.x + box.outputs[0][0], start.y + box.outputs[0][1]))
        for one, following in itertools.pairwise(pieces):
            assert one.points[3] == following.points[0]


def test_two_packets_are_docked_where_a_second_gradient_arrives(shared):
    frame = FrameBuilder().frame(shared.after(7))
    x = next(node for node in frame.nodes if node.id == shared.node("x"))
    socket = x.x + card_box(x.look).outputs[0][0], x.y + card_box(x.look).outputs[0][1]
    assert sorted(packet.look.preview.text for packet in frame.packets) == ["[0, 16]", "[4, 0]"]
    (plus,) = frame.sums
    assert plus == pytest.approx((socket[0] + 43, socket[1]), abs=4)
    assert sorted(packet.y - socket[1] for packet in frame.packets) == pytest.approx([-38, 38])
    assert {packet.look.pointer for packet in frame.packets} == {Side.LEFT}
    docked = [wires(shared, shared.after(7))[shared.wire("x", text)].look for text in ("x[0]", "x[1]")]
    assert [label(look) for look in docked] == [None, None]


def test_packets_stay_until_the_next_step_and_no_longer(shared):
    assert len(FrameBuilder().frame(shared.after(7)).packets) == 2
    assert FrameBuilder().frame(shared.after(8)).packets == ()


def test_the_seed_stands_at_the_root_from_its_event_on(shared):
    assert FrameBuilder().frame(shared.scene(0)).seeds == ()
    (seed,) = FrameBuilder().frame(shared.after(0)).seeds
    assert seed.look.text == "1"


def test_what_is_computed_but_not_delivered_is_tied_to_its_wire():
    case = laid_out(docs.WHERE_NAN)
    broken = next(event for event in case.recording.events if isinstance(event, NonFinite))
    frame = FrameBuilder().frame(case.scene(broken.index))
    (packet,) = frame.packets
    assert (packet.look.preview.text, packet.look.nonfinite) == ("[0.25, NaN, 0.5]", True)
    assert packet.look.caption == "not delivered yet"
    piece = pieces_of(frame, case.wire("z", "r"))[0]
    assert packet.tether == pytest.approx(point_at(piece.points, 0.5))


def test_a_finite_result_is_shown_as_well_between_its_computation_and_its_delivery(shared):
    event = next(event for event in shared.recording.events if isinstance(event, Vjp))
    assert len(FrameBuilder().frame(shared.scene(event.index)).packets) == 1


def test_a_wire_with_nan_is_drawn_as_such():
    case = laid_out(docs.WHERE_NAN)
    look = wires(case, case.after(7))[case.wire("p", "p - q")].look
    assert (look.state, math.isinf(look.norm)) == (WireState.NONFINITE, True)


def test_a_condition_carries_no_gradient_and_says_so():
    case = laid_out(docs.WHERE_NAN)
    look = wires(case, case.after(7))[case.wire("z > 0", "where(z > 0, r, 0)")].look
    assert (look.state, look.reason) == (WireState.BLOCKED, "bool")


def test_a_view_made_in_a_no_grad_region_is_cut_like_everything_else_there():
    case = laid_out("""
x = torch.tensor([1., 2.], requires_grad=True)
with torch.no_grad():
    v = x[1]
m = v * x
y = m.sum()
y.backward()
""")
    found = wires(case, case.after(1))
    assert found[case.wire("x", "v")].look.state is WireState.BLOCKED
    leaving = found[case.wire("v", "m")].look
    assert (leaving.state, leaving.cut) == (WireState.BLOCKED, Cut.WALL)


def test_a_no_grad_region_has_a_wall_at_its_edge_and_hatched_wires_before_it():
    case = laid_out(docs.NO_GRAD)
    found = wires(case, case.after(3))
    inner = found[case.wire("u", "t")].look
    assert (inner.state, inner.cut) == (WireState.UNTRACKED, Cut.NONE)
    assert found[case.wire("a", "u")].look.state is WireState.BLOCKED
    leaving = found[case.wire("t", "y")]
    assert (leaving.look.state, leaving.look.cut) == (WireState.BLOCKED, Cut.WALL)
    region = FrameBuilder().frame(case.after(3)).regions[0]
    x, _ = point_at(leaving.points, leaving.look.cut_at)
    assert x == pytest.approx(region.x + region.look.width, abs=4)


def test_a_detached_wire_has_scissors_and_swings_clear_of_the_other_one():
    case = laid_out(docs.DETACHED)
    found = wires(case, case.after(2))
    tracked, cut = (found[case.wire("c", "z", place)] for place in (0, 1))
    assert (tracked.look.state, cut.look.state, cut.look.cut) == (WireState.GRADIENT, WireState.BLOCKED, Cut.SCISSORS)
    apart = point_at(cut.points, 0.5)[1] - point_at(tracked.points, 0.5)[1]
    assert apart > 40


def test_every_wire_that_leaves_a_detach_region_has_scissors_at_its_edge():
    drawn = laid_out("x = torch.tensor(2., requires_grad=True)\nh = x * 3\ny = h * x\ny.backward()")
    document = drawn.evaluation.document
    changes = edits.wrap(document, [drawn.node("h")], RegionKind.DETACH)
    case = evaluated(apply(document, changes.changes))
    frame = FrameBuilder().frame(case.scene(len(case.recording.events) - 1))
    leaving = next(wire for wire in frame.wires if wire.id == case.wire("h", "y"))
    assert leaving.look.cut is Cut.SCISSORS
    (region,) = frame.regions
    x, _ = point_at(leaving.points, leaving.look.cut_at)
    assert x == pytest.approx(region.x + region.look.width, abs=4)


def test_regions_hold_their_cards_and_the_regions_in_them():
    case = laid_out(
        "a = torch.tensor(2., requires_grad=True)\nwith torch.no_grad():\n    u = a * 2\n"
        "    with torch.enable_grad():\n        t = a * 3\n    v = u + 1\ny = t + v"
    )
    frame = FrameBuilder().frame(case.scene())
    areas = {region.look.kind.value: region.area for region in frame.regions}
    outer, inner = areas["no_grad"], areas["enable_grad"]
    assert list(areas) == ["no_grad", "enable_grad"]
    assert outer.x < inner.x and outer.right > inner.right and outer.y < inner.y and outer.bottom > inner.bottom
    u = next(node for node in frame.nodes if node.id == case.node("u"))
    assert outer.x <= u.x - 24 and outer.right >= u.x + u.look.size.width + 24


@pytest.mark.parametrize("code", [docs.SHARED, docs.WHERE_NAN, docs.NETWORK, docs.SKIPS, docs.NO_GRAD])
def test_labels_cover_no_cards_and_no_other_labels(code):
    case = laid_out(code)
    frame = FrameBuilder().frame(case.scene(len(case.recording.events) - 1))
    labels = []
    for wire in frame.wires:
        if wire.look.label is not None:
            (x, y), (width, height) = point_at(wire.points, wire.look.label_at), label_size(wire.look.label)
            labels.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    cards = []
    for node in frame.nodes:
        box = card_box(node.look)
        cards.append((node.x, node.y, node.x + box.width, node.y + box.height))
    for place, one in enumerate(labels):
        for other in (*cards, *labels[:place]):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


@pytest.mark.parametrize("code", [docs.SHARED, docs.WHERE_NAN, docs.NETWORK, docs.SKIPS])
def test_no_wire_runs_through_a_card_that_is_not_its_own(code):
    frame = FrameBuilder().frame(laid_out(code).scene())
    boxes = {node.id: (node.x, node.y, card_box(node.look)) for node in frame.nodes}
    for wire in frame.wires:
        points = flattened(np.array([wire.points]), 60)[0]
        for key, (x, y, box) in boxes.items():
            if key not in (wire.source, wire.target):
                inside = (points > (x, y)) & (points < (x + box.width, y + box.height))
                assert not inside.all(axis=1).any(), (wire.id, key)


def test_a_label_takes_a_shorter_form_before_it_covers_a_card():
    course = [((100.0, 50.0), (120.0, 50.0), (140.0, 50.0), (160.0, 50.0))]
    cards = np.array([[0.0, 0.0, 100.0, 100.0], [160.0, 0.0, 260.0, 100.0]])
    (spot,) = label_spots([course], [[(120.0, 16.0), (70.0, 16.0), (40.0, 16.0)]], cards)
    assert spot.form == 2


def test_two_equal_wires_have_labels_apart():
    course = [((0.0, 0.0), (40.0, 0.0), (80.0, 0.0), (120.0, 0.0))]
    one, other = label_spots([course, course], [[(20.0, 16.0)], [(20.0, 16.0)]], np.zeros((0, 4)))
    assert abs(one.share - other.share) * 120 > 15


def test_a_large_gradient_is_a_few_cells_on_a_wire():
    case = laid_out(docs.NETWORK)
    shown = [wire.look.label for wire in wires(case, case.scene(len(case.recording.events) - 1)).values()]
    cells = [held for held in shown if isinstance(held, HeatMap)]
    assert cells and all(held.columns <= 5 and held.rows <= 4 for held in cells)
