"""What a pass is for when not all leaves are asked for: the gradients that it captures, and the nodes on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.engine.node import Edge, Gradient, Node


class Captures:
    """The gradients a pass is for (`autograd.grad`), and the nodes that have to run to get them.

    `runs_wanted` makes the nodes of the wanted gradients run as well (`backward(inputs=...)`).
    """

    def __init__(self, wanted: Iterable[Edge], roots: Iterable[Edge], *, runs_wanted: bool = False) -> None:
        self.wanted = tuple(wanted)
        self.found: dict[Edge, Gradient] = {}
        self._targets = {node for node, _ in self.wanted}
        self._needed = _nodes_leading_to(self._targets, [node for node, _ in roots])
        if runs_wanted:
            self._needed |= self._targets

    def take(self, node: Node, g: Gradient) -> None:
        """Note the gradients of `node` that were asked for."""
        if node in self._targets:
            for edge in self.wanted:
                if edge[0] is node:
                    self.found[edge] = g if node.outputs == 1 or g is None else g[edge[1]]

    def ends_at(self, node: Node) -> bool:
        """Whether the gradient of `node` is wanted, and nothing beyond it."""
        return node not in self._needed

    def edges(self, node: Node) -> Sequence[Edge | None]:
        """Return the edges of `node`, without those that lead away from what is wanted."""
        if node not in self._needed:
            return (None,) * len(node.edges)
        return [edge if edge and (edge[0] in self._needed or edge[0] in self._targets) else None for edge in node.edges]


def _nodes_leading_to(targets: set[Node], roots: Sequence[Node]) -> set[Node]:
    """Return the nodes that lie above a target."""
    users: dict[Node, list[Node]] = {root: [] for root in roots}
    pending = list(users)
    while pending:
        node = pending.pop()
        for edge in node.edges:
            if edge is not None:
                if edge[0] not in users:
                    users[edge[0]] = []
                    pending.append(edge[0])
                users[edge[0]].append(node)
    above: set[Node] = set()
    pending = [target for target in targets if target in users]
    while pending:
        for user in users[pending.pop()]:
            if user not in above:
                above.add(user)
                pending.append(user)
    return above
