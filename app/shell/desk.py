"""What commands can ask of the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QWidget

from app.actions.table import ACTIONS
from app.model.settings import Settings
from app.model.workspace import WORKSPACES, PaneId, ViewId, WorkspaceId
from app.render.build.extents import extent
from app.render.marks import Point
from app.shell.clipboard import copy_picture
from app.shell.pane_focus import PaneFocus
from app.shell.parts import Parts
from app.shell.popups import Popups
from core.errors import GradwalkError
from core.expr.graph import RegionKind
from core.expr.ids import NodeId

Opener = Callable[[], object]

_APART = 48.0
"""How far below everything else what is pasted stands: regions keep a header's height clear."""


class WindowDesk:
    """Hands what a command asks for to the part of the window that does it. `dialogs` open by their names."""

    def __init__(self, window: QWidget, parts: Parts, popups: Popups, focus: PaneFocus) -> None:
        self.dialogs: Mapping[str, Opener] = {}
        self._window = window
        self._parts = parts
        self._popups = popups
        self._focus = focus

    @property
    def settings(self) -> Settings:
        """What is remembered of the user."""
        return self._parts.settings

    # Saying and asking

    def say(self, message: str, *, refused: bool = False) -> None:
        """Show a sentence in the status bar for a while."""
        self._parts.status.say(message, refused=refused)

    def copy_text(self, text: str) -> None:
        """Put text onto the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def clipboard_text(self) -> str:
        """What is on the clipboard, if it is text."""
        return QGuiApplication.clipboard().text()

    def ask_step(self) -> None:
        """Ask for the number of a step, and go there."""
        stepping = self._parts.session.stepping
        last = len(stepping.recording.steps) - 1 if stepping.recording is not None else 0
        now = stepping.step.number if stepping.step is not None else 0
        number, chosen = QInputDialog.getInt(self._window, "Go to step", f"Step, 0 to {last}", now, 0, max(last, 0))
        if chosen:
            stepping.to_step(number)

    # Documents

    def new_document(self) -> None:
        """Begin an empty document."""
        self._parts.documents.open_new()

    def open_document(self, path: Path | None = None) -> None:
        """Open a file; without one, ask for it."""
        if path is None:
            self._parts.documents.ask_and_open()
        else:
            self._parts.documents.open_path(path)

    def open_example(self, name: str) -> None:
        """Open one of the shipped examples."""
        self._parts.documents.open_example(name)

    def save_document(self, *, anew: bool = False) -> bool:
        """Write the document to its file, or to another one."""
        saved = self._parts.documents.save(anew=anew)
        if saved:
            self.say(f"Saved {self._parts.session.source.title}")
        return saved

    def export_document(self) -> None:
        """Open the dialog that writes pictures and code."""
        self.show_dialog("export")

    def copy_picture(self) -> None:
        """Put a picture of the document onto the clipboard."""
        copy_picture(self._parts.session)
        self.say("The picture is on the clipboard.")

    def close_window(self) -> None:
        """Close the window."""
        self._window.close()

    # Things that open

    def show_search(self) -> None:
        """Open the search where the pointer is, or in the middle of the canvas."""
        self._show_expression()
        self._parts.canvas.search()

    def show_commands(self) -> None:
        """Open the command palette."""
        self._popups.commands()

    def show_dialog(self, name: str) -> None:
        """Open a dialog by name."""
        self.dialogs[name]()

    def focus_expression(self) -> None:
        """Put the cursor into the expression bar."""
        self._parts.expression.edit()

    def find_node(self) -> None:
        """Ask for a node by name, and show it."""
        self._popups.find_node()

    def next_pane(self, *, forward: bool = True) -> None:
        """Give the keyboard to another pane."""
        self._focus.next(forward=forward)

    # The canvas

    def fit(self, nodes: Sequence[NodeId] = ()) -> None:
        """Show some nodes, or all."""
        self._parts.middle.fit(nodes)

    def zoom(self, notches: float) -> None:
        """Enlarge by so many steps."""
        self._parts.middle.active.viewing.zoom_by(notches)

    def zoom_to(self, zoom: float) -> None:
        """Enlarge to a zoom."""
        self._parts.middle.active.viewing.zoom_to(zoom)

    def reveal(self, node: NodeId) -> None:
        """Move the view as little as is needed to see a node."""
        self._parts.middle.reveal(node)

    def free_place(self) -> Point:
        """A place under everything, at the left; where the canvas is empty, its usual corner."""
        nodes = self._parts.picture.frame.nodes
        area = extent(self._parts.picture.frame)
        return (area.x, area.bottom + _APART) if nodes else (0.0, 0.0)

    def take_up(self, kind: RegionKind) -> None:
        """Frame the selection, or let the next drag draw a frame."""
        self._show_expression()
        self._parts.canvas.take_up(kind)

    def edit_name(self, node: NodeId) -> None:
        """Let the user type a name into a card."""
        self._show_expression()
        self._parts.canvas.edit_name(node)

    def arrange(self) -> None:
        """Place all nodes anew, and show them."""
        try:
            self._parts.session.perform(self._parts.picture.arranged())
        except GradwalkError as error:
            self.say(str(error), refused=True)
        self._parts.canvas.viewing.fit_all()

    def _show_expression(self) -> None:
        """Bring back the expression, which can be edited."""
        if self._parts.canvas.isHidden():
            self.use_view(ViewId.EXPRESSION)

    # The window

    def is_shown(self, pane: PaneId) -> bool:
        """Whether a pane is visible."""
        return pane in self._parts.panes.shown

    def show_pane(self, pane: PaneId, *, visible: bool) -> None:
        """Show or hide a pane."""
        self._parts.workspaces.show_pane(pane, visible=visible)

    def has_pane(self, pane: PaneId) -> bool:
        """Whether the window has a pane of that kind."""
        return pane in self._parts.panes.known

    def use_view(self, view: ViewId) -> None:
        """Show the expression, the backward graph, or both."""
        self.settings.change(view=str(view))
        self._parts.middle.show_view(view)

    def use_workspace(self, workspace: WorkspaceId) -> None:
        """Arrange the panes for some kind of work."""
        self._parts.workspaces.use(workspace)
        if not WORKSPACES[workspace].has_bars:
            self.say(f"Escape or {ACTIONS[f'workspace_{WorkspaceId.LEARN}'].shortcuts[0]} brings the bars back.")
