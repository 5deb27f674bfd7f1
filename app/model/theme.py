"""Themes: every colour on screen and in exported pictures, by name, and the ramps of heat maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from app.model.colour import contrast, from_oklab, oklab
from app.model.metrics import Metrics, metrics, tokens


class ThemeName(StrEnum):
    """The shipped themes; PRINT is for pictures on paper."""

    DARK = "dark"
    LIGHT = "light"
    HIGH_CONTRAST = "high-contrast"
    PRINT = "print"


class Family(StrEnum):
    """The two kinds of quantity that carry meaning by hue."""

    VALUE = "value"
    GRADIENT = "gradient"


class Emphasis(StrEnum):
    """How far back something stands while stepping."""

    CURRENT = "current"
    LAST_STEP = "last_step"
    STEP_BEFORE = "step_before"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class ShadowLayer:
    """One soft rectangle of a card's shadow: how far it spreads, how far it falls, how opaque it is."""

    spread: float
    offset: float
    opacity: float


@dataclass(frozen=True, slots=True)
class HeatRamp:
    """Colours of a heat map over -1..1, centred on zero."""

    stops: tuple[tuple[float, str], ...]
    levels: tuple[str, ...] = field(init=False, repr=False)
    """The colours of the levels 0..255; zero is level 128 and level 0 is as dark as level 1."""

    def __post_init__(self) -> None:
        levels = tuple(_on_ramp(self.stops, max(-1.0, (level - 128) / 127)) for level in range(256))
        object.__setattr__(self, "levels", levels)

    def colour(self, position: float) -> str:
        """The colour of a position in -1..1; positions outside are clipped."""
        return self.levels[round(min(max(position, -1.0), 1.0) * 127) + 128]


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """All colours of one theme, by token name, with the sizes and times that all themes share."""

    name: ThemeName
    colours: Mapping[str, str]
    ramps: Mapping[Family, HeatRamp]
    dim: Mapping[Emphasis, float]
    shadow: tuple[ShadowLayer, ...]
    metrics: Metrics

    def colour(self, token: str) -> str:
        """The colour of a token such as "gradient.base"; KeyError for an unknown one."""
        return self.colours[token]

    def on_cell(self, colour: str) -> str:
        """The colour of text and signs on a heat map cell: black or white, whichever contrasts more."""
        return max(
            (self.colours["heat.on.dark"], self.colours["heat.on.light"]),
            key=lambda ink: contrast(ink, colour),
        )


def load_theme(name: str) -> Theme:
    """One of the shipped themes, always the same object; ValueError for a name that is none of them."""
    return _load(ThemeName(name))


@lru_cache
def _load(name: ThemeName) -> Theme:
    source: dict[str, Any] = tokens()["themes"][name]
    return Theme(
        name=name,
        colours=MappingProxyType(source["color"]),
        ramps=MappingProxyType({family: _ramp(source["heat"][family]) for family in Family}),
        dim=MappingProxyType({emphasis: float(source["dim"][emphasis]) for emphasis in Emphasis}),
        shadow=tuple(ShadowLayer(*layer) for layer in source["shadow"]["layers"]),
        metrics=metrics(),
    )


def _ramp(stops: list[tuple[float, str]]) -> HeatRamp:
    return HeatRamp(tuple((float(position), colour) for position, colour in stops))


def _on_ramp(stops: tuple[tuple[float, str], ...], position: float) -> str:
    """Interpolated in OKLab, so that equal differences look equal."""
    for (low, below), (high, above) in pairwise(stops):
        if position <= high:
            share = (position - low) / (high - low)
            first, second, third = (a + (b - a) * share for a, b in zip(oklab(below), oklab(above), strict=True))
            return from_oklab((first, second, third))
    return stops[-1][1]
