"""Why there is no backward pass to step through, with what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.fixes import Fix, seed_fixes, tracking_fixes, unseeded
from core.debug.recording import Recording
from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import Leaf
from core.expr.ids import NodeId


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A sentence, a hint, the node to look at, and edits that help."""

    message: str
    hint: str = ""
    node: NodeId | None = None
    fixes: tuple[Fix, ...] = ()


def obstacle_in(evaluation: Evaluation, recording: Recording) -> Obstacle | None:
    """What keeps a recording from having a step; None when it has one."""
    if any(step.node is not None for step in recording.steps):
        return None
    error, seed = recording.error, unseeded(evaluation)
    if error is not None and seed is not None:
        return Obstacle(error.message, error.hint, seed.root.node, seed_fixes(evaluation))
    failed = next((problem for problem in evaluation.problems if problem.node is not None), None)
    if failed is not None and failed.node is not None:
        title = Expressions(evaluation.document).title(failed.node)
        return Obstacle(f"{title} cannot be computed.", f"{failed.message} {failed.hint}".rstrip(), failed.node)
    if error is not None:
        return Obstacle(error.message, error.hint, fixes=tracking_fixes(evaluation))
    return _nothing_asked(evaluation)


def _nothing_asked(evaluation: Evaluation) -> Obstacle:
    nodes = evaluation.document.nodes.values()
    if not nodes:
        return Obstacle("There is nothing to step through yet.", "Type an expression, or add a node.")
    if all(isinstance(node, Leaf) for node in nodes):
        return Obstacle("There are only leaves.", "Add an operation: its result is where backward begins.")
    return Obstacle(
        "No result asks for a gradient.",
        "A backward pass leads to leaves with requires_grad=True.",
        fixes=tracking_fixes(evaluation),
    )
