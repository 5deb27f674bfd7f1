"""Which wires carry a history that gradients can follow, and what stops them on the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.render.looks import Cut, WireState
from core.debug.document import DocumentExpression, takes_gradient
from core.debug.source import Reason
from core.expr.evaluate import Evaluation
from core.expr.graph import Document, Wire
from core.expr.ids import NodeId, RegionId, WireId
from core.expr.operations import slots_of
from core.expr.regions import cutting_frame, frames_around, modes_at
from core.expr.states import Failed


@dataclass(frozen=True, slots=True)
class Link:
    """A wire as far as no gradient has come along it: its state, and what stops gradients where something does.

    `frame` is the region at whose edge the cut stands. `reason` is said beside the wire: the element type that takes
    no gradients. `cause` is the short name of a reason, for the cards that get no gradient because of it.
    """

    state: WireState = WireState.TRACKED
    cut: Cut = Cut.NONE
    frame: RegionId | None = None
    reason: str = ""
    cause: str = ""


class Linker:
    """Says what each wire of a document is, given the values."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._document = evaluation.document
        self._evaluation = evaluation
        self._expression = DocumentExpression(evaluation)

    def link(self, wire: Wire) -> Link:
        """What a wire is."""
        if self._is_wrong(wire):
            return Link(WireState.INVALID)
        is_tracked = self._is_tracked(wire)
        frame = cutting_frame(self._document, wire)
        if wire.detached or frame is not None:
            return _detached(frame.id if frame and not wire.detached else None, is_tracked=is_tracked)
        if not self._evaluation.results(wire.target):
            return Link(WireState.TRACKED if is_tracked else WireState.UNTRACKED)
        is_recorded = any(map(takes_gradient, self._evaluation.results(wire.target)))
        match is_tracked, is_recorded:
            case True, True:
                return Link()
            case True, False:
                return self._unrecorded(wire)
            case False, True:
                return self._blocked(wire)
            case _:
                return Link(WireState.UNTRACKED)

    def _is_wrong(self, wire: Wire) -> bool:
        """Whether a wire leads into a node that failed: of several, the last one is to blame."""
        failed = isinstance(self._evaluation.states[wire.target], Failed)
        return failed and self._document.wiring.into(wire.target)[-1].id == wire.id

    def _is_tracked(self, wire: Wire) -> bool:
        tensor = self._evaluation.tensor(wire.source)
        return tensor is not None and takes_gradient(tensor)

    def _unrecorded(self, wire: Wire) -> Link:
        """A tracked tensor goes into a node that recorded nothing: a region forbids it, or it cannot."""
        frame = silent_frame(self._document, wire.target)
        if frame is None:
            return Link(WireState.UNTRACKED)
        return Link(WireState.BLOCKED, cause=self._document.regions[frame].kind)

    def _blocked(self, wire: Wire) -> Link:
        """An untracked tensor goes into a node that recorded its other inputs."""
        places = [*slots_of(self._document, self._document.nodes[wire.target])]
        cut = self._expression.cut(wire.target, places.index(wire.slot))
        match cut.reason if cut else None:
            case Reason.NO_GRAD | Reason.INFERENCE_MODE as reason:
                frame = silent_frame(self._document, wire.source.node)
                return Link(WireState.BLOCKED, Cut.NONE if frame is None else Cut.WALL, frame, cause=reason)
            case Reason.DTYPE if self._has_tracked_input(wire.source.node):
                return Link(WireState.BLOCKED, reason=self._dtype(wire))
            case _:
                return Link(WireState.UNTRACKED)

    def _has_tracked_input(self, node: NodeId) -> bool:
        return any(map(self._is_tracked, self._document.wiring.into(node)))

    def _dtype(self, wire: Wire) -> str:
        tensor = self._evaluation.tensor(wire.source)
        return "" if tensor is None else tensor.array.dtype.name


def _detached(frame: RegionId | None, *, is_tracked: bool) -> Link:
    """A wire that was detached by itself, or (with `frame`) leaves a region that detaches."""
    if not is_tracked:
        return Link(WireState.UNTRACKED)
    state = WireState.BLOCKED if frame is None else WireState.TRACKED
    return Link(state, Cut.SCISSORS, frame, cause=Reason.DETACH)


def silent_frame(document: Document, node: NodeId) -> RegionId | None:
    """The outermost region around a node that keeps it from being recorded."""
    region = document.nodes[node].region
    if modes_at(document, region).grad:
        return None
    frames = (frame for frame in frames_around(document, region) if frame.enabled)
    return [frame.id for frame in frames if not modes_at(document, frame.id).grad][-1]


def causes(document: Document, links: Mapping[WireId, Link]) -> dict[NodeId, str]:
    """Why nodes get no gradient, by a cut that stands between them and a root.

    It counts for those nodes only that no gradient reaches on another way.
    """
    known: dict[NodeId, str] = {}
    pending = [(document.wires[key].source.node, one.cause) for key, one in links.items() if one.cause]
    while pending:
        node, cause = pending.pop()
        if node not in known:
            known[node] = cause
            pending += [(source, cause) for source in _behind(document, node, links)]
    return known


def _behind(document: Document, node: NodeId, links: Mapping[WireId, Link]) -> Iterator[NodeId]:
    """The nodes that a node has a history from."""
    wires = document.wiring.into(node)
    return (wire.source.node for wire in wires if links[wire.id].state is WireState.TRACKED)
