"""What the terminal can show."""

from __future__ import annotations

import os
import sys


def shows_colour() -> bool:
    """Whether output may be coloured: it goes to a terminal, and nobody asked for plain text."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
