"""The bar with the buttons that step and play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.actions.table import ACTIONS
from app.model.player import SPEEDS
from app.model.session import Session
from app.panels.following import Following
from app.panels.transport.buttons import CountButton, PlayButton
from app.panels.transport.place import counts_of, place_of
from app.panels.transport.place_view import PlaceView
from app.widgets.buttons import IconButton
from app.widgets.drop_button import DropButton
from app.widgets.key_cap import key_text
from app.widgets.segmented import Segment, Segmented
from app.widgets.theming import theme_of
from core.debug.breakpoints import Stops
from core.debug.cursor import Move
from core.debug.recording import Recording
from core.debug.steps import StepSize
from core.debug.text import say

HEIGHT = 44
_SIZES = (
    Segment(StepSize.RUN, "Run", "to the next stop"),
    Segment(StepSize.NODE, "Node", "a node receives, computes and hands on"),
    Segment(StepSize.MICRO, "Micro", "a single event"),
    Segment(StepSize.WAVE, "Wave", "all nodes that are ready together, which is not the engine's order"),
)
_COUNTS_FROM, _SIZES_FROM, _NARROWEST = 1040, 720, 340
"""The widths from which there is room for the counters, for the choice of a step, and for the buttons."""


class TransportBar(Following):
    """Steps through the passes, plays them, and says where that is."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setFixedHeight(HEIGHT)
        self.setMinimumWidth(_NARROWEST)
        self.setAccessibleName("Transport")
        stepping, player = session.stepping, session.stepping.player
        self.start = self._button("to_start", stepping.to_start)
        self.back_to_stop = self._button("reverse_continue", lambda: stepping.move(StepSize.RUN, forward=False))
        self.back = self._button("step_previous", lambda: stepping.move(player.size, forward=False))
        self.play = PlayButton()
        self.forward = self._button("step_next", lambda: stepping.move(player.size))
        self.on_to_stop = self._button("continue", lambda: stepping.move(StepSize.RUN))
        self.end = self._button("to_end", stepping.to_end)
        self.sizes = Segmented("Step", _SIZES)
        self.speed = DropButton("", "Speed")
        self.place = PlaceView()
        self.counts = [CountButton() for _ in counts_of(session)]
        self._counted: tuple[Recording | None, Stops | None] | None = None
        self._set_up()
        self._lay_out()
        ends = (player.changed.connect(self._show_player), stepping.moved.connect(self._note))
        self.destroyed.connect(lambda: [end() for end in ends])
        self._show_player(None)

    def refresh(self) -> None:
        stepping, place = self.session.stepping, place_of(self.session)
        can_go = stepping.obstacle is None
        self.place.show_place(place)
        for button in (self.forward, self.on_to_stop, self.end, self.play):
            button.setEnabled(can_go)
        for button in (self.start, self.back_to_stop, self.back):
            button.setEnabled(can_go and stepping.index > 0)
        self._show_counts()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme.colour("panel")))
            painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.colour("hairline")))

    def resizeEvent(self, event: QResizeEvent) -> None:
        for counter in self.counts:
            counter.setVisible(self.width() >= _COUNTS_FROM)
        for control in (self.sizes, self.speed):
            control.setVisible(self.width() >= _SIZES_FROM)
        super().resizeEvent(event)

    def _show_counts(self) -> None:
        """Counts again when there is another recording, or when there are other stops."""
        stepping = self.session.stepping
        counted = stepping.recording, stepping.stops
        if counted != self._counted:
            self._counted = counted
            for counter, count in zip(self.counts, counts_of(self.session), strict=True):
                counter.show_count(count)

    def _note(self, move: Move) -> None:
        """Says why a move has led nowhere, until there is another one."""
        if move.message and self.session.stepping.obstacle is None:
            self.place.show_place(replace(place_of(self.session), summary=say(move.message)))

    def _show_player(self, _: None) -> None:
        player = self.session.stepping.player
        self.play.show_playing(playing=player.is_playing, forward=player.is_forward)
        self.sizes.show_current(player.size)
        self.speed.show_text(f"{player.speed:g}×")
        for action, speed in zip(self.speed.menu.actions(), SPEEDS, strict=True):
            action.setChecked(speed == player.speed)

    def _button(self, action: str, go: Callable[[], object]) -> IconButton:
        """A button that does what a command does, and shows its keys."""
        made = IconButton(ACTIONS[action].icon, ACTIONS[action].title)
        made.setToolTip(_tip(action))
        made.clicked.connect(lambda: go())
        return made

    def _set_up(self) -> None:
        player = self.session.stepping.player
        self.play.setToolTip(_tip("play"))
        self.play.clicked.connect(self._press_play)
        self.sizes.chosen.connect(lambda size: player.use_size(StepSize(size)))
        for speed in SPEEDS:
            action = QAction(f"{speed:g}×", self.speed.menu)
            action.setCheckable(True)
            action.triggered.connect(partial(self._use_speed, speed))
            self.speed.menu.addAction(action)
        for counter in self.counts:
            counter.clicked.connect(partial(self._go_to_next, counter))

    def _press_play(self) -> None:
        player = self.session.stepping.player
        player.play(forward=player.is_forward if player.is_playing else True)

    def _use_speed(self, speed: float, _: bool = False) -> None:
        self.session.stepping.player.use_speed(speed)

    def _go_to_next(self, counter: CountButton, _: bool = False) -> None:
        place = counter.count.following(self.session.stepping.index)
        if place is not None:
            self.session.stepping.to_event(place)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 1)
        row.setSpacing(2)
        for part in (self.start, self.back_to_stop, self.back, self.play, self.forward, self.on_to_stop, self.end):
            row.addWidget(part)
        row.addSpacing(12)
        row.addWidget(self.sizes)
        row.addSpacing(10)
        row.addWidget(self.speed)
        row.addSpacing(20)
        row.addWidget(self.place, 1)
        row.addSpacing(8)
        for counter in self.counts:
            row.addWidget(counter)


def _tip(action: str) -> str:
    keys = ", ".join(key_text(key) for key in ACTIONS[action].all_shortcuts)
    return f"{ACTIONS[action].title} ({keys})" if keys else ACTIONS[action].title
