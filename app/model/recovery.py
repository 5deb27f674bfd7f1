"""What is kept while a document is edited, so that a crash loses nothing.

Each open document has a recovery file of its own, in a folder of the application: never beside the user's file,
and never that file itself. The process that owns it holds a lock beside it for as long as it lives. A file whose
lock nobody holds was left by a crash, and can be recovered.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.model.file_lock import FileLock, is_held, remove_unheld
from app.model.history import Changed, History
from app.model.signal import Signal
from core.expr.graph import Document
from core.io import journal
from core.io.assemble import Assembled
from core.io.fields import FormatError

SUFFIX = ".recovery"
_LOCK = ".lock"
_FRESH = ".new"
_COMPACT_AFTER = 500
"""Steps after which the file is written anew, so that it does not grow without end."""


class Recovery:
    """Follows a history and writes each step to a recovery file.

    `path` is the user's file that the document was opened from or saved to, for the offer after a crash, and
    `fingerprint` that of its content then. `filed` gives a document as it is written, with what else belongs into
    its file. When the disk does not take a step, `failed` says so.
    """

    def __init__(
        self, history: History, folder: Path, path: Path | None = None, fingerprint: str = "",
        filed: Callable[[Document], Document] = lambda document: document,
    ) -> None:  # fmt: skip
        self._history = history
        self._folder = folder
        self._path = path
        self._fingerprint = fingerprint
        self._filed = filed
        self._steps = 0
        self._lock: FileLock | None = None
        self.failed: Signal[OSError] = Signal()
        self.file = folder / f"{os.getpid()}-{secrets.token_hex(4)}{SUFFIX}"
        self._stop = history.changed.connect(self._record)

    def keep(self) -> bool:
        """Write the document as it is, without a step; False when the disk does not take it.

        For one that is nowhere else, such as one that was just recovered, and for what is no step: stops, bookmarks.
        """
        return self._write(lambda: self._start(self._history.document))

    def close(self) -> None:
        """End the recovery after the user has saved, or has chosen to discard: the file goes."""
        self._stop()
        self._forget()

    def saved(self, path: Path, fingerprint: str = "") -> None:
        """Note that the document is safe in the user's file: what was written so far is not needed any more."""
        self._path, self._fingerprint = path, fingerprint
        self._steps = 0
        self._forget()

    def _forget(self) -> None:
        with suppress(OSError):  # a file that stays is offered again, which is no reason to keep a window open
            self.file.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _record(self, changed: Changed) -> None:
        if self._steps % _COMPACT_AFTER == 0 or not self.file.exists():
            self._write(lambda: self._start(changed.after))
        else:
            self._write(lambda: self._append(journal.line_of(changed.changes)))

    def _write(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except OSError as error:  # the edit is made all the same; the next one tries again from the start
            self._steps = 0
            self.failed.emit(error)
            return False
        self._steps += 1
        return True

    def _start(self, document: Document) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        if self._lock is None:  # before there is a file: nobody may take it for one that was left
            self._lock = FileLock(self.file.with_suffix(_LOCK))
        path = str(self._path.absolute()) if self._path else None
        header = {"process": os.getpid(), "path": path, "fingerprint": self._fingerprint}
        fresh = self.file.with_suffix(_FRESH)
        fresh.write_bytes(journal.first_line(self._filed(document), header))
        fresh.replace(self.file)

    def _append(self, line: bytes) -> None:
        with self.file.open("ab") as file:
            file.write(line)


@dataclass(frozen=True, slots=True)
class Lost:
    """A document that a crash left behind: where it is kept, its title, and the user's file it belongs to.

    `fingerprint` is that of the user's file when it was last read or written.
    """

    file: Path
    title: str
    path: Path | None
    modified: float
    fingerprint: str = ""

    def recover(self) -> Assembled:
        """Read the document as it was after the last step that was written."""
        first, *lines = self.file.read_bytes().splitlines(keepends=True)
        return journal.replay(journal.header_of(first), lines)

    def discard(self) -> None:
        """Give the document up: its recovery file goes."""
        self.file.unlink(missing_ok=True)
        remove_unheld(self.file.with_suffix(_LOCK))


def find_lost(folder: Path) -> tuple[Lost, ...]:
    """Return the documents that crashed processes left behind, the latest first."""
    found = (_lost(file) for file in sorted(folder.glob(f"*{SUFFIX}")))
    return tuple(sorted((one for one in found if one is not None), key=lambda one: one.modified, reverse=True))


def clear_remains(folder: Path) -> None:
    """Remove what crashed processes left behind that holds nothing: a file half written, a lock of no file."""
    for fresh in folder.glob(f"*{_FRESH}"):
        if not is_held(fresh.with_suffix(_LOCK)):
            with suppress(OSError):  # the next start tries again
                fresh.unlink(missing_ok=True)
    for lock in folder.glob(f"*{_LOCK}"):
        if not lock.with_suffix(SUFFIX).exists():
            remove_unheld(lock)


def _lost(file: Path) -> Lost | None:
    if is_held(file.with_suffix(_LOCK)):
        return None
    try:
        with file.open("rb") as lines:
            header = journal.header_of(lines.readline())
            modified = os.fstat(lines.fileno()).st_mtime
    except (OSError, FormatError):
        return None
    process, document, path = header.get("process"), header.get("document"), header.get("path")
    if not isinstance(process, int) or not isinstance(document, dict):
        return None
    kept_for = Path(path) if isinstance(path, str) else None
    return Lost(file, str(document.get("title", "")), kept_for, modified, str(header.get("fingerprint", "")))
