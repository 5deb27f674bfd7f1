"""The commands as Qt's actions, with their keys, their icons, and whether they can be given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.actions.action import Action, Scope
from app.actions.desk import Desk
from app.actions.menus import SEPARATOR, Menu, MenuEntry
from app.actions.table import ACTIONS, keys_of, run
from app.model.session import Session

Fillers: TypeAlias = Mapping[str, Callable[[QMenu], None]]
"""What fills the menus whose entries change, by their names."""


class QtActions(QObject):
    """Holds one QAction for each command. `refresh` asks again which can be given."""

    def __init__(self, session: Session, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._desk = desk
        self._made = {key: self._make(action) for key, action in ACTIONS.items()}
        self.refresh()

    def __getitem__(self, key: str) -> QAction:
        return self._made[key]

    def give_window_keys(self, window: QWidget) -> None:
        """Lets keys count everywhere in a window."""
        for key, action in ACTIONS.items():
            if action.scope is Scope.WINDOW:
                window.addAction(self._made[key])

    def give_keys(self, widget: QWidget) -> None:
        """Lets the other keys count while a widget has the focus: a canvas, or a timeline."""
        for key, action in ACTIONS.items():
            if action.scope is Scope.CANVAS:
                widget.addAction(self._made[key])

    def refresh(self) -> None:
        """Brings titles, switches and what can be given up to date."""
        session, desk = self._session, self._desk
        for key, action in ACTIONS.items():
            made = self._made[key]
            made.setEnabled(action.is_enabled(session, desk))
            if action.title_now is not None:
                made.setText(action.title_in(session))
            if action.toggled_when is not None:
                made.setChecked(action.is_toggled(session, desk))
            if action.passing_when is not None:
                self._use_keys(action)

    def refresh_keys(self) -> None:
        """Brings all keys up to date, when the user has given commands others."""
        for action in ACTIONS.values():
            self._use_keys(action)

    def fill(self, menu: QMenu, entries: Iterable[MenuEntry], fillers: Fillers = MappingProxyType({})) -> None:
        """Puts commands into a menu, and menus that `fillers` fill when they open."""
        for entry in entries:
            match entry:
                case Menu():
                    inner = menu.addMenu(entry.title)
                    self.fill(inner, entry.entries, fillers)
                    if entry.fills in fillers:
                        inner.aboutToShow.connect(partial(fillers[entry.fills], inner))
                case _ if entry == SEPARATOR:
                    menu.addSeparator()
                case _:
                    menu.addAction(self._made[entry])

    def _make(self, action: Action) -> QAction:
        made = QAction(action.title, self)
        made.setToolTip(action.help)
        made.setStatusTip(action.help)
        made.setShortcuts(self._keys(action))
        if action.scope is Scope.CANVAS:
            made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        made.setCheckable(action.toggled_when is not None)
        made.triggered.connect(partial(self._run, action))
        return made

    def _use_keys(self, action: Action) -> None:
        keys = self._keys(action)
        if self._made[action.id].shortcuts() != keys:
            self._made[action.id].setShortcuts(keys)

    def _keys(self, action: Action) -> list[QKeySequence]:
        passing = action.passing_when is None or action.passing_when(self._session, self._desk)
        keys = keys_of(action, self._desk.settings.held.shortcuts, passing=passing)
        return [QKeySequence(key) for key in keys]

    def _run(self, action: Action, checked: bool = False) -> None:
        run(action, self._session, self._desk)
        self.refresh()
