"""The panes that the window can show, and how each is made.

They are imported when they are first shown: the start of the program need not wait for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from PySide6.QtWidgets import QWidget

from app.model.selection import Selection
from app.model.session import Session
from app.model.workspace import PaneId
from app.shell.canvas_area import CanvasArea
from app.shell.picture import Picture
from core.expr.regions import nodes_in

Maker = Callable[[], QWidget]


@dataclass(frozen=True, slots=True)
class Services:
    """What panes need of the window: adding an operation by name, opening code, and giving a widget its keys."""

    add_op: Callable[[str], None]
    edit_code: Callable[[str], object]
    give_keys: Callable[[QWidget], None]


_CLASSES: Mapping[PaneId, str] = {
    PaneId.OUTLINE: "outline.panel:Outline",
    PaneId.PALETTE: "palette.panel:Palette",
    PaneId.QUEUE: "queue.pane:QueuePane",
    PaneId.EXPLANATION: "explanation.pane:ExplanationPane",
    PaneId.PATH: "path.pane:PathPane",
    PaneId.CODE: "code_view:CodeView",
    PaneId.INSPECTOR: "inspector.panel:Inspector",
    PaneId.SAVED: "saved.pane:SavedPane",
    PaneId.TENSOR: "tensor.pane:TensorPane",
    PaneId.FINDINGS: "findings.pane:FindingsPane",
    PaneId.STOPS: "stops.pane:StopsPane",
    PaneId.HISTORY: "history_list:HistoryList",
    PaneId.PROBLEMS: "problem_list:ProblemList",
    PaneId.TIMELINE: "timeline.pane:TimelinePane",
}
"""Where in `app.panels` each pane is."""


class PaneMaker:
    """Makes panes, and lets each do what it asks for."""

    def __init__(self, session: Session, picture: Picture, middle: CanvasArea, services: Services) -> None:
        self._session = session
        self._picture = picture
        self._middle = middle
        self._services = services

    @property
    def makers(self) -> Mapping[PaneId, Maker]:
        """What makes each pane."""
        return {pane: partial(self.make, pane) for pane in _CLASSES}

    def make(self, pane: PaneId) -> QWidget:
        """Make a pane."""
        module, _, name = _CLASSES[pane].partition(":")
        kind = getattr(import_module(f"app.panels.{module}"), name)
        made: Any = kind() if pane is PaneId.PALETTE else kind(self._session)
        self._connect(pane, made)
        widget: QWidget = made
        return widget

    def _connect(self, pane: PaneId, made: Any) -> None:
        match pane:
            case PaneId.OUTLINE:
                made.show_frame(self._picture.frame)
                self._picture.shown.connect(made.show_frame)
                made.revealed.connect(self._middle.reveal)
            case PaneId.PROBLEMS:
                made.revealed.connect(self._middle.reveal)
            case PaneId.PALETTE:
                made.wanted.connect(self._services.add_op)
            case PaneId.CODE:
                made.edit_wanted.connect(self._services.edit_code)
            case PaneId.TIMELINE:
                self._services.give_keys(made.timeline)
            case PaneId.EXPLANATION | PaneId.QUEUE | PaneId.PATH | PaneId.FINDINGS:
                made.shown.connect(partial(look_at, self._session, self._middle))
            case _:
                pass  # it shows, and asks for nothing


def look_at(session: Session, middle: CanvasArea, place: Selection) -> None:
    """Bring parts of the document into view: a node as it is, several as large as they go."""
    wires, regions = session.document.wires, session.document.regions
    ends = {end for key in place.wires if key in wires for end in (wires[key].source.node, wires[key].target)}
    framed = {node for key in place.regions if key in regions for node in nodes_in(session.document, key)}
    nodes = {*place.nodes, *ends, *framed}
    if len(nodes) == 1:
        middle.reveal(next(iter(nodes)))
    elif nodes:
        middle.fit(nodes)
