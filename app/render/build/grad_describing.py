"""Nodes and edges of the backward graph in words, for files that can be searched and read aloud."""

from __future__ import annotations

from app.render.build.grad_places import edge_id, grad_id
from app.render.build.progress import Progress
from app.render.facts import Facts
from core.debug.events import EdgeId
from core.debug.nodes import GradNode
from core.debug.text import written


def grad_facts(progress: Progress) -> dict[str, Facts]:
    """The facts of all nodes and edges, by their ids in the frame."""
    nodes = progress.recording.nodes
    found = {grad_id(node.number): _node(progress, node) for node in nodes}
    found.update({edge_id(edge): _edge(progress, edge) for node in nodes for edge in _edges(node)})
    return found


def _edges(node: GradNode) -> list[EdgeId]:
    return [EdgeId(node.number, slot) for slot in node.edges]


def _node(progress: Progress, node: GradNode) -> Facts:
    gradient = written(progress.node(node.number).gradient)
    words = f"{node.name} of {node.label}: gradient {gradient}"
    return Facts(f"{node.name}-{node.number}", words, {"op": node.name, "of": node.label, "grad": gradient})


def _edge(progress: Progress, edge: EdgeId) -> Facts:
    node = progress.recording.nodes[edge.node]
    target = progress.recording.nodes[node.edges[edge.slot].node]
    gradient = progress.state.edge(edge).gradient
    said = "" if gradient is None else written(gradient)
    words = f"{node.name} to {target.name} of {target.label}, {node.slot_name(edge.slot)} {said}".rstrip()
    return Facts(f"{edge.node}-{edge.slot}", words, {"slot": node.slot_name(edge.slot), "grad": said})
