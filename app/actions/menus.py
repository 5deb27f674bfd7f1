"""The menus, the toolbar and the menus of the canvas: which commands stand where, by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from app.actions.viewing import PANE_ACTIONS, THEME_ACTIONS, VIEW_ACTIONS, WORKSPACE_ACTIONS

SEPARATOR = "-"

RECENT, EXAMPLES = "recent", "examples"
"""Names of menus that are filled when they open."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu: ids of commands, separators, and menus in it."""

    title: str
    entries: tuple[MenuEntry, ...] = ()
    fills: str = ""


MenuEntry: TypeAlias = "str | Menu"

_REGIONS = Menu("Frame", ("no_grad", "detach_region", "enable_grad", "inference_mode", "comment", SEPARATOR, "unwrap"))

MENU_BAR = (
    Menu(
        "File",
        (
            "new", "open", Menu("Open recent", fills=RECENT), Menu("Examples", fills=EXAMPLES), SEPARATOR,
            "save", "save_as", SEPARATOR, "export", "copy_picture", SEPARATOR, "close",
        ),
    ),
    Menu(
        "Edit",
        (
            "undo", "redo", SEPARATOR, "cut", "copy", "paste", "duplicate", "duplicate_with_inputs", SEPARATOR,
            "delete", "dissolve", SEPARATOR, "select_all", "select_neighbours", "find", SEPARATOR, "rename",
        ),
    ),
    Menu(
        "View",
        (
            *(action.id for action in VIEW_ACTIONS), SEPARATOR,
            "fit_all", "fit_selection", "zoom_in", "zoom_out", "zoom_actual", SEPARATOR,
            Menu("Theme", tuple(action.id for action in THEME_ACTIONS)), "reduced_motion",
        ),
    ),
    Menu(
        "Graph",
        (
            "add", "expression", "code", SEPARATOR, "requires_grad", "retain_grad", "mute", "detach_wire", _REGIONS,
            SEPARATOR, "arrange",
        ),
    ),
    Menu(
        "Step",
        (
            "step_next", "step_previous", "event_next", "event_previous", "finish_node", SEPARATOR,
            "continue", "reverse_continue", "run_to_node", "run_back_to_node", SEPARATOR,
            "play", "play_backwards", "faster", "slower", SEPARATOR, "to_start", "to_end", "go_to_step", SEPARATOR,
            "stop_here", "bookmark", "next_bookmark", "previous_bookmark", SEPARATOR, "restart", "leave_stepping",
        ),
    ),
    Menu(
        "Window",
        (
            *(action.id for action in PANE_ACTIONS), SEPARATOR,
            Menu("Layout", tuple(action.id for action in WORKSPACE_ACTIONS)), "next_pane", "previous_pane",
        ),
    ),
    Menu("Help", ("commands", "shortcuts", "welcome", SEPARATOR, "about")),
)  # fmt: skip


def _menus_in(entries: Iterable[MenuEntry]) -> Iterator[Menu]:
    return (entry for entry in entries if isinstance(entry, Menu))


PALETTE_TITLES = {
    entry: inner.title
    for menu in _menus_in(MENU_BAR)
    for inner in _menus_in(menu.entries)
    for entry in inner.entries
    if isinstance(entry, str)
}
"""What a list of all commands has to say of some before their titles: that "Dark" is a theme."""

TOOLBAR = ("add", "commands", SEPARATOR, "undo", "redo", SEPARATOR, "arrange", "fit_all")
TOOLBAR_END = ("export", "pane_explanation")

CANVAS_MENUS: Mapping[str, tuple[MenuEntry, ...]] = {
    "node": (
        "rename", "requires_grad", "retain_grad", "mute", SEPARATOR, "stop_here", "run_to_node", SEPARATOR, _REGIONS,
        SEPARATOR, "cut", "copy", "duplicate", "duplicate_with_inputs", SEPARATOR, "dissolve", "delete",
    ),
    "wire": ("detach_wire", SEPARATOR, "delete"),
    "region": ("unwrap", SEPARATOR, "delete"),
    "ground": ("add", "expression", "paste", SEPARATOR, "select_all", "arrange", "fit_all", SEPARATOR, _REGIONS),
}  # fmt: skip
