"""Pictures of cards and packets, drawn once and then copied in thousands.

A sheet holds all sprites of one zoom and one pixel ratio in a single pixmap, so that any number of them
is one call. Sheets that were not used for longest make room when the memory budget is spent.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.model.theme import Theme
from app.render.batch import Ints, draw_fragments, whole_pixels
from app.render.card_box import card_box
from app.render.detail import Detail, detail_at
from app.render.draw_node import OVERFLOW, node_marks
from app.render.draw_packet import packet_extent, packet_marks
from app.render.geometry import Floats
from app.render.looks import GradientLine, NodeLook, PacketLook, ValueLine
from app.render.marks import Marks, Rect
from app.render.paint import paint

Drawable: TypeAlias = NodeLook | PacketLook
SheetKey: TypeAlias = tuple[float, float]

BUDGET = 64 * 2**20
"""Bytes that sheets may take together; what is on screen is kept even if it needs more."""
_SHEET_WIDTH = 2048
_SHEET_STEP = 512
_SHELF_STEP = 8
_MOST_IDENTITIES = 200_000
"""Looks of earlier pictures are forgotten when there are this many."""
_BYTES_PER_PIXEL = 4


@dataclass(slots=True)
class _Shelf:
    """A row of sprites of about one height."""

    top: int
    used: int = 0


@dataclass(slots=True)
class Sheet:
    """All sprites of one zoom and pixel ratio. `sources` has a row per sprite: left, top, width, height."""

    theme: Theme
    zoom: float
    ratio: float
    filled: int = 0
    pixmap: QPixmap = field(default_factory=QPixmap)
    sources: Floats = field(default_factory=lambda: np.zeros((256, 4)))
    origins: Floats = field(default_factory=lambda: np.zeros((256, 2)))
    _by_look: dict[Drawable, int] = field(default_factory=dict)
    _by_identity: dict[int, tuple[Drawable, int]] = field(default_factory=dict)
    _shelves: dict[int, _Shelf] = field(default_factory=dict)
    _bottom: int = 0

    @property
    def bytes(self) -> int:
        """Memory that the pixmap takes."""
        return self.pixmap.width() * self.pixmap.height() * _BYTES_PER_PIXEL

    def indices(self, looks: Sequence[Drawable]) -> Ints:
        """The sprite of each look; those that are missing are drawn first."""
        known = self._by_identity
        if len(known) > _MOST_IDENTITIES:
            known.clear()
        if missing := [look for look in looks if id(look) not in known]:
            self._add(missing)
        return np.array([known[id(look)][1] for look in looks], dtype=np.intp)

    def _add(self, looks: list[Drawable]) -> None:
        """A look is found by its identity, which is fast, and drawn only if no equal one was."""
        fresh: list[tuple[Drawable, QRect]] = []
        for look in looks:
            seen = simplified(look, detail_at(self.zoom))
            index = self._by_look.get(seen)
            if index is None:
                index = self._by_look[seen] = len(self._by_look)
                fresh.append((seen, self._place(index, _extent(seen))))
            self._by_identity[id(look)] = look, index
        if fresh:
            self._draw(fresh)

    def _place(self, index: int, extent: Rect) -> QRect:
        """Room for a sprite on a shelf of its height."""
        scale = self.zoom * self.ratio
        width, height = math.ceil(extent.width * scale) + 1, math.ceil(extent.height * scale) + 1
        step = -(-height // _SHELF_STEP) * _SHELF_STEP
        shelf = self._shelves.get(step)
        if shelf is None or shelf.used + width > _SHEET_WIDTH:
            shelf = self._shelves[step] = _Shelf(self._bottom)
            self._bottom += step
        area = QRect(shelf.used, shelf.top, width, height)
        shelf.used += width
        if index >= len(self.sources):
            self.sources = np.concatenate([self.sources, np.zeros_like(self.sources)])
            self.origins = np.concatenate([self.origins, np.zeros_like(self.origins)])
        self.sources[index] = area.x(), area.y(), width, height
        self.origins[index] = extent.x * scale, extent.y * scale
        return area

    def _draw(self, fresh: list[tuple[Drawable, QRect]]) -> None:
        self._grow()
        with QPainter(self.pixmap) as painter:
            for look, area in fresh:
                painter.save()
                painter.setClipRect(area)
                extent = _extent(look)
                painter.translate(area.x(), area.y())
                painter.scale(self.zoom * self.ratio, self.zoom * self.ratio)
                painter.translate(-extent.x, -extent.y)
                paint(painter, _marks(look, self.theme, self.zoom))
                painter.restore()
        self.filled += len(fresh)

    def _grow(self) -> None:
        height = -(-self._bottom // _SHEET_STEP) * _SHEET_STEP
        if height <= self.pixmap.height():
            return
        larger = QPixmap(_SHEET_WIDTH, height)
        larger.fill(Qt.GlobalColor.transparent)
        if not self.pixmap.isNull():
            with QPainter(larger) as painter:
                painter.drawPixmap(0, 0, self.pixmap)
        self.pixmap = larger


@dataclass(slots=True)
class SpriteCache:
    """Sheets by zoom and pixel ratio, within a memory budget."""

    theme: Theme
    budget: int = BUDGET
    _sheets: OrderedDict[SheetKey, Sheet] = field(default_factory=OrderedDict)

    @property
    def bytes(self) -> int:
        """Memory that all sheets take."""
        return sum(sheet.bytes for sheet in self._sheets.values())

    @property
    def filled(self) -> int:
        """How many sprites were drawn into the sheets that are kept."""
        return sum(sheet.filled for sheet in self._sheets.values())

    def sheet(self, zoom: float, ratio: float = 1.0) -> Sheet:
        """The sheet of a zoom, which is rounded to thousandths, and of a device pixel ratio."""
        key = round(zoom, 3), ratio
        if key not in self._sheets:
            self._sheets[key] = Sheet(self.theme, *key)
        self._sheets.move_to_end(key)
        return self._sheets[key]

    def blit(
        self,
        painter: QPainter,
        looks: Sequence[Drawable],
        places: Floats,
        zoom: float,
        ratio: float = 1.0,
        opacity: Floats | float = 1.0,
    ) -> None:
        """Draws looks with their origins at places (n, 2) in device pixels, in one call.

        A card's origin is its upper left corner, a packet's its centre. The painter must not be scaled.
        """
        if not len(looks):
            return
        sheet = self.sheet(zoom, ratio)
        indices = sheet.indices(looks)
        draw_fragments(painter, fragments(sheet, indices, places, opacity), sheet.pixmap)
        self._make_room(sheet, looks)

    def _make_room(self, current: Sheet, looks: Sequence[Drawable]) -> None:
        """Drops the sheets used longest ago; a sheet that is too large by itself starts again."""
        while self.bytes > self.budget and len(self._sheets) > 1:
            self._sheets.popitem(last=False)
        if current.bytes > self.budget and len(current._by_look) > 2 * len(looks):
            self._sheets.clear()


def fragments(sheet: Sheet, indices: Ints, places: Floats, opacity: Floats | float = 1.0) -> Floats:
    """Pixmap fragments (n, 10): centre, source rectangle, scales, rotation and opacity.

    Corners are rounded to whole pixels, so that sprites stay as sharp as they were drawn.
    """
    sources = sheet.sources[indices]
    result = np.zeros((len(indices), 10))
    result[:, 0:2] = whole_pixels(places + sheet.origins[indices]) + sources[:, 2:4] / 2
    result[:, 2:6] = sources
    result[:, 6:8] = 1.0
    result[:, 9] = opacity
    return result


def simplified(look: Drawable, detail: Detail) -> Drawable:
    """The look without what is not drawn at a detail, so that more cards share a sprite."""
    if not isinstance(look, NodeLook) or detail >= Detail.NUMBERS:
        return look
    gradient = look.gradient
    if isinstance(gradient, GradientLine):
        gradient = GradientLine(gradient.state)
    sparse = replace(
        look, value=ValueLine(), gradient=gradient, name="", queue=0, order=0, inputs=(), folded=0, switch=None
    )
    if detail is Detail.SYMBOL:
        return sparse
    return replace(sparse, symbol=None, title="", category="")


def _extent(look: Drawable) -> Rect:
    """Where the marks of a look may reach, around its origin."""
    match look:
        case NodeLook():
            box = card_box(look)
            return Rect(0, 0, box.width, box.height).grown(OVERFLOW)
        case PacketLook():
            return packet_extent(look)


def _marks(look: Drawable, theme: Theme, zoom: float) -> Marks:
    return node_marks(look, theme, zoom) if isinstance(look, NodeLook) else packet_marks(look, theme)
