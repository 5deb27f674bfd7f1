"""What would have been: a document recorded without the cuts that a recording has met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.debug.branch import Ghosts, find_ghosts
from core.debug.document import record_document
from core.debug.events import Blocked
from core.debug.recording import Recording
from core.debug.source import Reason
from core.expr.graph import Document
from core.expr.ids import NodeId

_LIFTED = (Reason.NO_GRAD, Reason.INFERENCE_MODE, Reason.DETACH)
_MOST_ROUNDS = 8
"""Behind a cut that is taken away there may be another one."""


def ghosts_of(document: Document, recording: Recording) -> Ghosts:
    """Return what the blocked inputs and the lost leaves of a document's recording would have got."""
    uncut = recording
    for _ in range(_MOST_ROUNDS):
        cuts = [one for one in uncut.events if isinstance(one, Blocked) and one.reason in _LIFTED]
        if not cuts:
            break
        document = without(document, cuts)
        uncut = record_document(document)
    return find_ghosts(recording, uncut)


def without(document: Document, cuts: Iterable[Blocked]) -> Document:
    """Return the document with the regions that cut switched off, and the wires that are detached attached."""
    regions, wires = dict(document.regions), dict(document.wires)
    for cut in cuts:
        for key, region in document.regions.items():
            if key == cut.region:
                regions[key] = replace(region, enabled=False)
        if cut.region is None:
            for wire in document.wiring.out_of(NodeId(str(cut.blamed))):
                wires[wire.id] = replace(wire, detached=False)
    return replace(document, regions=regions, wires=wires)
