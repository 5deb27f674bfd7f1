"""The backward passes of a document, with the tensors they start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import GradientError
from core.expr.actions import sources_of
from core.expr.evaluate import Evaluation
from core.expr.graph import Backward, Document, Leaf, Seed, Source, Value
from core.expr.ids import NodeId
from core.expr.literal import array_of
from core.expr.states import Failed, Waiting
from core.expr.untracked import why_untracked
from core.tensor.gradient import run_backward, untracked
from core.tensor.tensor import Tensor, gradient_edge, wrap


@dataclass(frozen=True, slots=True, eq=False)
class Pass:
    """A backward pass that is ready to run: its roots, their external gradients, and how it runs."""

    roots: tuple[Tensor, ...]
    gradients: tuple[Tensor | None, ...]
    retain_graph: bool | None = None
    create_graph: bool = False
    inputs: tuple[Tensor, ...] | None = None

    def run(self) -> None:
        """Add the gradients to the leaves, as `torch.autograd.backward` does."""
        run_backward(self.roots, list(self.gradients), self.retain_graph, self.create_graph, self.inputs)


def make_pass(evaluation: Evaluation, action: Backward) -> Pass:
    """Return the pass that an action asks for; raises when a root could not be computed, or requires no gradient."""
    roots = tuple(_computed(evaluation, seed.root) for seed in action.seeds)
    for place, root in enumerate(roots):
        if gradient_edge(root) is None:
            raise untracked(place, root, why_untracked(evaluation, action.seeds[place].root))
    return Pass(
        roots,
        tuple(_gradient(evaluation, seed) for seed in action.seeds),
        action.retain_graph,
        action.create_graph,
        tuple(_computed(evaluation, one) for one in action.inputs) or None,
    )


def _computed(evaluation: Evaluation, source: Source) -> Tensor:
    tensor = evaluation.tensor(source)
    if tensor is None:
        raise GradientError(f"{_why_absent(evaluation, source.node)}, so there is nothing to go back from.")
    return tensor


def _why_absent(evaluation: Evaluation, node: NodeId) -> str:
    match evaluation.states.get(node):
        case Failed():
            return "The root could not be computed"
        case Waiting():
            return "The root waits for another node"
    return "The root is not there"


def _gradient(evaluation: Evaluation, seed: Seed) -> Tensor | None:
    match seed.gradient:
        case None:
            return None
        case Value():
            return wrap(np.array(array_of(seed.gradient)))
        case Source():
            return _computed(evaluation, seed.gradient)


def passes_of(document: Document) -> tuple[Backward, ...]:
    """Return the backward passes that a document asks for."""
    return tuple(action for action in document.actions if isinstance(action, Backward))


def usual_passes(evaluation: Evaluation) -> Iterator[Backward]:
    """Iterate over the passes for a document that asks for none: from each result that nothing else uses.

    What asks for no gradient is left out. All but the last keep the graph, which they may share.
    """
    roots = [root for root in final_results(evaluation) if _is_tracked(evaluation, root)]
    for place, root in enumerate(roots, 1):
        yield Backward((Seed(root),), retain_graph=True if place < len(roots) else None)


def final_results(evaluation: Evaluation) -> Sequence[Source]:
    """Return the results of operations that nothing else uses, in the order of evaluation.

    What was made only to be printed, or to be an external gradient, is not among them, and is no use either.
    """
    document = evaluation.document
    helping = _helping(document)
    found: list[Source] = []
    for key in document.ordering.nodes:
        used = any(wire.target not in helping for wire in document.wiring.out_of(key))
        if not used and key not in helping and not isinstance(document.nodes[key], Leaf):
            found += [Source(key, output) for output in range(max(1, len(evaluation.results(key))))]
    return found


def _helping(document: Document) -> set[NodeId]:
    """Return the nodes without a name that only lead to prints and to external gradients."""
    started = {seed.root.node for action in passes_of(document) for seed in action.seeds}
    looked_at = {source.node for action in document.actions for source in sources_of(action)} - started
    helping: set[NodeId] = set()
    for key in reversed(document.ordering.nodes):
        targets = {wire.target for wire in document.wiring.out_of(key)}
        leads_there = targets <= helping if targets else key in looked_at
        if leads_there and key not in started and not document.nodes[key].name:
            helping.add(key)
    return helping


def _is_tracked(evaluation: Evaluation, source: Source) -> bool:
    tensor = evaluation.tensor(source)
    return tensor is not None and tensor.requires_grad
