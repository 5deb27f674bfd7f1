"""What keys and buttons of the canvas do to the document."""

from __future__ import annotations

from functools import partial

from app.canvas.stage import Stage
from app.model.selection import Selection
from core.expr import edits
from core.expr.changes import ChangeSet
from core.expr.graph import Document, RegionKind
from core.expr.ids import NodeId, RegionId, WireId
from core.expr.regions import nodes_in


def delete_selection(stage: Stage) -> bool:
    """Removes what is selected; what is in a removed frame stays."""
    chosen = stage.model.selection.within(stage.model.document)
    if not chosen:
        return False
    return stage.attempt(partial(edits.delete, nodes=chosen.nodes, wires=chosen.wires, regions=chosen.regions))


def dissolve_selection(stage: Stage) -> bool:
    """Removes the selected nodes, and lets the wires into them lead to where their results went."""
    chosen = _in_order(stage)
    return bool(chosen) and stage.attempt_all("Dissolve", [partial(edits.dissolve, node=node) for node in chosen])


def duplicate_selection(stage: Stage) -> bool:
    """Copies the selected nodes beside themselves, and selects the copies."""
    chosen, before = _in_order(stage), stage.model.document.nodes
    if not chosen or not stage.attempt(partial(edits.duplicate, nodes=chosen)):
        return False
    copies = [node for node in stage.model.document.nodes if node not in before]
    stage.select(Selection(frozenset(copies), current=copies[-1]))
    return True


def switch_requires_grad(stage: Stage, node: NodeId) -> bool:
    """Turns the recording of a leaf on or off."""
    on = not stage.model.document.nodes[node].requires_grad
    return stage.attempt(partial(edits.set_requires_grad, nodes=[node], requires_grad=on))


def switch_region(stage: Stage, region: RegionId) -> bool:
    """Turns a frame on or off."""
    on = not stage.model.document.regions[region].enabled
    return stage.attempt(partial(edits.set_region_enabled, region=region, enabled=on))


def switch_detached(stage: Stage, wire: WireId) -> bool:
    """Cuts the gradient on a wire, or lets it pass again."""
    detached = not stage.model.document.wires[wire].detached
    return stage.attempt(partial(edits.set_detached, wires=[wire], detached=detached))


def frame_selection(stage: Stage, kind: RegionKind) -> bool:
    """Puts a frame around the selected nodes; if they are all that a frame of this kind holds, switches that."""
    chosen = _in_order(stage)
    if not chosen:
        return False
    document = stage.model.document
    for key, region in document.regions.items():
        if region.kind is kind and set(nodes_in(document, key)) == set(chosen):
            return switch_region(stage, key)
    return stage.attempt(partial(edits.wrap, nodes=chosen, kind=kind))


def nudge_selection(stage: Stage, dx: float, dy: float) -> bool:
    """Moves the selected nodes by so many pixels; presses that follow each other are one step."""
    chosen = _in_order(stage)

    def moved(document: Document) -> ChangeSet:
        return edits.move(document, {key: (document.nodes[key].x + dx, document.nodes[key].y + dy) for key in chosen})

    return bool(chosen) and stage.attempt(moved, merge="nudge")


def _in_order(stage: Stage) -> list[NodeId]:
    """The selected nodes in the document's order."""
    chosen = stage.model.selection.nodes
    return [node for node in stage.model.document.nodes if node in chosen]
