"""Writing a file so that, whatever happens, either the old or the new one is there, and whole.

The new content goes to a temporary file in the same folder and is forced to the disk before it takes the old
file's name in one step. The old content stays beside it as a backup until the next save.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

BACKUP_SUFFIX = ".bak"
_LONGEST_NAME = 255
"""Bytes that the name of a file may have."""


def save_atomically(path: Path, content: bytes, *, keep_backup: bool = True) -> None:
    """Write `content` to `path`, and keep what was there under the name of `backup_of(path)`.

    Raises OSError, with the old file untouched, when the folder cannot be written to or the disk is full.
    """
    target = Path(os.path.realpath(path))  # a link stays a link: the file it leads to is replaced
    temporary = _write_beside(target, content)
    try:
        if target.exists():
            shutil.copymode(target, temporary)
            if keep_backup:
                _keep(target, backup_of(target))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def fingerprint(content: bytes) -> str:
    """Return what tells the content of a file from any other."""
    return hashlib.sha256(content).hexdigest()


def backup_of(path: Path) -> Path:
    """Return where the content before the last save is kept; what of a long name leaves no room for more is cut."""
    name = path.name
    while len(os.fsencode(name + BACKUP_SUFFIX)) > _LONGEST_NAME:
        name = name[:-1]
    return path.with_name(name + BACKUP_SUFFIX)


def _write_beside(target: Path, content: bytes) -> Path:
    temporary = _new_name(target)
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:  # what the user knows is the name of the file itself
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(target)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _new_name(target: Path) -> Path:
    """Return an unused name beside a file. It is short: the file's own name may be as long as names can be."""
    return target.with_name(f".{target.name[:32]}.{secrets.token_hex(4)}.tmp")


def _keep(target: Path, backup: Path) -> None:
    """Give the present content a second name; where the file system has no links, copy it."""
    link = _new_name(backup)
    try:
        os.link(target, link)
    except OSError:
        shutil.copy2(target, link)
    try:
        link.replace(backup)
    except OSError:
        link.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Force the new name to the disk; some systems cannot open a folder, and do it by themselves."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
