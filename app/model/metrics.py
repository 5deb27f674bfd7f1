"""Sizes, line widths, type and timing, read from the design tokens; the same in every theme.

All lengths are pixels at zoom 1, all durations milliseconds at speed 1. Field names are the tokens'
names with underscores: "card.width" / "scalar" is `card_width_scalar`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeAlias, TypeVar

Pair: TypeAlias = tuple[float, float]
Table = TypeVar("Table")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths of cards, sockets, packets and panes."""

    card_width_scalar: float
    card_width_vector: float
    card_width_matrix: float
    card_height: float
    card_title: float
    card_value: float
    card_well: float
    card_bottom: float
    root_tip: float
    socket: float
    socket_hit: float
    socket_y_two: Pair
    constant_pill: Pair
    switch: Pair
    packet_height: float
    packet_pointer: float
    packet_min_width: float
    edge_badge_height: float
    queue_badge: float
    sum_badge: float
    dock_dx: float
    dock_dy: float
    sign_nan: Pair
    sign_error: float
    heat_cell_min: float
    heat_cell_card: float
    wall: Pair
    hatch_step: float
    hatch_line: float
    blocked_tick_every: float
    blocked_tick_length: float
    menubar: float
    toolbar: float
    pane_header: float
    outline: float
    right_column: float
    timeline: float
    status: float
    control: float


@dataclass(frozen=True, slots=True)
class Lines:
    """Widths of strokes and the distances of rings from what they surround."""

    hairline: float
    card: float
    wire_tracked: float
    wire_untracked: float
    wire_blocked: float
    wire_gradient_base: float
    wire_gradient_per_log2: float
    wire_gradient_max: float
    wire_halo: float
    ring_current: float
    ring_ready: float
    ring_ready_dash: Pair
    ring_offset: float
    selection: float
    selection_offset: float
    focus: float
    focus_offset: float
    focus_corner: float
    pending: float
    region: float
    icon: float
    playhead: float


@dataclass(frozen=True, slots=True)
class Spaces:
    """The grid, paddings, and the gaps a layout leaves between cards."""

    grid: float
    half: float
    canvas_grid: float
    panel_pad: float
    card_pad: float
    well_inset: float
    node_gap_x: float
    node_gap_y: float
    region_pad: float


@dataclass(frozen=True, slots=True)
class Radii:
    """Corner radii."""

    card: float
    well: float
    leaf_left: float
    packet: float
    badge: float
    cell: float
    cell_small: float
    field: float
    button: float
    chip: float
    panel: float
    popup: float
    region: float


@dataclass(frozen=True, slots=True)
class TypeSizes:
    """Heights of letters, named by what they are for."""

    ruler: float
    micro: float
    badge: float
    caption: float
    small: float
    label: float
    body: float
    number: float
    section: float
    headline: float
    title: float
    symbol: float
    symbol_word: float
    formula_inline: float
    formula_block: float
    formula_canvas: float


@dataclass(frozen=True, slots=True)
class Typography:
    """Font families with their OpenType features ("tnum", "liga=0"), and sizes of type."""

    text_family: str
    code_family: str
    text_features: tuple[str, ...]
    code_features: tuple[str, ...]
    size: TypeSizes
    smallest_number: float
    present_factor: float


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations, and the Bezier curves of easing as (x1, y1, x2, y2)."""

    node_step: float
    receive: float
    compute: float
    deliver: float
    fill: float
    dim: float
    panel: float
    zoom: float
    ease_travel: tuple[float, float, float, float]
    ease_appear: tuple[float, float, float, float]
    reduced_fade: float
    skip_travel_below_interval: float


@dataclass(frozen=True, slots=True)
class Levels:
    """The zoom from which each level of detail is drawn."""

    text_from: float
    symbol_from: float
    sprite_from: float
    rect_from: float


@dataclass(frozen=True, slots=True)
class Metrics:
    """Everything about the design that is not a colour."""

    size: Sizes
    line: Lines
    space: Spaces
    radius: Radii
    type: Typography
    timing: Timing
    level: Levels
    halo: Pair
    """The part of a wire that clears its surroundings, as a range of its length."""


@lru_cache(maxsize=1)
def tokens() -> dict[str, Any]:
    """The design tokens as they stand in the shipped file."""
    text = files("resources").joinpath("themes", "tokens.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


@lru_cache(maxsize=1)
def metrics() -> Metrics:
    """The shipped sizes, type and timing."""
    source = tokens()
    return Metrics(
        size=table(Sizes, source["size"]),
        line=table(Lines, source["line"]),
        space=table(Spaces, source["space"]),
        radius=table(Radii, source["radius"]),
        type=_typography(source["type"]),
        timing=table(Timing, source["motion"]),
        level=table(Levels, source["lod"]),
        halo=tuple(source["wire"]["halo_range"]),
    )


def table(kind: type[Table], tokens: dict[str, Any]) -> Table:
    """A table of design values from a section of the tokens; ValueError names what is missing."""
    values = _flat(tokens)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # each table is a dataclass
    if missing := [name for name in names if name not in values]:
        raise ValueError(f"The design tokens lack {', '.join(missing)} for {kind.__name__}.")
    return kind(**{name: values[name] for name in names})


def _flat(tokens: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in tokens.items():
        name = prefix + key.replace(".", "_")
        if isinstance(value, dict):
            values |= _flat(value, name + "_")
        else:
            values[name] = tuple(value) if isinstance(value, list) else value
    return values


def _typography(tokens: dict[str, Any]) -> Typography:
    return Typography(
        text_family=tokens["family"]["text"],
        code_family=tokens["family"]["code"],
        text_features=tuple(tokens["features"]["text"]),
        code_features=tuple(tokens["features"]["code"]),
        size=table(TypeSizes, tokens["size"]),
        smallest_number=tokens["number"]["min_size"],
        present_factor=tokens["present_mode_factor"],
    )
