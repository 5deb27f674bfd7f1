"""Telling others that something happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Message = TypeVar("Message")
Listener = Callable[[Message], None]


class Signal(Generic[Message]):
    """A list of functions that are called with each message, in the order in which they were connected."""

    def __init__(self) -> None:
        self._listeners: list[Listener[Message]] = []

    def connect(self, listener: Listener[Message]) -> Callable[[], None]:
        """Let `listener` be called; the function that is returned ends it."""
        self._listeners.append(listener)
        return lambda: self._disconnect(listener)

    def emit(self, message: Message) -> None:
        """Call everybody who is connected now."""
        for listener in tuple(self._listeners):
            listener(message)

    def _disconnect(self, listener: Listener[Message]) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)
