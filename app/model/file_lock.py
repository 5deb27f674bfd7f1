"""Files that a process holds for as long as it lives: the system lets go of them when it ends, however it ends.

Asking whether a process with some number is still there tells less: numbers are given again, and the question
itself may end the process on some systems.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, *, waits: bool) -> None:
        msvcrt.locking(handle, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int, *, waits: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Holds a file, which it makes; OSError where it cannot be made."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = _held(path)

    def release(self) -> None:
        """Let go of the file, and remove it."""
        os.close(self._handle)  # some systems remove nothing that is open
        _remove(self._path)


def is_held(path: Path) -> bool:
    """Whether a process that lives holds a file."""
    handle = _opened(path)
    if handle is None:
        return False
    try:
        return not _takes(handle)
    finally:
        os.close(handle)


def remove_unheld(path: Path) -> None:
    """Remove a file that was held by a process which is gone; one that is held stays."""
    handle = _opened(path)
    if handle is None:
        return
    is_free = _takes(handle)
    is_left = is_free and not _remove(path)  # while it is locked: who has opened it meanwhile sees that it is gone
    os.close(handle)
    if is_left:
        _remove(path)


def _held(path: Path) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        with suppress(OSError):  # a disk without locks: what is kept there is offered while it is in use, but not lost
            _lock(handle, waits=True)
        if path.exists():
            return handle
        os.close(handle)


def _opened(path: Path) -> int | None:
    try:
        return os.open(path, os.O_RDWR)
    except OSError:
        return None


def _takes(handle: int) -> bool:
    """Whether a lock can be had: nobody else has it, or the disk knows no locks."""
    try:
        _lock(handle, waits=False)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _remove(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True
