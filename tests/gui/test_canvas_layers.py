"""The layers of the canvas: what is drawn anew, what is moved, and in how many calls."""

from contextlib import contextmanager
from dataclasses import replace
from time import thread_time
from typing import ClassVar

import numpy as np
import pytest
from canvas_frames import grid_frame, shown
from canvas_hand import CTRL
from PySide6.QtGui import QImage, QPainter

from app.model.selection import Selection
from app.model.theme import load_theme
from app.render.looks import GradientLine, GradientState, NumberText, PacketLook
from app.render.paint import paint_frame
from app.render.travel import Parcel, Travel
from core.expr.edits import set_requires_grad


class CountingPainter(QPainter):
    """Counts what is drawn, by the name of the call."""

    calls: ClassVar[dict[str, int]] = {}


def _counted(name):
    def draw(self, *arguments):
        CountingPainter.calls[name] = CountingPainter.calls.get(name, 0) + 1
        return getattr(QPainter, name)(self, *arguments)

    return draw


for _name in (
    "drawPixmap", "drawPixmapFragments", "drawLines", "drawRects", "drawRect", "drawRoundedRect", "drawEllipse",
    "drawText", "fillRect", "fillPath", "strokePath",
):  # fmt: skip
    setattr(CountingPainter, _name, _counted(_name))


@contextmanager
def counted(monkeypatch, module="app.canvas.canvas"):
    """The calls of the widget's painter: what is painted in each frame."""
    CountingPainter.calls = {}
    with monkeypatch.context() as patch:
        patch.setattr(f"{module}.QPainter", CountingPainter)
        yield CountingPainter.calls


def packets(finger, count):
    """Packets that travel along the wires of the scene."""
    wires = finger.stage.scene.wires.placed
    looks = [PacketLook(NumberText(str(number))) for number in range(count)]
    sent = tuple(Parcel(look, (wires[number % len(wires)].points,)) for number, look in enumerate(looks))
    return Travel(sent=sent)


def travelling(finger, clock, count=20):
    """Lets packets start, and stops in the middle of their way."""
    finger.canvas.play(packets(finger, count), finger.stage.scene.frame)
    clock.advance(500)
    finger.canvas.motions.advance()


# What is drawn anew


def test_nothing_is_drawn_anew_while_packets_travel(open_canvas, clock):
    _, finger = open_canvas()
    travelling(finger, clock)
    finger.canvas.grab()
    before = replace(finger.stage.layer.work)
    for _ in range(10):
        clock.advance(10)
        finger.canvas.motions.advance()
        finger.canvas.grab()
    assert finger.stage.layer.work == before
    assert len(finger.stage.shown.flying[0]) == 20


def test_a_frame_that_differs_in_packets_only_draws_nothing_anew(open_canvas):
    workspace, finger = open_canvas()
    before = replace(finger.stage.layer.work)
    frame = finger.stage.scene.frame
    finger.canvas.show_frame(replace(workspace.frame(), sums=((100.0, 100.0),)))
    finger.canvas.grab()
    assert finger.stage.scene.frame is not frame
    assert finger.stage.layer.work == before


def test_an_edit_that_changes_one_card_draws_that_card(open_canvas):
    workspace, finger = open_canvas()
    work = finger.stage.layer.work
    rebuilt, patched = work.rebuilt, work.patched
    workspace.perform(set_requires_grad(workspace.document, [workspace.node("x").id], False))
    finger.canvas.grab()
    assert work.rebuilt == rebuilt + 1  # everything that depends on x is untracked now
    middle = finger.stage.scene.frame.nodes[3]
    look = replace(middle.look, gradient=GradientLine(GradientState.DONE, NumberText("7")))
    nodes = tuple(replace(one, look=look) if one is middle else one for one in finger.stage.scene.frame.nodes)
    finger.canvas.show_frame(replace(finger.stage.scene.frame, nodes=nodes))
    finger.canvas.grab()
    assert (work.rebuilt, work.patched) == (rebuilt + 1, patched + 1)


def test_a_patched_picture_is_the_picture_drawn_whole(open_canvas, clock):
    _, finger = open_canvas()
    frame = finger.stage.scene.frame
    changed = frame.nodes[2]
    look = replace(changed.look, gradient=GradientLine(GradientState.CHANGED, NumberText("12")))
    nodes = tuple(replace(one, look=look) if one is changed else one for one in frame.nodes)
    finger.canvas.show_frame(replace(frame, nodes=nodes))
    clock.advance(1000)
    finger.canvas.motions.advance()
    patched = shown(finger.canvas)
    finger.stage.layer.touch(None)
    assert np.abs(patched - shown(finger.canvas)).max() <= 2  # clipped edges round differently


def test_a_pan_moves_the_picture_and_draws_only_what_comes_into_view(open_canvas):
    _, finger = open_canvas()
    work = finger.stage.layer.work
    rebuilt, scrolled = work.rebuilt, work.scrolled
    for dx, dy in ((30, 0), (0, -25), (-12, 40)):
        finger.canvas.viewing.pan(dx, dy)
        finger.canvas.grab()
    assert (work.rebuilt, work.scrolled) == (rebuilt, scrolled + 3)
    moved = shown(finger.canvas)
    finger.stage.layer.touch(None)
    assert np.abs(moved - shown(finger.canvas)).max() <= 2


def test_a_pan_farther_than_the_viewport_draws_it_anew(open_canvas):
    _, finger = open_canvas()
    work = finger.stage.layer.work
    rebuilt = work.rebuilt
    finger.canvas.viewing.pan(3000, 0)
    finger.canvas.grab()
    assert work.rebuilt == rebuilt + 1


def test_a_zoom_stretches_the_old_picture_until_it_has_settled(open_canvas, clock):
    _, finger = open_canvas()
    work = finger.stage.layer.work
    rebuilt = work.rebuilt
    for _ in range(4):
        finger.wheel((0, 0), angle=(0, 60), held=CTRL)
        clock.advance(40)
        finger.canvas.motions.advance()
        finger.canvas.grab()
    assert work.rebuilt == rebuilt
    clock.advance(1000)
    finger.canvas.motions.advance()
    finger.canvas.grab()
    assert work.rebuilt == rebuilt + 1


def test_a_drag_draws_the_resting_picture_twice_however_long_it_takes(open_canvas):
    workspace, finger = open_canvas()
    work = finger.stage.layer.work
    start = finger.grip(workspace.node("y"))
    finger.press(start)
    finger.canvas.grab()
    rebuilt, patched = work.rebuilt, work.patched
    for step in range(1, 12):
        finger.move((start[0] + 9 * step, start[1] + 6 * step))
        finger.canvas.grab()
    finger.release((start[0] + 99, start[1] + 66))
    finger.canvas.grab()
    assert (work.rebuilt, work.patched) == (rebuilt + 2, patched)


def test_another_theme_draws_everything_in_it(open_canvas):
    workspace, finger = open_canvas()
    dark = shown(finger.canvas)
    workspace.theme = load_theme("light")
    finger.canvas.show_frame(workspace.frame())
    light = shown(finger.canvas)
    assert light.mean() > dark.mean() + 100


# In how many calls


def test_all_packets_are_one_call(open_canvas, clock, monkeypatch):
    _, finger = open_canvas()
    travelling(finger, clock, 150)
    finger.canvas.grab()
    with counted(monkeypatch) as calls:
        finger.canvas.repaint()
    assert calls["drawPixmapFragments"] == 1


@pytest.mark.parametrize("zoom", [1.0, 0.1])
def test_a_frame_takes_as_many_calls_however_large_the_graph_is(open_frame, clock, monkeypatch, zoom):
    found = []
    for count in (500, 5_000):
        finger = open_frame(grid_frame(count), zoom)
        travelling(finger, clock)
        finger.canvas.grab()
        with counted(monkeypatch) as calls:
            finger.canvas.repaint()
        found.append(dict(calls))
    assert found[0] == found[1]
    assert sum(found[0].values()) < 20


def test_a_rebuild_takes_as_many_calls_however_large_the_graph_is(open_frame, monkeypatch):
    found = []
    for count in (2_000, 20_000):
        finger = open_frame(grid_frame(count), 0.06)
        finger.stage.layer.touch(None)
        with counted(monkeypatch, "app.canvas.painting.static_layer") as calls:
            finger.canvas.repaint()
        found.append(dict(calls))
    assert found[0] == found[1]
    assert sum(found[0].values()) < 20


def test_an_animation_frame_of_a_hundredfold_graph_takes_less_than_three_times_as_long(open_frame, clock):
    times = []
    for count in (500, 50_000):
        finger = open_frame(grid_frame(count), 0.1)
        travelling(finger, clock, 200)
        finger.canvas.repaint()
        rounds = []
        for _ in range(31):
            start = thread_time()
            finger.canvas.motions.advance()
            finger.canvas.repaint()
            rounds.append(thread_time() - start)
        times.append(min(rounds))
    assert times[1] < 3 * times[0]


# What is drawn


@pytest.mark.parametrize("zoom", [1.0, 2.0])
@pytest.mark.parametrize(
    "code",
    [
        "x = torch.tensor([1., 2.], requires_grad=True)\ny = 2*x[0]*x[0] + 4*x[1]*x[1]\n",
        "a = torch.tensor(2., requires_grad=True)\nwith torch.no_grad():\n    u = a * 3\ny = a.detach() * u + a\n",
    ],
)
def test_the_screen_shows_what_a_file_would(open_canvas, code, zoom):
    workspace, finger = open_canvas(code, size=(900, 600), zoom=zoom)
    frame = replace(workspace.frame(), overlays=(), grid=False)
    finger.canvas.show_frame(frame)
    view = finger.stage.camera.view
    screen = shown(finger.canvas)
    height, width = screen.shape[:2]
    file = QImage(width, height, QImage.Format.Format_RGB32)
    with QPainter(file) as painter:
        paint_frame(painter, replace(frame, bounds=view), zoom * finger.canvas.devicePixelRatioF())
    data = np.frombuffer(file.constBits(), np.uint8).reshape(height, width, 4)[..., 2::-1].astype(int)
    differing = np.abs(screen - data).max(axis=2) > 60
    assert differing[:, : round(0.8 * width)].mean() < 0.001  # the minimap is at the right


def test_what_is_far_outside_the_view_is_not_drawn(open_frame):
    finger = open_frame(grid_frame(2_000), 1.0)
    seen = finger.stage.camera.view
    rows = finger.stage.scene.nodes_in(np.array([[seen.x, seen.y, seen.right, seen.bottom]]))
    assert 0 < len(rows) < 100


def test_selected_parts_look_selected_at_every_zoom(open_canvas):
    workspace, finger = open_canvas()
    node = workspace.node("y")
    for zoom in (2.0, 0.6, 0.4, 0.25, 0.1):
        finger.canvas.viewing.look_at((node.x, node.y), zoom)
        workspace.select(Selection())
        plain = shown(finger.canvas)
        workspace.select(Selection.of_node(node.id))
        chosen = shown(finger.canvas)
        card = finger.card(node)
        edge = card.x + 60, card.y - 1
        assert np.abs(finger.around(chosen, edge, 10, 5) - finger.around(plain, edge, 10, 5)).max() > 60, zoom
