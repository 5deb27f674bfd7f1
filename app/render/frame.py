"""A picture as data: every card, wire, region and packet with its place.

A frame and nothing else decides what a picture shows. The screen, PNG, PDF and SVG all start from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.model.theme import Theme
from app.render.looks import (
    ChipLook,
    EdgeLook,
    NodeLook,
    PacketLook,
    RegionLook,
    SeedLook,
    WireLook,
)
from app.render.marks import Anchor, Cubic, Point, Rect
from app.render.overlays import Overlay


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A card with its upper left corner at (x, y), a root's tip included."""

    id: str
    x: float
    y: float
    look: NodeLook


@dataclass(frozen=True, slots=True)
class PlacedWire:
    """A wire from the output of one node to an input of another, as a cubic curve."""

    id: str
    points: Cubic
    look: WireLook
    source: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class PlacedRegion:
    """A frame with its upper left corner at (x, y)."""

    id: str
    x: float
    y: float
    look: RegionLook

    @property
    def area(self) -> Rect:
        """The rectangle that it takes up."""
        return Rect(self.x, self.y, self.look.width, self.look.height)


@dataclass(frozen=True, slots=True)
class PlacedPacket:
    """A packet around (x, y); a tether ties it to the point of a wire where it belongs."""

    x: float
    y: float
    look: PacketLook
    tether: Point | None = None


@dataclass(frozen=True, slots=True)
class PlacedSeed:
    """The external gradient of a root whose socket is at (x, y), and the card and its result that it is given to."""

    x: float
    y: float
    look: SeedLook
    node: str = ""
    output: int = 0


@dataclass(frozen=True, slots=True)
class PlacedChip:
    """A saved tensor beside the card that keeps it, from its upper left corner."""

    x: float
    y: float
    look: ChipLook


@dataclass(frozen=True, slots=True)
class PlacedEdge:
    """What happens to a gradient on an edge, around (x, y)."""

    x: float
    y: float
    look: EdgeLook


@dataclass(frozen=True, slots=True)
class PlacedWords:
    """Lines of quiet words on the canvas; (x, y) is where the first baseline starts, `strong` the first line."""

    x: float
    y: float
    lines: tuple[str, ...]
    strong: bool = False
    italic: bool = False
    anchor: Anchor = Anchor.START


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything in one picture; `bounds` is what of it is shown, `ground` whether it is opaque."""

    theme: Theme
    bounds: Rect
    nodes: tuple[PlacedNode, ...] = ()
    wires: tuple[PlacedWire, ...] = ()
    regions: tuple[PlacedRegion, ...] = ()  # outer ones first
    packets: tuple[PlacedPacket, ...] = ()
    sums: tuple[Point, ...] = ()
    seeds: tuple[PlacedSeed, ...] = ()
    chips: tuple[PlacedChip, ...] = ()
    edges: tuple[PlacedEdge, ...] = ()
    words: tuple[PlacedWords, ...] = ()
    overlays: tuple[Overlay, ...] = field(default_factory=tuple)
    ground: bool = True
    grid: bool = False
