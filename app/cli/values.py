"""What may stand behind an option: moments, themes, sizes, files."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from app.export.pictures import At, Moment, View
from app.model.theme import ThemeName

_LONGEST_SIDE = 8_000


def moment(text: str) -> At:
    """Read ``before``, ``end``, ``each`` or the number of a step."""
    if text in [*Moment]:
        return Moment(text)
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no moment; use {', '.join(Moment)} or the number of a step")


def view(text: str) -> View:
    """Read what is to be shown."""
    if text not in [*View]:
        raise argparse.ArgumentTypeError(f"{text!r} is no view; use {' or '.join(View)}")
    return View(text)


def theme(text: str) -> ThemeName:
    """Read the name of a theme."""
    if text not in [*ThemeName]:
        raise argparse.ArgumentTypeError(f"{text!r} is no theme; use {', '.join(ThemeName)}")
    return ThemeName(text)


def window_size(text: str) -> tuple[int, int]:
    """Read a size such as ``1440x900``."""
    found = re.fullmatch(r"(\d{2,4})x(\d{2,4})", text)
    if found is None or max(map(int, found.groups())) > _LONGEST_SIDE:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as 1440x900")
    return int(found[1]), int(found[2])


def output_path(text: str) -> Path:
    """Read the name of a file to be written."""
    if not text or text.endswith(("/", "\\")):
        raise argparse.ArgumentTypeError(f"{text!r} names no file")
    return Path(text)
