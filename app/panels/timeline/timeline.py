"""The timeline as a widget: tracks, a playhead, and the pointer and keys that move it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.model.session import Session
from app.model.theme import Theme
from app.panels.following import Following
from app.panels.telling.subject import head_of
from app.panels.timeline.drawing import EVENTS_MIDDLE, NODES, RULER, Scenery, event_marks, node_marks, ruler_marks
from app.panels.timeline.keys import move_for
from app.panels.timeline.labels import label_marks
from app.panels.timeline.norm_plot import is_logarithmic, norm_marks
from app.panels.timeline.playhead import nothing_marks, playhead_marks
from app.panels.timeline.tracks import NormTrack, Tracks
from app.panels.timeline.view import TimeView
from app.render.inks import Ink
from app.render.marks import Box, Mark, Rect, Stroke
from app.render.paint import paint
from app.widgets.theming import theme_of
from core.debug.explain import line
from core.debug.recording import Recording
from core.debug.text import plain

LEFT, RIGHT = 112.0, 24.0
HEIGHT = 96
_PLOT_TOP, _PLOT_BELOW = 67.0, 10.0
_NEAR = 7.0
"""How close to a mark a click has to be."""
_CLICK = 3
"""Pixels that the pointer may move in a click."""
_NOTCH = 120.0
_ZOOM = 1.2


class Timeline(Following):
    """Shows a recording from left to right. Dragging moves through its events, the wheel zooms."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._tracks: Tracks | None = None
        self._view = TimeView.whole(0, LEFT, LEFT + 1)
        self._pressed: QPoint | None = None
        self._is_dragging = False
        self._pointed: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(round(_PLOT_TOP))
        self.setAccessibleName("Timeline")

    @property
    def view(self) -> TimeView:
        """The part of the recording that is shown."""
        return self._view

    @property
    def pointed_at(self) -> int | None:
        """The event that the pointer is over."""
        return self._pointed

    def refresh(self) -> None:
        recording = self._recording()
        if recording is None:
            self._tracks = None
        elif self._tracks is None or self._tracks.recording is not recording:
            before = self._tracks
            self._tracks = Tracks(recording)
            if before is None or before.last != self._tracks.last:
                self._view = TimeView.whole(self._tracks.last, *self._edges())
        self._view = self._view.with_index(self.session.stepping.index)
        self.setAccessibleDescription(self._described())
        if self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.update()

    # What it looks like

    def sizeHint(self) -> QSize:
        return QSize(720, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme.colour("panel")))
            paint(painter, tuple(self._marks(theme)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._view = self._view.resized(*self._edges())
        super().resizeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def _marks(self, theme: Theme) -> Iterator[Mark]:
        ink = Ink(theme)
        if self._tracks is None:
            yield from nothing_marks(self._why_nothing(), self.width(), self.height(), ink)
        else:
            yield from self._filled(self._scenery(self._tracks), ink)
        if self.hasFocus():
            focus = Stroke(ink("focus"), theme.metrics.line.focus)
            yield Box(1, 1, self.width() - 2, self.height() - 2, theme.metrics.radius.button, stroke=focus)

    def _filled(self, scenery: Scenery, ink: Ink) -> Iterator[Mark]:
        track = self._norm_track(scenery.tracks)
        plot = Rect(LEFT, _PLOT_TOP, self._view.right - LEFT, self.height() - _PLOT_TOP - _PLOT_BELOW)
        kind = "Log norm" if is_logarithmic(track) else "Norm"
        title = f"{kind} of ∂{track.title}" if track.title else f"{kind} sent"
        yield from label_marks([*scenery.tracks.marks], bool(scenery.stops), title, plot, ink)
        yield from ruler_marks(scenery, ink)
        yield from node_marks(scenery, ink)
        yield from event_marks(scenery, ink)
        if plot.height > 8:
            yield from norm_marks(track, self._view, scenery.index, plot, ink)
        yield from playhead_marks(scenery, self._pointed, self.height() - 4, ink)

    def _why_nothing(self) -> str:
        obstacle = self.session.stepping.obstacle
        if obstacle is None:
            return "Nothing is recorded yet: the first step records the backward pass."
        return f"{obstacle.message} {obstacle.hint}"

    # What is shown

    def _recording(self) -> Recording | None:
        recording = self.session.stepping.recording
        return recording if recording is not None and len(recording.events) > 2 else None

    def _scenery(self, tracks: Tracks) -> Scenery:
        stepping = self.session.stepping
        state = tracks.recording.state_at(stepping.index)
        queue, stops = state.queue, stepping.stops
        return Scenery(
            tracks,
            self._view,
            stepping.index,
            state.current,
            queue[0] if queue else None,
            () if stops is None else stops.marks,
            stepping.bookmarks,
        )

    def _norm_track(self, tracks: Tracks) -> NormTrack:
        """That of the selected node, if it takes part; else of what was sent last."""
        selected = self.session.selection.current
        return tracks.norms(None if selected is None else head_of(tracks.recording, selected))

    def _described(self) -> str:
        if self._tracks is None:
            return "Nothing is recorded."
        index = self.session.stepping.index
        told = line(self._tracks.recording, index)
        return f"Event {index} of {self._tracks.last}: {told.badge}, {plain(told.text)}"

    def _edges(self) -> tuple[float, float]:
        return LEFT, max(self.width() - RIGHT, LEFT + 40)

    # The pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self._tracks is not None:
            self._pressed, self._is_dragging = event.position().toPoint(), False
            self._click(self._tracks, event.position().x(), event.position().y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._tracks is None:
            return
        x = event.position().x()
        if self._pressed is not None:
            far = (event.position().toPoint() - self._pressed).manhattanLength() > _CLICK
            self._is_dragging = self._is_dragging or far
            if self._is_dragging:
                self._go_to(self._view.index(x))
            return
        self._point_at(self._index_at(self._tracks, x, event.position().y()) if x >= LEFT - 12 else None)
        self._show_tip(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().y() < RULER:
            self._view = TimeView.whole(self._view.last, *self._edges())
            self.update()
        else:
            self.mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        across = event.angleDelta().x() or event.pixelDelta().x()
        along = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and along:
            across, along = along, 0
        if abs(across) > abs(along):
            self._view = self._view.scrolled(-across / 2)
        elif along:
            self._view = self._view.zoomed(event.position().x(), _ZOOM ** (along / _NOTCH))
        event.accept()
        self.update()

    def _click(self, tracks: Tracks, x: float, y: float) -> None:
        """A block leads to the end of its step, a mark to its event, anything else to the event that is there."""
        block = tracks.block_at(self._view.low + (x - self._view.left) / self._view.pitch)
        if block is not None and NODES.y <= y <= NODES.bottom and x >= LEFT - 12:
            self.session.stepping.to_step(block.step.number)
        elif x >= LEFT - 12:
            self._go_to(self._index_at(tracks, x, y))

    def _index_at(self, tracks: Tracks, x: float, y: float) -> int:
        if abs(y - EVENTS_MIDDLE) <= _NEAR:
            stepping = self.session.stepping
            stops = () if stepping.stops is None else stepping.stops.marks
            places = np.concatenate([*tracks.marks.values(), np.array([*stops, *stepping.bookmarks], np.intp)])
            distances = np.abs(self._view.xs(places) - x)
            if distances.size and distances.min() <= _NEAR:
                return int(places[distances.argmin()])
        return self._view.index(x)

    def _go_to(self, index: int) -> None:
        if index != self.session.stepping.index:
            self.session.stepping.to_event(index)

    def _point_at(self, index: int | None) -> None:
        if index != self._pointed:
            self._pointed = index
            self.update()

    def _show_tip(self, place: QPoint) -> None:
        if self._pointed is None or self._tracks is None:
            QToolTip.hideText()
            return
        told = line(self._tracks.recording, self._pointed)
        hits = self._hits_at(self._pointed)
        QToolTip.showText(place, "\n".join([f"Event {told.index}, {told.badge}", plain(told.text), *hits]), self)

    def _hits_at(self, index: int) -> Sequence[str]:
        stops = self.session.stepping.stops
        hits = stops.at(index) if stops is not None else ()
        marked = ["bookmark"] if index in self.session.stepping.bookmarks else []
        return [*(f"stop, hit {hit.count} of {hit.total}" for hit in hits), *marked]

    # The keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        move = move_for(event)
        if move is None:
            super().keyPressEvent(event)
        else:
            move(self.session.stepping)
