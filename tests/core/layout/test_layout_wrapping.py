"""Long parts are broken into columns, as text into lines."""

from itertools import pairwise

import pytest
from layout_checks import crossings, rectangles, segments
from layout_graphs import EXPRESSIONS, LABEL, chain, expression

from core.layout import Direction, Gaps, place


def columns(graph, placement):
    """The keys of the boxes in each column of a drawing from left to right, from the top down."""
    boxes = rectangles(graph, placement)
    rows = {}
    for key, (_, top, _, _) in boxes.items():
        rows.setdefault(top, []).append(key)
    return [sorted(keys, key=lambda key: boxes[key][0]) for _, keys in sorted(rows.items())]


def test_a_chain_is_read_like_text():
    graph = chain(40)
    placement = place(graph, room=1200)
    rows = columns(graph, placement)
    assert [key for row in rows for key in row] == list(range(40))
    assert {len(row) for row in rows} == {8}
    assert len({placement.positions[row[0]].x for row in rows}) == 1


def test_columns_are_about_equally_long():
    rows = columns(graph := chain(21), place(graph, room=10 * (90 + 56)))
    assert [len(row) for row in rows] == [7, 7, 7]


def test_a_part_that_fits_stays_whole():
    graph = chain(10)
    assert place(graph, room=10 * 90 + 9 * 56) == place(graph)


@pytest.mark.parametrize("direction", Direction)
def test_no_column_is_longer_than_the_room(direction):
    graph = expression(EXPRESSIONS["attention"], upright=not direction.horizontal)
    room = 700
    placement = place(graph, direction, room=room)
    axis = 0 if direction.horizontal else 1
    starts = [box[axis] for box in rectangles(graph, placement).values()]
    ends = [box[axis + 2] for box in rectangles(graph, placement).values()]
    assert max(ends) - min(starts) <= room


def test_frames_are_not_broken():
    groups = {"one": ("W1 a b1 h t", None), "two": ("W2 c b2 o", None)}
    graph = expression(EXPRESSIONS["perceptron"], groups=groups)
    placement = place(graph, room=800)
    for key, group in graph.groups.items():
        frame = placement.frames[key]
        tops = [placement.positions[member].y for member in group.members]
        assert max(tops) - min(tops) < frame.height
    first, second = placement.frames["one"], placement.frames["two"]
    assert first.y + first.height < second.y


def test_a_frame_longer_than_the_room_keeps_its_length():
    graph = expression("x =\na = x\nb = a\nc = b\nd = c", groups={"long": ("a b c", None)})
    placement = place(graph, room=200)
    assert placement.frames["long"].width == 24 + 3 * 120 + 2 * 56 + 24


def test_wires_turn_in_the_gutter_without_crossing():
    graph = expression("a =\nb =\nc =\na1 = a\nb1 = b\nc1 = c\nd = a1 b1\ne = d c1")
    placement = place(graph, room=400)
    assert crossings(graph, placement) == 0
    stretch, _ = segments(placement)
    backwards = stretch[stretch[:, 2] < stretch[:, 0]]
    assert len(backwards) >= 2
    assert (backwards[:, 1] == backwards[:, 3]).all()


def test_a_label_at_a_break_stands_before_its_target():
    graph = expression(EXPRESSIONS["polynomial"], label=LABEL)
    placement = place(graph, room=300)
    for middle, edge in zip(placement.labels, graph.edges, strict=True):
        assert middle.x + LABEL.width / 2 < placement.positions[edge.target].x


def test_lanes_remember_the_order_across_columns():
    graph = expression(EXPRESSIONS["attention"])
    placement = place(graph, room=700)
    assert place(graph, room=700, earlier=placement) == placement


def test_columns_keep_apart():
    graph = chain(20)
    placement = place(graph, room=600)
    tops = sorted({corner.y for corner in placement.positions.values()})
    assert all(below - above >= 40 + Gaps().part for above, below in pairwise(tops))
