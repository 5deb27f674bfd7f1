"""Layered placement of directed acyclic graphs: plain data in, positions and wires out.

    graph = Graph({"x": Box(120, 80), "y": Box(120, 80)}, [Edge("x", "y")])
    place(graph).positions["y"]

The method is that of Sugiyama: layers, order within the layers, coordinates, wires. One module does one step.
"""

from core.layout.curves import Cubic, wire_curves
from core.layout.direction import Direction
from core.layout.graph import Box, Edge, Gaps, Graph, Group, Insets, Key, Point, Size
from core.layout.place import place
from core.layout.placement import LayoutCancelled, Placement, Rect, Route

__all__ = [
    "Box",
    "Cubic",
    "Direction",
    "Edge",
    "Gaps",
    "Graph",
    "Group",
    "Insets",
    "Key",
    "LayoutCancelled",
    "Placement",
    "Point",
    "Rect",
    "Route",
    "Size",
    "place",
    "wire_curves",
]
