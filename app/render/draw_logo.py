"""The Gradwalk mark: a value going one way, a gradient coming back."""

from __future__ import annotations

from app.model.theme import Theme
from app.render.marks import Disc, Marks, Shape, Stroke

_WIDTH = 18.0
"""The width that the paths are written for."""


def logo_marks(x: float, y: float, width: float, theme: Theme) -> Marks:
    """The mark with its upper left corner at (x, y); it is 0.7 times as high as it is wide."""
    scale = width / _WIDTH
    value, gradient = theme.colour("value.base"), theme.colour("gradient.base")
    return (
        Shape("M2 10.2C6 10.2 5.4 1.2 10 1.2", "", _stroke(value, scale), x, y, scale),
        Shape("M9 11.2C13 11.2 12.4 2.2 16 2.2", "", _stroke(gradient, scale), x, y, scale),
        Disc(x + 2 * scale, y + 10.4 * scale, 2.2 * scale, fill=value),
        Disc(x + 16 * scale, y + 2.2 * scale, 2.2 * scale, fill=gradient),
    )


def _stroke(colour: str, scale: float) -> Stroke:
    return Stroke(colour, 2 * scale, round_cap=True)
