"""What stands on the tracks of the timeline, read once from a recording."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.render.build.numbers import norm_of
from app.render.icons import symbol
from app.render.looks import Symbol
from core.debug.events import Blocked, Error, Event, Hook, NodeNumber, NonFinite, Seed, Sum, Unbroadcast, ZeroFill
from core.debug.nodes import GradNode
from core.debug.recording import Recording
from core.debug.steps import Step

Indices = NDArray[np.intp]


class MarkKind(StrEnum):
    """What is marked; the values say it in a few words."""

    SUM = "sum"
    BROADCAST = "broadcast sum"
    ZERO_FILL = "zero-fill"
    HOOK = "hook"
    BLOCKED = "blocked"
    NONFINITE = "NaN, Inf"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Block:
    """The step of a node: its events, its sign and its name."""

    step: Step
    sign: Symbol | None
    name: str
    is_leaf: bool
    is_broken: bool


@dataclass(frozen=True, slots=True, eq=False)
class NormTrack:
    """The norm of a gradient from each event of `indices` on, in order; infinity for what is not finite."""

    title: str
    indices: Indices
    norms: NDArray[np.float64]

    @property
    def broken_from(self) -> int | None:
        """The first event after which it is not finite for good."""
        broken = ~np.isfinite(self.norms)
        if not broken.size or not broken[-1]:
            return None
        finite = np.flatnonzero(~broken)
        return int(self.indices[finite[-1] + 1 if finite.size else 0])


class Tracks:
    """The blocks and marks of a recording, and norms of gradients when they are asked for."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self._norms: dict[NodeNumber | None, NormTrack] = {}

    @property
    def last(self) -> int:
        """The index of the last event."""
        return len(self.recording.events) - 1

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The steps of nodes, in order."""
        broken = self.marks.get(MarkKind.NONFINITE, np.zeros(0, np.intp))
        steps = [step for step in self.recording.steps if step.node is not None]
        return tuple(_block(self.recording.nodes, step, broken) for step in steps)

    @cached_property
    def seeds(self) -> Indices:
        """Where external gradients come in."""
        return np.array([event.index for event in self.recording.events if isinstance(event, Seed)], np.intp)

    @cached_property
    def marks(self) -> Mapping[MarkKind, Indices]:
        """Where things happen, by what it is."""
        found: dict[MarkKind, list[int]] = defaultdict(list)
        for event in self.recording.events:
            kind = _kind(event)
            if kind is not None:
                found[kind].append(event.index)
        return {kind: np.array(found[kind], np.intp) for kind in MarkKind if kind in found}

    def block_at(self, index: float) -> Block | None:
        """The block that an event is in."""
        place = bisect_right(self.blocks, index, key=lambda block: block.step.first - 0.5) - 1
        found = self.blocks[place] if place >= 0 else None
        return found if found is not None and index <= found.step.last + 0.5 else None

    def blocks_between(self, low: float, high: float) -> Sequence[Block]:
        """The blocks of which something lies between two places."""
        first = bisect_left(self.blocks, low, key=lambda block: block.step.last + 0.5)
        return self.blocks[first : bisect_right(self.blocks, high, key=lambda block: block.step.first - 0.5)]

    def norms(self, node: NodeNumber | None) -> NormTrack:
        """The norm of a node's gradient; of whatever was sent last, for None."""
        if node not in self._norms:
            writes = [one for one in self.recording.writes if node is None or one.node == node]
            title = "" if node is None else self.recording.nodes[node].label
            indices = np.array([write.index for write in writes], np.intp)
            norms = np.array([norm_of(write.value) for write in writes], np.float64)
            self._norms[node] = NormTrack(title, indices, norms)
        return self._norms[node]


def _block(nodes: Sequence[GradNode], step: Step, broken: Indices) -> Block:
    node = nodes[step.node or 0]
    inside = np.searchsorted(broken, step.last, "right") - np.searchsorted(broken, step.first)
    has_sign = node.op is not None and node.label.isidentifier()
    sign = symbol(node.op.symbol) if node.op is not None and has_sign else None
    return Block(step, sign, node.label, node.is_leaf, bool(inside))


def _kind(event: Event) -> MarkKind | None:
    match event:
        case Sum():
            return MarkKind.SUM
        case Unbroadcast(axes=axes) if axes:
            return MarkKind.BROADCAST
        case ZeroFill():
            return MarkKind.ZERO_FILL
        case Hook(changed=True):
            return MarkKind.HOOK
        case Blocked():
            return MarkKind.BLOCKED
        case NonFinite():
            return MarkKind.NONFINITE
        case Error():
            return MarkKind.ERROR
    return None
