"""Making the window, and what it begins with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.model.examples import find_example
from app.model.files import Opened
from app.model.recovery import clear_remains, find_lost
from app.model.session import Session
from app.model.settings import Settings
from app.shell.documents import arranged
from app.shell.restore import is_of, offer_lost
from app.shell.view_theme import theme_for
from app.shell.window import Window
from core.expr.graph import new_document

FIRST_EXAMPLE = "4"
"""What the window opens on."""


def make_window(settings: Settings, folder: Path) -> Window:
    """Make the window on the first example, which is evaluated and invites to the first step."""
    example = find_example(FIRST_EXAMPLE)
    opened = Opened(new_document()) if example is None else Opened(arranged(example.document), source=example.title)
    session = Session(opened, theme=theme_for(settings.held.theme))
    return Window(session, settings, recovery=folder / "recovery")


def begin(window: Window, files: Sequence[str], folder: Path) -> None:
    """Once the window is there: offer what a crash left behind, then open a file, or show the first page.

    What was recovered holds unsaved work: the file comes after it, once the user has said what becomes of that.
    """
    recovery, wanted = folder / "recovery", Path(files[0]).absolute() if files else None
    clear_remains(recovery)
    recovered = offer_lost(window.parts.documents, find_lost(recovery), window, wanted)
    if wanted is not None:
        if recovered is None or not is_of(recovered, wanted):
            window.parts.documents.open_path(wanted)
    elif recovered is None and window.settings.held.shows_welcome:
        window.openers.welcome()
