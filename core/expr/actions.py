"""What is done with the tensors of a document once they are computed, in the document's order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from core.expr.graph import Action, Backward, ClearGrad, Print, Printable, Quantity, Seed, Source
from core.expr.ids import NodeId


def sources_of(action: Action) -> Iterator[Source]:
    """Iterate over the results that an action looks at."""
    match action:
        case Backward(seeds, inputs=inputs):
            for seed in seeds:
                yield seed.root
                if isinstance(seed.gradient, Source):
                    yield seed.gradient
            yield from inputs
        case ClearGrad(node):
            yield Source(node)
        case Print():
            yield from (quantity.source for quantity in quantities_of(action))


def quantities_of(action: Print) -> Iterator[Quantity]:
    """Iterate over what a print shows of tensors."""
    for one in action.arguments:
        parts: Iterable[object] = one if isinstance(one, tuple) else (one,)
        yield from (part for part in parts if isinstance(part, Quantity))


def nodes_of(action: Action) -> set[NodeId]:
    """Return the nodes that an action is about; it goes when one of them does."""
    return {source.node for source in sources_of(action)}


def about(action: Action, copies: Mapping[NodeId, NodeId]) -> Action:
    """Return the same action for copies of the nodes that it is about."""
    match action:
        case Backward():
            seeds = tuple(_seed_of(seed, copies) for seed in action.seeds)
            return replace(action, seeds=seeds, inputs=tuple(_copied(source, copies) for source in action.inputs))
        case ClearGrad():
            return replace(action, node=copies[action.node])
        case Print(arguments):
            return Print(tuple(_argument_of(argument, copies) for argument in arguments))


def _seed_of(seed: Seed, copies: Mapping[NodeId, NodeId]) -> Seed:
    given = seed.gradient
    return Seed(_copied(seed.root, copies), _copied(given, copies) if isinstance(given, Source) else given)


def _argument_of(
    argument: Printable | tuple[Printable, ...], copies: Mapping[NodeId, NodeId]
) -> Printable | tuple[Printable, ...]:
    if isinstance(argument, tuple):
        return tuple(_part_of(part, copies) for part in argument)
    return _part_of(argument, copies)


def _part_of(part: Printable, copies: Mapping[NodeId, NodeId]) -> Printable:
    return replace(part, source=_copied(part.source, copies)) if isinstance(part, Quantity) else part


def _copied(source: Source, copies: Mapping[NodeId, NodeId]) -> Source:
    return Source(copies[source.node], source.output)
