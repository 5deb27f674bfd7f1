"""The parts of the window."""

from __future__ import annotations

from dataclasses import dataclass

from app.canvas.canvas import Canvas
from app.model.session import Session
from app.model.settings import Settings
from app.panels.expression.bar import ExpressionBar
from app.shell.canvas_area import CanvasArea
from app.shell.documents import Documents
from app.shell.pane_area import PaneArea
from app.shell.picture import Picture
from app.shell.status_bar import StatusBar
from app.shell.workspaces import Workspaces


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What a window consists of, as far as it does not depend on commands."""

    session: Session
    settings: Settings
    documents: Documents
    picture: Picture
    canvas: Canvas
    middle: CanvasArea
    expression: ExpressionBar
    panes: PaneArea
    workspaces: Workspaces
    status: StatusBar
