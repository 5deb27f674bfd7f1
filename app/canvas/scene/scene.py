"""A frame as the canvas keeps it: in arrays, so that one out of thousands is found and drawn at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from app.canvas.scene.areas import NOTHING, grown, meeting
from app.canvas.scene.differences import changed_rows
from app.canvas.scene.lift import Lift
from app.canvas.scene.node_table import NodeTable
from app.canvas.scene.wire_table import WireTable
from app.model.selection import Selection
from app.render.batch import Ints
from app.render.draw_node import OVERFLOW
from app.render.frame import Frame, PlacedRegion, PlacedSeed
from app.render.geometry import Floats
from app.render.marks import Rect
from app.render.overlays import MiniMap, Overlay

_REGION_REACH = 6.0
"""How far the outline of a selected region reaches beyond it."""
_SEED_REACH = 160.0


class Scene:
    """Nodes, wires and regions of a frame; what is selected is drawn as selected, what is lifted not at all.

    The `magnification` is how much larger than usual everything is shown to those who sit far away.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.selection = Selection()
        self.nodes = NodeTable(frame.nodes)
        self.wires = WireTable(frame.theme, frame.wires)
        self.regions = frame.regions
        self.lift: Lift | None = None
        self.magnification = 1.0

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """What is pinned to the viewport: what the frame holds, and (at the usual size) a minimap of all nodes."""
        others = tuple(overlay for overlay in self.frame.overlays if not isinstance(overlay, MiniMap))
        return (*others, MiniMap((), self.frame.bounds)) if self.nodes.placed and self.magnification == 1.0 else others

    @property
    def resting_regions(self) -> tuple[PlacedRegion, ...]:
        """The regions that are not lifted."""
        lift = self.lift
        return self.regions if lift is None else tuple(one for one in self.regions if one.id not in lift.regions)

    def nodes_in(self, areas: Floats) -> Ints:
        """The rows of the resting nodes of which something is in these areas."""
        rows = meeting(self.nodes.boxes, grown(areas, OVERFLOW))
        return rows if self.lift is None else np.setdiff1d(rows, self.lift.nodes, assume_unique=True)

    def wires_in(self, areas: Floats) -> Ints:
        """The rows of the resting wires of which something is in these areas."""
        rows = meeting(self.wires.boxes, areas)
        return rows if self.lift is None else np.setdiff1d(rows, self.lift.wires, assume_unique=True)

    def show(self, frame: Frame) -> Floats | None:
        """Takes another frame; returns what of the picture changed (n, 4), None when all may have."""
        before, self.frame = self.frame, frame
        parts = [self._show_nodes(), self._show_wires(before), self._show_regions(), _seeds(before, frame)]
        changed = [part for part in parts if part is not None]
        return None if len(changed) < len(parts) or _ground(before) != _ground(frame) else np.concatenate(changed)

    def select(self, selection: Selection) -> Floats:
        """Draws other parts as selected; returns what of the picture changed."""
        self.selection = selection
        regions = self._show_regions()
        parts = [self.nodes.select(selection.nodes), self.wires.select(selection.wires)]
        return np.concatenate(parts if regions is None else [*parts, regions])

    def _show_nodes(self) -> Floats | None:
        placed = self.frame.nodes
        rows = changed_rows(self.nodes.placed, placed)
        if rows is None:
            self.nodes = NodeTable(placed, self.selection.nodes)
            return None
        return self.nodes.update(placed, rows)

    def _show_wires(self, before: Frame) -> Floats | None:
        placed, theme = self.frame.wires, self.frame.theme
        rows = changed_rows(self.wires.placed, placed) if theme is before.theme else None
        if rows is None:
            self.wires = WireTable(theme, placed, self.selection.wires)
            return None
        return self.wires.update(placed, rows)

    def _show_regions(self) -> Floats | None:
        before, self.regions = self.regions, tuple(map(self._drawn, self.frame.regions))
        rows = changed_rows(before, self.regions)
        if rows is None:
            return None
        changed = (regions[row] for regions in (before, self.regions) for row in rows)
        return _boxes(region.area.grown(_REGION_REACH) for region in changed)

    def _drawn(self, region: PlacedRegion) -> PlacedRegion:
        if region.id not in self.selection.regions:
            return region
        return replace(region, look=replace(region.look, selected=True))


def _ground(frame: Frame) -> tuple[object, ...]:
    """What cannot be told apart by places: a change of it changes all of the picture."""
    return id(frame.theme), frame.grid, frame.chips, frame.edges, frame.words


def _seeds(before: Frame, after: Frame) -> Floats:
    if before.seeds == after.seeds:
        return NOTHING
    return _boxes(_seed_area(seed) for seed in (*before.seeds, *after.seeds))


def _seed_area(seed: PlacedSeed) -> Rect:
    return Rect(seed.x, seed.y, 0, 0).grown(_SEED_REACH)


def _boxes(areas: Iterable[Rect]) -> Floats:
    rows = [(area.x, area.y, area.right, area.bottom) for area in areas]
    return np.array(rows, dtype=np.float64).reshape(-1, 4)
