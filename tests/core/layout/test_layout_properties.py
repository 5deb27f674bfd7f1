"""What holds of the placement of any graph."""

from hypothesis import given, settings
from hypothesis import strategies as st
from layout_checks import (
    assert_sound,
    boxes_in_the_way,
    loose_ends,
    meet,
    overlapping_boxes,
    rectangles,
    strangers_in_frames,
)

from core.layout import Box, Direction, Edge, Graph, Group, Insets, Size, place


@st.composite
def boxes(draw):
    width, height = draw(st.integers(20, 200)), draw(st.integers(20, 200))
    room = min(width, height)
    ports = st.lists(st.integers(1, room - 1), max_size=3, unique=True).map(lambda offsets: tuple(sorted(offsets)))
    return Box(width, height, draw(ports), draw(ports))


NO_LABEL = st.none()


@st.composite
def graphs(draw, labels=NO_LABEL, most_groups=0):
    nodes = {f"n{index}": draw(boxes()) for index in range(draw(st.integers(1, 14)))}
    keys = list(nodes)
    edges = []
    for _ in range(draw(st.integers(0, 22)) if len(keys) > 1 else 0):
        head = draw(st.integers(1, len(keys) - 1))
        tail = draw(st.integers(0, head - 1))
        source, target = nodes[keys[tail]], nodes[keys[head]]
        leave = draw(st.integers(0, max(len(source.outputs) - 1, 0)))
        enter = draw(st.integers(0, max(len(target.inputs) - 1, 0)))
        edges.append(Edge(keys[tail], keys[head], leave, enter, draw(labels)))
    return Graph(nodes, edges, draw(groups(keys, most_groups)))


@st.composite
def groups(draw, keys, most):
    count = draw(st.integers(0, most))
    owner = [draw(st.integers(0, count)) for _ in keys]
    parents = [draw(st.integers(0, index)) for index in range(count)]
    insets = Insets(*(draw(st.integers(0, 50)) for _ in range(4)))
    names = [None, *(f"g{index}" for index in range(count))]
    return {
        names[index + 1]: Group(
            tuple(key for key, group in zip(keys, owner, strict=True) if group == index + 1),
            names[parents[index]],
            insets,
        )
        for index in range(count)
    }


directions = st.sampled_from(Direction)


@given(graphs(), directions)
@settings(max_examples=60, deadline=None)
def test_any_graph_is_placed_soundly(graph, direction):
    placement = place(graph, direction)
    assert_sound(graph, placement)
    assert min(corner.x for corner in placement.positions.values()) >= 0
    assert min(corner.y for corner in placement.positions.values()) >= 0


@given(graphs(most_groups=4), directions)
@settings(max_examples=60, deadline=None)
def test_frames_hold_their_members_and_nobody_else(graph, direction):
    placement = place(graph, direction)
    assert_sound(graph, placement)
    assert strangers_in_frames(graph, placement) == []


@given(graphs(labels=st.builds(Size, st.integers(5, 60), st.integers(5, 20))), directions)
@settings(max_examples=60, deadline=None)
def test_labels_cover_no_box(graph, direction):
    placement = place(graph, direction)
    cards = rectangles(graph, placement).values()
    for edge, middle in zip(graph.edges, placement.labels, strict=True):
        half = edge.label.width / 2, edge.label.height / 2
        cell = middle.x - half[0], middle.y - half[1], middle.x + half[0], middle.y + half[1]
        assert not any(meet(cell, card) for card in cards)


@given(graphs(most_groups=3), directions)
@settings(max_examples=60, deadline=None)
def test_placing_again_moves_nothing(graph, direction):
    placement = place(graph, direction)
    assert place(graph, direction, earlier=placement) == placement


@given(
    graphs(labels=st.none() | st.builds(Size, st.integers(5, 60), st.integers(5, 20)), most_groups=3),
    directions,
    st.integers(1, 1500),
)
@settings(max_examples=60, deadline=None)
def test_columns_are_sound(graph, direction, room):
    placement = place(graph, direction, room=room)
    assert overlapping_boxes(graph, placement) == []
    assert loose_ends(graph, placement) == []
    assert boxes_in_the_way(graph, placement) == set()
    assert strangers_in_frames(graph, placement) == []
    assert place(graph, direction, room=room, earlier=placement) == placement
