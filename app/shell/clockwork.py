"""The timer of the player."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer

from app.model.player import Player

_INTERVAL = 16
"""Milliseconds between looks at the clock."""


class Clockwork(QObject):
    """Runs while something plays, and stands still otherwise."""

    def __init__(self, player: Player, parent: QObject) -> None:
        super().__init__(parent)
        self._player = player
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_INTERVAL)
        self._timer.timeout.connect(player.tick)
        self.destroyed.connect(player.changed.connect(self._follow))

    @property
    def is_running(self) -> bool:
        """Whether the clock is looked at."""
        return self._timer.isActive()

    def _follow(self, _: None) -> None:
        if self._player.is_playing and not self._timer.isActive():
            self._timer.start()
        elif not self._player.is_playing:
            self._timer.stop()
