"""What can be done about a gradient that is missing: edits with a title, for a button or a line in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from app.model.selection import Selection
from core.debug.source import Cut, Reason
from core.expr import edits
from core.expr.changes import ChangeSet, apply
from core.expr.evaluate import Evaluation
from core.expr.graph import Action, Backward, Document, Leaf, RegionKind, Seed, Slot, Source, Value
from core.expr.ids import NodeId, RegionId
from core.expr.operations import ports_of
from core.expr.passes import passes_of, usual_passes
from core.ops.reduction import SUM

Edit: TypeAlias = Callable[[Document], ChangeSet]

_BESIDE = 184.0
"""How far behind a root the node stands that sums it up."""


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that helps, and what its button says."""

    title: str
    edit: Edit


# A root that is not a single number -----------------------------------------------------------------------


def unseeded(evaluation: Evaluation) -> Seed | None:
    """The first root that needs an external gradient and has none, because it is not a single number."""
    asked = passes_of(evaluation.document) or tuple(usual_passes(evaluation))
    for seed in (seed for one in asked for seed in one.seeds):
        root = evaluation.tensor(seed.root)
        if seed.gradient is None and root is not None and root.array.size != 1:
            return seed
    return None


def seed_fixes(evaluation: Evaluation) -> tuple[Fix, ...]:
    """Ways to go back from a root that is not a single number."""
    seed = unseeded(evaluation)
    root = None if seed is None else evaluation.tensor(seed.root)
    if seed is None or root is None:
        return ()
    shape = ", ".join(map(str, root.array.shape))
    ones = Seed(seed.root, Value(f"ones({shape})", root.array.dtype.name))
    usual = tuple(usual_passes(evaluation))
    return (
        Fix("Pass ones", partial(_seeded, usual=usual, before=seed, after=ones)),
        Fix("Sum it up", partial(_summed, seed=seed)),
    )


def _seeded(document: Document, usual: Sequence[Backward], before: Seed, after: Seed) -> ChangeSet:
    """Start from another seed; where the document asks for no pass, from then on for the usual ones."""
    listed = document.actions if passes_of(document) else (*document.actions, *usual)
    changes = edits.set_actions(document, [_reseeded(one, before, after) for one in listed])
    return ChangeSet("Pass ones to backward", changes.changes)


def _reseeded(action: Action, before: Seed, after: Seed) -> Action:
    if not isinstance(action, Backward):
        return action
    return replace(action, seeds=tuple(after if seed == before else seed for seed in action.seeds))


def _summed(document: Document, seed: Seed) -> ChangeSet:
    """Put a sum behind the root, and start from that."""
    root = document.nodes[seed.root.node]
    added = edits.add_call(document, SUM.name, at=(root.x + _BESIDE, root.y))
    (total,) = added.new_nodes()
    with_sum = apply(document, added.changes)
    port = ports_of(with_sum.nodes[total])[0].name
    wired = edits.connect(with_sum, seed.root, total, Slot(port))
    actions = [_reseeded(one, seed, Seed(Source(total))) for one in document.actions]
    started = edits.set_actions(apply(with_sum, wired.changes), actions)
    return ChangeSet("Sum up the root", (*added.changes, *wired.changes, *started.changes))


# A leaf without a gradient --------------------------------------------------------------------------------


def cut_fixes(document: Document, cut: Cut) -> tuple[Fix, ...]:
    """Ways to let a gradient through a cut."""
    return tuple(_cut_fixes(document, cut))


def _cut_fixes(document: Document, cut: Cut) -> Iterator[Fix]:
    region = document.regions.get(RegionId(str(cut.region)))
    node = document.nodes.get(NodeId(str(cut.blamed)))
    if region is not None:
        title = f"Switch {region.kind} off"
        yield Fix(title, partial(edits.set_region_enabled, region=region.id, enabled=False))
    elif cut.reason is Reason.DETACH and node is not None:
        detached = [wire.id for wire in document.wiring.out_of(node.id) if wire.detached]
        yield Fix("Attach it again", partial(edits.set_detached, wires=detached, detached=False))
    elif cut.reason is Reason.NOT_REQUIRED and isinstance(node, Leaf):
        yield Fix("Let it require a gradient", partial(edits.set_requires_grad, nodes=[node.id], requires_grad=True))


def cut_place(document: Document, cut: Cut) -> Selection:
    """What to look at to see a cut: the frame, the detached wire, or the node that is to blame."""
    region = document.regions.get(RegionId(str(cut.region)))
    node = document.nodes.get(NodeId(str(cut.blamed)))
    if region is not None and region.kind is not RegionKind.COMMENT:
        return Selection.of_region(region.id)
    if node is None:
        return Selection()
    detached = [wire.id for wire in document.wiring.out_of(node.id) if wire.detached]
    return Selection(wires=frozenset(detached)) if detached else Selection.of_node(node.id)


# Nothing that asks for a gradient -------------------------------------------------------------------------


def tracking_fixes(evaluation: Evaluation) -> tuple[Fix, ...]:
    """The leaves could require gradients, if there are any that can and do not."""
    document = evaluation.document
    leaves = [key for key, node in document.nodes.items() if isinstance(node, Leaf) and _could_track(evaluation, key)]
    if not leaves:
        return ()
    title = "Let the leaf require a gradient" if len(leaves) == 1 else "Let the leaves require gradients"
    return (Fix(title, partial(edits.set_requires_grad, nodes=leaves, requires_grad=True)),)


def _could_track(evaluation: Evaluation, leaf: NodeId) -> bool:
    return any(tensor.dtype.is_floating_point and not tensor.requires_grad for tensor in evaluation.results(leaf))
