"""Putting the parts of a window together, and letting them hear of each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtWidgets import QWidget

from app.canvas.canvas import Canvas
from app.canvas.scene.areas import area_of, meeting
from app.canvas.scene.targets import OnCard
from app.model.files import Opened
from app.model.history import Clock
from app.model.session import Session
from app.model.settings import Settings
from app.model.workspace import PaneId
from app.panels.cards.pinned import StepCards
from app.panels.expression.bar import ExpressionBar
from app.panels.problem_list import ProblemList
from app.render.frame import Frame
from app.render.motion import Pace
from app.shell.backward_view import BackwardView
from app.shell.canvas_area import CanvasArea
from app.shell.documents import Asker, Documents
from app.shell.pane_area import PaneArea
from app.shell.panes import PaneMaker, Services, look_at
from app.shell.parts import Parts
from app.shell.picture import Picture
from app.shell.status_bar import StatusBar
from app.shell.workspaces import Workspaces
from core.expr.ids import NodeId

_ABOVE_MAP = 84
"""How far above the foot of the canvas cards stand, so that the minimap stays visible."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Who is asked before something would be lost, and where it is kept for the case of a crash."""

    asker: Asker
    recovery: Path | None = None


def make_parts(
    window: QWidget, session: Session, settings: Settings, asking: Asking, clock: Clock, services: Services
) -> Parts:
    """Make the parts of a window, not yet placed in it."""
    picture = Picture(session)
    session.stepping.player.reduce_motion(settings.held.reduced_motion)
    canvas = Canvas(session, picture.frame, clock=clock, parent=window)
    middle = CanvasArea(canvas, partial(_make_backward, session, picture, clock, services), picture.give_room)
    panes = PaneArea(middle, PaneMaker(session, picture, middle, services).makers)
    return Parts(
        session=session,
        settings=settings,
        documents=Documents(session, settings, asking.asker, asking.recovery),
        picture=picture,
        canvas=canvas,
        middle=middle,
        expression=ExpressionBar(session, session.current_node),
        panes=panes,
        workspaces=Workspaces(panes, settings),
        status=StatusBar(),
    )


def _make_backward(session: Session, picture: Picture, clock: Clock, services: Services) -> BackwardView:
    view = BackwardView(session, picture, clock)
    services.give_keys(view.canvas)
    view.canvas.stage.changed.connect(lambda _: session.point_at(view.pointed_at))
    return view


def connect_parts(parts: Parts) -> None:
    """Let the canvas, the bars and the session hear of each other."""
    session, canvas, stage = parts.session, parts.canvas, parts.canvas.stage
    parts.picture.shown.connect(lambda frame: show_frame(parts, frame))
    session.stepping.player.changed.connect(lambda _: follow_pace(parts))
    follow_pace(parts)
    session.selected.connect(canvas.show_selection)
    session.opened.connect(lambda opened: show_opened(parts, opened))
    parts.status.asked.connect(partial(show_trouble, parts))
    cards = StepCards(session, canvas, lift=_ABOVE_MAP, avoided=partial(nodes_on_screen, canvas))
    cards.shown.connect(partial(look_at, session, parts.middle))
    parts.documents.unkept.connect(lambda reason: parts.status.say(reason, refused=True))
    stage.refused.connect(lambda reason: parts.status.say(reason, refused=True))
    stage.changed.connect(lambda _: session.point_at(_pointed_at(parts)))
    parts.expression.added.connect(lambda nodes: place_new(parts, nodes))
    parts.expression.left.connect(lambda: parts.middle.active.setFocus())


def nodes_on_screen(canvas: Canvas) -> list[QRect]:
    """Where the nodes are that can be seen on the canvas, in its pixels."""
    camera, boxes = canvas.stage.camera, canvas.stage.scene.nodes.boxes
    seen = boxes[meeting(boxes, area_of(camera.view))].tolist()
    corners = ((camera.screen((left, top)), camera.screen((right, low))) for left, top, right, low in seen)
    return [QRectF(QPointF(*start), QPointF(*end)).toRect() for start, end in corners]


def show_opened(parts: Parts, opened: Opened) -> None:
    """Show all of another document, and what of its file was lost."""
    parts.canvas.viewing.fit_all()
    if opened.problems:
        parts.workspaces.show_pane(PaneId.PROBLEMS, visible=True)
        left_out = f"{len(opened.problems)} things" if len(opened.problems) > 1 else "One thing"
        parts.status.say(f"{left_out} in this file could not be read as it stands; see Problems.", refused=True)


def show_trouble(parts: Parts, pane: PaneId) -> None:
    """Show the list of problems, and what the first one is about."""
    parts.workspaces.show_pane(pane, visible=True)
    listed = parts.panes.pane(pane)
    if isinstance(listed, ProblemList):
        listed.go_to_first()


def show_frame(parts: Parts, frame: Frame) -> None:
    """Show a frame, or what leads to it on its way."""
    canvas, travel = parts.canvas, parts.picture.travel
    if travel is None or not (travel.received or travel.sent):
        canvas.show_frame(frame)
        return
    if canvas.stage.scene.frame is not parts.picture.before:  # an earlier step is still on its way
        canvas.show_frame(parts.picture.before)
    canvas.play(travel, frame)


def follow_pace(parts: Parts) -> None:
    """Let things move as fast as the player goes."""
    player = parts.session.stepping.player
    parts.canvas.motions.pace = Pace(player.speed, player.is_reduced)


def place_new(parts: Parts, nodes: list[NodeId]) -> None:
    """Place nodes that were made together from text, in the same undo step; all others stay where they are."""
    others = [key for key in parts.session.document.nodes if key not in nodes]
    parts.session.amend(parts.picture.arranged(others))
    parts.middle.fit(nodes if others else ())


def _pointed_at(parts: Parts) -> NodeId | None:
    target = parts.canvas.stage.shown.hovered
    if isinstance(target, OnCard) and target.node in parts.session.document.nodes:
        return NodeId(target.node)
    return None
