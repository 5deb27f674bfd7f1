"""Canvases over real documents, moved by real events and by a clock that the test turns."""

import pytest
from canvas_frames import Onlooker
from canvas_hand import Finger
from canvas_workspace import Workspace, arranged
from panel_stage import Clock
from window_hand import Room

from app.canvas.canvas import Canvas
from app.render.motion import Pace

TUTORIAL = """
x = torch.tensor([1., 2.], requires_grad=True)
y = 2*x[0]*x[0] + 4*x[1]*x[1]
"""

AT_EASE = Pace()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def open_canvas(qtbot, clock):
    """Opens a canvas for some code, or for a document, and gives the workspace and a finger to touch it with."""

    def open_one(content=TUTORIAL, size=(1000, 700), pace=AT_EASE, zoom=None, theme="dark"):
        workspace = Workspace(arranged(content) if isinstance(content, str) else content, theme)
        canvas = Canvas(workspace, workspace.frame(), clock=clock, pace=pace)
        workspace.canvas = canvas
        canvas.resize(*size)
        qtbot.addWidget(canvas)
        with qtbot.waitActive(canvas):
            canvas.show()
            canvas.activateWindow()
        canvas.setFocus()
        if zoom is not None:
            canvas.viewing.look_at(canvas.stage.scene.frame.bounds.centre, zoom)
        canvas.grab()
        return workspace, Finger(qtbot, canvas)

    return open_one


@pytest.fixture
def open_frame(qtbot, clock):
    """Opens a canvas that only shows a frame, at a zoom."""

    def open_one(frame, zoom, size=(1000, 700)):
        canvas = Canvas(Onlooker(), frame, clock=clock)
        canvas.resize(*size)
        qtbot.addWidget(canvas)
        canvas.show()
        qtbot.waitExposed(canvas)
        canvas.viewing.look_at(frame.bounds.centre, zoom)
        canvas.grab()
        return Finger(qtbot, canvas)

    return open_one


@pytest.fixture
def open_window(qtbot, clock):
    """Opens the window over some code, and gives a room to use it in."""

    def open_one(code="", **settings):
        return Room(qtbot, clock, code, **settings)

    return open_one
