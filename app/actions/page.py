"""The page of the manual that lists all keys, written from the table."""

from __future__ import annotations

from collections.abc import Iterator

from app.actions.action import Action, Scope
from app.actions.table import GROUPS

_HEAD = """\
# Keyboard shortcuts

This page is written by `python -m app.actions.page` from the table of commands; a test compares the two.
Keys marked with * count while the canvas or the timeline has the focus, never in a text field.
"""


def shortcuts_page() -> str:
    """The page as Markdown."""
    return "\n".join([_HEAD, *(line for title, actions in GROUPS.items() for line in _section(title, actions))])


def _section(title: str, actions: tuple[Action, ...]) -> Iterator[str]:
    yield f"## {title}\n"
    yield "| command | keys | what it does |"
    yield "| --- | --- | --- |"
    for action in actions:
        keys = ", ".join(f"`{key}`" for key in action.all_shortcuts)
        mark = " *" if keys and action.scope is Scope.CANVAS else ""
        yield f"| {action.title} | {keys}{mark} | {action.help} |"
    yield ""


if __name__ == "__main__":
    import sys

    sys.stdout.write(shortcuts_page())
