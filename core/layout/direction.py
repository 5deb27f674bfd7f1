"""The four ways a drawing can run, and the two axes that the rest of the layout works in.

Inside, every drawing runs the same way: *along* grows from source to target, *across* grows to the right
or downwards, and a box has a length (along) and a breadth (across).
"""

from __future__ import annotations

from enum import StrEnum

from core.layout.graph import Box, Insets, Point, Size


class Direction(StrEnum):
    """The way edges run: left to right, right to left, top to bottom or bottom to top."""

    LEFT_TO_RIGHT = "LR"
    RIGHT_TO_LEFT = "RL"
    TOP_TO_BOTTOM = "TB"
    BOTTOM_TO_TOP = "BT"

    @property
    def horizontal(self) -> bool:
        """Whether edges run along x."""
        return self in (Direction.LEFT_TO_RIGHT, Direction.RIGHT_TO_LEFT)

    @property
    def backwards(self) -> bool:
        """Whether edges run against x or y."""
        return self in (Direction.RIGHT_TO_LEFT, Direction.BOTTOM_TO_TOP)

    def measure(self, size: Size | Box) -> tuple[float, float]:
        """The length and the breadth of something with a width and a height."""
        return (size.width, size.height) if self.horizontal else (size.height, size.width)

    def to_screen(self, along: float, across: float) -> Point:
        """Where a point of the drawing is on the screen."""
        signed = -along if self.backwards else along
        return Point(signed, across) if self.horizontal else Point(across, signed)

    def from_screen(self, point: Point) -> tuple[float, float]:
        """The (along, across) of a point on the screen."""
        along, across = point if self.horizontal else (point[1], point[0])
        return (-along if self.backwards else along), across

    def corner(self, along: float, across: float, length: float) -> Point:
        """The top left corner on the screen of a box that begins at (along, across)."""
        return self.to_screen(along + length if self.backwards else along, across)

    def start(self, corner: Point, length: float) -> tuple[float, float]:
        """The (along, across) at which a box of this length begins; the inverse of `corner`."""
        along, across = self.from_screen(corner)
        return (along - length if self.backwards else along), across

    def turn(self, insets: Insets) -> tuple[float, float, float, float]:
        """Insets as (before, after) along and (low, high) across."""
        left, top, right, bottom = insets
        first, last, low, high = (left, right, top, bottom) if self.horizontal else (top, bottom, left, right)
        return (last, first, low, high) if self.backwards else (first, last, low, high)
