"""What the canvas asks others to do: to open a search or a menu."""

from __future__ import annotations

from dataclasses import dataclass

from app.canvas.scene.targets import Target
from app.render.marks import Point
from core.expr.graph import Slot, Source
from core.expr.ids import NodeId


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search for a node to add at `place` in the scene, which is at `screen` in the widget.

    With `source` the new node is to take that result, with `target` its result is to go to that input.
    """

    place: Point
    screen: Point
    source: Source | None = None
    target: tuple[NodeId, Slot] | None = None


@dataclass(frozen=True, slots=True)
class MenuRequest:
    """A menu for what is under the pointer, or what the keyboard is at; `place` and `screen` as for a search."""

    target: Target
    place: Point
    screen: Point
