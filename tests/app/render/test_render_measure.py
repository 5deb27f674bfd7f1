"""Cards are as large as what they hold, and nothing that changes while stepping changes them."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.model.metrics import metrics
from app.model.theme import Emphasis
from app.render.card_box import card_box
from app.render.draw_heat import heat_size
from app.render.fonts import text_width
from app.render.looks import (
    Badge,
    Glyph,
    GradientLine,
    GradientState,
    NodeLook,
    NumberText,
    Ring,
    Side,
    Silhouette,
    Socket,
    SocketState,
)
from app.render.measure import card_size, fitted, label_style, rule_card_size, variable_style
from app.render.previews import preview, type_label

SIZE = metrics().size
LOOSE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)


def size_of(array, **more):
    return card_size(preview(array), label=type_label(array), **more)


@pytest.mark.parametrize(
    ("array", "width"),
    [
        (np.array(18.0, np.float32), 120),
        (np.array([1, 2], np.float32), 120),
        (np.array([2, 0, 1], np.float32), 120),
        (np.array([-1.5, 1.5, 0.5], np.float32), 152),
        (np.ones((2, 3), np.float32), 152),
        (np.ones(12, np.float32), 184),
        (np.ones((64, 96), np.float32), 184),
    ],
)
def test_three_widths_by_what_has_to_fit(array, width):
    assert size_of(array).width == width


@pytest.mark.parametrize("shape", [(2, 3), (8, 12), (64, 96), (8, 1), (12,)])
def test_rows_grow_to_their_heat_map(shape):
    array = np.ones(shape, np.float32)
    size, heat = size_of(array), preview(array)
    _, height = heat_size(heat, size.cell)
    assert SIZE.heat_cell_min <= size.cell <= SIZE.heat_cell_card
    assert size.value >= max(SIZE.card_value, height + 8) - 0.01
    assert size.well >= max(SIZE.card_well, height + 10) - 0.01


@pytest.mark.parametrize("shape", [(2, 3), (12,), (8, 12), (64, 96)])
def test_a_heat_map_leaves_its_labels_alone(shape):
    array = np.ones(shape, np.float32)
    size = size_of(array)
    box = card_box(NodeLook(size))
    width, _ = heat_size(preview(array), size.cell)
    label = text_width(type_label(array), label_style())
    assert box.right - width >= box.label_left + label


def test_a_scalar_card_is_eighty_high():
    box = card_box(NodeLook(size_of(np.array(1.0))))
    assert (box.width, box.height) == (SIZE.card_width_scalar, SIZE.card_height)


def test_long_titles_widen_a_card():
    narrow = card_size(NumberText("1"), symbol=Glyph("×"), title="mul", name="u")
    wide = card_size(NumberText("1"), symbol=Glyph("ln"), title="cross_entropy", name="loss")
    assert narrow.width < wide.width


def test_many_inputs_make_a_card_taller():
    size = card_size(NumberText("1"), inputs=9)
    look = NodeLook(size, inputs=(Socket(),) * 9)
    places = card_box(look).inputs
    assert min(b[1] - a[1] for a, b in itertools.pairwise(places)) >= SIZE.socket


states = st.builds(
    GradientLine,
    state=st.sampled_from(GradientState),
    preview=st.sampled_from([None, NumberText("4"), NumberText("[0.25, 1, −3.5]")]),
    text=st.sampled_from(["", "no_grad", "would be 2"]),
    arrived=st.integers(0, 3),
    expected=st.integers(0, 5),
)


@LOOSE
@given(
    states,
    st.frozensets(st.sampled_from(Ring)),
    st.lists(st.sampled_from(Badge), max_size=2, unique=True),
    st.sampled_from(Emphasis),
    st.booleans(),
    st.sampled_from(SocketState),
)
def test_no_toggle_and_no_step_changes_a_size(gradient, rings, badges, emphasis, flag, socket):
    before = NodeLook(size_of(np.array([1.0, 2.0])), inputs=(Socket(),) * 2)
    after = replace(
        before, gradient=gradient, rings=rings, badges=tuple(badges), emphasis=emphasis, tracked=flag,
        muted=flag, queue=3, order=2, inputs=(Socket(socket),) * 2, outputs=(Socket(socket),),
    )  # fmt: skip
    assert card_box(after) == card_box(before)


@pytest.mark.parametrize("silhouette", Silhouette)
@pytest.mark.parametrize("side", Side)
def test_sockets_stand_on_the_edge_they_belong_to(silhouette, side):
    look = NodeLook(size_of(np.array(1.0)), silhouette, inputs=(Socket(),) * 2, outputs=(Socket(),), output_side=side)
    box = card_box(look)
    (output,), inputs = box.outputs, box.inputs
    edges = {Side.LEFT: (0, 0.0), Side.RIGHT: (0, box.width), Side.TOP: (1, 0.0), Side.BOTTOM: (1, box.height)}
    axis, at = edges[side]
    assert output[axis] == at
    axis, at = edges[side.opposite]
    assert all(place[axis] == at for place in inputs)
    assert len(set(inputs)) == 2


def test_sockets_stand_where_the_design_puts_them():
    two = card_box(NodeLook(size_of(np.array(1.0)), inputs=(Socket(),) * 2))
    assert [y for _, y in two.inputs] == list(SIZE.socket_y_two)
    assert two.outputs[0][1] == sum(SIZE.socket_y_two) / 2
    three = card_box(NodeLook(size_of(np.array(1.0)), inputs=(Socket(),) * 3))
    assert [y for _, y in three.inputs] == pytest.approx([35.67, 51, 66.33], abs=0.01)


@LOOSE
@given(st.text("0123456789.,−[] e", min_size=1, max_size=40), st.floats(20, 170))
def test_a_value_fits_its_room_and_is_never_smaller_than_legible(text, room):
    shown, style = fitted(NumberText(text), room, 13.5, 600)
    assert metrics().type.smallest_number <= style.size <= 13.5
    assert text_width(shown, style) <= room or shown == ""


def test_fewer_digits_come_before_smaller_letters():
    value = NumberText("[−0.7616, 0, 0.7616]", "[−0.76, 0, 0.76]")
    shown, style = fitted(value, 106, 13.5, 600)
    assert (shown, style.size) == (value.short, 13.5)
    assert fitted(value, 200, 13.5, 600)[0] == value.text


def test_a_leaf_with_a_long_name_is_wider_and_keeps_its_switch_clear():
    name = "learning_rate"
    size = card_size(NumberText("0.1"), silhouette=Silhouette.LEAF, label="f32", title=name)
    box = card_box(NodeLook(size, Silhouette.LEAF, title=name, switch=True))
    assert size.width > SIZE.card_width_scalar
    assert box.title_left + text_width(name, variable_style()) < box.switch.x
    assert (box.switch.width, box.switch.height) == SIZE.switch


def test_a_value_is_edited_in_the_row_it_stands_in():
    box = card_box(NodeLook(size_of(np.array([1.0, 2.0]))))
    assert box.value.y == SIZE.card_title
    assert box.value.bottom == box.well.y
    assert abs(box.value.centre[1] - box.value_middle) < 0.5


def test_cells_may_be_larger_where_there_is_room():
    heat = preview(np.ones((2, 3), np.float32))
    assert card_size(heat, largest_cell=14).cell == 14
    assert card_size(preview(np.ones((64, 96), np.float32)), largest_cell=14).cell < 10


def test_cards_of_the_backward_graph_are_as_high_as_a_small_matrix():
    size = rule_card_size()
    assert SIZE.card_title + size.value + size.well + SIZE.card_bottom == 94
