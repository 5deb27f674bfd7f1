"""The memory behind tensors: what a tensor, its views and its detached copies share."""

from __future__ import annotations

from core.errors import GradientError


class Storage:
    """Counts the writes into one piece of memory, so that a stale saved value is noticed.

    The attributes live on the class until the first write: most memory is written to once.
    """

    version: int = 0
    writer: str = ""
    inference: bool = False  # made in inference mode: autograd never uses it

    def wrote(self, writer: str) -> None:
        """Count a write; `writer` names the operation, for the message of a later error."""
        self.version += 1
        self.writer = writer


class _InferenceStorage(Storage):
    """The memory of tensors that were made in inference mode: nobody counts the writes to them."""

    inference = True

    @property
    def version(self) -> int:  # type: ignore[override]
        raise GradientError(
            "Inference tensors do not track a version, and cannot be saved for backward.",
            "Make a normal tensor of it with clone(), outside inference mode.",
        )

    def wrote(self, writer: str) -> None:
        pass


INFERENCE = _InferenceStorage()
"""What all tensors made in inference mode have instead of a counter of their own."""
