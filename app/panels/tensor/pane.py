"""The tensor pane: a heading with the choice of value or gradient, and the numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.model.session import Session
from app.model.theme import Family
from app.panels.following import Following
from app.panels.tensor.cells import fits, limits
from app.panels.tensor.content import TensorContent, content_of
from app.panels.tensor.heat_view import HeatView
from app.panels.tensor.numbers_view import NumbersView
from app.panels.tensor.title import TensorTitle
from app.widgets.pane import PaneHeader
from app.widgets.segmented import Segment, Segmented
from core.debug.arrays import Statistics

_SEGMENTS = (
    Segment(Family.VALUE, "Value", "what was computed"),
    Segment(Family.GRADIENT, "Gradient", "what has arrived by now"),
)


class TensorPane(Following):
    """Shows the tensor that is selected, or else the one that the step is about."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setProperty("has_heading", True)
        self.setAccessibleName("Tensor")
        self.title = TensorTitle()
        self.choice = Segmented("Shown", _SEGMENTS, height=22)
        self.choice.show_current(Family.GRADIENT)
        self.choice.chosen.connect(lambda _: self.refresh())
        self.numbers = NumbersView()
        self.numbers_below = NumbersView(with_cells=False)
        self.heat: HeatView | None = None
        self._stack = QStackedWidget()
        self._lay_out()
        self.setFocusProxy(self.choice)

    @property
    def family(self) -> Family:
        """Whether values or gradients are shown."""
        return Family(self.choice.current)

    def refresh(self) -> None:
        content = _as_it_fits(content_of(self.session, self.family))
        self.title.show_title(content.title, content.result, self.family)
        if fits(content.rows):
            self.numbers.show_content(content)
            self._stack.setCurrentIndex(0)
        else:
            self._show_heat(content)

    def _show_heat(self, content: TensorContent) -> None:
        """Shows a tensor with many numbers; what is left of one that was not kept is computed again."""
        if self.heat is None:
            self.heat = HeatView()
            self._stack.addWidget(_with_summary(self.heat, self.numbers_below))
        row, recording = content.rows[-1], self.session.stepping.recording
        array = row.value
        if isinstance(array, Statistics) and recording is not None:
            array = recording.whole(array)
        if isinstance(array, np.ndarray):
            self.heat.show_array(array, row.family, limits([row])[row.family])
            self.numbers_below.show_content(content)
        self._stack.setCurrentIndex(1)

    def _lay_out(self) -> None:
        header = PaneHeader("Tensor")
        header.row.insertWidget(1, self.title, 100)
        header.row.addWidget(self.choice)
        area = QScrollArea()
        area.setWidget(self.numbers)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._stack.addWidget(area)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self._stack, 1)


def _as_it_fits(content: TensorContent) -> TensorContent:
    """The whole calculation, or only its result where that has a place in cells by itself."""
    result = content.rows[-1:]
    if fits(content.rows) or not fits(result):
        return content
    return replace(content, rows=tuple(replace(row, sign="") for row in result))


def _with_summary(heat: QWidget, below: QWidget) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(heat, 1)
    column.addWidget(below)
    return made
