"""The panes that the window can show, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QWidget

from app.canvas.canvas import Canvas
from app.model.session import Session
from app.model.workspace import PaneId
from app.panels.code_view import CodeView
from app.panels.explanation.pane import ExplanationPane
from app.panels.history_list import HistoryList
from app.panels.inspector.panel import Inspector
from app.panels.outline.panel import Outline
from app.panels.palette.panel import Palette
from app.panels.problem_list import ProblemList
from app.panels.tensor.pane import TensorPane
from app.panels.timeline.pane import TimelinePane
from app.shell.picture import Picture

Maker = Callable[[], QWidget]


@dataclass(frozen=True, slots=True)
class Services:
    """What panes need of the window: adding an operation by name, opening code, and giving a widget its keys."""

    add_op: Callable[[str], None]
    edit_code: Callable[[str], object]
    give_keys: Callable[[QWidget], None]


def pane_makers(session: Session, picture: Picture, canvas: Canvas, services: Services) -> Mapping[PaneId, Maker]:
    """What makes each pane, when it is first shown."""
    return {
        PaneId.OUTLINE: partial(_outline, session, picture, canvas),
        PaneId.PALETTE: partial(_palette, services.add_op),
        PaneId.EXPLANATION: partial(_explanation, session, canvas),
        PaneId.CODE: partial(_code, session, services.edit_code),
        PaneId.INSPECTOR: partial(Inspector, session),
        PaneId.TENSOR: partial(TensorPane, session),
        PaneId.HISTORY: partial(HistoryList, session),
        PaneId.PROBLEMS: partial(_problems, session, canvas),
        PaneId.TIMELINE: partial(_timeline, session, services.give_keys),
    }


def _timeline(session: Session, give_keys: Callable[[QWidget], None]) -> QWidget:
    pane = TimelinePane(session)
    give_keys(pane.timeline)
    return pane


def _explanation(session: Session, canvas: Canvas) -> QWidget:
    pane = ExplanationPane(session)
    pane.shown.connect(lambda place: canvas.viewing.fit(place.nodes))
    return pane


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
