"""The backward graph as data: every grad_fn that a pass can reach from its roots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
            return f"input {slot}"
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
        names = self._leaf_names()
        return tuple(self._describe(node, number, origin, names) for node, (number, origin) in self._known.items())

    def _origin(self, node: Node) -> Origin:
        if isinstance(node, AccumulateGrad):
            return self._leaves.get(id(node.variable), node.origin)
        return node.origin

    def _describe(self, node: Node, number: NodeNumber, origin: Origin, leaf_names: Iterator[str]) -> GradNode:
        many = node.outputs != 1
        is_leaf = isinstance(node, AccumulateGrad)
        otherwise = next(leaf_names) if is_leaf else node.op.name if node.op else node.name()
        edges = zip(input_places(node), node.edges, strict=True)
        return GradNode(
            number=number,
            name=node.name(),
            label=self._label(node, origin) or otherwise,
            origin=origin,
            op=node.op,
            is_leaf=is_leaf,
            order=node.order,
            edges={place: Target(self.number(edge[0]), edge[1]) for place, edge in edges if edge is not None},
            shapes=tuple(node.shape) if many else (node.shape,),
            dtypes=tuple(map(_name, node.dtype)) if many else (_name(node.dtype),),
        )

    def _label(self, node: Node, origin: Origin) -> str:
        if self.expression is not None and origin is not None:
            return self.expression.label(origin)
        return (node.variable.name or "") if isinstance(node, AccumulateGrad) else ""

    def _leaf_names(self) -> Iterator[str]:
        count = sum(isinstance(node, AccumulateGrad) for node in self._known)
        yield from ["leaf"] if count == 1 else (f"leaf{place}" for place in range(1, count + 1))


def input_places(node: Node) -> Sequence[int]:
    """Return the places among the operation's inputs that the node's edges belong to."""
    variadic = node.op is not None and node.op.inputs[0].variadic
    return node.slots if node.slots and not variadic else range(len(node.edges))


@cache
def _name(dtype: np.dtype[Any]) -> str:
    return dtype.name
