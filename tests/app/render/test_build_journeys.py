"""What travels in a node step."""

import build_documents as docs
import pytest
from build_documents import laid_out

from app.render.build import FrameBuilder, travel


@pytest.fixture(scope="module")
def shared():
    return laid_out(docs.SHARED)


def between(case, first, second):
    builder = FrameBuilder()
    return travel(builder.walk(first), builder.walk(second))


def texts(parcels):
    return [parcel.look.preview.text for parcel in parcels]


def test_the_first_node_receives_its_seed_unseen_and_sends_to_both_inputs(shared):
    found = between(shared, shared.after(0), shared.after(1))
    assert (texts(found.received), texts(found.sent)) == ([], ["1", "1"])
    assert [parcel.dock for parcel in found.sent] == [None, None]


def test_packets_go_along_the_wires_they_belong_to(shared):
    builder = FrameBuilder()
    before, after = builder.walk(shared.after(0)), builder.walk(shared.after(1))
    courses = [parcel.course for parcel in travel(before, after).sent]
    assert courses == [after.ground.courses[shared.wire(name, "y")] for name in ("m2", "m4")]


def test_a_second_contribution_comes_to_rest_at_its_dock(shared):
    found = between(shared, shared.after(6), shared.after(7))
    (parcel,) = found.sent
    frame = FrameBuilder().frame(shared.after(7))
    place = next((one.x, one.y) for one in frame.packets if one.look.preview.text == "[4, 0]")
    assert (texts(found.sent), parcel.dock) == (["[4, 0]"], place)


def test_docked_packets_go_into_the_node_that_runs(shared):
    found = between(shared, shared.after(7), shared.after(8))
    assert sorted(texts(found.received)) == ["[0, 16]", "[4, 0]"]
    assert not found.sent
    socket = found.received[0].course[0][0]
    assert all(abs(parcel.dock[0] - socket[0]) < 60 for parcel in found.received)


@pytest.mark.parametrize(("first", "second"), [(2, 1), (1, 3), (4, 4)])
def test_only_a_single_step_forward_travels(shared, first, second):
    assert between(shared, shared.after(first), shared.after(second)) is None


def test_nothing_travels_to_or_from_the_middle_of_a_step(shared):
    middle = shared.recording.steps[3].first
    assert between(shared, shared.after(2), shared.scene(middle)) is None
    assert between(shared, shared.scene(middle), shared.after(3)) is None
