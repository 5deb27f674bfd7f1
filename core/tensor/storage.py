"""The memory behind tensors: what a tensor, its views and its detached copies share."""

from __future__ import annotations


class Storage:
    """Counts the writes into one piece of memory, so that a stale saved value is noticed.

    The attributes live on the class until the first write: most memory is written to once.
    """

    version = 0
    writer = ""
    inference = False  # made in inference mode: autograd never uses it

    def wrote(self, writer: str) -> None:
        """Count a write; `writer` names the operation, for the message of a later error."""
        self.version += 1
        self.writer = writer
