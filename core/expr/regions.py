"""What the frames of a document do to the nodes in them and to the wires that leave them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.expr.graph import Document, Region, RegionKind, Wire
from core.expr.ids import NodeId, RegionId


@dataclass(frozen=True, slots=True)
class Modes:
    """What autograd does while a node is computed."""

    grad: bool = True
    inference: bool = False

    def inside(self, kind: RegionKind) -> Modes:
        """Return the modes in a frame of this kind, when these hold around it."""
        match kind:
            case RegionKind.NO_GRAD:
                return Modes(False, self.inference)
            case RegionKind.ENABLE_GRAD:  # results in inference mode are never recorded
                return Modes(not self.inference, self.inference)
            case RegionKind.INFERENCE_MODE:
                return Modes(False, True)
            case RegionKind.DETACH | RegionKind.COMMENT:
                return self


def frames_around(document: Document, region: RegionId | None) -> Iterator[Region]:
    """Iterate over a region and the regions around it, from the innermost outwards."""
    seen: set[RegionId] = set()
    while region is not None and region not in seen and region in document.regions:
        seen.add(region)
        frame = document.regions[region]
        yield frame
        region = frame.parent


def modes_at(document: Document, region: RegionId | None) -> Modes:
    """Return the modes that hold in a region: the innermost frame wins, one that is switched off does nothing."""
    modes = Modes()
    for frame in reversed([*frames_around(document, region)]):
        if frame.enabled:
            modes = modes.inside(frame.kind)
    return modes


def cutting_frame(document: Document, wire: Wire) -> Region | None:
    """Return the detach region that cuts a wire, because the wire leaves it."""
    source = document.nodes[wire.source.node].region
    if source is None:
        return None
    around_target = {frame.id for frame in frames_around(document, document.nodes[wire.target].region)}
    for frame in frames_around(document, source):
        if frame.kind is RegionKind.DETACH and frame.enabled and frame.id not in around_target:
            return frame
    return None


def is_cut(document: Document, wire: Wire) -> bool:
    """Whether a wire carries the value only: it is detached itself, or leaves a detach region."""
    return wire.detached or cutting_frame(document, wire) is not None


def nodes_in(document: Document, region: RegionId) -> tuple[NodeId, ...]:
    """Return the nodes in a region, and in regions inside it, in the document's order."""
    inside = {key for key in document.regions if any(one.id == region for one in frames_around(document, key))}
    return tuple(node.id for node in document.nodes.values() if node.region in inside)
