"""Documents and the files they are kept in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.errors import GradwalkError
from core.expr.graph import Document
from core.expr.problems import Problem
from core.io import project
from core.io.save import fingerprint


@dataclass(frozen=True, slots=True)
class Opened:
    """A document that is to be shown.

    `path` is the file that saving writes to: none for a new document, and for one that was read from something
    else, such as code, an example or a picture. `source` is what it was read from, and `problems` what was lost.
    `fingerprint` is that of the content which was read from the file, or written to it.
    """

    document: Document
    path: Path | None = None
    source: str = ""
    problems: tuple[Problem, ...] = ()
    is_recovered: bool = False
    fingerprint: str = ""

    @property
    def title(self) -> str:
        """What the window calls it."""
        if self.path is not None:
            return self.path.name
        return self.source or self.document.title or "Untitled"


def with_suffix(path: Path) -> Path:
    """The path as it is written to: a document's name ends with its suffix."""
    return path if path.suffix == project.SUFFIX else path.with_name(path.name + project.SUFFIX)


def would_replace(document: Document, path: Path) -> bool:
    """Whether a file holds something else than an earlier version of this document."""
    if not path.exists():
        return False
    try:
        return project.load(path).document.id != document.id
    except (OSError, GradwalkError):
        return True


def is_changed(path: Path, known: str) -> bool:
    """Whether a file holds something else than the content with the fingerprint `known`."""
    if not path.exists():  # there is nothing that could be lost
        return False
    try:
        return fingerprint(path.read_bytes()) != known
    except OSError:
        return True
