"""Commands that explain."""

from __future__ import annotations

from app.actions.action import Action

ACTIONS = (
    Action(
        "commands", "Commands…", lambda session, desk: desk.show_commands(), ("Ctrl+K", "Ctrl+Shift+P"), "search",
        "Find any command by its name.",
    ),
    Action(
        "welcome", "Welcome", lambda session, desk: desk.show_dialog("welcome"), (), "",
        "Open an example, or a recent document.",
    ),
    Action(
        "shortcuts", "Keyboard shortcuts", lambda session, desk: desk.show_dialog("shortcuts"), ("F1", "Ctrl+/"),
        "help", "Show what every key does.",
    ),
    Action(
        "about", "About Gradwalk", lambda session, desk: desk.show_dialog("about"), (), "info", "Versions and licences."
    ),
)  # fmt: skip
