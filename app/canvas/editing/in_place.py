"""Which text of the document can be edited in place, and where it stands on its card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.canvas.scene.scene import Scene
from app.canvas.scene.targets import OnCard, OnHeader, OnInput, OnSeed, OnTitle, Target
from app.model.inspection.seeds import given_text, pass_gradient
from app.model.metrics import metrics
from app.model.sockets import slot_at
from app.render.card_box import card_box
from app.render.draw_packet import seed_box
from app.render.draw_region import HEADER
from app.render.marks import Rect
from core.expr import edits
from core.expr.arithmetic import number_of
from core.expr.changes import ChangeSet
from core.expr.graph import Call, Constant, Document, Leaf, Source
from core.expr.ids import NodeId, RegionId
from core.expr.syntax import parse_expression


@dataclass(frozen=True, slots=True)
class Editable:
    """A text in a rectangle of the scene, and the edit that puts another in its place."""

    area: Rect
    text: str
    edit: Callable[[Document, str], ChangeSet]


def editable_at(document: Document, scene: Scene, target: Target) -> Editable | None:
    """What a double click on a target edits: numbers of a leaf or a seed, a name, a constant, or a frame's title."""
    match target:
        case OnHeader(region) if region in document.regions:
            return _frame_title(document, scene, RegionId(region))
        case OnInput(node, index) if node in document.nodes:
            return _constant(document, scene, NodeId(node), index)
        case OnSeed(node, output) if node in document.nodes:
            return _seed(document, scene, Source(NodeId(node), output))
        case OnTitle(node) if node in document.nodes:
            return name_of(document, scene, NodeId(node))
        case OnCard(node) if node in document.nodes:
            return value_of(document, scene, NodeId(node)) or name_of(document, scene, NodeId(node))
        case _:
            return None


def value_of(document: Document, scene: Scene, node: NodeId) -> Editable | None:
    """The numbers of a leaf."""
    leaf = document.nodes[node]
    if not isinstance(leaf, Leaf) or node not in scene.nodes.rows:
        return None
    placed = scene.nodes.placed[scene.nodes.rows[node]]
    row = card_box(placed.look).value
    area = Rect(placed.x + row.x, placed.y + row.y, row.width, row.height)
    return Editable(area, leaf.value.text, lambda document, text: edits.set_value(document, node, text))


def name_of(document: Document, scene: Scene, node: NodeId) -> Editable | None:
    """The name of a node."""
    if node not in scene.nodes.rows:
        return None
    left, top, right, _ = scene.nodes.boxes[scene.nodes.rows[node]].tolist()
    area = Rect(left, top, right - left, metrics().size.card_title)
    return Editable(area, document.nodes[node].name, lambda document, text: edits.rename(document, node, text.strip()))


def _constant(document: Document, scene: Scene, node: NodeId, index: int) -> Editable | None:
    """A number that was typed into an input, or may be: where no wire ends."""
    part, slot = document.nodes[node], slot_at(document, node, index)
    if not isinstance(part, Call) or slot is None or document.wiring.at(node, slot) is not None:
        return None
    placed = scene.nodes.placed[scene.nodes.rows[node]]
    x, y = card_box(placed.look).inputs[index]
    width, height = metrics().size.constant_pill
    area = Rect(placed.x + x - width / 2, placed.y + y - height / 2, width, height)
    held = part.constants.get(slot)

    def edit(document: Document, text: str) -> ChangeSet:
        return edits.set_constant(document, node, slot, _number(text) if text.strip() else None)

    return Editable(area, "" if held is None else str(held), edit)


def _seed(document: Document, scene: Scene, root: Source) -> Editable | None:
    """The external gradient of a root, unless another node computes it."""
    placed = next((one for one in scene.frame.seeds if (one.node, one.output) == (root.node, root.output)), None)
    text = given_text(document, root)
    if placed is None or not text:
        return None
    box, (width, _) = seed_box(placed.look), metrics().size.constant_pill
    area = Rect(placed.x + box.x, placed.y + box.y, max(box.width, 2 * width), box.height)
    return Editable(area, text, lambda document, text: pass_gradient(document, text, root))


def _number(text: str) -> Constant:
    number = number_of(parse_expression(text))
    if number is None:
        raise edits.EditError("An input holds a plain number.", "Write 2, -0.5, 1e-3 or pi / 2.")
    return number


def _frame_title(document: Document, scene: Scene, region: RegionId) -> Editable | None:
    area = next((one.area for one in scene.regions if one.id == region), None)
    if area is None:
        return None
    header = Rect(area.x, area.y, area.width, HEADER)
    title = document.regions[region].title
    return Editable(header, title, lambda document, text: edits.set_region_title(document, region, text.strip()))
