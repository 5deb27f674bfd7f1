"""Panes that stand behind each other, with their titles in a row above them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.theme import Theme
from app.render.fonts import text_width
from app.render.marks import Box, Marks, Rect, Stroke, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of

Make = Callable[[], QWidget]

_LEFT, _GAP, _LEAST_GAP = 16.0, 20.0, 9.0


class TabRow(QWidget):
    """The titles. `chosen` is emitted with the key of the one that the user takes."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles: tuple[tuple[str, str], ...] = ()
        self._current = ""
        self.setFixedHeight(round(metrics().size.pane_header))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_titles(self, titles: Sequence[tuple[str, str]], current: str) -> None:
        """Shows titles by their keys, and which of them is in front."""
        self._titles = tuple(titles)
        self._current = current
        name = dict(titles).get(current, "")
        self.setAccessibleName(f"Tabs, {name} in front" if name else "Tabs")
        self.update()

    def sizeHint(self) -> QSize:
        width = sum(text_width(title, _style(front=True)) + _GAP for _, title in self._titles)
        return QSize(round(width - _GAP + 2 * _LEFT) if self._titles else 0, self.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        for (key, _), area in zip(self._titles, self._areas(), strict=True):
            if area.x - _GAP / 2 <= x <= area.right + _GAP / 2:
                self.chosen.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step, keys = steps.get(Qt.Key(event.key())), [key for key, _ in self._titles]
        if step is None or self._current not in keys:
            super().keyPressEvent(event)
            return
        self.chosen.emit(keys[(keys.index(self._current) + step) % len(keys)])

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _areas(self) -> list[Rect]:
        """Where the titles stand: closer together where there is little room."""
        widths = [text_width(title, _style(front=True)) for _, title in self._titles]
        room = (self.width() - 2 * _LEFT - sum(widths)) / max(len(widths) - 1, 1)
        gap, x, areas = min(max(room, _LEAST_GAP), _GAP), _LEFT, []
        for width in widths:
            areas.append(Rect(x, 0, width, self.height()))
            x += width + gap
        return areas

    def _marks(self, theme: Theme) -> Marks:
        height = float(self.height())
        ground = Box(0, 0, self.width(), height, fill=theme.colour("panel.header"))
        line = Box(0, height - 1, self.width(), 1, fill=theme.colour("hairline"))
        marks: Marks = (ground, line)
        for (key, title), area in zip(self._titles, self._areas(), strict=True):
            front = key == self._current
            colour = theme.colour("text.strong" if front else "text.quiet")
            marks += (Text(area.x, 20.5, title, _style(front=front), colour),)
            if front:
                marks += (Box(area.x, height - 2, area.width, 2, fill=theme.colour("accent")),)
            if front and self.hasFocus():
                ring = Stroke(theme.colour("focus"), theme.metrics.line.hairline)
                marks += (Box(area.x - 6.5, 5.5, area.width + 13, height - 12, 5, stroke=ring),)
        return marks


class Tabs(QWidget):
    """A row of titles above the pane that is in front. `turned` is emitted when another one is."""

    turned = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = TabRow()
        self._stack = QStackedWidget()
        self._pages: dict[str, tuple[str, Make]] = {}
        self._current = ""
        self._row.chosen.connect(self.turn_to)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._row)
        column.addWidget(self._stack, 1)

    @property
    def current(self) -> str:
        """The key of the pane in front."""
        return self._current

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all panes, in order."""
        return tuple(self._pages)

    def show_pages(self, pages: Sequence[tuple[str, str, Make]]) -> None:
        """Shows these pages and no others: a key, a title, and what gives the pane when it comes to the front."""
        while (widget := self._stack.widget(0)) is not None:
            self._stack.removeWidget(widget)
        self._pages = {key: (title, make) for key, title, make in pages}
        self.turn_to(self._current if self._current in self._pages else next(iter(self._pages), ""))

    def turn_to(self, key: str) -> None:
        """Brings a page to the front."""
        turned = key != self._current
        self._current = key
        if key in self._pages:
            widget = self._pages[key][1]()
            self._stack.addWidget(widget)  # has no effect on one that is there
            self._stack.setCurrentWidget(widget)
        self._row.show_titles([(one, title) for one, (title, _) in self._pages.items()], key)
        if turned:
            self.turned.emit(key)


def _style(*, front: bool) -> TextStyle:
    return TextStyle(metrics().type.size.label, 600 if front else 400)
