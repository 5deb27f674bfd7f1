"""Which layer each box stands in: every edge points to a later layer, and wires are short."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.layout.frames import ancestry
from core.layout.topology import ends_by_start, topological_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.layout.flow import Flow, Ints

ROUNDS = 8
FAR_END_REACH = 2
"""A root goes to the last layer when that is at most this many layers away: results line up."""


def assign_layers(flow: Flow) -> Ints:
    """The layer of each box, counted from 0 and none empty.

    Boxes start as late as they can, so that leaves stand just before their first consumer. Then operations
    move to where their inputs are ready, unless that makes the wires longer in total.
    """
    layer: Ints = np.unique(_Layering(flow).settle(), return_inverse=True)[1]
    return layer


class _Layering:
    """The boxes on their way to their layers.

    `earlier` and `later` hold what must stand before and after a box: its producers and consumers, and for
    some leaves in frames another box.
    """

    def __init__(self, flow: Flow) -> None:
        source, target = flow.source.tolist(), flow.target.tolist()
        self.order: list[int] = flow.order.tolist()
        self.producers = ends_by_start(flow.count, target, source)
        self.consumers = ends_by_start(flow.count, source, target)
        self.earlier = [list(each) for each in self.producers]
        self.later = [list(each) for each in self.consumers]
        self.earliest = self._earliest()
        if flow.frames:
            self._put_frames_in_line(flow)
        self.layer = self._latest()
        self.follows = self._followers()

    def _earliest(self) -> list[int]:
        layer = [0] * len(self.order)
        for box in self.order:
            layer[box] = max((layer[each] + 1 for each in self.earlier[box]), default=0)
        return layer

    def _put_frames_in_line(self, flow: Flow) -> None:
        """Let the leaves of a frame stand after what leads into it, so that one frame can follow another.

        Only where this costs no more than one layer. That also rules out cycles, since a leaf that has to wait
        makes nobody else wait: along a cycle, the earliest layers of those waited for would always grow.
        """
        for entries, leaves in _doorways(flow, self.producers):
            for leaf in leaves:
                before = self._last_ready(entries, leaf)
                if before is not None and len(self.later[leaf]) == len(self.consumers[leaf]):
                    self.earlier[leaf].append(before)
                    self.later[before].append(leaf)
        self.order = topological_order(self.later)
        self.earliest = self._earliest()

    def _last_ready(self, boxes: list[int], leaf: int) -> int | None:
        """The last of some boxes to be ready before the first use of a leaf, if it does not wait for a box itself."""
        first_use = min((self.earliest[each] for each in self.consumers[leaf]), default=0)
        ready = [box for box in boxes if self.earliest[box] < first_use]
        last = max(ready, key=self.earliest.__getitem__, default=None)
        return last if last is None or len(self.earlier[last]) == len(self.producers[last]) else None

    def _latest(self) -> list[int]:
        """Each box just before its first consumer, each root where its inputs are ready."""
        last = max(self.earliest)
        layer = [last if at >= last - FAR_END_REACH else at for at in self.earliest]
        for box in reversed(self.order):
            if self.later[box]:
                layer[box] = self._last_before(box, layer)
        return layer

    def _followers(self) -> list[bool]:
        """Boxes that serve one consumer and depend on nobody else: they go where it goes, at no cost."""
        follows = [False] * len(self.order)
        for box in self.order:
            follows[box] = len(self.later[box]) == 1 and all(follows[each] for each in self.earlier[box])
        return follows

    def settle(self) -> list[int]:
        """The layers, after moves that make wires shorter or operations earlier."""
        for _ in range(ROUNDS):
            before = list(self.layer)
            self._move_up()
            self._move_down()
            if self.layer == before:
                break
        return self.layer

    def _move_up(self) -> None:
        """Boxes move towards their producers unless they have more consumers."""
        last = max(self.layer)
        for box in self.order:
            held = [each for each in self.earlier[box] if not self.follows[each]]
            if held and len(held) >= len(self.consumers[box]):
                ready = max(self.earliest[box], *(self.layer[each] + 1 for each in held))
                is_lined_up = not self.later[box] and ready >= last - FAR_END_REACH
                self.layer[box] = min(self.layer[box], last if is_lined_up else ready)

    def _move_down(self) -> None:
        """Boxes with more consumers than producers move towards their consumers, and followers follow."""
        for box in reversed(self.order):
            if self.follows[box]:
                self.layer[box] = self._last_before(box, self.layer)
            elif len(self.consumers[box]) > len(self.producers[box]):
                self.layer[box] = max(self.layer[box], self._last_before(box, self.layer))

    def _last_before(self, box: int, layer: list[int]) -> int:
        return min(layer[each] for each in self.later[box]) - 1


def _doorways(flow: Flow, producers: list[list[int]]) -> Iterator[tuple[list[int], list[int]]]:
    """For each group: the boxes outside it that lead into it, and its leaves."""
    around = [ancestry(group, flow.frames) for group in flow.group.tolist()]
    entries: list[list[int]] = [[] for _ in flow.frames]
    leaves: list[list[int]] = [[] for _ in flow.frames]
    for box, paths in enumerate(around):
        for group in paths:
            entries[group] += [each for each in producers[box] if group not in around[each]]
            if not producers[box]:
                leaves[group].append(box)
    return zip(entries, leaves, strict=True)
