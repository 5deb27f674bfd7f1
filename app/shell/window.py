"""The window: bars, panes and canvas around one session."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.actions.menus import EXAMPLES, RECENT
from app.actions.qt import QtActions
from app.model.examples import examples
from app.model.history import Clock
from app.model.session import Session
from app.model.settings import USUAL_SIZE, Preferences, Settings
from app.model.theme import Theme
from app.model.workspace import WORKSPACES, ViewId, WorkspaceId
from app.shell.asking import DialogAsker
from app.shell.assembly import Asking, connect_parts, make_parts
from app.shell.clockwork import Clockwork
from app.shell.desk import WindowDesk
from app.shell.documents import Asker
from app.shell.dropping import OpDrops
from app.shell.facts import Facts, hints
from app.shell.menu_bar import MenuBar
from app.shell.openers import Openers
from app.shell.pane_focus import PaneFocus
from app.shell.panes import Services
from app.shell.popups import Popups
from app.shell.tool_bar import ToolBar
from app.shell.view_theme import theme_for
from app.widgets.theming import apply_theme


class Window(QWidget):
    """Shows a session.

    `recovery` is the folder for what a crash must not lose; without it nothing is kept. `asker` asks questions:
    with dialogs, unless another is given.
    """

    def __init__(
        self, session: Session, settings: Settings, *, recovery: Path | None = None, asker: Asker | None = None,
        clock: Clock = time.monotonic,
    ) -> None:  # fmt: skip
        super().__init__()
        self.session = session
        self.settings = settings
        asking = Asking(asker or DialogAsker(self), recovery)
        self._facts = Facts()
        self.parts = make_parts(self, session, settings, asking, clock, self._services())
        self.popups = Popups(self, self.parts, lambda: self.commands)
        self.openers = Openers(self, self.parts)
        self.drops = OpDrops(self.parts, self)
        self.desk = WindowDesk(self, self.parts, self.popups, PaneFocus(self._panes_in_order))
        self.desk.dialogs = self.openers.table
        self.commands = QtActions(session, self.desk, self)
        self.menu_bar = MenuBar(self.commands, {RECENT: self._fill_recent, EXAMPLES: self._fill_examples})
        self.tool_bar = ToolBar(self.commands, self.parts.expression)
        self.commands.give_window_keys(self)
        self.commands.give_keys(self.parts.canvas)
        self.clockwork = Clockwork(session.stepping.player, self)
        self.parts.canvas.stage.invitation_taken.connect(self._take_invitation)
        self._lay_out()
        self._listen()
        self.setAcceptDrops(True)
        self.resize(*USUAL_SIZE)
        apply_theme(self, session.theme)
        self.parts.workspaces.show()
        self.parts.middle.show_view(self._view)
        self._look_again()
        self.parts.middle.active.setFocus(Qt.FocusReason.OtherFocusReason)

    # What Qt tells the window

    def event(self, event: QEvent) -> bool:
        """Takes the keyboard back from a dialog that has closed: without a window manager nobody else hands it on."""
        if event.type() is QEvent.Type.WindowUnblocked:
            self.activateWindow()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ends what has no bars to end it with, when nobody else has use for Escape."""
        if event.key() == Qt.Key.Key_Escape and not WORKSPACES[self.parts.workspaces.current].has_bars:
            self.desk.use_workspace(WorkspaceId.LEARN)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.parts.documents.may_leave():
            event.ignore()
            return
        self.parts.workspaces.keep_sizes()
        self.settings.change(window=(self.width(), self.height()))
        self.parts.documents.end()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.parts.documents.open_path(paths[0])

    # How it is put together

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.menu_bar, self.tool_bar):
            column.addWidget(part)
        column.addWidget(self.parts.panes, 1)
        column.addWidget(self.parts.status)

    def _panes_in_order(self) -> Sequence[QWidget]:
        panes = self.parts.panes
        return [*self.parts.middle.shown, *(panes.pane(pane) for pane in panes.shown), self.tool_bar]

    # What it hears

    def _listen(self) -> None:
        session, stepping = self.session, self.session.stepping
        connect_parts(self.parts)
        self.parts.expression.several_lines.connect(self._edit_code)
        session.edited.connect(self._look_again)
        session.opened.connect(self._look_again)
        session.selected.connect(self._look_again)
        session.filed.connect(self._look_again)
        session.themed.connect(self._show_theme)
        stepping.recorded.connect(self._look_again)
        stepping.moved.connect(self._look_again)
        stepping.player.changed.connect(self._look_again)
        self.settings.changed.connect(self._follow_settings)
        self.parts.panes.changed.connect(self._look_again)
        self.parts.middle.looked.connect(self._show_zoom)

    def _look_again(self, _: object = None) -> None:
        """Bring the bars up to date."""
        self.commands.refresh()
        self.menu_bar.show_name(self.session.source.title, is_dirty=self.session.is_dirty)
        self.setWindowTitle(f"{self.session.source.title}[*] — Gradwalk")
        self.setWindowModified(self.session.is_dirty)
        workspace = WORKSPACES[self.parts.workspaces.current]
        self.tool_bar.layouts.show_text(workspace.title)
        self.tool_bar.views.show_current(self._view)
        for bar in (self.menu_bar, self.tool_bar):
            bar.setVisible(workspace.has_bars)
        self.parts.status.hides_when_silent = not workspace.has_bars
        self.parts.middle.magnify(workspace.magnification)
        self.parts.status.show_facts(tuple(self._facts.of(self.session)))
        self.parts.status.show_hints(hints(self.session))

    @property
    def _view(self) -> ViewId:
        held = self.settings.held.view
        return ViewId(held) if held in set(ViewId) else ViewId.EXPRESSION

    def _show_zoom(self, _: None) -> None:
        self.tool_bar.zooms.show_text(f"{round(100 * self.parts.middle.active.stage.camera.zoom)} %")

    def _show_theme(self, theme: Theme) -> None:
        apply_theme(self, theme)
        self._look_again()

    def _follow_settings(self, held: Preferences) -> None:
        self.session.use_theme(theme_for(held.theme))
        self.session.stepping.player.reduce_motion(held.reduced_motion)
        self.commands.refresh_keys()
        self._look_again()

    def _services(self) -> Services:
        """What panes need; they are made after all parts are there."""
        return Services(
            add_op=lambda name: self.drops.add_in_middle(name),
            edit_code=self._edit_code,
            give_keys=lambda widget: self.commands.give_keys(widget),
        )

    def _take_invitation(self, _: None) -> None:
        self.commands["step_next" if self.session.document.nodes else "add"].trigger()

    def _edit_code(self, text: str) -> None:
        self.openers.code(text)

    # Menus that are filled when they open

    def _fill_recent(self, menu: QMenu) -> None:
        menu.clear()
        for name in self.settings.held.recent:
            menu.addAction(Path(name).name, partial(self.desk.open_document, Path(name))).setToolTip(name)
        menu.setEnabled(True)

    def _fill_examples(self, menu: QMenu) -> None:
        menu.clear()
        for example in examples():
            menu.addAction(f"{example.number}  {example.title}", partial(self.desk.open_example, example.name))
