"""What can be under the pointer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from app.model.selection import Selection
from app.render.marks import Point
from core.expr.ids import NodeId, RegionId, WireId


@dataclass(frozen=True, slots=True)
class OnGround:
    """Nothing but the canvas; `region` is the innermost one around the place, "" outside of all."""

    region: str = ""


@dataclass(frozen=True, slots=True)
class OnCard:
    """A card, or a part of it."""

    node: str


@dataclass(frozen=True, slots=True)
class OnNode(OnCard):
    """A card, where there is nothing special."""


@dataclass(frozen=True, slots=True)
class OnTitle(OnCard):
    """The title of a card, which can be renamed."""


@dataclass(frozen=True, slots=True)
class OnValue(OnCard):
    """The value of a card; a leaf's can be edited."""


@dataclass(frozen=True, slots=True)
class OnSwitch(OnCard):
    """The requires_grad switch of a leaf."""


@dataclass(frozen=True, slots=True)
class OnSeed(OnCard):
    """The external gradient of a result of a root, by its place among them; another can be typed."""

    output: int


@dataclass(frozen=True, slots=True)
class OnInput(OnCard):
    """An input socket, by its place among those of its card, and where its middle is."""

    index: int
    place: Point


@dataclass(frozen=True, slots=True)
class OnOutput(OnCard):
    """An output socket, by its place among those of its card, and where its middle is."""

    index: int
    place: Point


@dataclass(frozen=True, slots=True)
class OnWire:
    """A wire."""

    wire: str


@dataclass(frozen=True, slots=True)
class OnScissors:
    """The scissors on a wire, with which it is detached and attached."""

    wire: str


@dataclass(frozen=True, slots=True)
class OnHeader:
    """The header of a region, or its edge."""

    region: str


@dataclass(frozen=True, slots=True)
class OnRegionSwitch:
    """The switch of a region."""

    region: str


@dataclass(frozen=True, slots=True)
class OnMap:
    """The minimap, over a place of the scene."""

    place: Point


@dataclass(frozen=True, slots=True)
class OnInvitation:
    """The invitation to the next step."""


Target: TypeAlias = OnGround | OnCard | OnWire | OnScissors | OnHeader | OnRegionSwitch | OnMap | OnInvitation


def selection_of(target: Target) -> Selection:
    """What a click on a target selects; nothing where there is nothing to select."""
    match target:
        case OnCard(node):
            return Selection.of_node(NodeId(node))
        case OnWire(wire) | OnScissors(wire):
            return Selection.of_wire(WireId(wire))
        case OnHeader(region) | OnRegionSwitch(region):
            return Selection.of_region(RegionId(region))
        case _:
            return Selection()
