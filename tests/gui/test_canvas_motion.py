"""What moves by itself: packets of a step, fading cards, the timer behind them, and that nothing is left behind."""

import gc
import weakref
from dataclasses import replace

import numpy as np
from canvas_frames import shown
from canvas_workspace import Workspace, arranged
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.canvas.canvas import Canvas
from app.render.frame import PlacedPacket
from app.render.looks import GradientLine, GradientState, NumberText, PacketLook
from app.render.motion import Pace, step_duration
from app.render.travel import Parcel, Travel

CODE = """
a = torch.tensor(2., requires_grad=True)
b = torch.tensor(3., requires_grad=True)
y = a * b
"""
PACKET = PacketLook(NumberText("3"))


def sent_along(finger, *wires, dock=None):
    placed = finger.stage.scene.wires.placed
    rows = [finger.stage.scene.wires.rows_of(wire.id)[0] for wire in wires]
    return tuple(Parcel(PACKET, (placed[row].points,), dock) for row in rows)


def after(finger):
    """The frame of the next step: a card has another gradient."""
    frame = finger.stage.scene.frame
    look = replace(frame.nodes[0].look, gradient=GradientLine(GradientState.DONE, NumberText("3")))
    return replace(frame, nodes=(replace(frame.nodes[0], look=look), *frame.nodes[1:]))


def play(finger, workspace):
    wires = workspace.wire("a", "y"), workspace.wire("b", "y")
    finger.canvas.play(Travel(sent=sent_along(finger, *wires)), after(finger))


def flying(finger):
    return finger.stage.shown.flying[1]


def test_packets_run_from_the_consumer_to_the_producer_and_then_the_next_frame_is_shown(open_canvas, clock):
    workspace, finger = open_canvas(CODE)
    goal = after(finger)
    arrived = []
    finger.canvas.motions.arrived.connect(arrived.append)
    finger.canvas.play(Travel(sent=sent_along(finger, workspace.wire("a", "y"))), goal)
    start = finger.input(workspace.node("y"))
    distances = []
    for _ in range(40):
        clock.advance(20)
        finger.canvas.motions.advance()
        if len(flying(finger)):
            distances.append(float(np.hypot(*(flying(finger)[0] - start))))
    assert distances == sorted(distances)
    assert distances[0] < 20 and distances[-1] > 50
    assert arrived == [goal]
    assert finger.stage.scene.frame is goal
    assert len(flying(finger)) == 0


def test_what_is_received_moves_from_its_dock_before_anything_is_sent(open_canvas, clock):
    workspace, finger = open_canvas(CODE)
    wire = workspace.wire("a", "y")
    dock = finger.output(workspace.node("a"))[0] + 43, finger.output(workspace.node("a"))[1] - 38
    received = sent_along(finger, wire, dock=dock)
    finger.canvas.play(Travel(received=received, sent=sent_along(finger, workspace.wire("b", "y"))), after(finger))
    assert flying(finger).tolist() == [list(dock)]
    clock.advance(90)
    finger.canvas.motions.advance()
    half_way = flying(finger)[0]
    socket = finger.output(workspace.node("a"))
    assert 0 < np.hypot(*(half_way - socket)) < np.hypot(43, 38)
    clock.advance(170)
    finger.canvas.motions.advance()
    assert len(flying(finger)) == 0  # the node computes
    clock.advance(200)
    finger.canvas.motions.advance()
    assert len(flying(finger)) == 1


def test_a_packet_is_seen_where_it_is(open_canvas, clock):
    workspace, finger = open_canvas(CODE)
    before = shown(finger.canvas)
    play(finger, workspace)
    clock.advance(520)
    finger.canvas.motions.advance()
    during = shown(finger.canvas)
    for place in flying(finger).tolist():
        near = [finger.around(picture, place, 12, 4) for picture in (before, during)]
        assert np.abs(near[1] - near[0]).max() > 100


def test_a_packet_leaves_no_trace(open_canvas, clock):
    workspace, finger = open_canvas(CODE)
    still = finger.stage.scene.frame
    before = shown(finger.canvas)
    finger.canvas.play(Travel(sent=sent_along(finger, workspace.wire("a", "y"))), still)
    for _ in range(60):
        clock.advance(15)
        finger.canvas.motions.advance()
        QApplication.processEvents()
    assert np.array_equal(shown(finger.canvas), before)


def test_a_frame_that_is_shown_meanwhile_ends_the_step(open_canvas, clock):
    workspace, finger = open_canvas(CODE)
    arrived = []
    finger.canvas.motions.arrived.connect(arrived.append)
    play(finger, workspace)
    clock.advance(400)
    finger.canvas.motions.advance()
    frame = workspace.frame()
    finger.canvas.show_frame(frame)
    clock.advance(2000)
    finger.canvas.motions.advance()
    assert finger.stage.scene.frame is frame
    assert arrived == []
    assert len(flying(finger)) == 0


def test_with_reduced_motion_nothing_travels_and_the_next_frame_is_there_soon(open_canvas, clock):
    pace = Pace(reduced=True)
    workspace, finger = open_canvas(CODE, pace=pace)
    goal = after(finger)
    finger.canvas.play(Travel(sent=sent_along(finger, workspace.wire("a", "y"))), goal)
    for _ in range(8):
        assert len(flying(finger)) == 0
        clock.advance(step_duration(pace) / 7)
        finger.canvas.motions.advance()
    assert finger.stage.scene.frame is goal


def test_speed_shortens_a_step(open_canvas, clock):
    workspace, finger = open_canvas(CODE, pace=Pace(speed=4.0))
    goal = after(finger)
    finger.canvas.play(Travel(sent=sent_along(finger, workspace.wire("a", "y"))), goal)
    clock.advance(700 / 4 + 1)
    finger.canvas.motions.advance()
    assert finger.stage.scene.frame is goal


def test_a_card_fades_from_its_earlier_look_to_the_new_one(open_canvas, clock):
    _, finger = open_canvas(CODE)
    card = finger.stage.scene.frame.nodes[0]
    well = card.x + 60, card.y + 70
    pixels = [finger.around(shown(finger.canvas), well, 1, 1).mean(axis=(0, 1))]
    finger.canvas.show_frame(after(finger))
    for _ in range(4):
        pixels.append(finger.around(shown(finger.canvas), well, 1, 1).mean(axis=(0, 1)))
        clock.advance(60)
        finger.canvas.motions.advance()
    ambers = [int(pixel[0]) - int(pixel[2]) for pixel in pixels]
    assert ambers == sorted(ambers)
    assert ambers[-1] > ambers[0] + 30
    assert finger.stage.shown.fading is None


def test_docked_packets_and_their_ties_are_painted(open_canvas):
    workspace, finger = open_canvas(CODE)
    before = shown(finger.canvas)
    place, tie, plus = (finger.stage.camera.scene(pixel) for pixel in ((480, 560), (480, 500), (300, 560)))
    packet = PlacedPacket(*place, replace(PACKET, nonfinite=True), tie)
    finger.canvas.show_frame(replace(workspace.frame(), packets=(packet,), sums=(plus,)))
    after_it = shown(finger.canvas)
    for spot in (place, tie, plus):
        near = [finger.around(picture, spot, 8, 8) for picture in (before, after_it)]
        assert np.abs(near[1] - near[0]).max() > 100


# The timer


def test_the_timer_runs_only_while_something_moves(open_canvas, clock, qtbot):
    workspace, finger = open_canvas(CODE)
    canvas = finger.canvas
    assert not canvas.is_moving
    goal = after(finger)
    canvas.play(Travel(sent=sent_along(finger, workspace.wire("a", "y"))), goal)
    assert canvas.is_moving
    clock.advance(5_000)
    qtbot.waitUntil(lambda: finger.stage.scene.frame is goal)  # the timer has brought the last frame
    assert canvas.is_moving  # a card fades
    clock.advance(5_000)
    qtbot.waitUntil(lambda: not canvas.is_moving)
    assert all(not timer.isActive() for timer in canvas.findChildren(QTimer))


def test_hovering_selecting_and_dragging_start_no_timer(open_canvas):
    workspace, finger = open_canvas(CODE)
    finger.hover(finger.grip(workspace.node("y")))
    finger.click(finger.grip(workspace.node("y")))
    start = finger.grip(workspace.node("a"))
    finger.drag(start, (start[0] + 40, start[1] + 40), drop=False)
    assert not finger.canvas.is_moving
    finger.release((start[0] + 40, start[1] + 40))
    assert not finger.canvas.is_moving


# Nothing is left behind


def test_a_closed_canvas_leaves_nothing_behind(qtbot):
    canvas = Canvas(Workspace(), Workspace(arranged(CODE)).frame())
    canvas.resize(400, 300)
    canvas.show()
    qtbot.waitExposed(canvas)
    canvas.grab()
    left = [weakref.ref(part) for part in (canvas, canvas.stage, canvas.stage.scene, canvas.motions)]
    gone = []
    canvas.destroyed.connect(lambda: gone.append(True))
    canvas.close()
    canvas.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()
    assert gone == [True]
    del canvas
    gc.collect()
    assert [one() for one in left] == [None] * 4


def test_line_edits_do_not_pile_up(open_canvas):
    workspace, finger = open_canvas(CODE)
    before = len(finger.canvas.findChildren(QObject))
    for _ in range(5):
        finger.double_click(finger.value(workspace.node("a")))
        finger.canvas.edit_name(workspace.node("b").id)
    finger.canvas.setFocus()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()
    assert len(finger.canvas.findChildren(QObject)) == before


def test_stepping_on_and_on_keeps_what_is_remembered_bounded(open_canvas, clock):
    _, finger = open_canvas(CODE)
    frame = finger.stage.scene.frame
    for step in range(300):
        look = replace(frame.nodes[0].look, gradient=GradientLine(GradientState.DONE, NumberText(str(step))))
        finger.canvas.show_frame(replace(frame, nodes=(replace(frame.nodes[0], look=look), *frame.nodes[1:])))
        clock.advance(200)
        finger.canvas.motions.advance()
        if step % 20 == 0:
            finger.canvas.grab()
    cards = finger.canvas._picture._cards.sprites
    assert cards.bytes <= cards.budget
