"""The window: its bars follow the document, its panes can be shown and hidden, its themes and keys work."""

import gc
import itertools
import weakref

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from window_hand import CTRL, Room

from app.model.settings import Settings
from app.model.theme import ThemeName
from app.model.workspace import PANES, WORKSPACES, PaneId, ViewId, WorkspaceId
from app.widgets.buttons import IconButton
from app.widgets.tabs import TabRow
from app.widgets.theming import theme_of

SQUARES = """
x = torch.tensor([1., 2.], requires_grad=True)
y = (x * x).sum()
"""


def test_shows_the_document_in_all_its_bars(open_window):
    room = open_window(SQUARES)
    assert room.window.menu_bar.name == "test"
    assert room.window.parts.expression.shown == "y = (x * x).sum()"
    assert room.window.parts.expression.value == "5"
    assert "3 nodes · 1 leaf · 1 root" in [fact.words for fact in room.window.parts.status._shown_facts]


def test_an_edit_marks_the_name_until_it_is_undone(open_window):
    room = open_window(SQUARES)
    room.window.commands["select_all"].trigger()
    room.window.commands["duplicate"].trigger()
    assert room.window.menu_bar.name == "test •"
    assert room.window.commands["undo"].text() == "Undo Duplicate"
    room.window.commands["undo"].trigger()
    assert room.window.menu_bar.name == "test"
    assert not room.window.commands["undo"].isEnabled()


def test_menus_and_the_name_stand_on_one_line(open_window):
    bar = open_window(SQUARES).window.menu_bar
    assert abs(bar.menus.geometry().center().y() - bar._name.geometry().center().y()) <= 1


@pytest.mark.parametrize("width", [236, 264, 312, 600])
def test_the_titles_of_tabs_stand_within_their_row(qtbot, width):
    row = TabRow()
    qtbot.addWidget(row)
    row.resize(width, row.height())
    row.show_titles([(title, title) for title in ("Explanation", "Path", "Code")], "Path")
    areas = row._areas()
    assert areas[-1].right <= width - 16
    assert all(one.right + 9 <= other.x for one, other in itertools.pairwise(areas))


def test_buttons_follow_their_commands(open_window):
    room = open_window(SQUARES)
    undo = next(one for one in room.window.tool_bar.findChildren(IconButton) if one.accessibleName() == "Undo")
    assert not undo.isEnabled()
    room.window.commands["select_all"].trigger()
    room.window.commands["duplicate"].trigger()
    assert (undo.isEnabled(), undo.accessibleName()) == (True, "Undo Duplicate")
    undo.click()
    assert len(room.document.nodes) == 3


@pytest.mark.parametrize("workspace", list(WorkspaceId))
def test_each_workspace_shows_its_panes(open_window, workspace):
    room = open_window(SQUARES)
    room.window.parts.workspaces.use(workspace)
    known = room.window.parts.panes.known
    wanted = {pane for pane in WORKSPACES[workspace].panes if pane in known}
    assert set(room.window.parts.panes.shown) == wanted
    assert room.window.commands[f"workspace_{workspace}"].isChecked()


@pytest.mark.parametrize("pane", [pane for pane, kind in PANES.items() if kind.shortcut])
def test_panes_are_shown_and_hidden_by_key(open_window, pane):
    room = open_window(SQUARES)
    if pane not in room.window.parts.panes.known:
        assert not room.window.commands[f"pane_{pane}"].isEnabled()
        return
    before = pane in room.window.parts.panes.shown
    key = Qt.Key[f"Key_{PANES[pane].shortcut[-1]}"]
    room.press(key, CTRL)
    assert (pane in room.window.parts.panes.shown) is not before
    room.press(key, CTRL)
    assert (pane in room.window.parts.panes.shown) is before


def test_what_was_hidden_stays_hidden_in_the_next_window(open_window):
    settings = Settings()
    room = open_window(SQUARES, settings=settings)
    room.window.desk.show_pane(PaneId.OUTLINE, visible=False)
    room.window.close()
    other = open_window(SQUARES, settings=settings)
    assert PaneId.OUTLINE not in other.window.parts.panes.shown


def drag(handle, by):
    """Move the line between two panes with the mouse."""
    middle = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(handle, middle + QPoint(by, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle)


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (800, 600)])
def test_panes_have_their_heights_in_windows_of_any_size(open_window, size):
    room = open_window(SQUARES, size=size)
    room.session.stepping.to_end()
    QApplication.processEvents()
    panes = room.window.parts.panes
    tensor, column = panes.pane(PaneId.TENSOR), panes._right
    assert sum(column.sizes()) + column.handleWidth() == column.height()
    assert panes.tabs.height() >= column.height() // 2
    if size[1] == 900:
        assert tensor.numbers.height() >= tensor.numbers.heightForWidth(tensor.numbers.width())
        assert tensor.numbers.visibleRegion().boundingRect().height() == tensor.numbers.height()
    room.window.resize(1440, 900)
    QApplication.processEvents()
    assert tensor.height() == 244


def test_sizes_are_kept_for_each_workspace(open_window):
    settings = Settings()
    room = open_window(SQUARES, settings=settings)
    drag(room.window.parts.panes._upper.handle(1), 100)
    kept = room.window.parts.panes._upper.sizes()
    assert kept[0] > 250
    room.window.close()
    other = open_window(SQUARES, settings=settings)
    assert other.window.parts.panes._upper.sizes() == kept


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.DARK, ThemeName.HIGH_CONTRAST])
def test_themes_change_while_the_window_is_open(open_window, theme):
    room = open_window(SQUARES, settings=Settings())
    room.window.commands[f"theme_{theme}"].trigger()
    assert theme_of(room.window.parts.status).name is theme
    assert room.canvas.stage.scene.frame.theme.name is theme
    picture = room.window.grab().toImage()
    ratio = room.window.devicePixelRatioF()
    at = room.window.parts.status.mapTo(room.window, room.window.parts.status.rect().center())
    colour = picture.pixelColor(round(at.x() * ratio), round(at.y() * ratio)).name().upper()
    assert colour == theme_of(room.window).colour("bar")


def test_focus_goes_round_the_panes(open_window):
    room = open_window(SQUARES)
    seen = []
    for _ in range(12):
        room.press(Qt.Key.Key_F6)
        focused = QApplication.focusWidget()
        if focused in seen:
            break
        seen.append(focused)
    assert len(seen) >= 4
    assert room.canvas in seen or QApplication.focusWidget() is room.canvas


def test_examples_and_recent_files_are_in_menus(open_window, tmp_path):
    room = open_window(SQUARES)
    menu = QMenu(room.window)
    room.window._fill_examples(menu)
    assert len(menu.actions()) >= 12
    menu.actions()[3].trigger()
    assert room.window.menu_bar.name.startswith("Indexing")


def test_every_menu_entry_is_a_command(open_window):
    room = open_window(SQUARES)
    entries = [action for menu in room.window.menu_bar.menus.actions() for action in _all(menu.menu())]
    assert len(entries) > 60
    assert all(action.text() for action in entries)


def _all(menu):
    for action in menu.actions():
        if action.menu() is not None:
            yield from _all(action.menu())
        elif not action.isSeparator():
            yield action


def test_closing_leaves_no_widget_behind(qtbot, clock):
    before = set(QApplication.allWidgets())
    room = Room(qtbot, clock, SQUARES)
    for workspace in WorkspaceId:
        room.window.parts.workspaces.use(workspace)
    for view in ViewId:
        room.window.desk.use_view(view)
    room.window.openers.welcome().close()
    window = weakref.ref(room.window)
    room.window.close()
    room.window.deleteLater()
    del room
    for _ in range(3):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
        gc.collect()
    left = [one for one in QApplication.allWidgets() if one not in before]
    assert left == []
    assert window() is None


def test_nothing_ticks_while_nothing_moves(open_window, clock, qtbot):
    room = open_window(SQUARES)
    clock.advance(5000)
    qtbot.waitUntil(lambda: not room.canvas.is_moving)
    assert not room.window.clockwork.is_running


@pytest.mark.parametrize(("width", "shown"), [(1440, 3), (900, 2), (760, 1)])
def test_the_tool_bar_gives_way_in_a_narrow_window(open_window, width, shown):
    bar = open_window(SQUARES, size=(width, 600)).window.tool_bar
    assert bar.width() == width
    assert sum(part.isVisible() for part in (bar.layouts, bar.zooms, bar.views)) == shown
    right = max(part.geometry().right() for part in bar.findChildren(IconButton))
    assert right < width
