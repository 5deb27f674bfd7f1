"""Every state of a card has a shape or a sign of its own, so that it can be told without colour."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from app.model.theme import Emphasis, ThemeName, load_theme
from app.render.card_box import card_box
from app.render.draw_node import OVERFLOW, node_marks
from app.render.fonts import text_width
from app.render.looks import (
    Badge,
    CardSize,
    Glyph,
    GradientLine,
    GradientState,
    HeatMap,
    NodeLook,
    Note,
    NumberText,
    Problem,
    Ring,
    Silhouette,
    Socket,
    SocketState,
    ValueLine,
)
from app.render.marks import Box, Cells, Curve, Disc, Lines, Shape, Text
from app.render.measure import card_size
from app.render.path_data import painter_path
from app.render.previews import heat_map

DARK = load_theme("dark")
HELD = NumberText("6")
CARD = NodeLook(
    CardSize(120, 22, 24, 10), symbol=Glyph("×"), title="mul", name="u", value=ValueLine("f32", HELD),
    inputs=(Socket(), Socket()),
)  # fmt: skip
STATES = {
    GradientState.NONE: GradientLine(),
    GradientState.NO_GRAD_FN: GradientLine(GradientState.NO_GRAD_FN, text="no grad_fn"),
    GradientState.WAITING: GradientLine(GradientState.WAITING, NumberText("4"), arrived=1, expected=2),
    GradientState.PENDING: GradientLine(GradientState.PENDING, NumberText("4")),
    GradientState.DONE: GradientLine(GradientState.DONE, NumberText("4")),
    GradientState.CHANGED: GradientLine(GradientState.CHANGED, NumberText("4")),
    GradientState.PLAIN: GradientLine(GradientState.PLAIN, NumberText("4")),
    GradientState.ZERO: GradientLine(GradientState.ZERO, NumberText("0")),
    GradientState.NONFINITE: GradientLine(GradientState.NONFINITE, NumberText("NaN")),
    GradientState.BLOCKED: GradientLine(GradientState.BLOCKED, text="detach"),
    GradientState.GHOST: GradientLine(GradientState.GHOST, text="would be 2"),
    GradientState.FAILED: GradientLine(GradientState.FAILED, text="sizes do not match"),
}


def texts(marks):
    return [mark.text for mark in marks if isinstance(mark, Text)]


def without_colour(mark):
    """A mark as a colour-blind reader on grey paper knows it: shape, place and line, not colour."""
    match mark:
        case Text():
            return "text", mark.text, mark.style.italic
        case Shape():
            return "shape", mark.path, mark.x, bool(mark.fill), dash_and_width(mark.stroke)
        case Box():
            return "box", mark.x, mark.width, bool(mark.fill), dash_and_width(mark.stroke)
        case Disc():
            return "disc", mark.x, mark.y, mark.radius, bool(mark.fill), dash_and_width(mark.stroke)
        case Lines():
            return "lines", len(mark.segments)
        case _:
            return (type(mark).__name__,)


def dash_and_width(stroke):
    return (stroke.dash, stroke.width) if stroke else None


def silhouette(look):
    return frozenset(map(without_colour, node_marks(look, DARK)))


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(STATES, 2)], ids=lambda state: state.name)
def test_no_two_gradient_states_differ_by_colour_alone(one, other):
    first = replace(CARD, gradient=replace(STATES[one], text="", preview=None))
    second = replace(CARD, gradient=replace(STATES[other], text="", preview=None))
    assert silhouette(first) != silhouette(second)


def test_the_current_state_is_told_by_its_ring():
    current = replace(CARD, gradient=GradientLine(GradientState.CURRENT, HELD), rings=frozenset({Ring.CURRENT}))
    for state, line in STATES.items():
        assert silhouette(current) != silhouette(replace(CARD, gradient=line)), state


@pytest.mark.parametrize("ring", Ring)
def test_every_ring_shows(ring):
    assert node_marks(replace(CARD, rings=frozenset({ring})), DARK) != node_marks(CARD, DARK)


@pytest.mark.parametrize(
    ("state", "badge"), [(GradientState.NONFINITE, Badge.NONFINITE), (GradientState.FAILED, Badge.ERROR)]
)
def test_a_broken_gradient_brings_its_sign_with_it(state, badge):
    broken = replace(CARD, gradient=STATES[state])
    assert broken.signs == (badge,)
    assert node_marks(broken, DARK) == node_marks(replace(broken, badges=(badge,)), DARK)


@pytest.mark.parametrize("badge", Badge)
def test_every_badge_adds_a_sign(badge):
    assert len(node_marks(replace(CARD, badges=(badge,)), DARK)) > len(node_marks(CARD, DARK))


def test_ready_has_a_number_and_a_dashed_ring():
    marks = node_marks(replace(CARD, rings=frozenset({Ring.READY}), queue=2), DARK)
    assert "2" in texts(marks)
    assert any(isinstance(mark, Shape) and mark.stroke and mark.stroke.dash for mark in marks)


@pytest.mark.parametrize(("arrived", "expected"), [(0, 2), (1, 2), (2, 3)])
def test_waiting_counts_in_dots(arrived, expected):
    line = GradientLine(GradientState.WAITING, None, arrived=arrived, expected=expected)
    dots = [
        mark for mark in node_marks(replace(CARD, gradient=line), DARK) if isinstance(mark, Disc) and mark.radius == 3
    ]
    assert [bool(dot.fill) for dot in dots] == [True] * arrived + [False] * (expected - arrived)


def test_waiting_for_many_counts_in_digits():
    line = GradientLine(GradientState.WAITING, None, arrived=3, expected=7)
    assert "3/7" in texts(node_marks(replace(CARD, gradient=line), DARK))


def test_each_state_says_its_words():
    for state in (GradientState.BLOCKED, GradientState.GHOST, GradientState.NO_GRAD_FN, GradientState.FAILED):
        line = STATES[state]
        assert line.text in texts(node_marks(replace(CARD, gradient=line), DARK))
    assert "—" in texts(node_marks(CARD, DARK))


@pytest.mark.parametrize("cause", ["no_grad", "detach", "integer dtype", "inference_mode", "unused"])
def test_the_cause_of_a_block_is_never_cut(cause):
    leaf = replace(CARD, silhouette=Silhouette.LEAF, gradient=GradientLine(GradientState.BLOCKED, text=cause))
    assert cause in texts(node_marks(leaf, DARK))


def test_a_very_long_cause_takes_the_place_of_the_label():
    blocked = GradientLine(GradientState.BLOCKED, text="custom function without a rule")
    written = texts(node_marks(replace(CARD, gradient=blocked), DARK))
    assert "grad" not in written
    assert any(text.endswith("…") and blocked.text.startswith(text[:-1]) for text in written)


def test_a_problem_or_a_note_stands_in_place_of_a_value():
    for preview in (Problem("[3] + [2]"), Note("waits for add")):
        assert preview.text in texts(node_marks(replace(CARD, value=ValueLine("", preview)), DARK))


def test_untracked_is_flat_and_hollow():
    hollow = Socket(SocketState.UNTRACKED)
    flat = replace(CARD, tracked=False, inputs=(hollow, hollow), outputs=(hollow,))
    assert any(isinstance(mark, Shape) and mark.opacity < 1 for mark in node_marks(CARD, DARK))
    assert not any(isinstance(mark, Shape) and mark.opacity < 1 for mark in node_marks(flat, DARK))
    radii = [mark.radius for mark in node_marks(flat, DARK) if isinstance(mark, Disc)]
    assert radii == [4.1] * 3


def test_a_constant_takes_the_place_of_its_socket():
    marks = node_marks(replace(CARD, inputs=(Socket(constant="2"), Socket())), DARK)
    assert "2" in texts(marks)
    assert sum(isinstance(mark, Disc) for mark in marks) == 2


def test_a_muted_card_is_run_through_by_its_wire():
    marks = node_marks(replace(CARD, muted=True), DARK)
    assert any(isinstance(mark, Curve) for mark in marks)
    assert not any(isinstance(mark, Curve) for mark in node_marks(replace(CARD, muted=True, inputs=()), DARK))


def test_a_folded_group_is_a_stack_with_a_count():
    marks = node_marks(replace(CARD, folded=12), DARK)
    assert "×12" in texts(marks)
    assert len(marks) == len(node_marks(CARD, DARK)) + 2


@pytest.mark.parametrize("name", ThemeName)
@pytest.mark.parametrize("emphasis", Emphasis)
def test_dimming_changes_colours_and_nothing_else(name, emphasis):
    theme = load_theme(name)
    look = replace(CARD, gradient=STATES[GradientState.DONE])
    far = replace(look, emphasis=emphasis)
    assert [without_colour(mark) for mark in node_marks(look, theme)] == [
        without_colour(mark) for mark in node_marks(far, theme)
    ]
    same = node_marks(look, theme) == node_marks(far, theme)
    assert same == (theme.dim[emphasis] == 1.0)


def test_negative_cells_carry_a_minus_and_bad_ones_a_cross():
    heat = heat_map(np.array([[1.0, -1.0, np.nan]]))
    look = replace(CARD, size=card_size(heat), value=ValueLine("f32 [1, 3]", heat))
    marks = node_marks(look, DARK)
    signs = [mark for mark in marks if isinstance(mark, Lines) and mark.stroke.width == 1.2]
    assert sorted(len(mark.segments) for mark in signs) == [1, 2]
    (cells,) = (mark for mark in marks if isinstance(mark, Cells))
    assert cells.rows[0][2] == DARK.colour("nan.base")


def test_small_cells_carry_no_minus():
    heat = HeatMap(12, bytes([1] * 96))
    look = replace(CARD, size=card_size(heat, label="f32 [64, 96]"), value=ValueLine("f32 [64, 96]", heat))
    assert look.size.cell < 8
    assert not any(isinstance(mark, Lines) and mark.stroke.width == 1.2 for mark in node_marks(look, DARK))


def extent(mark):
    """The corners of a mark, lines included; texts are measured elsewhere."""
    match mark:
        case Shape():
            box = painter_path(mark.path).boundingRect()
            half = mark.stroke.width / 2 if mark.stroke else 0
            return (
                mark.x + box.left() * mark.scale - half, mark.y + box.top() * mark.scale - half,
                mark.x + box.right() * mark.scale + half, mark.y + box.bottom() * mark.scale + half,
            )  # fmt: skip
        case Box():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Disc():
            return mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius
        case _:
            return 0, 0, 0, 0


@pytest.mark.parametrize("silhouette", Silhouette)
@pytest.mark.parametrize("zoom", [1.0, 0.5, 0.35, 0.2])
def test_nothing_reaches_beyond_the_margin_of_a_sprite(silhouette, zoom):
    look = replace(
        CARD, silhouette=silhouette, rings=frozenset(Ring), badges=tuple(Badge)[:2], queue=12, order=3, folded=4
    )
    box = card_box(look)
    for mark in node_marks(look, DARK, zoom):
        left, top, right, bottom = extent(mark)
        assert left >= -OVERFLOW and top >= -OVERFLOW
        assert right <= box.width + OVERFLOW and bottom <= box.height + OVERFLOW


@pytest.mark.parametrize(
    ("zoom", "words", "sockets"), [(1.0, {"×", "mul", "u", "f32", "6", "grad", "4"}, 3), (0.5, {"×", "6", "4"}, 0),
                                   (0.35, {"×"}, 0), (0.2, set(), 0), (0.1, set(), 0)],
)  # fmt: skip
def test_less_is_drawn_when_a_card_is_small(zoom, words, sockets):
    look = replace(CARD, gradient=STATES[GradientState.DONE])
    marks = node_marks(look, DARK, zoom)
    assert set(texts(marks)) == words
    assert sum(isinstance(mark, Disc) for mark in marks) == sockets


@pytest.mark.parametrize("zoom", [0.35, 0.2, 0.1])
def test_the_state_of_a_small_card_is_its_colour_and_form(zoom):
    drawn = {
        state: node_marks(replace(CARD, gradient=line), DARK, zoom)
        for state, line in STATES.items()
        if state in (GradientState.NONE, GradientState.DONE, GradientState.BLOCKED, GradientState.NONFINITE)
    }
    for one, other in itertools.combinations(drawn.values(), 2):
        assert one != other


@pytest.mark.parametrize("zoom", [0.5, 0.3, 0.2])
def test_letters_keep_their_size_on_the_screen(zoom):
    sizes = {mark.style.size * zoom for mark in node_marks(CARD, DARK, zoom) if isinstance(mark, Text)}
    assert all(9.5 <= size <= 12.5 for size in sizes)


def test_a_long_shape_is_cut_before_the_value_is_crowded_out():
    heat = HeatMap(12, bytes([200] * 96))
    label = "f32 [1024, 1024, 1024, 3]"
    look = replace(CARD, size=card_size(heat, label=label), value=ValueLine(label, heat))
    (written,) = (mark for mark in node_marks(look, DARK) if isinstance(mark, Text) and mark.text.startswith("f32"))
    (cells,) = (mark for mark in node_marks(look, DARK) if isinstance(mark, Cells))
    assert written.text.endswith("…")
    assert written.x + text_width(written.text, written.style) < cells.x
