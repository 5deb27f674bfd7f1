"""What is done with the tensors of a document once they are computed, in the document's order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.expr.graph import Action, Backward, ClearGrad, Print, Quantity, Source
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
        case Print(arguments):
            for one in arguments:
                parts: Iterable[object] = one if isinstance(one, tuple) else (one,)
                yield from (part.source for part in parts if isinstance(part, Quantity))


def nodes_of(action: Action) -> set[NodeId]:
    """Return the nodes that an action is about; it goes when one of them does."""
    return {source.node for source in sources_of(action)}
