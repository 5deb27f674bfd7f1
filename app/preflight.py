"""What is checked before Qt is loaded, so that what is missing is named instead of ending in Qt's abort."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

DRAWING = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libX11.so.6": "libx11-6",
    "libzstd.so.1": "libzstd1",
}
"""The libraries that PySide6's wheels take from the system, and the Debian packages that hold them."""

X11_WINDOW = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""What a window on an X11 desktop needs beyond that."""


def problems(*, window: bool) -> list[str]:
    """Return what would keep Gradwalk from starting, one sentence each; `window` when it is to open one."""
    found = [*_foreign_packages(), *_unsafe_pyside(sys.version_info[:2], _installed("PySide6-Essentials"))]
    if found or not sys.platform.startswith("linux"):
        return found
    if window and not has_display(os.environ):
        return ["There is no display to open a window on. " + _WITHOUT_DISPLAY]
    wanted = DRAWING | X11_WINDOW if window and on_x11(os.environ) else DRAWING
    return missing_libraries(wanted, _loads)


_WITHOUT_DISPLAY = "The commands run, step, export and screenshot need none: see `python main.py --help`."


def missing_libraries(wanted: Mapping[str, str], loads: Callable[[str], bool]) -> list[str]:
    """Return one problem that names the system libraries that cannot be loaded, and how to get them."""
    missing = [library for library in wanted if not loads(library)]
    if not missing:
        return []
    packages = " ".join(wanted[library] for library in missing)
    return [
        f"Qt needs system libraries that are not installed: {', '.join(missing)}. "
        f"On Debian or Ubuntu: sudo apt install {packages}"
    ]


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether a window can be shown, or the user chose a platform plugin and so knows."""
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def on_x11(environment: Mapping[str, str]) -> bool:
    """Whether Qt will open its windows through X11."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    return platform.startswith("xcb") if platform else not environment.get("WAYLAND_DISPLAY")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _foreign_packages() -> Iterable[str]:
    """The top-level names are short: make sure that no other project's `core` or `app` is imported."""
    for name in ("core", "app", "resources"):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None or Path(spec.origin).resolve().parent.parent != ROOT:
            where = spec.origin if spec else "nowhere"
            yield (
                f"The package {name!r} is found at {where}, not in Gradwalk's own folder. "
                "Install Gradwalk into an environment of its own."
            )


def _unsafe_pyside(python: tuple[int, ...], installed: str | None) -> Iterable[str]:
    """PySide6 6.12 on Python before 3.12 drops a reference to None in every call, and then aborts."""
    if installed is None:
        yield "PySide6 is not installed. Run: python -m pip install -c constraints.txt ."
    elif python < (3, 12) and _numbers(installed) >= (6, 12):
        yield (
            f"PySide6 {installed} does not work on Python {python[0]}.{python[1]}: it would end in an abort. "
            'Run: python -m pip install "PySide6-Essentials<6.12"'
        )


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".")[:2] if part.isdigit())
