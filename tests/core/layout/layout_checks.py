"""What must hold of every placement, and how good it is."""

from itertools import pairwise

import numpy as np

SLACK = 0.01
"""Boxes and wires may touch; only overlaps of more than this, in px, count."""


def rectangles(graph, placement):
    """The left, top, right and bottom of each box, by key."""
    return {
        key: (x, y, x + graph.boxes[key].width, y + graph.boxes[key].height)
        for key, (x, y) in placement.positions.items()
    }


def meet(one, other):
    """Whether two rectangles overlap."""
    return all(one[low] < other[low + 2] - SLACK and other[low] < one[low + 2] - SLACK for low in (0, 1))


def overlapping_boxes(graph, placement):
    """Pairs of boxes that overlap, found by walking along x."""
    found, active = [], []
    for key, rectangle in sorted(rectangles(graph, placement).items(), key=lambda item: item[1]):
        active = [(other, there) for other, there in active if there[2] > rectangle[0] + SLACK]
        found += [(other, key) for other, there in active if meet(there, rectangle)]
        active.append((key, rectangle))
    return found


def backward_edges(graph, placement):
    """Edges whose target does not begin after the end of their source, in the direction of the drawing."""
    boxes = rectangles(graph, placement)
    low, high = (0, 2) if placement.direction.horizontal else (1, 3)

    def is_backward(edge):
        first, second = boxes[edge.source], boxes[edge.target]
        if placement.direction.backwards:
            first, second = second, first
        return first[high] > second[low] + SLACK

    return [edge for edge in graph.edges if is_backward(edge)]


def loose_ends(graph, placement):
    """Edges whose route does not begin and end at their ports."""
    return [
        edge
        for edge, route in zip(graph.edges, placement.routes, strict=True)
        if not np.allclose([route[0], route[-1]], [_port(graph, placement, edge, end) for end in ("source", "target")])
    ]


def _port(graph, placement, edge, end):
    key = getattr(edge, end)
    box, corner = graph.boxes[key], placement.positions[key]
    offsets = box.outputs if end == "source" else box.inputs
    horizontal = placement.direction.horizontal
    breadth, length = (box.height, box.width) if horizontal else (box.width, box.height)
    across = offsets[getattr(edge, f"{end}_port")] if offsets else breadth / 2
    along = length if (end == "source") != placement.direction.backwards else 0
    return (corner[0] + along, corner[1] + across) if horizontal else (corner[0] + across, corner[1] + along)


def segments(placement):
    """The stretches of all routes as rows x1, y1, x2, y2, and the edge of each."""
    rows = [(*start, *end, edge) for edge, route in enumerate(placement.routes) for start, end in pairwise(route)]
    table = np.array(rows, float).reshape(-1, 5)
    return table[:, :4], table[:, 4].astype(int)


def boxes_in_the_way(graph, placement):
    """Pairs (edge, key) of a wire and a box it passes through, not being one of its ends."""
    stretch, owner = segments(placement)
    least, most = np.minimum(stretch[:, :2], stretch[:, 2:]), np.maximum(stretch[:, :2], stretch[:, 2:])
    found = set()
    for key, (left, top, right, bottom) in rectangles(graph, placement).items():
        inner = left + 1, top + 1, right - 1, bottom - 1
        near = (least[:, 0] < inner[2]) & (most[:, 0] > inner[0]) & (least[:, 1] < inner[3]) & (most[:, 1] > inner[1])
        for index in np.flatnonzero(near).tolist():
            edge = graph.edges[owner[index]]
            if key not in (edge.source, edge.target) and _passes(stretch[index].tolist(), inner):
                found.add((int(owner[index]), key))
    return found


def _passes(stretch, rectangle):
    """Whether a stretch has a part inside a rectangle."""
    enter, leave = 0.0, 1.0
    for axis in (0, 1):
        start, step = stretch[axis], stretch[axis + 2] - stretch[axis]
        low, high = rectangle[axis] - start, rectangle[axis + 2] - start
        if step:
            enter, leave = max(enter, min(low / step, high / step)), min(leave, max(low / step, high / step))
        elif not low < 0 < high:
            return False
    return enter < leave


def crossings(graph, placement):
    """How many times wires of edges without a common node cross."""
    number = {key: index for index, key in enumerate(graph.boxes)}
    ends = np.array([(number[edge.source], number[edge.target]) for edge in graph.edges])
    stretch, owner = segments(placement)
    along = 0 if placement.direction.horizontal else 1
    order = np.argsort(np.minimum(stretch[:, along], stretch[:, along + 2]), kind="stable")
    stretch, owner = stretch[order], owner[order]
    first = np.minimum(stretch[:, along], stretch[:, along + 2])
    last = np.maximum(stretch[:, along], stretch[:, along + 2])
    total = 0
    for index in range(len(stretch)):
        following = slice(index + 1, int(np.searchsorted(first, last[index])))
        near = np.flatnonzero(last[following] > first[index]) + index + 1
        mine, theirs = ends[owner[index]], ends[owner[near]]
        near = near[~np.isin(theirs, mine).any(axis=1)]
        total += int(_cross(stretch[index], stretch[near]).sum())
    return total


def _cross(one, others):
    """Whether a stretch crosses each of the others between its ends."""
    start, step = one[:2], one[2:] - one[:2]
    starts, steps = others[:, :2], others[:, 2:] - others[:, :2]
    area = step[0] * steps[:, 1] - step[1] * steps[:, 0]
    offset = starts - start
    with np.errstate(divide="ignore", invalid="ignore"):
        here = (offset[:, 0] * steps[:, 1] - offset[:, 1] * steps[:, 0]) / area
        there = (offset[:, 0] * step[1] - offset[:, 1] * step[0]) / area
    return (np.abs(area) > 1e-9) & (here > 1e-9) & (here < 1 - 1e-9) & (there > 1e-9) & (there < 1 - 1e-9)


def members(graph):
    """All boxes inside each frame, those of nested frames too."""
    inside = {key: set(group.members) for key, group in graph.groups.items()}
    for key, group in graph.groups.items():
        parent = group.parent
        while parent is not None:
            inside[parent] |= set(graph.groups[key].members)
            parent = graph.groups[parent].parent
    return inside


def strangers_in_frames(graph, placement):
    """Pairs of a frame and a box, or two frames, that overlap without the one belonging to the other."""
    boxes, inside = rectangles(graph, placement), members(graph)
    frames = {key: (x, y, x + width, y + height) for key, (x, y, width, height) in placement.frames.items()}
    found = [
        (key, box)
        for key, frame in frames.items()
        for box in boxes
        if box not in inside[key] and meet(frame, boxes[box])
    ]
    found += [
        (one, other)
        for one in frames
        for other in frames
        if one != other and not inside[one] & inside[other] and meet(frames[one], frames[other])
    ]
    return found


def assert_sound(graph, placement):
    """What holds of every placement without pins."""
    assert list(placement.positions) == list(graph.boxes)
    assert overlapping_boxes(graph, placement) == []
    assert backward_edges(graph, placement) == []
    assert loose_ends(graph, placement) == []
    assert boxes_in_the_way(graph, placement) == set()
