"""Commands that change what is seen: the view of the canvas, the panes, the colours."""

from __future__ import annotations

from collections.abc import Iterator

from app.actions.action import Action, Condition, Run, Scope
from app.actions.conditions import has_nodes, has_pane, is_editing, selected_nodes
from app.actions.desk import Desk
from app.model.selection import Selection
from app.model.session import Session
from app.model.settings import SYSTEM
from app.model.theme import ThemeName
from app.model.workspace import PANES, VIEWS, WORKSPACES, PaneId, ViewId, WorkspaceId

THEME_TITLES = {
    SYSTEM: "System",
    ThemeName.LIGHT: "Light",
    ThemeName.DARK: "Dark",
    ThemeName.HIGH_CONTRAST: "High contrast",
}


def fit_selection(session: Session, desk: Desk) -> None:
    """Shows the selected nodes as large as they go; all, when none are."""
    desk.fit(selected_nodes(session))


def select_neighbours(session: Session, desk: Desk) -> None:
    """Adds to the selection what its nodes are connected to."""
    wiring, chosen = session.document.wiring, session.selection.nodes
    near = {wire.source.node for key in chosen for wire in wiring.into(key)}
    near |= {wire.target for key in chosen for wire in wiring.out_of(key)}
    session.select(session.selection.with_more(Selection(frozenset(near))))


def _pane_actions() -> Iterator[Action]:
    for pane, kind in PANES.items():
        yield Action(
            f"pane_{pane}", kind.title, _toggle(pane), (kind.shortcut,) if kind.shortcut else (), "panel",
            f"Show or hide the pane “{kind.title}”.",
            enabled_when=has_pane(pane), toggled_when=_is_shown(pane),
        )  # fmt: skip


def _toggle(pane: PaneId) -> Run:
    return lambda session, desk: desk.show_pane(pane, visible=not desk.is_shown(pane))


def _is_shown(pane: PaneId) -> Condition:
    return lambda session, desk: desk.is_shown(pane)


def _workspace_actions() -> Iterator[Action]:
    for workspace, kind in WORKSPACES.items():
        yield Action(
            f"workspace_{workspace}", kind.title, _use_workspace(workspace), (kind.shortcut,), "",
            f"Arrange the panes for: {kind.summary}.", toggled_when=_holds("workspace", workspace),
        )  # fmt: skip


def _use_workspace(workspace: WorkspaceId) -> Run:
    return lambda session, desk: desk.use_workspace(workspace)


def _view_actions() -> Iterator[Action]:
    for view, summary in VIEWS.items():
        yield Action(
            f"view_{view.lower()}", str(view), _use_view(view), (), "", f"Show {summary}.",
            toggled_when=_holds("view", view),
        )  # fmt: skip


def _use_view(view: ViewId) -> Run:
    return lambda session, desk: desk.use_view(view)


def _theme_actions() -> Iterator[Action]:
    for theme, title in THEME_TITLES.items():
        summary = "Follow the desktop's colours." if theme == SYSTEM else f"Use the theme “{title}”."
        yield Action(f"theme_{theme}", title, _use_theme(theme), (), "", summary, toggled_when=_holds("theme", theme))


def _use_theme(theme: str) -> Run:
    return lambda session, desk: desk.settings.change(theme=theme)


def _holds(setting: str, value: object) -> Condition:
    return lambda session, desk: getattr(desk.settings.held, setting) == value


def switch_motion(session: Session, desk: Desk) -> None:
    """Lets gradients travel, or only appear."""
    desk.settings.change(reduced_motion=not desk.settings.held.reduced_motion)


PANE_ACTIONS = tuple(_pane_actions())
WORKSPACE_ACTIONS = tuple(_workspace_actions())
THEME_ACTIONS = tuple(_theme_actions())
VIEW_ACTIONS = tuple(_view_actions())

ACTIONS = (
    Action(
        "fit_all", "Fit all", lambda session, desk: desk.fit(), ("Ctrl+0",), "fit", "Show the whole graph.",
        Scope.CANVAS, has_nodes, passing_shortcuts=("Home",), passing_when=is_editing,
    ),
    Action(
        "fit_selection", "Fit selection", fit_selection, ("F",), "", "Show the selected nodes as large as they go.",
        Scope.CANVAS, has_nodes,
    ),
    Action("zoom_in", "Zoom in", lambda session, desk: desk.zoom(1), ("Ctrl++", "Ctrl+="), "", "Enlarge the view."),
    Action("zoom_out", "Zoom out", lambda session, desk: desk.zoom(-1), ("Ctrl+-",), "", "Make the view smaller."),
    Action("zoom_actual", "Actual size", lambda session, desk: desk.zoom_to(1.0), (), "", "Show the graph at 100 %."),
    Action("select_neighbours", "Select neighbours", select_neighbours, ("Ctrl+Shift+A",), "",
           "Add what the selected nodes are connected to.", enabled_when=lambda s, d: bool(s.selection.nodes)),
    Action(
        "reduced_motion", "Reduced motion", switch_motion, (), "", "Show what happens without anything travelling.",
        toggled_when=_holds("reduced_motion", True),
    ),
    Action(
        "next_pane", "Next pane", lambda session, desk: desk.next_pane(), ("F6",), "",
        "Give the keyboard to the next pane.",
    ),
    Action(
        "previous_pane", "Previous pane", lambda session, desk: desk.next_pane(forward=False), ("Shift+F6",), "",
        "Give the keyboard to the pane before.",
    ),
    *VIEW_ACTIONS,
    *PANE_ACTIONS,
    *WORKSPACE_ACTIONS,
    *THEME_ACTIONS,
)  # fmt: skip
