"""Computing the values of a document on real tensors.

Nodes run in the document's order of evaluation, as lines of code would, so that the graph autograd records is the
one the code would leave. After an edit only what depends on it runs again. A node that fails leaves the others
alone; what needs it waits.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.expr.affected import affected
from core.expr.compute import compute_node
from core.expr.graph import Document, Source
from core.expr.ids import NodeId
from core.expr.problems import Problem, Severity
from core.expr.states import Computed, Failed, State
from core.tensor.tensor import Tensor

LIMIT = 1_000_000_000
"""Bytes that the result of one node may take."""
TOTAL = 4 * LIMIT
"""Bytes that the results of all nodes may take together."""


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """The states of all nodes of a document; `computed` are those that ran for this evaluation."""

    document: Document
    states: Mapping[NodeId, State]
    computed: frozenset[NodeId]
    limit: int = LIMIT

    def tensor(self, source: Source) -> Tensor | None:
        """Return a result, or None when it could not be computed."""
        match self.states.get(source.node):
            case Computed(results) if source.output < len(results):
                return results[source.output]
        return None

    def results(self, node: NodeId) -> tuple[Tensor, ...]:
        """Return all results of a node: none when it could not be computed."""
        state = self.states.get(node)
        return state.results if isinstance(state, Computed) else ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What went wrong, and the warnings that came up, in the order of evaluation."""
        found: list[Problem] = []
        for key in self.document.ordering.nodes:
            match self.states[key]:
                case Failed(problem):
                    found.append(problem)
                case Computed(_, notes):
                    found += notes
        return tuple(found)


def evaluate(document: Document, previous: Evaluation | None = None, limit: int = LIMIT) -> Evaluation:
    """Compute the document; what an edit since `previous` did not touch is taken from there.

    Without `previous` every tensor is new, leaves included: that is what a backward pass has to start from, since
    it uses up what the graph has saved and adds to the leaves' gradients.
    """
    if previous is None or previous.limit != limit:
        states: dict[NodeId, State] = {}
        fresh = set(document.nodes)
    else:
        fresh = affected(previous.document, document)
        states = {key: state for key, state in previous.states.items() if key in document.nodes and key not in fresh}
    room = TOTAL - sum(map(_size, states.values()))
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        for key in document.ordering.nodes:
            if key in fresh:
                heard.clear()
                state = compute_node(document, document.nodes[key], states, min(limit, room))
                states[key] = _with_notes(state, key, heard)
                room -= _size(state)
    return Evaluation(document, states, frozenset(fresh), limit)


def _size(state: State) -> int:
    """Return how many bytes a node holds; views hold none of their own."""
    results = state.results if isinstance(state, Computed) else ()
    return sum(one.array.nbytes for one in results if one.view_of is None)


def _with_notes(state: State, node: NodeId, heard: list[warnings.WarningMessage]) -> State:
    if not heard or not isinstance(state, Computed):
        return state
    notes = (Problem(message=str(one.message), node=node, severity=Severity.WARNING) for one in heard)
    return replace(state, notes=tuple(notes))
