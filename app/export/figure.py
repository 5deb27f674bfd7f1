"""A picture that is ready to be written into a file, and how it is to be written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.render.facts import Facts
from app.render.frame import Frame
from core.errors import ArgumentError

SMALLEST_SCALE, LARGEST_SCALE = 0.1, 8.0
DPI_AT_ONE = 96.0
"""A pixel at scale 1 is 1/96 inch, as in SVG and on the web."""


class ExportError(ArgumentError):
    """A picture that cannot be written as it was asked for."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A frame with what a file says about it in words.

    `moment` is when it was taken, and `remark` what has happened there. `facts` has the name and the numbers of
    nodes and wires, by their ids in the frame. `document` is the content of a `.gradwalk` file, from which opening
    the picture restores the document; b"" leaves it out.
    """

    frame: Frame
    title: str = ""
    description: str = ""
    author: str = ""
    moment: str = ""
    remark: str = ""
    facts: Mapping[str, Facts] = field(default_factory=dict)
    document: bytes = b""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to write a figure: its size, and whether letters become outlines, which look the same everywhere."""

    scale: float = 1.0
    outlines: bool = False

    def __post_init__(self) -> None:
        if not math.isfinite(self.scale) or not SMALLEST_SCALE <= self.scale <= LARGEST_SCALE:
            raise ExportError(
                f"A picture cannot be drawn at scale {self.scale:g}.",
                f"Choose a scale from {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}.",
            )

    @classmethod
    def at_dpi(cls, dpi: float, *, outlines: bool = False) -> Settings:
        """The settings for a number of dots per inch."""
        low, high = SMALLEST_SCALE * DPI_AT_ONE, LARGEST_SCALE * DPI_AT_ONE
        if not low <= dpi <= high:
            raise ExportError(f"A picture cannot have {dpi:g} dots per inch.", f"Choose from {low:g} to {high:g}.")
        return cls(dpi / DPI_AT_ONE, outlines)
