"""What a picture is made of: boxes, discs, lines, curves, text and heat map cells.

Every picture is first described as marks. One painter replays them with QPainter, for the screen, PNG
and PDF, and an SVG writer can write the same marks one to one. Lengths are pixels at zoom 1, y runs
downwards, colours are opaque sRGB hex, and "" as a colour means none.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Cubic: TypeAlias = tuple[Point, Point, Point, Point]
"""The four control points of a cubic curve."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> Rect:
        """The rectangle with every edge moved outwards."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


class Anchor(StrEnum):
    """Which point of a text its x stands for; the values are SVG's."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How letters look: height in pixels, weight 400..700, slant, and text face or code face."""

    size: float
    weight: int = 400
    italic: bool = False
    code: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line is drawn; `dash` alternates lengths of line and gap."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    round_cap: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with rounded corners; only shadows and glows are less than opaque."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: str = ""
    stroke: Stroke | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline in SVG path data, scaled and then moved to (x, y); the stroke's width is not scaled."""

    path: str
    fill: str = ""
    stroke: Stroke | None = None
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic curve."""

    points: Cubic
    stroke: Stroke


@dataclass(frozen=True, slots=True)
class Lines:
    """Straight lines that share a stroke, each (x1, y1, x2, y2)."""

    segments: tuple[tuple[float, float, float, float], ...]
    stroke: Stroke


@dataclass(frozen=True, slots=True)
class Cells:
    """A grid of square cells, row by row, from the top left corner at (x, y)."""

    x: float
    y: float
    cell: float
    gap: float
    radius: float
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text whose baseline is at y."""

    x: float
    y: float
    text: str
    style: TextStyle
    colour: str
    anchor: Anchor = Anchor.START


@dataclass(frozen=True, slots=True)
class Ramp:
    """A rectangle filled with colours from left to right; `stops` are (share of the width, colour)."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    stops: tuple[tuple[float, str], ...]


Mark: TypeAlias = Box | Disc | Shape | Curve | Lines | Cells | Text | Ramp
Marks: TypeAlias = tuple[Mark, ...]
