"""A timer that runs while something moves, and stops when nothing does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer

_INTERVAL = 16
"""Milliseconds between frames."""


class Ticker:
    """Calls `tick` for every frame; it returns whether anything still moves."""

    def __init__(self, owner: QObject, tick: Callable[[], bool]) -> None:
        self._tick = tick
        self._timer = QTimer(owner)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_INTERVAL)
        self._timer.timeout.connect(self._advance)

    @property
    def is_running(self) -> bool:
        """Whether frames are being made."""
        return self._timer.isActive()

    def start(self) -> None:
        """Something has begun to move."""
        if not self._timer.isActive():
            self._timer.start()

    def _advance(self) -> None:
        if not self._tick():
            self._timer.stop()
