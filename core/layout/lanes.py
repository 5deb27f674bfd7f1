"""Lanes: the cells in which wires pass the layers between their source and their last consumer.

A tensor that is used far away gets *one* lane per layer, however many consumers it has: its wires share the
lane and part only in the gap before each consumer. This keeps the number of cells near the number of boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.layout.frames import ancestry, enclose

if TYPE_CHECKING:
    from core.layout.flow import Flow, Ints

Path = tuple[int, ...]


@dataclass(frozen=True)
class Lanes:
    """The lanes of every output port that is in use, numbered on from the last box.

    Chain k begins at port `output[k]` of box `source[k]` and runs through `length[k]` lanes from `first[k]`
    on. `chain` gives the chain of each edge.
    """

    source: Ints
    output: Ints
    first: Ints
    length: Ints
    chain: Ints

    @cached_property
    def owner(self) -> Ints:
        """The chain of each lane."""
        return np.repeat(np.arange(len(self.first)), self.length)

    @cached_property
    def step(self) -> Ints:
        """How many lanes of its chain come before each lane."""
        before = np.cumsum(self.length) - self.length
        step: Ints = np.arange(len(self.owner)) - before[self.owner]
        return step


def lanes_of(flow: Flow, layer: Ints) -> Lanes:
    """The lanes that the edges need when boxes stand in these layers."""
    ports, chain = np.unique(np.column_stack([flow.source, flow.output]), axis=0, return_inverse=True)
    chain = chain.reshape(-1)
    last = np.zeros(len(ports), int)
    np.maximum.at(last, chain, layer[flow.target])
    length = last - layer[ports[:, 0]] - 1
    return Lanes(ports[:, 0], ports[:, 1], flow.count + np.cumsum(length) - length, length, chain)


def lane_groups(flow: Flow, layer: Ints, lanes: Lanes, lane_layer: Ints) -> Ints:
    """The innermost group of each lane, or -1.

    A wire stays in the frames around its source as long as they last, and enters the frames around all that
    it still leads to as soon as they begin.
    """
    if not flow.frames:
        return np.full(len(lane_layer), -1)
    spans = enclose(flow, layer.tolist(), layer.tolist(), [(0, 0)] * len(flow.frames))
    behind = [ancestry(group, flow.frames) for group in flow.group[lanes.source[lanes.owner]].tolist()]
    rows = zip(behind, _paths_ahead(flow, layer, lanes), lane_layer.tolist(), strict=True)
    return np.array([_innermost(source, ahead, at, spans) for source, ahead, at in rows], int)


def _innermost(behind: Path, ahead: Path, layer: int, spans: dict[int, tuple[float, float]]) -> int:
    left = [group for group in behind if layer <= spans[group][1]]
    entered = [group for group in ahead if layer >= spans[group][0]]
    inside = left if len(left) > len(_shared(behind, ahead)) else entered
    return inside[-1] if inside else -1


def _paths_ahead(flow: Flow, layer: Ints, lanes: Lanes) -> list[Path]:
    """The groups around everything that each lane still leads to."""
    paths: list[Path] = [()] * int(lanes.length.sum())
    common: dict[int, Path] = {}
    for edge in np.argsort(-layer[flow.target], kind="stable").tolist():
        chain, target = int(lanes.chain[edge]), flow.target[edge]
        path = ancestry(int(flow.group[target]), flow.frames)
        common[chain] = _shared(common.get(chain, path), path)
        first = int(lanes.first[chain]) - flow.count
        passed = int(layer[target] - layer[flow.source[edge]]) - 1
        paths[first : first + passed] = [common[chain]] * passed
    return paths


def _shared(one: Sequence[int], other: Sequence[int]) -> Path:
    """The beginning that two paths have in common."""
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return tuple(one[:shared])
