"""What Gradwalk remembers of its user from one start to the next, in a small JSON file.

A file that cannot be read, or holds something else than expected, costs the user their preferences at worst:
what makes no sense is replaced by the default, and nothing is reported.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from os import environ
from pathlib import Path
from typing import Any, Self

from app.model.signal import Signal
from app.model.theme import ThemeName

SYSTEM = "system"
"""The choice of a theme that follows the desktop."""
THEMES = (SYSTEM, ThemeName.LIGHT, ThemeName.DARK, ThemeName.HIGH_CONTRAST)
USUAL_SIZE = (1440, 900)
"""How large the window is at first."""
_MOST_RECENT = 12
_LONGEST = 100_000
"""Pixels that no window has more of."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """All that is remembered.

    `panes` says which panes are shown in which workspace, `sizes` how wide or high the parts of a splitter are,
    `uses` how often an operation was added, and `shortcuts` the keys of commands that were given others.
    """

    theme: str = SYSTEM
    reduced_motion: bool = False
    shows_welcome: bool = True
    workspace: str = "learn"
    view: str = "Expression"
    recent: tuple[str, ...] = ()
    panes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sizes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    uses: Mapping[str, int] = field(default_factory=dict)
    shortcuts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    window: tuple[int, ...] = ()


class Settings:
    """Keeps the preferences in a file. Without a `path` nothing is read or written."""

    def __init__(self, path: Path | None = None) -> None:
        self.changed: Signal[Preferences] = Signal()
        self._path = path
        self._held = _read(path) if path is not None else Preferences()

    @classmethod
    def of(cls, held: Preferences) -> Self:
        """Settings that are kept nowhere."""
        made = cls()
        made._held = held
        return made

    @property
    def held(self) -> Preferences:
        """The preferences as they are now."""
        return self._held

    def change(self, **fields: Any) -> None:
        """Remember something else."""
        changed = replace(self._held, **fields)
        if changed != self._held:
            self._held = changed
            self._write()
            self.changed.emit(changed)

    def used(self, op: str) -> None:
        """Count that an operation was added."""
        self.change(uses={**self._held.uses, op: self._held.uses.get(op, 0) + 1})

    def opened(self, path: Path) -> None:
        """Put a file first among the recent ones."""
        listed = [str(path), *(one for one in self._held.recent if one != str(path))]
        self.change(recent=tuple(listed[:_MOST_RECENT]))

    def forget(self, path: Path) -> None:
        """Take a file from the recent ones."""
        self.change(recent=tuple(one for one in self._held.recent if one != str(path)))

    def _write(self) -> None:
        if self._path is None:
            return
        from core.io.save import save_atomically  # which the start of the program need not wait for

        content = json.dumps(asdict(self._held), indent=1, sort_keys=True)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            save_atomically(self._path, content.encode(), keep_backup=False)
        except OSError:
            pass  # a disk that is full, or read only, must not get in the way of work


def settings_folder() -> Path:
    """The folder of the application among the user's settings, as the desktop's rules have it."""
    match sys.platform:
        case "win32":
            home = Path(environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
        case "darwin":
            home = Path.home() / "Library" / "Application Support"
        case _:
            home = Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return home / "gradwalk"


def _read(path: Path) -> Preferences:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Preferences()
    found = data if isinstance(data, dict) else {}
    read = {name: reader(found[name]) for name, reader in _READERS.items() if name in found}
    return Preferences(**{name: value for name, value in read.items() if value is not None})


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _word(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _theme(value: Any) -> str | None:
    return value if value in THEMES else None


def _words(value: Any) -> tuple[str, ...] | None:
    is_list = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return tuple(value) if is_list else None


def _lengths(value: Any) -> tuple[int, ...] | None:
    """Pixels, none of them more than a window can have."""
    is_list = isinstance(value, list) and all(type(one) is int and 0 <= one <= _LONGEST for one in value)
    return tuple(value) if is_list else None


def _size(value: Any) -> tuple[int, ...] | None:
    lengths = _lengths(value)
    return lengths if lengths is not None and len(lengths) == 2 and all(lengths) else None


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and value > 0 else None


def _table(reader: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any] | None]:
    def read(value: Any) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            return None
        entries = {str(key): reader(one) for key, one in value.items()}
        return {key: one for key, one in entries.items() if one is not None}

    return read


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "theme": _theme,
    "reduced_motion": _flag,
    "shows_welcome": _flag,
    "workspace": _word,
    "view": _word,
    "recent": _words,
    "panes": _table(_words),
    "sizes": _table(_lengths),
    "uses": _table(_count),
    "shortcuts": _table(_words),
    "window": _size,
}
