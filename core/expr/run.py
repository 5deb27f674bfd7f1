"""Running a document from beginning to end: its values, its backward passes and its prints."""

from __future__ import annotations

import warnings
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from core.errors import GradientError, GradwalkError
from core.expr.actions import quantities_of, sources_of
from core.expr.evaluate import LIMIT, Evaluation, evaluate
from core.expr.graph import Action, Aspect, Backward, ClearGrad, Document, Leaf, Print, Source
from core.expr.ids import NodeId
from core.expr.passes import final_results, make_pass, usual_passes
from core.expr.printing import printed
from core.expr.problems import Problem, Severity
from core.expr.states import Failed, Waiting
from core.tensor.gradient import clear_gradient


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a run leaves: the tensors with their gradients, the printed lines, and what went wrong."""

    evaluation: Evaluation
    printed: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def has_errors(self) -> bool:
        """Whether something that was asked for could not be done."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    def roots(self) -> tuple[Source, ...]:
        """Return what backward passes started from, and the results that nothing else uses."""
        actions = self.evaluation.document.actions
        started = (seed.root for action in actions if isinstance(action, Backward) for seed in action.seeds)
        places = {key: place for place, key in enumerate(self.evaluation.document.ordering.nodes)}
        found = dict.fromkeys([*started, *final_results(self.evaluation)])
        return tuple(sorted(found, key=lambda source: (places[source.node], source.output)))

    def leaves(self) -> tuple[Source, ...]:
        """Return the leaves, and what else has become one by asking for a gradient."""
        nodes = self.evaluation.document.nodes.values()
        return tuple(Source(node.id) for node in nodes if isinstance(node, Leaf) or self._became_leaf(Source(node.id)))

    def _became_leaf(self, source: Source) -> bool:
        tensor = self.evaluation.tensor(source)
        return tensor is not None and tensor.is_leaf and tensor.requires_grad


def run(document: Document, limit: int = LIMIT, *, is_whole: bool = True) -> Outcome:
    """Compute a document on new tensors, and do what it asks for, in order.

    A document without backward passes gets one from each result that nothing else uses, after everything else.
    Of one that `is_whole`, it is said which of these fail; what could not be read may have asked for others.
    """
    evaluation = evaluate(document, limit=limit)
    problems = list(evaluation.problems)
    lines: list[str] = []
    doubtful: set[NodeId] = set()
    for place, action in enumerate(document.actions):
        if _shows_gradient_of(action, doubtful):
            continue
        failed = [] if (waits := _waits(evaluation, action)) else [*_done(evaluation, action, place, lines)]
        problems += failed
        match action:
            case Backward() if waits or any(one.severity is Severity.ERROR for one in failed):
                doubtful |= document.nodes.keys()
            case ClearGrad(node, to_zero=False):
                doubtful.discard(node)
    if not any(isinstance(action, Backward) for action in document.actions):
        for implied in usual_passes(evaluation):
            failed = [replace(one, severity=Severity.WARNING) for one in _done(evaluation, implied, None, lines)]
            problems += failed if is_whole else ()
    return Outcome(evaluation, tuple(lines), tuple(problems))


def _waits(evaluation: Evaluation, action: Action) -> bool:
    """Whether an action needs what could not be computed: that is reported once, where it went wrong."""
    return any(isinstance(evaluation.states.get(one.node), Failed | Waiting) for one in sources_of(action))


def _shows_gradient_of(action: Action, nodes: Container[NodeId]) -> bool:
    """Whether an action prints the gradient of one of these nodes."""
    shown = quantities_of(action) if isinstance(action, Print) else ()
    return any(one.aspect is Aspect.GRAD and one.source.node in nodes for one in shown)


def _done(evaluation: Evaluation, action: Action, place: int | None, lines: list[str]) -> Iterator[Problem]:
    """Do what an action asks for; iterate over what went wrong."""
    node = next((source.node for source in sources_of(action)), None)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            _do(evaluation, action, lines)
        except GradwalkError as error:
            yield replace(Problem.of(error, node), action=place)
        except (ValueError, TypeError, ArithmeticError, MemoryError) as error:
            yield Problem(message=f"This could not be done: {error}.", node=node, action=place)
    for one in heard:
        yield Problem(message=str(one.message), node=node, action=place, severity=Severity.WARNING)


def _do(evaluation: Evaluation, action: Action, lines: list[str]) -> None:
    match action:
        case Backward():
            make_pass(evaluation, action).run()
        case ClearGrad(node, to_zero):
            for tensor in evaluation.results(node):
                if to_zero and tensor.grad is None:
                    raise GradientError("There is no gradient to set to zero.", "Call backward() before, or leave it.")
                clear_gradient(tensor, set_to_none=not to_zero)
        case Print():
            lines.append(printed(evaluation, action))
