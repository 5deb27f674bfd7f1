"""Documents and the files they are kept in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.errors import GradwalkError
from core.expr.graph import Document
from core.expr.problems import Problem
from core.io import project


@dataclass(frozen=True, slots=True)
class Opened:
    """A document that is to be shown.

    `path` is the file that saving writes to: none for a new document, and for one that was read from something
    else, such as code, an example or a picture. `source` is what it was read from, and `problems` what was lost.
    """

    document: Document
    path: Path | None = None
    source: str = ""
    problems: tuple[Problem, ...] = ()
    is_recovered: bool = False

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
