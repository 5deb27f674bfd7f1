"""Frames of regions: rectangles that hold their members and nobody else."""

import pytest
from layout_checks import assert_sound, members, rectangles, strangers_in_frames
from layout_graphs import EXPRESSIONS, expression

from core.layout import Direction, Gaps, place

FROZEN_BRANCH = """
    a =
    w =
    u = a w
    t = u #
    b =
    s = # b
    y = t s"""

CASES = {
    "a frozen branch": (FROZEN_BRANCH, {"no_grad": ("u t", None)}),
    "two branches": (FROZEN_BRANCH, {"no_grad": ("u t", None), "detach": ("b s", None)}),
    "layers": (EXPRESSIONS["perceptron"], {"one": ("W1 a b1 h t", None), "two": ("W2 c b2 o", None)}),
    "nested": (
        EXPRESSIONS["perceptron"],
        {
            "outer": ("W1 b1 t", None),
            "inner": ("a h", "outer"),
            "innermost": ("", "inner"),
            "other": ("W2 c b2 o", None),
        },
    ),
    "members far apart": (EXPRESSIONS["attention"], {"ends": ("Wq d r", None), "middle": ("k sm", None)}),
    "leaves only": (EXPRESSIONS["penalty"], {"weights": ("w1 w2", None)}),
    "everything": (EXPRESSIONS["broadcast"], {"all": ("m b u s v t y", None)}),
}


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("case", CASES)
def test_frames_hold_their_members_and_nobody_else(case, direction):
    text, groups = CASES[case]
    graph = expression(text, groups=groups, upright=not direction.horizontal)
    placement = place(graph, direction)
    assert_sound(graph, placement)
    assert strangers_in_frames(graph, placement) == []
    boxes = rectangles(graph, placement)
    for key, frame in placement.frames.items():
        left, top, right, bottom = graph.groups[key].insets
        for box in members(graph)[key]:
            assert frame.x + left <= boxes[box][0]
            assert frame.y + top <= boxes[box][1]
            assert boxes[box][2] <= frame.x + frame.width - right
            assert boxes[box][3] <= frame.y + frame.height - bottom


def test_a_frame_lies_close_around_its_members():
    graph = expression(FROZEN_BRANCH, groups={"no_grad": ("u t", None)})
    placement = place(graph)
    first = placement.positions["u"]
    assert placement.frames["no_grad"] == (first.x - 24, first.y - 44, 24 + 120 + 56 + 120 + 24, 44 + 80 + 24)


def test_one_frame_follows_another_on_a_straight_chain():
    graph = expression(*CASES["layers"][:1], groups=CASES["layers"][1])
    positions, frames = place(graph).positions, place(graph).frames
    assert frames["one"].x + frames["one"].width + Gaps().frame <= frames["two"].x
    assert len({positions[key].y for key in ("x", "a", "h", "t", "c", "o", "loss")}) == 1


def test_a_group_without_boxes_has_no_frame():
    graph = expression("x =\ny = x", groups={"empty": ("", None)})
    assert place(graph).frames == {}


def test_leaves_that_wait_for_each_other_make_no_cycle():
    text = "n0 =\nn1 =\nn2 = n0\nn4 = n1"
    graph = expression(text, groups={"g0": ("n1 n2", None), "g1": ("n0 n4", None)})
    placement = place(graph)
    assert_sound(graph, placement)
    assert strangers_in_frames(graph, placement) == []


def test_two_separate_parts_in_one_frame_stay_together():
    graph = expression("a =\nb = a\nc =\nd = c\ne =\nf = e", groups={"pair": ("b f", None)})
    placement = place(graph)
    assert strangers_in_frames(graph, placement) == []
