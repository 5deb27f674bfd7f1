"""A large tensor as a heat map that can be zoomed, and the spread of its numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from app.model.theme import Family, HeatRamp, Theme
from app.panels.tensor.cells import as_matrix
from app.render.previews import heat_map
from app.widgets.theming import theme_of
from core import numbers
from core.debug.arrays import Array

_MOST_PIXELS = 512
"""A matrix with more rows or columns is averaged."""
_BINS = 48
_HISTOGRAM_HEIGHT = 44


class HeatView(QWidget):
    """Shows a heat map above a histogram. The numbers under the pointer are told in a tip.

    The plotting library takes long to import: it is imported when a large tensor is first shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        import pyqtgraph  # 0.4 s, so not before a large tensor is shown

        self._array: Array = np.zeros((1, 1))
        self._family = Family.GRADIENT
        self._limit = 1.0
        self.map: Any = pyqtgraph.PlotWidget()
        self.image: Any = pyqtgraph.ImageItem(axisOrder="row-major")
        self.histogram: Any = pyqtgraph.PlotWidget()
        self.zero: Any = pyqtgraph.InfiniteLine(0)
        self.bars: Any = pyqtgraph.BarGraphItem(x=[0.0], height=[0.0], width=1.0)
        self._set_up()

    def show_array(self, array: Array, family: Family, limit: float) -> None:
        """Shows another tensor, with colours from -limit to limit."""
        self._array, self._family, self._limit = array, family, limit
        self.setAccessibleName(f"Heat map of {numbers.shape(array.shape)}")
        self._draw()

    def value_at(self, place: QPointF) -> str:
        """What is at a place of the map, in its own coordinates: "[2, 13] = 0.25"; "" outside."""
        matrix = as_matrix(self._array)
        row, column = int(np.floor(place.y())), int(np.floor(place.x()))
        if not (0 <= row < matrix.shape[0] and 0 <= column < matrix.shape[1]):
            return ""
        element = np.unravel_index(row * matrix.shape[1] + column, self._array.shape)
        return f"[{', '.join(map(str, map(int, element)))}] = {numbers.full(matrix[row, column].item())}"

    def _draw(self) -> None:
        theme, matrix = theme_of(self), as_matrix(self._array)
        rows, columns = (min(size, _MOST_PIXELS) for size in matrix.shape)
        heat = heat_map(self._array, self._limit, rows, columns)
        levels = np.frombuffer(heat.levels, np.uint8).reshape(rows, columns)
        self.image.setLookupTable(_table(theme.ramps[self._family], theme.colour("nan.base")))
        self.image.setImage(levels, levels=(0, 255), autoLevels=False)
        self.image.setRect(0, 0, matrix.shape[1], matrix.shape[0])
        self.map.setRange(xRange=(0, matrix.shape[1]), yRange=(0, matrix.shape[0]), padding=0)
        self._draw_histogram(theme)
        for plot in (self.map, self.histogram):
            plot.setBackground(theme.colour("panel"))

    def _draw_histogram(self, theme: Theme) -> None:
        finite = self._array[np.isfinite(self._array)].astype(np.float64)
        counts, edges = np.histogram(finite, _BINS) if finite.size else (np.zeros(1), np.array([0.0, 1.0]))
        middle = (edges[:-1] + edges[1:]) / 2
        colour = theme.colour(f"{self._family}.base")
        self.bars.setOpts(x=middle, height=counts, width=float(edges[1] - edges[0]) * 0.9, brush=colour, pen=None)
        self.zero.setPen(theme.colour("text.quiet"))
        self.histogram.setRange(xRange=(edges[0], edges[-1]), yRange=(0, max(float(counts.max()), 1.0)), padding=0.02)

    def _set_up(self) -> None:
        self.map.hideAxis("left")
        self.map.hideAxis("bottom")
        self.map.invertY(True)
        self.map.addItem(self.image)
        self.histogram.hideAxis("left")
        self.histogram.hideAxis("bottom")
        self.histogram.setFixedHeight(_HISTOGRAM_HEIGHT)
        self.histogram.setMouseEnabled(x=False, y=False)
        self.histogram.addItem(self.bars)
        self.histogram.addItem(self.zero)
        for plot in (self.map, self.histogram):
            plot.setMenuEnabled(False)
            plot.hideButtons()
            plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.map.scene().sigMouseMoved.connect(self._point)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 4)
        column.setSpacing(6)
        column.addWidget(self.map, 1)
        column.addWidget(self.histogram)

    def _point(self, place: QPointF) -> None:
        text = self.value_at(self.map.getViewBox().mapSceneToView(place))
        QToolTip.showText(self.map.mapToGlobal(place.toPoint()), text, self.map)


def _table(ramp: HeatRamp, undefined: str) -> NDArray[np.uint8]:
    """The colours of all levels; level 0 stands for what is not finite."""
    colours = [undefined, *ramp.levels[1:]]
    return np.array([[*bytes.fromhex(colour[1:])] for colour in colours], np.uint8)
