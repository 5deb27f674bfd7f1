"""Presenting: the panes and what is pinned to the canvas are twice as large, and what is only for editing is gone."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.model.selection import Selection
from app.model.theme import ThemeName
from app.model.workspace import PaneId, WorkspaceId
from app.render.overlays import Headline, Invitation, Legend, MiniMap
from app.widgets.buttons import IconButton
from app.widgets.magnified import Magnified
from app.widgets.theming import theme_of

TUTORIAL = """
x = torch.tensor([1., 2.], requires_grad=True)
y = 2*x[0]*x[0] + 4*x[1]*x[1]
y.backward()
"""


@pytest.fixture
def room(open_window):
    room = open_window(TUTORIAL)
    use(room, WorkspaceId.PRESENT)
    return room


def use(room, workspace):
    room.window.commands[f"workspace_{workspace}"].trigger()
    QApplication.processEvents()


def glass_over(room, widget):
    return next(one for one in room.window.findChildren(Magnified) if one.widget.isAncestorOf(widget))


def test_type_is_twice_as_large_and_bars_are_gone(room):
    window = room.window
    for pane in (PaneId.EXPLANATION, PaneId.TIMELINE):
        assert glass_over(room, window.parts.panes.pane(pane)).transform().m11() == 2.0
    assert not window.menu_bar.isVisible() and not window.tool_bar.isVisible()
    kinds = {type(one) for one in room.canvas.stage.scene.overlays}
    assert Headline in kinds and not kinds & {Invitation, Legend, MiniMap}


def test_the_status_bar_is_there_only_to_say_how_to_come_back(room):
    status = room.window.parts.status
    assert status.isVisible() and "Alt+1" in status.message
    status._end_message()
    assert not status.isVisible()
    use(room, WorkspaceId.LEARN)
    assert status.isVisible()


def test_escape_ends_it_when_there_is_nothing_else_to_end(room):
    room.session.select(Selection.of_node(room.node("y").id))
    room.press(Qt.Key.Key_Escape, widget=room.canvas)
    assert not room.session.selection and not room.window.menu_bar.isVisible()
    room.press(Qt.Key.Key_Escape, widget=room.canvas)
    assert room.window.menu_bar.isVisible() and not room.status()
    room.press(Qt.Key.Key_Escape, widget=room.canvas)
    assert room.window.parts.workspaces.current is WorkspaceId.LEARN


def test_the_whole_graph_is_shown_and_not_smaller_than_usual(room):
    view, bounds = room.canvas.motions.goal.view, room.canvas.stage.scene.frame.bounds
    assert view.x <= bounds.x and bounds.right <= view.right and bounds.height <= view.height + 1
    assert room.canvas.motions.goal.zoom > 0.75


def test_keys_and_buttons_step_while_presenting(room):
    room.press(Qt.Key.Key_Right, widget=room.canvas)
    room.press(Qt.Key.Key_PageDown, widget=room.canvas)
    before = room.session.stepping.index
    timeline = room.window.parts.panes.pane(PaneId.TIMELINE)
    button = next(one for one in timeline.findChildren(IconButton) if "Next node" in one.accessibleName())
    glass = glass_over(room, button)
    place = button.mapTo(button.window(), button.rect().center())
    QTest.mouseClick(glass.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2 * place.x(), 2 * place.y()))
    assert room.session.stepping.index > before
    assert room.canvas.hasFocus()


def test_another_theme_is_that_of_the_enlarged_panes_too(room):
    room.window.commands[f"theme_{ThemeName.LIGHT}"].trigger()
    QApplication.processEvents()
    pane = room.window.parts.panes.pane(PaneId.EXPLANATION)
    assert theme_of(pane).name is ThemeName.LIGHT
    assert pane.window().styleSheet() == room.window.styleSheet()


def test_everything_has_its_usual_size_afterwards(room):
    use(room, WorkspaceId.LEARN)
    assert not [one for one in room.window.findChildren(Magnified) if one.isVisible()]
    panes = room.window.parts.panes
    for pane in (PaneId.EXPLANATION, PaneId.TENSOR, PaneId.TIMELINE):
        assert panes.pane(pane).window() is room.window
    assert panes.pane(PaneId.TENSOR).isVisible() and panes.pane(PaneId.TIMELINE).isVisible()
    assert panes.pane(PaneId.TENSOR).height() == 244
    assert {Invitation, Legend, MiniMap} <= {type(one) for one in room.canvas.stage.scene.overlays}
    assert room.canvas.motions.goal.zoom == 1.0
