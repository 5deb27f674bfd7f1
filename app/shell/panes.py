"""The panes that the window can show, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QWidget

from app.canvas.canvas import Canvas
from app.model.selection import Selection
from app.model.session import Session
from app.model.workspace import PaneId
from app.panels.code_view import CodeView
from app.panels.explanation.pane import ExplanationPane
from app.panels.findings.pane import FindingsPane
from app.panels.history_list import HistoryList
from app.panels.inspector.panel import Inspector
from app.panels.outline.panel import Outline
from app.panels.palette.panel import Palette
from app.panels.path.pane import PathPane
from app.panels.problem_list import ProblemList
from app.panels.queue.pane import QueuePane
from app.panels.saved.pane import SavedPane
from app.panels.stops.pane import StopsPane
from app.panels.tensor.pane import TensorPane
from app.panels.timeline.pane import TimelinePane
from app.shell.picture import Picture
from core.expr.regions import nodes_in

Maker = Callable[[], QWidget]
PointingPane = ExplanationPane | QueuePane | PathPane | FindingsPane

_POINTING: Mapping[PaneId, type[PointingPane]] = {
    PaneId.EXPLANATION: ExplanationPane,
    PaneId.QUEUE: QueuePane,
    PaneId.PATH: PathPane,
    PaneId.FINDINGS: FindingsPane,
}
"""The panes of stepping that lead to what they speak of."""


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
        PaneId.CODE: partial(_code, session, services.edit_code),
        PaneId.INSPECTOR: partial(Inspector, session),
        PaneId.TENSOR: partial(TensorPane, session),
        PaneId.SAVED: partial(SavedPane, session),
        PaneId.STOPS: partial(StopsPane, session),
        **{pane: partial(_pointing_pane, kind, session, canvas) for pane, kind in _POINTING.items()},
        PaneId.HISTORY: partial(HistoryList, session),
        PaneId.PROBLEMS: partial(_problems, session, canvas),
        PaneId.TIMELINE: partial(_timeline, session, services.give_keys),
    }


def _timeline(session: Session, give_keys: Callable[[QWidget], None]) -> QWidget:
    pane = TimelinePane(session)
    give_keys(pane.timeline)
    return pane


def _pointing_pane(kind: type[PointingPane], session: Session, canvas: Canvas) -> QWidget:
    """A pane of stepping, from which the user can go to what it speaks of."""
    pane = kind(session)
    pane.shown.connect(partial(look_at, session, canvas))
    return pane


def look_at(session: Session, canvas: Canvas, place: Selection) -> None:
    """Bring parts of the document into view: a node as it is, several as large as they go."""
    wires, regions = session.document.wires, session.document.regions
    ends = {end for key in place.wires if key in wires for end in (wires[key].source.node, wires[key].target)}
    framed = {node for key in place.regions if key in regions for node in nodes_in(session.document, key)}
    nodes = {*place.nodes, *ends, *framed}
    if len(nodes) == 1:
        canvas.viewing.reveal(next(iter(nodes)))
    elif nodes:
        canvas.viewing.fit(nodes)


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
