"""The memory behind tensors: what a tensor, its views and its detached copies share."""

from __future__ import annotations

import weakref
from typing import Any

from core.errors import GradientError

_HALF_A_WRITE = 2.0**-24


class Storage:
    """Counts the writes into one piece of memory, so that a stale saved value is noticed.

    Every operation makes one, and few are ever written to: whoever makes one sets its version, and the rest is set
    when it is needed.
    """

    __slots__ = ("exchanged", "version", "writer")

    inference = False  # made in inference mode: autograd never uses it
    version: float  # whole for writes; an exchange adds a small fraction
    writer: str
    exchanged: dict[int, tuple[Any, Any]]

    def wrote(self, writer: str) -> None:
        """Count a write; `writer` names the operation, for the message of a later error."""
        self.version += 1
        self.writer = writer

    def exchange(self, old: Any, new: Any) -> None:
        """Note that a tensor now has the array `new` instead of `old` (`x.data = ...`).

        That is no write, but what was saved of the tensor means the new array from now on. The old one is not
        kept alive for that.
        """
        self.exchanged = entries = getattr(self, "exchanged", {})
        key = id(old)
        entries[key] = new, weakref.ref(old, lambda _: entries.pop(key, None))
        self.version += _HALF_A_WRITE

    def current(self, saved: Any) -> Any:
        """Return what a saved array was exchanged for; mostly that is the array itself."""
        exchanged = getattr(self, "exchanged", {})
        while id(saved) in exchanged:
            saved = exchanged[id(saved)][0]
        if saved is DETACHED:
            raise GradientError(
                "A tensor that was saved for backward has been detached in place, with detach_().",
                "Use detach(), which makes a new tensor.",
            )
        return saved


def fresh() -> Storage:
    """Return the counter of memory that nobody has written to."""
    storage = Storage()
    storage.version = 0
    return storage


class _InferenceStorage(Storage):
    """The memory of tensors that were made in inference mode: nobody counts the writes to them."""

    __slots__ = ()

    inference = True

    @property
    def version(self) -> float:  # type: ignore[override]
        raise GradientError(
            "Inference tensors do not track a version, and cannot be saved for backward.",
            "Make a normal tensor of it with clone(), outside inference mode.",
        )

    def wrote(self, writer: str) -> None:
        pass

    def exchange(self, old: Any, new: Any) -> None:
        pass


DETACHED = object()
"""What the array of a tensor was exchanged for when the tensor was cut from the graph in place."""

INFERENCE = _InferenceStorage()
"""What all tensors made in inference mode have instead of a counter of their own."""
