"""The panes that the window can show, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtWidgets import QWidget

from app.canvas.canvas import Canvas
from app.model.session import Session
from app.model.workspace import PaneId
from app.panels.code_view import CodeView
from app.panels.history_list import HistoryList
from app.panels.inspector.panel import Inspector
from app.panels.outline.panel import Outline
from app.panels.palette.panel import Palette
from app.panels.problem_list import ProblemList
from app.shell.picture import Picture

Maker = Callable[[], QWidget]


def pane_makers(
    session: Session,
    picture: Picture,
    canvas: Canvas,
    add_op: Callable[[str], None],
    edit_code: Callable[[str], object],
) -> Mapping[PaneId, Maker]:  # fmt: skip
    """What makes each pane, when it is first shown. `add_op` adds an operation by name, `edit_code` opens code."""
    return {
        PaneId.OUTLINE: partial(_outline, session, picture, canvas),
        PaneId.PALETTE: partial(_palette, add_op),
        PaneId.INSPECTOR: partial(Inspector, session),
        PaneId.CODE: partial(_code, session, edit_code),
        PaneId.HISTORY: partial(HistoryList, session),
        PaneId.PROBLEMS: partial(_problems, session, canvas),
    }


def _outline(session: Session, picture: Picture, canvas: Canvas) -> QWidget:
    outline = Outline(session)
    outline.show_frame(picture.frame)
    picture.shown.connect(outline.show_frame)
    outline.revealed.connect(canvas.viewing.reveal)
    return outline


def _palette(add_op: Callable[[str], None]) -> QWidget:
    palette = Palette()
    palette.wanted.connect(add_op)
    return palette


def _code(session: Session, edit_code: Callable[[str], object]) -> QWidget:
    code = CodeView(session)
    code.edit_wanted.connect(edit_code)
    return code


def _problems(session: Session, canvas: Canvas) -> QWidget:
    problems = ProblemList(session)
    problems.revealed.connect(canvas.viewing.reveal)
    return problems
