"""The backward graph in the place of the expression, and beside it."""

import pytest
from canvas_hand import Finger
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_hand import CTRL, NONE

from app.canvas.overlays.crowding import placed_overlays
from app.canvas.overlays.pinned import PinnedLayer
from app.canvas.scene.areas import around
from app.model.selection import Selection
from app.model.settings import Preferences, Settings
from app.model.theme import ThemeName, load_theme
from app.model.workspace import ViewId
from app.render.draw_overlay import overlay_size
from app.render.marks import Rect
from app.render.overlays import Headline, Invitation, MiniMap, Moment, Scale

TUTORIAL = """
x = torch.tensor([1., 2.], requires_grad=True)
y = (x * x).sum()
y.backward()
"""


@pytest.fixture
def open_view(open_window, qtbot):
    """Opens a window that shows a view, and gives the room and a finger for the backward graph."""

    def open_one(view, code=TUTORIAL):
        room = open_window(code)
        room.window.commands[f"view_{view.lower()}"].trigger()
        QApplication.processEvents()
        return room, Finger(qtbot, room.window.parts.middle.backward.canvas)

    return open_one


def card_of(room, name):
    """What stands for a node in the backward graph, as the finger wants it."""
    (card,) = room.window.parts.middle.backward.cards_of((room.node(name).id,))

    class Card:
        id = card

    return Card


def test_the_backward_graph_is_made_when_it_is_first_wanted(open_window):
    room = open_window(TUTORIAL)
    assert room.window.parts.middle.backward is None
    room.window.commands["view_backward"].trigger()
    assert [one.accessibleName() for one in room.window.parts.middle.shown] == ["Backward graph"]
    assert room.settings.held.view == ViewId.BACKWARD
    room.window.commands["view_expression"].trigger()
    assert room.window.parts.middle.shown == [room.canvas]


def test_the_view_that_was_used_last_comes_back(qtbot, open_window):
    room = open_window(TUTORIAL, settings=Settings.of(Preferences(view="Both")))
    assert len(room.window.parts.middle.shown) == 2
    assert room.window.tool_bar.views.current == ViewId.BOTH


def test_a_click_on_a_card_selects_the_node_it_stands_for(open_view):
    room, finger = open_view(ViewId.BOTH)
    finger.click(finger.grip(card_of(room, "y")))
    assert room.session.selection.nodes == {room.node("y").id}
    assert room.window.parts.expression.shown == "y = (x * x).sum()"


def test_a_selected_node_is_selected_in_the_backward_graph(open_view):
    room, finger = open_view(ViewId.BOTH)
    room.session.select(Selection.of_node(room.node("x").id))
    assert finger.stage.scene.selection.nodes == {card_of(room, "x").id}


def test_pointing_at_a_card_is_pointing_at_its_node(open_view):
    room, finger = open_view(ViewId.BOTH)
    finger.hover(finger.grip(card_of(room, "x")))
    assert room.session.pointed_at == room.node("x").id


def test_the_keyboard_goes_with_the_view_and_steps(open_view):
    room, finger = open_view(ViewId.BACKWARD)
    assert finger.canvas.hasFocus()
    room.press(Qt.Key.Key_Right)
    room.press(Qt.Key.Key_Right)
    assert room.session.stepping.step.number == 1
    room.window.commands["view_expression"].trigger()
    assert room.canvas.hasFocus()


def test_the_backward_graph_follows_the_steps(open_view):
    room, finger = open_view(ViewId.BOTH)
    before = finger.stage.scene.frame
    room.session.stepping.to_step(1)
    assert finger.stage.scene.frame is not before


def test_a_hidden_view_is_not_drawn_anew(open_view):
    room, finger = open_view(ViewId.BOTH)
    room.window.commands["view_expression"].trigger()
    before = finger.stage.scene.frame
    room.session.stepping.to_step(2)
    assert finger.stage.scene.frame is before
    room.window.commands["view_both"].trigger()
    assert finger.stage.scene.frame is not before


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_D, Qt.Key.Key_M])
def test_keys_in_the_backward_graph_edit_the_expression_that_it_is_of(open_view, key):
    """What is selected is the same in both, so a key means the same in both."""
    room, finger = open_view(ViewId.BOTH)
    finger.click(finger.grip(card_of(room, "y")))
    QTest.keyClick(finger.canvas, key)
    assert room.session.is_dirty


def test_dragging_a_card_of_the_backward_graph_moves_nothing(open_view):
    room, finger = open_view(ViewId.BOTH)
    before = room.document
    start = finger.grip(card_of(room, "y"))
    finger.drag(start, (start[0] + 60, start[1] + 40))
    finger.drag((start[0] - 300, start[1] - 60), (start[0] + 300, start[1] + 60))
    finger.double_click((start[0] - 300, start[1] - 60))
    assert room.document is before
    assert room.search is None


def test_editing_works_while_both_are_shown(open_view):
    room, finger = open_view(ViewId.BOTH)
    cards = len(finger.stage.scene.nodes.placed)
    room.canvas.setFocus()
    room.window.commands["select_all"].trigger()
    room.window.commands["delete"].trigger()
    assert len(room.document.nodes) == 0
    assert len(finger.stage.scene.nodes.placed) == 0 < cards


def test_zoom_belongs_to_the_canvas_with_the_keyboard(open_view):
    room, finger = open_view(ViewId.BOTH)
    expression = room.canvas.stage.camera.zoom
    finger.canvas.setFocus()
    room.window.commands["zoom_actual"].trigger()
    finger.canvas.motions.jump(finger.canvas.motions.goal)
    assert finger.stage.camera.zoom == 1.0
    assert room.canvas.stage.camera.zoom == expression
    assert room.window.tool_bar.zooms.text() == "100 %"


def test_adding_brings_the_expression_back(open_view):
    room, _ = open_view(ViewId.BACKWARD)
    room.window.commands["add"].trigger()
    assert room.window.parts.middle.shown == [room.canvas]
    assert room.search is not None


def test_a_theme_reaches_both(open_view):
    room, finger = open_view(ViewId.BOTH)
    room.settings.change(theme=ThemeName.LIGHT)
    assert finger.stage.scene.frame.theme.name == ThemeName.LIGHT


def test_a_document_without_backward_says_so(open_view):
    _, finger = open_view(ViewId.BACKWARD, "x = torch.tensor(3.)\ny = x + 1")
    assert len(finger.stage.scene.nodes.placed) == 0
    assert finger.stage.scene.frame.words


def test_scales_stand_below_all_cards_however_small(open_view):
    code = "m = torch.randn(4, 5, requires_grad=True)\ny = m.tanh().exp().sigmoid().cos().mean()\ny.backward()"
    _, finger = open_view(ViewId.BACKWARD, code)
    camera, frame = finger.stage.camera, finger.stage.scene.frame
    viewport = Rect(0, 0, finger.canvas.width(), finger.canvas.height())
    placed = placed_overlays(frame.overlays, viewport, frame.theme)
    tops = [y for one, (_, y) in placed if isinstance(one, Scale)]
    lowest = max(finger.at((0, box[3])).y() for box in finger.stage.scene.nodes.boxes)
    assert camera.zoom < 1.0
    assert tops
    assert lowest < min(tops)


# What is left out where there is little room


@pytest.mark.parametrize("width", [240, 400, 560, 900])
def test_overlays_never_stand_over_each_other(open_window, width):
    room = open_window(TUTORIAL)
    room.session.stepping.to_step(2)
    overlays, theme = room.canvas.stage.scene.overlays, load_theme(ThemeName.DARK)
    placed = placed_overlays(overlays, Rect(0, 0, width, 600), theme)
    areas = [Rect(*place, *overlay_size(one, theme)) for one, place in placed]
    for number, one in enumerate(areas):
        assert one.x >= 0
        assert one.right <= width
        for other in areas[number + 1 :]:
            assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
    kinds = {type(one) for one, _ in placed}
    assert Moment in kinds or width < 300
    assert (MiniMap in kinds) == (width >= 900)


def test_a_wide_canvas_shows_all_overlays(open_window):
    room = open_window(TUTORIAL)
    overlays, theme = room.canvas.stage.scene.overlays, load_theme(ThemeName.DARK)
    assert [one for one, _ in placed_overlays(overlays, Rect(0, 0, 1000, 700), theme)] == list(overlays)


WIDE = """
x = torch.tensor([1., 2.], requires_grad=True)
a, b, c, d = x.sin(), x.cos(), x.exp(), x.tanh()
y = ((a * b).sum() + (c * d).sum()).exp()
y.backward(torch.tensor(0.5))
"""


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1000, 640)])
def test_nothing_stands_over_a_card_or_a_seed_when_everything_is_shown(open_window, size):
    """The seed is not there yet when everything is fitted into the view, and has a place all the same."""
    room = open_window(WIDE, size=size)
    stage = room.canvas.stage
    before = stage.camera
    room.press(Qt.Key.Key_F10, widget=room.canvas)
    assert stage.camera == before
    (seed,), picture = stage.scene.frame.seeds, room.window.parts.picture
    content, view = picture._builder.reach(picture.scene), stage.camera.view
    assert view.x <= content.x and content.right <= view.right and seed.x < content.right - 20
    viewport, theme = Rect(0, 0, room.canvas.width(), room.canvas.height()), picture.frame.theme
    shown = placed_overlays(stage.scene.overlays, viewport, theme)
    (top,) = [place[1] for one, place in shown if isinstance(one, Invitation)]
    lowest = max(room.finger.at((0, box[3])).y() for box in stage.scene.nodes.boxes)
    (below,) = [place[1] + overlay_size(one, theme)[1] for one, place in shown if isinstance(one, Moment)]
    assert lowest < top
    assert below < min(room.finger.at((0, box[1])).y() for box in stage.scene.nodes.boxes)


def test_the_view_of_both_shows_all_of_both(open_window):
    room = open_window(WIDE)
    room.canvas.viewing.zoom_by(3)
    room.window.desk.use_view(ViewId.BOTH)
    QApplication.processEvents()
    for canvas in room.window.parts.middle.shown:
        view, cards = canvas.motions.goal.view, around(canvas.stage.scene.nodes.boxes)
        assert view.x <= cards.x and cards.right <= view.right
        assert view.y <= cards.y and cards.bottom <= view.bottom


@pytest.mark.parametrize("chosen", [(), ("a", "b")])
def test_what_was_fitted_is_fitted_again_in_a_smaller_window(open_window, chosen):
    room = open_window(WIDE)
    room.session.stepping.to_step(1)
    nodes = [room.node(name).id for name in chosen]
    room.session.select(Selection(frozenset(nodes)))
    room.press(Qt.Key.Key_F if chosen else Qt.Key.Key_0, NONE if chosen else CTRL, room.canvas)
    room.window.resize(800, 560)
    QApplication.processEvents()
    table, view = room.canvas.stage.scene.nodes, room.canvas.motions.goal.view
    cards = around(table.boxes[[table.rows[key] for key in nodes or room.document.nodes]])
    assert view.x <= cards.x and cards.right <= view.right
    assert view.y <= cards.y and cards.bottom <= view.bottom


def test_words_without_a_ground_give_way_to_cards(open_window):
    room = open_window(WIDE)
    stage, pinned = room.canvas.stage, PinnedLayer(room.session.theme)
    kinds = [type(one) for one, _ in pinned._placed(stage.scene, stage.camera)]
    assert Headline in kinds and Moment in kinds
    left, top, *_ = stage.scene.nodes.boxes[0].tolist()
    moved = stage.camera.panned(*(place - 40 for place in stage.camera.screen((left, top))))
    kinds = [type(one) for one, _ in pinned._placed(stage.scene, moved)]
    assert Headline not in kinds and Moment in kinds
