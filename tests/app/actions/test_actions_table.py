"""The table of commands, and what is made from it."""

import itertools
from pathlib import Path

import pytest

from app.actions.action import Action
from app.actions.menus import CANVAS_MENUS, EXAMPLES, MENU_BAR, RECENT, SEPARATOR, TOOLBAR, TOOLBAR_END, Menu
from app.actions.page import shortcuts_page
from app.actions.table import ACTIONS, GROUPS, keys_of
from app.render.icons import ICONS

ROOT = Path(__file__).parents[3]


def entries(menu):
    for entry in menu:
        if isinstance(entry, Menu):
            yield from entries(entry.entries)
        elif entry != SEPARATOR:
            yield entry


IN_MENUS = [*entries(entry for menu in MENU_BAR for entry in menu.entries)]


def test_no_two_commands_share_an_id():
    every = [action.id for group in GROUPS.values() for action in group]
    assert len(every) == len(set(every)) == len(ACTIONS)


def test_no_key_means_two_things_at_the_same_time():
    """A passing key may be shared: what has the keyboard decides which of its commands is meant."""
    for one, other in itertools.combinations(ACTIONS.values(), 2):
        shared = {*one.all_shortcuts} & {*other.all_shortcuts}
        assert shared <= {*one.passing_shortcuts} & {*other.passing_shortcuts}, (one.id, other.id)


def test_every_command_is_in_exactly_one_menu():
    assert sorted(IN_MENUS) == sorted(ACTIONS)


@pytest.mark.parametrize("names", [TOOLBAR, TOOLBAR_END, *CANVAS_MENUS.values()])
def test_other_places_name_known_commands(names):
    assert {*entries(names)} <= ACTIONS.keys()


def test_menus_that_are_filled_when_they_open_have_no_entries():
    filled = {
        inner.fills: inner for menu in MENU_BAR for inner in menu.entries if isinstance(inner, Menu) and inner.fills
    }
    assert filled.keys() == {RECENT, EXAMPLES}
    assert all(not menu.entries for menu in filled.values())


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda one: one.id)
def test_records_are_complete(action):
    assert (action.title and action.title[0].isupper()) or action.title.split("_")[0].islower()
    assert action.help.endswith(".") and "\n" not in action.help
    assert not action.icon or action.icon in ICONS


def test_toolbar_commands_have_icons():
    assert all(ACTIONS[name].icon for name in entries((*TOOLBAR, *TOOLBAR_END)))


def test_the_page_of_shortcuts_is_up_to_date():
    page = (ROOT / "docs" / "shortcuts.md").read_text(encoding="utf-8")
    assert page == shortcuts_page(), "Run: python -m app.actions.page > docs/shortcuts.md"


def test_the_users_keys_replace_all_of_a_commands_own():
    action = ACTIONS["step_next"]
    assert keys_of(action, {}) == action.all_shortcuts
    assert keys_of(action, {}, passing=False) == action.shortcuts
    assert keys_of(action, {"step_next": ("Ctrl+J",)}) == ("Ctrl+J",)
    assert keys_of(action, {"step_next": ()}) == ()


def test_a_command_without_conditions_can_always_be_given():
    action = Action("a", "A", lambda session, desk: None)
    assert action.is_enabled(None, None) and not action.is_toggled(None, None)
