"""Which panes the window has, where they stand, and which of them each kind of work shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.model.metrics import metrics


class Area(StrEnum):
    """A place for panes. Those of a TABS area stand behind each other, the others beside or below each other."""

    LEFT = "left"
    RIGHT_TABS = "right_tabs"
    RIGHT = "right"
    STRIP = "strip"  # under the canvas, side by side
    BOTTOM = "bottom"  # over the whole width


class PaneId(StrEnum):
    """The panes."""

    OUTLINE = "outline"
    QUEUE = "queue"
    PALETTE = "palette"
    EXPLANATION = "explanation"
    PATH = "path"
    CODE = "code"
    INSPECTOR = "inspector"
    SAVED = "saved"
    TENSOR = "tensor"
    FINDINGS = "findings"
    STOPS = "stops"
    HISTORY = "history"
    PROBLEMS = "problems"
    TIMELINE = "timeline"


@dataclass(frozen=True, slots=True)
class PaneKind:
    """What is known of a pane without opening it: its title, its place, and the key that shows and hides it."""

    title: str
    area: Area
    shortcut: str = ""


PANES: Mapping[PaneId, PaneKind] = {
    PaneId.OUTLINE: PaneKind("Outline", Area.LEFT, "Ctrl+1"),
    PaneId.PALETTE: PaneKind("Operations", Area.LEFT, "Ctrl+2"),
    PaneId.QUEUE: PaneKind("Queue", Area.LEFT, "Ctrl+3"),
    PaneId.EXPLANATION: PaneKind("Explanation", Area.RIGHT_TABS, "Ctrl+4"),
    PaneId.PATH: PaneKind("Path", Area.RIGHT_TABS),
    PaneId.CODE: PaneKind("Code", Area.RIGHT_TABS),
    PaneId.SAVED: PaneKind("Saved", Area.RIGHT_TABS),
    PaneId.INSPECTOR: PaneKind("Inspector", Area.RIGHT_TABS, "Ctrl+5"),
    PaneId.TENSOR: PaneKind("Tensor", Area.RIGHT, "Ctrl+6"),
    PaneId.FINDINGS: PaneKind("Findings", Area.STRIP, "Ctrl+7"),
    PaneId.STOPS: PaneKind("Stops", Area.STRIP, "Ctrl+8"),
    PaneId.HISTORY: PaneKind("History", Area.STRIP),
    PaneId.PROBLEMS: PaneKind("Problems", Area.STRIP),
    PaneId.TIMELINE: PaneKind("Timeline", Area.BOTTOM, "Ctrl+9"),
}


class ViewId(StrEnum):
    """Which graph is in the middle of the window; the values are what the choice says."""

    EXPRESSION = "Expression"
    BACKWARD = "Backward"
    BOTH = "Both"


VIEWS: Mapping[ViewId, str] = {
    ViewId.EXPRESSION: "what was drawn; values flow from the leaves to the roots",
    ViewId.BACKWARD: "what autograd recorded; gradients flow from the roots to the leaves",
    ViewId.BOTH: "both side by side",
}
"""What each view shows."""


class WorkspaceId(StrEnum):
    """The kinds of work."""

    LEARN = "learn"
    EDIT = "edit"
    DEBUG = "debug"
    FOCUS = "focus"
    PRESENT = "present"


@dataclass(frozen=True, slots=True)
class Workspace:
    """What a kind of work shows at first. Panes that are `moved` stand somewhere else than usual.

    Without bars there are neither menus nor buttons. With a `magnification` everything is larger.
    """

    title: str
    summary: str
    panes: tuple[PaneId, ...]
    moved: Mapping[PaneId, Area] = field(default_factory=dict)
    has_bars: bool = True
    magnification: float = 1.0
    shortcut: str = ""

    def area_of(self, pane: PaneId) -> Area:
        """Where a pane stands."""
        return self.moved.get(pane, PANES[pane].area)


WORKSPACES: Mapping[WorkspaceId, Workspace] = {
    WorkspaceId.LEARN: Workspace(
        "Learn",
        "what happens, step by step",
        (
            PaneId.OUTLINE, PaneId.QUEUE, PaneId.EXPLANATION, PaneId.PATH, PaneId.CODE, PaneId.INSPECTOR,
            PaneId.TENSOR, PaneId.TIMELINE,
        ),
        shortcut="Alt+1",
    ),
    WorkspaceId.EDIT: Workspace(
        "Edit",
        "building expressions",
        (PaneId.PALETTE, PaneId.OUTLINE, PaneId.INSPECTOR, PaneId.CODE, PaneId.HISTORY, PaneId.PROBLEMS),
        shortcut="Alt+2",
    ),
    WorkspaceId.DEBUG: Workspace(
        "Debug",
        "where a gradient dies or breaks",
        (
            PaneId.PATH, PaneId.FINDINGS, PaneId.STOPS, PaneId.EXPLANATION, PaneId.SAVED, PaneId.CODE,
            PaneId.INSPECTOR, PaneId.TENSOR, PaneId.TIMELINE,
        ),
        moved={PaneId.PATH: Area.STRIP},
        shortcut="Alt+3",
    ),
    WorkspaceId.FOCUS: Workspace(
        "Focus", "canvas, explanation and timeline", (PaneId.EXPLANATION, PaneId.TIMELINE), shortcut="Alt+4"
    ),
    WorkspaceId.PRESENT: Workspace(
        "Present", "large, for a projector, until Escape", (PaneId.EXPLANATION, PaneId.TIMELINE), has_bars=False,
        magnification=metrics().type.present_factor,
        shortcut="Alt+5",
    ),
}  # fmt: skip
