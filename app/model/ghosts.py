"""Gradients that would have been: what blocked wires and lost leaves would get if nothing were cut.

They come from a second recording, of the document without its cuts, which is made when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from app.model.selection import Selection
from core.debug.branch import Ghosts
from core.debug.recording import Recording
from core.debug.text import written
from core.debug.uncut import ghosts_of
from core.expr.graph import Document
from core.expr.ids import NodeId, WireId
from core.expr.operations import slots_of


class GhostValues:
    """The ghosts of a document's recording, as they are written on cards and wires."""

    def __init__(self, document: Document, recording: Recording) -> None:
        self.recording = recording
        self._document = document

    def at(self, node: NodeId) -> str:
        """What a leaf would have got; "" for one that got a gradient, or would get none either way."""
        value = self._found.leaves.get(node)
        return "" if value is None else written(value)

    def on(self, wire: WireId) -> str:
        """What a blocked wire would have carried; "" for one that is not blocked, or would carry nothing."""
        one = self._document.wires[wire]
        slots = [*slots_of(self._document, self._document.nodes[one.target])]
        value = self._found.inputs.get((one.target, slots.index(one.slot))) if one.slot in slots else None
        return "" if value is None else written(value)

    def near(self, selection: Selection) -> tuple[Mapping[NodeId, str], Mapping[WireId, str]]:
        """In words, what the selected nodes would have got, and what the wires at them and the selected ones would add.

        Only what would be different is there.
        """
        wiring = self._document.wiring
        at_nodes = {wire.id for key in selection.nodes for wire in (*wiring.into(key), *wiring.out_of(key))}
        nodes = {key: f"would be {text}" for key in selection.nodes if (text := self.at(key))}
        wires = {key: f"would add {text}" for key in at_nodes | selection.wires if (text := self.on(key))}
        return nodes, wires

    @cached_property
    def _found(self) -> Ghosts:
        return ghosts_of(self._document, self.recording)
