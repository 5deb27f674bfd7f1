"""What cards, wires, regions and packets look like, without where they are or in which theme.

Looks are frozen and hashable: two things that look the same have equal looks, so one sprite serves both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from app.model.theme import Emphasis, Family
from app.render.formula import Formula


class Side(StrEnum):
    """A side of a card, or a direction."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"

    @property
    def opposite(self) -> Side:
        """The side across."""
        return _OPPOSITES[self]

    @property
    def horizontal(self) -> bool:
        """Whether wires leave this side sideways."""
        return self in (Side.LEFT, Side.RIGHT)


_OPPOSITES = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, Side.TOP: Side.BOTTOM, Side.BOTTOM: Side.TOP}


class Silhouette(StrEnum):
    """The outline of a card."""

    LEAF = "leaf"
    OPERATION = "operation"
    ROOT = "root"


@dataclass(frozen=True, slots=True)
class Glyph:
    """A symbol written with the text face: "×", "Σ", "sin"."""

    text: str


@dataclass(frozen=True, slots=True)
class Icon:
    """A symbol or sign drawn as a path, by its name in `icons`."""

    name: str


Symbol: TypeAlias = Glyph | Icon


@dataclass(frozen=True, slots=True)
class NumberText:
    """A value as text; `short` has fewer digits and is used where `text` does not fit."""

    text: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A value as cells, row by row: level 128 is zero, 1 and 255 are the ends, 0 is NaN or infinite."""

    columns: int
    levels: bytes

    @property
    def rows(self) -> int:
        """How many rows of cells there are."""
        return len(self.levels) // self.columns


@dataclass(frozen=True, slots=True)
class Note:
    """Words in place of a value, such as "waits for add"."""

    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What does not fit together, in place of a value: "[3] + [2]"."""

    text: str


Preview: TypeAlias = NumberText | HeatMap | Note | Problem


@dataclass(frozen=True, slots=True)
class ValueLine:
    """The line under the title: what it is ("f32 [2]") and what it holds; `sign` says that NaN or infinity is in it."""

    label: str = ""
    preview: Preview | None = None
    family: Family = Family.VALUE
    sign: Badge | None = None

    @property
    def token(self) -> str:
        """The colour token of its numbers."""
        return f"{self.family}.strong" if self.sign is None else "nan.text"


class GradientState(StrEnum):
    """What has become of a gradient; each looks different without its colour."""

    NONE = "none"  # nothing was written: a dash
    NO_GRAD_FN = "no_grad_fn"  # nothing is recorded here: words, no well
    WAITING = "waiting"  # k of n contributions have arrived
    PENDING = "pending"  # all have arrived, not yet used or stored
    CURRENT = "current"
    DONE = "done"
    CHANGED = "changed"  # within the last two steps
    PLAIN = "plain"  # filled without a sign, as in print
    ZERO = "zero"  # computed, and zero
    NONFINITE = "nonfinite"
    BLOCKED = "blocked"  # not computed, with the cause
    GHOST = "ghost"  # what it would have been
    FAILED = "failed"  # the node could not run, with the reason


@dataclass(frozen=True, slots=True)
class GradientLine:
    """The well at the foot of a card; `text` is the cause, the reason or "would be 2"."""

    state: GradientState = GradientState.NONE
    preview: Preview | None = None
    text: str = ""
    arrived: int = 0
    expected: int = 0
    label: str = "grad"
    code_label: bool = False


@dataclass(frozen=True, slots=True)
class RuleLine:
    """The well of a card in the backward graph: what each input receives, as (slot, formula, remark)."""

    parts: tuple[tuple[str, Formula, str], ...]


class SocketState(StrEnum):
    """What a socket carries."""

    TRACKED = "tracked"
    UNTRACKED = "untracked"
    GRADIENT = "gradient"
    NONFINITE = "nonfinite"
    BLOCKED = "blocked"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Socket:
    """One socket of a card; an input that holds a constant shows it as a pill instead."""

    state: SocketState = SocketState.TRACKED
    constant: str = ""


class Badge(StrEnum):
    """A sign on the card's upper right corner."""

    ERROR = "error"
    NONFINITE = "nonfinite"
    INFINITE = "infinite"
    BREAKPOINT = "breakpoint"
    BREAKPOINT_OFF = "breakpoint_off"


class Ring(StrEnum):
    """An outline around a card; several can be on at once."""

    CURRENT = "current"
    READY = "ready"
    SELECTED = "selected"
    HOVERED = "hovered"
    FOCUSED = "focused"


@dataclass(frozen=True, slots=True)
class CardSize:
    """Measured lengths of a card: its body without a root's tip, its two rows, and cells of heat maps."""

    width: float
    value: float
    well: float
    cell: float


@dataclass(frozen=True, slots=True)
class NodeLook:
    """A card. `name` stands at the right of the title; `switch` is a leaf's requires_grad or None."""

    size: CardSize
    silhouette: Silhouette = Silhouette.OPERATION
    category: str = "arithmetic"
    symbol: Symbol | None = None
    title: str = ""
    code_title: bool = False
    name: str = ""
    value: ValueLine = ValueLine()
    gradient: GradientLine | RuleLine = GradientLine()
    tracked: bool = True
    inputs: tuple[Socket, ...] = ()
    outputs: tuple[Socket, ...] = (Socket(),)
    output_side: Side = Side.RIGHT
    switch: bool | None = None
    badges: tuple[Badge, ...] = ()
    rings: frozenset[Ring] = field(default_factory=frozenset)
    queue: int = 0  # place in the ready queue, from 1
    order: int = 0  # when the engine ran it, from 1
    folded: int = 0  # how many nodes a folded group holds
    muted: bool = False
    emphasis: Emphasis = Emphasis.CURRENT

    @property
    def gradient_state(self) -> GradientState:
        """What has become of the gradient; a rule is as plain as a number on paper."""
        return self.gradient.state if isinstance(self.gradient, GradientLine) else GradientState.PLAIN

    @property
    def signs(self) -> tuple[Badge, ...]:
        """The badges, with those that belong to a broken value or gradient even if they were not asked for."""
        implied = dict.fromkeys((_IMPLIED.get(self.gradient_state), self.value.sign))
        return (*(one for one in implied if one is not None and one not in self.badges), *self.badges)


_IMPLIED = {GradientState.NONFINITE: Badge.NONFINITE, GradientState.FAILED: Badge.ERROR}


class WireState(StrEnum):
    """What a wire carries."""

    TRACKED = "tracked"
    UNTRACKED = "untracked"
    GRADIENT = "gradient"
    NONFINITE = "nonfinite"
    BLOCKED = "blocked"
    INVALID = "invalid"  # shapes or types that do not fit
    DRAGGED = "dragged"  # not connected yet


class Cut(StrEnum):
    """What stops a gradient on a wire."""

    NONE = "none"
    SCISSORS = "scissors"  # detached: behind them the wire is untracked
    WALL = "wall"  # the frame of a region: in front of it the wire is untracked


@dataclass(frozen=True, slots=True)
class WireLook:
    """A wire. `label` and the cut stand at shares of its length, from the output to the input."""

    state: WireState = WireState.TRACKED
    norm: float = 0.0  # of the gradient on it
    label: Preview | None = None
    label_at: float = 0.5
    cut: Cut = Cut.NONE
    cut_at: float = 0.5
    reason: str = ""  # beside a blocked wire: "bool: no gradient"
    ghost: str = ""  # under the scissors: "would add 3"
    trail: bool = False  # a packet has just come along
    selected: bool = False
    emphasis: Emphasis = Emphasis.CURRENT


class RegionKind(StrEnum):
    """What a frame does to the nodes inside it."""

    NO_GRAD = "no_grad"
    ENABLE_GRAD = "enable_grad"
    DETACH = "detach"
    INFERENCE_MODE = "inference_mode"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class RegionLook:
    """A frame around nodes; an empty `note` leaves only the kind in its header."""

    kind: RegionKind
    width: float
    height: float
    on: bool = True
    note: str = ""
    selected: bool = False


@dataclass(frozen=True, slots=True)
class PacketLook:
    """A gradient on its way: a small card that points to where it goes."""

    preview: Preview
    pointer: Side = Side.LEFT
    nonfinite: bool = False
    caption: str = ""  # under the packet: "not delivered yet"
    emphasis: Emphasis = Emphasis.CURRENT


@dataclass(frozen=True, slots=True)
class SeedLook:
    """The external gradient at a root's output."""

    text: str
    side: Side = Side.RIGHT
    emphasis: Emphasis = Emphasis.CURRENT


@dataclass(frozen=True, slots=True)
class ChipLook:
    """A tensor that is saved for backward: "result = t" and what it holds."""

    slot: str
    variable: str
    preview: Preview
    selected: bool = False
    nonfinite: bool = False


@dataclass(frozen=True, slots=True)
class EdgeLook:
    """What happens to a gradient on its way along an edge: "Σ sum over axis 0  [2, 3] → [3]"."""

    text: str
    remark: str = ""
