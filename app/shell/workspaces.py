"""Arranging the panes for a kind of work, and remembering what the user changes about it."""

from __future__ import annotations

from app.model.settings import Settings
from app.model.workspace import WORKSPACES, PaneId, WorkspaceId
from app.shell.pane_area import PaneArea


class Workspaces:
    """Shows the panes of a workspace. What is shown and hidden, and all sizes, are kept for each of them."""

    def __init__(self, panes: PaneArea, settings: Settings) -> None:
        self._panes = panes
        self._settings = settings

    @property
    def current(self) -> WorkspaceId:
        """The workspace that is used."""
        held = self._settings.held.workspace
        return WorkspaceId(held) if held in set(WorkspaceId) else WorkspaceId.LEARN

    def use(self, workspace: WorkspaceId) -> None:
        """Turn to another kind of work."""
        self.keep_sizes()
        self._settings.change(workspace=str(workspace))
        self.show()

    def show(self) -> None:
        """Show the panes of the workspace that is used, as they were left."""
        workspace = self.current
        kept = self._settings.held.panes.get(workspace)
        panes = WORKSPACES[workspace].panes if kept is None else [PaneId(one) for one in kept if one in set(PaneId)]
        self._panes.show_panes(panes, WORKSPACES[workspace])
        prefix = f"{workspace}/"
        sizes = self._settings.held.sizes
        self._panes.set_sizes({key.removeprefix(prefix): held for key, held in sizes.items() if key.startswith(prefix)})

    def show_pane(self, pane: PaneId, *, visible: bool) -> None:
        """Show or hide a single pane; one that is shown comes to the front."""
        shown = [one for one in self._panes.shown if one != pane]
        self.keep_sizes()
        panes = [*shown, pane] if visible else shown
        self._panes.show_panes(panes, WORKSPACES[self.current])
        self._settings.change(panes={**self._settings.held.panes, self.current: tuple(map(str, self._panes.shown))})
        if visible:
            self._panes.bring_to_front(pane)

    def keep_sizes(self) -> None:
        """Remember how wide and high everything is."""
        sizes = {f"{self.current}/{name}": size for name, size in self._panes.sizes().items()}
        self._settings.change(sizes={**self._settings.held.sizes, **sizes})
