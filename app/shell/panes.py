"""The panes that the window can show, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtWidgets import QWidget

from app.canvas.canvas import Canvas
from app.model.session import Session
from app.model.workspace import PaneId
from app.panels.outline.panel import Outline
from app.shell.picture import Picture

Maker = Callable[[], QWidget]


def pane_makers(session: Session, picture: Picture, canvas: Canvas) -> Mapping[PaneId, Maker]:
    """What makes each pane, when it is first shown."""
    return {PaneId.OUTLINE: partial(_outline, session, picture, canvas)}


def _outline(session: Session, picture: Picture, canvas: Canvas) -> QWidget:
    outline = Outline(session)
    outline.show_frame(picture.frame)
    picture.shown.connect(outline.show_frame)
    outline.revealed.connect(canvas.viewing.reveal)
    return outline
