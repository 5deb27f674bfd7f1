"""Why something has no value, or gets no gradient: one sentence, with what to do where there is something."""

from __future__ import annotations

from functools import cached_property

from core.debug.document import DocumentExpression
from core.debug.findings import lost_leaves, why_cut
from core.debug.recording import Recording
from core.debug.source import Origin
from core.debug.text import plain
from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import Wire
from core.expr.ids import NodeId, WireId
from core.expr.operations import slots_of
from core.expr.problems import Problem
from core.expr.states import Failed, Waiting


class Reasons:
    """The reasons in a document that was computed, and in the recording of its backward pass."""

    def __init__(self, evaluation: Evaluation, recording: Recording | None) -> None:
        self._evaluation = evaluation
        self._document = evaluation.document
        self._recording = recording

    def of(self, part: NodeId | WireId) -> str:
        """Why a node has no value or no gradient, or why no gradient comes back on a wire; "" for no reason."""
        wire = self._document.wires.get(WireId(part))
        return self._of_node(NodeId(part)) if wire is None else self._of_wire(wire)

    def _of_node(self, node: NodeId) -> str:
        match self._evaluation.states.get(node):
            case Failed(problem):
                return sentence(problem)
            case Waiting(on):
                return f"Waits for {', '.join(map(self._expressions.title, on))}."
        return self._lost.get(node, "")

    def _of_wire(self, wire: Wire) -> str:
        slots = [*slots_of(self._document, self._document.nodes[wire.target])]
        expression = DocumentExpression(self._evaluation)
        cut = expression.cut(wire.target, slots.index(wire.slot)) if wire.slot in slots else None
        return "" if cut is None else plain(why_cut(cut, expression))

    @cached_property
    def _lost(self) -> dict[Origin, str]:
        findings = lost_leaves(self._recording) if self._recording is not None else ()
        return {finding.origin: plain(finding.text) for finding in findings}

    @cached_property
    def _expressions(self) -> Expressions:
        return Expressions(self._document)


def sentence(problem: Problem) -> str:
    """A problem in words: what is wrong, and what to do."""
    return f"{problem.message} {problem.hint}".rstrip()
