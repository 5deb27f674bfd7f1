"""What stands in front of a picture: its formula, its moment, its legends and the next step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from app.model.theme import Family
from app.render.formula import Formula, Kind
from app.render.marks import Rect


class Corner(StrEnum):
    """Where an overlay stands in the viewport."""

    TOP_LEFT = "top_left"
    TOP_RIGHT = "top_right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_RIGHT = "bottom_right"
    BOTTOM = "bottom"
    MIDDLE = "middle"


class Tone(StrEnum):
    """The mood of the moment line."""

    VALUE = "value"
    GRADIENT = "gradient"
    NONFINITE = "nonfinite"
    ERROR = "error"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Headline:
    """The expression as a formula, and the values it is computed with."""

    formula: Formula
    caption: str = ""
    corner: Corner = Corner.TOP_LEFT


@dataclass(frozen=True, slots=True)
class Moment:
    """When the picture was taken: "Backward, after step 7 of 8"."""

    text: str
    tone: Tone = Tone.GRADIENT
    corner: Corner = Corner.TOP_RIGHT


class LegendEntry(StrEnum):
    """What a legend explains; the values are what it says."""

    VALUE = "value"
    GRADIENT = "gradient"
    PENDING = "pending"
    NONE = "None"
    BLOCKED = "blocked"
    NONFINITE = "NaN, Inf"


@dataclass(frozen=True, slots=True)
class Legend:
    """The colours and signs of the canvas, in one line."""

    entries: tuple[LegendEntry, ...]
    corner: Corner = Corner.BOTTOM_LEFT


@dataclass(frozen=True, slots=True)
class Scale:
    """The colours of heat maps from -limit to limit."""

    family: Family
    limit: float
    title: str
    width: float = 168.0
    corner: Corner = Corner.BOTTOM_RIGHT


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of a sentence, in the colour of what it means."""

    text: str
    kind: Kind = Kind.PLAIN
    code: bool = False


@dataclass(frozen=True, slots=True)
class Invitation:
    """The one thing to do next: a key, and what it will do."""

    key: str
    words: tuple[Words, ...]
    corner: Corner = Corner.BOTTOM


@dataclass(frozen=True, slots=True)
class MapDot:
    """A node on the minimap; `token` is the colour it is highlighted with, "" for none."""

    area: Rect
    token: str = ""
    round: bool = False


@dataclass(frozen=True, slots=True)
class MiniMap:
    """The whole graph in the corner, and the part of it on screen."""

    dots: tuple[MapDot, ...]
    view: Rect
    corner: Corner = Corner.BOTTOM_RIGHT


class FigureEntry(StrEnum):
    """What the footer of an exported figure explains."""

    VALUE = "value"
    GRADIENT = "gradient"
    FLOW = "flow"
    ORDER = "order"
    LEAF = "leaf"
    ROOT = "root"
    BLOCKED = "blocked"
    NONFINITE = "nonfinite"


@dataclass(frozen=True, slots=True)
class Footer:
    """The foot of an exported figure: formula, moment and legend under a rule.

    `root` names what the gradients are of; `flow` says which way they run. `scales` are of the heat maps.
    """

    formula: Formula
    moment: str
    entries: tuple[FigureEntry, ...]
    width: float
    root: str = ""
    flow: str = "gradient flows right to left; width by log of its norm"
    scales: tuple[Scale, ...] = ()
    corner: Corner = Corner.BOTTOM_LEFT


Overlay: TypeAlias = Headline | Moment | Legend | Scale | Invitation | MiniMap | Footer
