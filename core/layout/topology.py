"""Orders in which every edge points forwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def ends_by_start(count: int, start: Iterable[int], end: Iterable[int]) -> list[list[int]]:
    """The different ends of each box's edges, in the order of the edges."""
    found: list[dict[int, None]] = [{} for _ in range(count)]
    for one, other in zip(start, end, strict=True):
        found[one][other] = None
    return [list(ends) for ends in found]


def topological_order(successors: Sequence[Sequence[int]]) -> list[int]:
    """The boxes, each after all that lead to it; those on a cycle and behind one are missing."""
    waiting = [0] * len(successors)
    for heads in successors:
        for head in heads:
            waiting[head] += 1
    order = [box for box, count in enumerate(waiting) if not count]
    for box in order:
        for head in successors[box]:
            waiting[head] -= 1
            if not waiting[head]:
                order.append(head)
    return order


def find_cycle(successors: Sequence[Sequence[int]], sorted_boxes: Iterable[int]) -> list[int]:
    """One cycle, first box twice, among the boxes that `topological_order` did not give.

    Each of these waits for another of them, so going against the edges comes back to a box seen before.
    """
    done = set(sorted_boxes)
    left = [box for box in range(len(successors)) if box not in done]
    cause = {head: box for box in left for head in successors[box]}
    steps: dict[int, int] = {}
    box = left[0]
    while box not in steps:
        steps[box] = len(steps)
        box = cause[box]
    path = list(steps)[steps[box] :]
    return [box, *reversed(path)]
