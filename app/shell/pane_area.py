"""Where panes stand: columns beside the canvas, a strip under it, and what goes over the whole width."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.signal import Signal
from app.model.workspace import PANES, Area, PaneId, Workspace
from app.widgets.magnified import Magnified
from app.widgets.pane import Pane
from app.widgets.tabs import Tabs

Maker = Callable[[], QWidget]

_STRIP_HEIGHT, _LOWEST = 170, 96
_HEIGHTS = {PaneId.QUEUE: 176, PaneId.TENSOR: 244}
"""How high panes are at first that do not take what is left; in a low window they take half of it at most."""


class PaneArea(QWidget):
    """Holds the canvas and the panes around it. Panes are made by `makers` when they are first shown.

    `changed` is emitted when others are shown.
    """

    def __init__(self, canvas: QWidget, makers: Mapping[PaneId, Maker], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.changed: Signal[None] = Signal()
        self.tabs = Tabs()
        self._makers = makers
        self._bodies: dict[PaneId, QWidget] = {}
        self._frames: dict[PaneId, QWidget] = {}
        self._areas: dict[PaneId, Area] = {}
        self._shown: tuple[PaneId, ...] = ()
        self._chosen: dict[str, tuple[int, ...]] = {}
        self._left = _splitter(Qt.Orientation.Vertical)
        self._right = _splitter(Qt.Orientation.Vertical, self.tabs)
        self._strip = _splitter(Qt.Orientation.Horizontal)
        self._foot = _splitter(Qt.Orientation.Vertical)
        self._middle = _splitter(Qt.Orientation.Vertical, canvas, self._strip)
        self._upper = _splitter(Qt.Orientation.Horizontal, self._left, self._middle, self._right)
        self._whole = _splitter(Qt.Orientation.Vertical, self._upper, self._foot)
        self._magnification = 1.0
        self._glasses: dict[QWidget, Magnified] = {}
        for splitter, place in ((self._upper, 1), (self._middle, 0), (self._whole, 0)):
            splitter.setStretchFactor(place, 1)
        self._homes = {
            Area.LEFT: self._left, Area.RIGHT: self._right, Area.STRIP: self._strip, Area.BOTTOM: self._foot,
        }  # fmt: skip
        self.tabs.setMinimumHeight(_LOWEST)
        for name, splitter in self._splitters().items():
            splitter.splitterMoved.connect(partial(self._choose, name))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._whole)

    @property
    def shown(self) -> tuple[PaneId, ...]:
        """The panes that are visible, those behind others too."""
        return self._shown

    @property
    def known(self) -> frozenset[PaneId]:
        """The panes that can be shown."""
        return frozenset(self._makers)

    def pane(self, pane: PaneId) -> QWidget:
        """What is in a pane, made now if it was never shown."""
        if pane not in self._bodies:
            self._bodies[pane] = self._makers[pane]()
        return self._bodies[pane]

    def show_panes(self, panes: Sequence[PaneId], workspace: Workspace) -> None:
        """Shows these panes, as far as they are known, where and as large as the workspace has them, and no others."""
        self._shown = tuple(pane for pane in panes if pane in self._makers)
        for pane in self._shown:
            self._put(pane, workspace.area_of(pane))
        pages = [(pane, PANES[pane].title, partial(self.pane, pane)) for pane in self._in(Area.RIGHT_TABS)]
        self.tabs.show_pages(pages)
        self.tabs.setVisible(bool(pages))
        for pane, frame in self._frames.items():
            frame.setVisible(pane in self._shown)
        self._magnify(workspace.magnification)
        self._left.setVisible(bool(self._in(Area.LEFT)))
        for part, is_shown in ((self._right, pages or self._in(Area.RIGHT)), (self._foot, self._in(Area.BOTTOM))):
            self._glasses.get(part, part).setVisible(bool(is_shown))
        self._strip.setVisible(bool(self._in(Area.STRIP)))
        self._settle()
        self.changed.emit(None)

    def bring_to_front(self, pane: PaneId) -> None:
        """Turns to a pane that may be behind others."""
        if pane in self._in(Area.RIGHT_TABS):
            self.tabs.turn_to(pane)

    # Sizes

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """How wide and high the user has made things, by names."""
        return dict(self._chosen)

    def set_sizes(self, sizes: Mapping[str, Sequence[int]]) -> None:
        """Makes things as wide and high as the user had them; the others have their usual sizes in any window."""
        self._chosen = {name: tuple(held) for name, held in sizes.items()}
        for name, splitter in self._splitters().items():
            if self._is_chosen(name):
                splitter.setSizes(self._chosen[name])
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def _choose(self, name: str, *_: int) -> None:
        self._chosen[name] = tuple(self._splitters()[name].sizes())

    def _settle(self) -> None:
        """Gives their usual sizes to those that the user has not changed."""
        for name, usual in self._usual_sizes().items():
            if not self._is_chosen(name):
                self._splitters()[name].setSizes(usual)

    def _is_chosen(self, name: str) -> bool:
        """Whether the user has set these sizes, while as many panes stood there as now."""
        return name in self._chosen and len(self._chosen[name]) == self._splitters()[name].count()

    def _splitters(self) -> dict[str, QSplitter]:
        return {
            "left": self._left, "right": self._right, "strip": self._strip, "middle": self._middle,
            "upper": self._upper, "whole": self._whole, "foot": self._foot,
        }  # fmt: skip

    def _usual_sizes(self) -> dict[str, list[int]]:
        size, width, height, larger = metrics().size, self.width(), self.height(), self._magnification
        left = min(round(size.outline), width // 5)
        right = min(round(size.right_column * larger), width // 3)
        below = min(round(size.timeline * larger), max(height // 3, round(size.timeline)))
        above = height - below - 1 if self._in(Area.BOTTOM) else height
        return {
            "whole": [height - below - 1, below],
            "upper": [left, width - left - right - 2, right],
            "middle": [above - _STRIP_HEIGHT - 1, _STRIP_HEIGHT],
            "left": self._heights(self._left, above),
            "right": self._heights(self._right, round(above / larger)),
            "strip": [width] * self._strip.count(),
            "foot": [below] * self._foot.count(),
        }

    def _heights(self, column: QSplitter, height: int) -> list[int]:
        """The known heights, and for each of the others its share of what they leave."""
        wanted = {self._frames[pane]: held for pane, held in _HEIGHTS.items() if pane in self._frames}
        widgets = [widget for place in range(column.count()) if (widget := column.widget(place)) is not None]
        shown = [widget for widget in widgets if not widget.isHidden()]
        known = {widget: min(wanted[widget], height // 2) for widget in shown if widget in wanted}
        share = (height - sum(known.values()) - len(shown) + 1) // max(len(shown) - len(known), 1)
        return [known.get(widget, share) for widget in widgets]

    def _magnify(self, by: float) -> None:
        """Puts a glass over the panes beside the canvas and below it, or takes it away."""
        if by == self._magnification:
            return
        self._magnification = by
        for home, part in ((self._upper, self._right), (self._whole, self._foot)):
            if glass := self._glasses.pop(part, None):
                home.replaceWidget(home.indexOf(glass), glass.take())
                glass.deleteLater()
            if by != 1.0:
                glass = self._glasses[part] = Magnified(by)
                home.replaceWidget(home.indexOf(part), glass)
                glass.show_widget(part)

    # Panes

    def _in(self, area: Area) -> list[PaneId]:
        return [pane for pane in self._shown if self._areas[pane] is area]

    def _put(self, pane: PaneId, area: Area) -> None:
        """Lets a pane stand in an area: among the tabs, or in a frame of its own."""
        if self._areas.get(pane) is not area:
            self._take_out(pane)
            self._areas[pane] = area
        if area is not Area.RIGHT_TABS and pane not in self._frames:
            self._frames[pane] = self._framed(pane, self._homes[area])

    def _take_out(self, pane: PaneId) -> None:
        frame, body = self._frames.pop(pane, None), self._bodies.get(pane)
        if body is None:
            return
        body.hide()
        body.setParent(self)
        if frame is not None and frame is not body:
            frame.hide()
            frame.deleteLater()

    def _framed(self, pane: PaneId, home: QSplitter) -> QWidget:
        """The widget in the splitter: the pane itself if it has a heading of its own, else with its title."""
        body = self.pane(pane)
        frame = body if body.property("has_heading") else Pane(PANES[pane].title, body)
        order = list(PANES)
        places = [home.indexOf(self._frames[other]) for other in order[order.index(pane) :] if other in self._frames]
        frame.setMinimumHeight(_LOWEST)
        home.insertWidget(next((place for place in places if place >= 0), home.count()), frame)
        body.show()  # not before it has a parent: it would be a window of its own
        home.setStretchFactor(home.indexOf(frame), 0 if pane in _HEIGHTS else 1)
        return frame


def _splitter(orientation: Qt.Orientation, *widgets: QWidget) -> QSplitter:
    made = QSplitter(orientation)
    made.setHandleWidth(1)
    made.setChildrenCollapsible(False)
    for widget in widgets:
        made.addWidget(widget)
    return made
