"""The backward graph as data: every grad_fn that a pass can reach from its roots."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from core.debug.events import EdgeId, NodeNumber
from core.debug.source import Expression, Origin
from core.engine.node import AccumulateGrad, Node
from core.ops.spec import Op


class Target(NamedTuple):
    """Where an edge leads: a node, and which of its results the gradient is for."""

    node: NodeNumber
    output: int


@dataclass(frozen=True, slots=True, eq=False)
class GradNode:
    """One grad_fn, or the `AccumulateGrad` of a leaf.

    `label` is how a sentence calls it. `edges` says where the gradient of an input goes, by the place of the
    input. `shapes` and `dtypes` are those of the gradients that the node takes, one for each of its results.
    Of the nodes that are ready, the one with the lowest `order` runs first.
    """

    number: NodeNumber
    name: str
    label: str
    origin: Origin
    op: Op | None = field(repr=False)
    is_leaf: bool
    order: float
    edges: Mapping[int, Target]
    shapes: tuple[tuple[int, ...], ...]
    dtypes: tuple[str, ...]

    def slot_name(self, slot: int) -> str:
        """Return the name of an input, as the op's record gives it: ``other``, or ``tensors[2]`` of a list."""
        if self.op is None:
            return str(slot)
        ports = self.op.inputs
        return f"{ports[0].name}[{slot}]" if ports[0].variadic else ports[slot].name


class Graph:
    """Numbers the nodes of the engine's graph, and describes them once the passes are over."""

    def __init__(self, expression: Expression | None) -> None:
        self.expression = expression
        self._known: dict[Node, tuple[NodeNumber, Origin]] = {}
        self._leaves = {id(leaf): origin for origin, leaf in expression.leaves().items()} if expression else {}

    def add(self, roots: Iterable[Node]) -> None:
        """Number all nodes that can be reached from `roots` and have no number yet."""
        pending = list(roots)[::-1]
        while pending:
            node = pending.pop()
            if node not in self._known:
                self._known[node] = NodeNumber(len(self._known)), self._origin(node)
                pending += [edge[0] for edge in reversed(node.edges) if edge is not None]

    def known(self, node: Node) -> tuple[NodeNumber, Origin]:
        """Return the number of a node that was added, and the node of the expression it came from."""
        return self._known[node]

    def number(self, node: Node) -> NodeNumber:
        """Return the number of a node that was added."""
        return self._known[node][0]

    def edge(self, source: Node, slot: int) -> EdgeId:
        """Return the name of an edge, given its place among the edges of the node."""
        return EdgeId(self._known[source][0], input_places(source)[slot])

    def described(self) -> tuple[GradNode, ...]:
        """Return all nodes as data, in the order of their numbers."""
        labels = self._labels()
        return tuple(
            self._describe(node, number, origin, labels[number]) for node, (number, origin) in self._known.items()
        )

    def _origin(self, node: Node) -> Origin:
        if isinstance(node, AccumulateGrad):
            return self._leaves.get(id(node.variable), node.origin)
        return node.origin

    def _describe(self, node: Node, number: NodeNumber, origin: Origin, label: str) -> GradNode:
        many = node.outputs != 1
        edges = zip(input_places(node), node.edges, strict=True)
        return GradNode(
            number=number,
            name=node.name(),
            label=label,
            origin=origin,
            op=node.op,
            is_leaf=isinstance(node, AccumulateGrad),
            order=node.order,
            edges={place: Target(self.number(edge[0]), edge[1]) for place, edge in edges if edge is not None},
            shapes=tuple(node.shape) if many else (node.shape,),
            dtypes=tuple(map(_name, node.dtype)) if many else (_name(node.dtype),),
        )

    def _labels(self) -> dict[NodeNumber, str]:
        """Return how to call each node: as the expression does, or by its kind, numbered in the order of creation."""
        labels: dict[NodeNumber, str] = {}
        nameless: dict[str, list[NodeNumber]] = defaultdict(list)
        for node, (number, origin) in sorted(self._known.items(), key=lambda item: -item[0].order):
            name = node.variable.name if isinstance(node, AccumulateGrad) else ""
            if self.expression is not None and origin is not None:
                labels[number] = self.expression.label(origin)
            elif name:
                labels[number] = name
            else:
                nameless[_kind(node)].append(number)
        for kind, numbers in nameless.items():
            several = len(numbers) > 1
            labels |= {number: f"{kind}{place}" if several else kind for place, number in enumerate(numbers, 1)}
        return labels


def input_places(node: Node) -> Sequence[int]:
    """Return the places among the operation's inputs that the node's edges belong to."""
    variadic = node.op is not None and node.op.inputs[0].variadic
    return node.slots if node.slots and not variadic else range(len(node.edges))


def _kind(node: Node) -> str:
    if isinstance(node, AccumulateGrad):
        return "leaf"
    return node.op.name if node.op is not None else node.name()


@cache
def _name(dtype: np.dtype[Any]) -> str:
    return dtype.name
