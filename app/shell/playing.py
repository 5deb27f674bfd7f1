"""The timer behind the player: it runs while something plays, and not otherwise."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.model.player import Player

_INTERVAL = 16
"""Milliseconds from one look at the clock to the next."""


class PlayTimer(QObject):
    """Lets a player take its steps."""

    def __init__(self, player: Player, parent: QObject) -> None:
        super().__init__(parent)
        self._player = player
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL)
        self._timer.timeout.connect(self._tick)
        player.changed.connect(self._follow)

    @property
    def is_running(self) -> bool:
        """Whether the timer runs."""
        return self._timer.isActive()

    def _follow(self, _: None) -> None:
        if self._player.is_playing and not self._timer.isActive():
            self._timer.start()
        elif not self._player.is_playing:
            self._timer.stop()

    def _tick(self) -> None:
        if not self._player.tick():
            self._timer.stop()
