"""What commands ask of the window that they are given in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from app.model.settings import Settings
from app.model.workspace import PaneId, ViewId, WorkspaceId
from app.render.marks import Point
from core.expr.graph import RegionKind
from core.expr.ids import NodeId


class Desk(Protocol):
    """The window, as far as commands know of it."""

    @property
    def settings(self) -> Settings:
        """What is remembered of the user."""

    # Saying and asking

    def say(self, message: str, *, refused: bool = False) -> None:
        """Show a sentence for a while."""

    def copy_text(self, text: str) -> None:
        """Put text onto the clipboard."""

    def clipboard_text(self) -> str:
        """What is on the clipboard, if it is text."""

    # Documents
    def new_document(self) -> None:
        """Begin an empty document, after asking what becomes of the present one."""

    def open_document(self, path: Path | None = None) -> None:
        """Open a file; without one, ask for it."""

    def open_example(self, name: str) -> None:
        """Open one of the shipped examples."""

    def save_document(self, *, anew: bool = False) -> bool:
        """Write the document to its file; `anew`, or when it has none, ask for one. False when it was not."""

    def export_document(self) -> None:
        """Ask for a format, and write pictures or code."""

    def copy_picture(self) -> None:
        """Put a picture of the document onto the clipboard."""

    def close_window(self) -> None:
        """Close the window, after asking what becomes of the document."""

    # Things that open
    def show_search(self) -> None:
        """Open the search for what to add."""

    def show_commands(self) -> None:
        """Open the command palette."""

    def show_dialog(self, name: str) -> None:
        """Open a dialog by name: about, code, shortcuts, welcome."""

    def focus_expression(self) -> None:
        """Put the cursor into the expression bar."""

    def find_node(self) -> None:
        """Ask for a node by name, and show it."""

    def ask_step(self) -> None:
        """Ask for the number of a step, and go there."""

    def next_pane(self, *, forward: bool = True) -> None:
        """Give the keyboard to another pane."""

    # The canvas
    def fit(self, nodes: Sequence[NodeId] = ()) -> None:
        """Show some nodes, or all."""

    def zoom(self, notches: float) -> None:
        """Enlarge by so many steps."""

    def zoom_to(self, zoom: float) -> None:
        """Enlarge to a zoom."""

    def reveal(self, node: NodeId) -> None:
        """Move the view as little as is needed to see a node."""

    def free_place(self) -> Point:
        """A place on the canvas with nothing below it."""

    def take_up(self, kind: RegionKind) -> None:
        """Frame the selection, or let the next drag draw a frame."""

    def edit_name(self, node: NodeId) -> None:
        """Let the user type a name into a card."""

    def arrange(self) -> None:
        """Place all nodes anew."""

    # The window
    def is_shown(self, pane: PaneId) -> bool:
        """Whether a pane is visible."""

    def show_pane(self, pane: PaneId, *, visible: bool) -> None:
        """Show or hide a pane."""

    def has_pane(self, pane: PaneId) -> bool:
        """Whether the window has a pane of that kind."""

    def use_view(self, view: ViewId) -> None:
        """Show the expression, the backward graph, or both."""

    def use_workspace(self, workspace: WorkspaceId) -> None:
        """Arrange the panes for some kind of work."""
