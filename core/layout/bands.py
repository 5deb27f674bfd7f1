"""Coordinates along the drawing: a band for each layer, and gaps between them for wires, labels and frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.layout.frames import enclose

if TYPE_CHECKING:
    from core.layout.flow import Floats, Flow, Ints
    from core.layout.graph import Gaps


@dataclass(frozen=True)
class Bands:
    """Where each layer begins and ends, in px along."""

    start: Floats
    end: Floats

    @classmethod
    def stack(cls, depth: Floats, gap: Floats) -> Bands:
        """Bands of these depths with these gaps between them."""
        start = np.concatenate([[0.0], np.cumsum(depth[:-1] + gap)])
        return cls(start, start + depth)

    def centre(self, length: Floats, layer: Ints) -> Floats:
        """Where boxes begin that stand in the middle of their band."""
        return np.floor((self.start[layer] + self.end[layer] - length) / 2)


def place_bands(flow: Flow, layer: Ints, gaps: Gaps, label_room: Floats) -> Bands:
    """Bands as deep as their longest boxes; `label_room` is what the labels in each gap need."""
    depth = np.zeros(int(layer.max()) + 1)
    np.maximum.at(depth, layer, flow.length)
    gap = np.maximum(_plain_gaps(flow, layer, gaps, len(depth)), label_room)
    bands = Bands.stack(depth, gap)
    if not flow.frames:
        return bands
    frames = _frame_room(flow, layer, bands)
    return Bands.stack(depth, np.where(frames > 0, np.maximum(gap, frames + gaps.frame), gap))


def _plain_gaps(flow: Flow, layer: Ints, gaps: Gaps, count: int) -> Floats:
    """The gap after each layer but the last; wider after a leaf whose wires fan out."""
    uses = np.bincount(flow.source, minlength=flow.count)
    is_leaf = np.bincount(flow.target, minlength=flow.count) == 0
    fans = np.bincount(layer[is_leaf & (uses > 1)], minlength=count) > 0
    return np.where(fans, gaps.shared_leaf, gaps.layer)[:-1]


def _frame_room(flow: Flow, layer: Ints, bands: Bands) -> Floats:
    """How far frames reach into each gap, from either side together."""
    start = bands.centre(flow.length, layer)
    margins = [(frame.before, frame.after) for frame in flow.frames]
    spans = enclose(flow, start.tolist(), (start + flow.length).tolist(), margins)
    layers = enclose(flow, layer.tolist(), layer.tolist(), [(0, 0)] * len(flow.frames))
    before, after = np.zeros(len(bands.start)), np.zeros(len(bands.start))
    for group, (low, high) in spans.items():
        first, last = int(layers[group][0]), int(layers[group][1])
        before[first] = max(before[first], bands.start[first] - low)
        after[last] = max(after[last], high - bands.end[last])
    return before[1:] + after[:-1]
