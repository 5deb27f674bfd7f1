"""The rows of the outline, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.render.frame import Frame
from app.render.looks import GradientLine, GradientState, HeatMap, NodeLook, Preview, Ring, Silhouette
from core.expr.graph import Document, Region
from core.expr.ids import NodeId, RegionId


class Section(StrEnum):
    """The parts of the outline; the values are their titles."""

    ROOTS = "Root"
    OPERATIONS = "Operations"
    LEAVES = "Leaf"
    REGIONS = "Regions"


_PLURALS = {Section.ROOTS: "Roots", Section.LEAVES: "Leaves"}
_SECTIONS = {Silhouette.ROOT: Section.ROOTS, Silhouette.LEAF: Section.LEAVES, Silhouette.OPERATION: Section.OPERATIONS}


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node with its look on the canvas."""

    key: NodeId
    look: NodeLook


@dataclass(frozen=True, slots=True)
class RegionRow:
    """A frame."""

    key: RegionId
    region: Region


Row = NodeRow | RegionRow


def rows_of(document: Document, frame: Frame) -> Mapping[Section, list[Row]]:
    """The rows of each part that has any, in the order in which the engine goes: roots first."""
    looks = {node.id: node.look for node in frame.nodes}
    found: dict[Section, list[Row]] = {section: [] for section in Section}
    for key in reversed(document.ordering.nodes):
        look = looks.get(key)
        if look is not None:
            found[_SECTIONS[look.silhouette]].append(NodeRow(key, look))
    found[Section.REGIONS] = [RegionRow(key, region) for key, region in document.regions.items()]
    return {section: rows for section, rows in found.items() if rows}


def title_of(section: Section, count: int) -> str:
    """The title of a part."""
    return _PLURALS.get(section, section) if count > 1 else str(section)


def value_text(row: Row) -> str:
    """What stands in the column of values."""
    if isinstance(row, RegionRow):
        return "on" if row.region.enabled else "off"
    return _preview_text(row.look.value.preview, row.look.value.label)


def gradient_text(row: Row) -> str:
    """What stands in the column of gradients."""
    if isinstance(row, RegionRow) or not isinstance(row.look.gradient, GradientLine):
        return ""
    line = row.look.gradient
    match line.state:
        case GradientState.NONE:
            return "—"
        case GradientState.NO_GRAD_FN | GradientState.FAILED:
            return ""
        case GradientState.BLOCKED | GradientState.GHOST:
            return line.text
    return _preview_text(line.preview, row.look.value.label)


def spoken(row: Row, name: str) -> str:
    """A row in words, with where it stands in the step."""
    if isinstance(row, RegionRow):
        return f"{name}, {value_text(row)}"
    state = ", ".join(_states(row.look))
    gradient = gradient_text(row)
    words = (name, f"value {value_text(row)}", f"gradient {gradient}" if gradient else "", state)
    return ", ".join(filter(None, words))


def _states(look: NodeLook) -> Iterator[str]:
    if Ring.CURRENT in look.rings:
        yield "running now"
    if Ring.READY in look.rings:
        yield f"number {look.queue} in the queue"
    if isinstance(look.gradient, GradientLine) and look.gradient.state is GradientState.WAITING:
        yield f"{look.gradient.arrived} of {look.gradient.expected} contributions"


def _preview_text(preview: Preview | None, label: str) -> str:
    match preview:
        case None:
            return ""
        case HeatMap():
            return label.partition(" ")[2] or label
    return preview.text
