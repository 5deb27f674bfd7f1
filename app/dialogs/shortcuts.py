"""All commands with their keys, and other keys for them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QKeySequenceEdit, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from app.actions.action import Action, Scope
from app.actions.table import ACTIONS, GROUPS, keys_of
from app.dialogs.dialog import Dialog
from app.model.metrics import metrics
from app.model.settings import Settings
from app.render.marks import TextStyle
from app.widgets.labels import Tone, label
from app.widgets.theming import ui_font

_REMARK = "Choose a command and press other keys for it. Keys marked with * count on the canvas and the timeline only."


class ShortcutsDialog(Dialog):
    """Lists commands; the keys of the one that is chosen can be changed, and are kept in the settings."""

    def __init__(self, settings: Settings, parent: QWidget | None) -> None:
        super().__init__("Keyboard shortcuts", parent, remark=_REMARK)
        self._settings = settings
        self.filter = QLineEdit()
        self.tree = QTreeWidget()
        self.keys = QKeySequenceEdit()
        self._said = label(tone=Tone.ERROR, size=metrics().type.size.small, wraps=True)
        self._lay_out()
        self._fill()
        self.resize(760, 600)

    @property
    def said(self) -> str:
        """Why keys were refused, if they were."""
        return self._said.text()

    def _lay_out(self) -> None:
        small = ui_font(TextStyle(metrics().type.size.small))
        self.filter.setPlaceholderText("Find a command or a key")
        self.filter.setAccessibleName("Find a command or a key")
        self.filter.textChanged.connect(self._fill)
        self.tree.setHeaderLabels(["Command", "Keys", "What it does"])
        self.tree.setFont(small)
        self.tree.setRootIsDecorated(False)
        self.tree.setAccessibleName("Commands")
        self.tree.currentItemChanged.connect(self._show_keys)
        self.keys.setMaximumSequenceLength(1)
        self.keys.setAccessibleName("Keys of the chosen command")
        self.keys.editingFinished.connect(self._change)
        self.body.addWidget(self.filter)
        self.body.addWidget(self.tree, 1)
        row = QHBoxLayout()
        row.addWidget(label("Keys", tone=Tone.QUIET, size=metrics().type.size.small))
        row.addWidget(self.keys, 1)
        self.body.addLayout(row)
        self.body.addWidget(self._said)
        reset, close = self.add_button("Use the original keys"), self.add_button("Close", primary=True)
        reset.clicked.connect(self._reset)
        close.clicked.connect(self.close)

    def _fill(self, text: str = "") -> None:
        chosen = self._chosen()
        self.tree.clear()
        for group, actions in GROUPS.items():
            for action in actions:
                item = self._item(group, action)
                if text.lower() in " ".join(item.text(column) for column in range(3)).lower():
                    self.tree.addTopLevelItem(item)
                    if chosen is not None and action.id == chosen.id:
                        self.tree.setCurrentItem(item)
        self.tree.resizeColumnToContents(0)
        self.tree.resizeColumnToContents(1)

    def _item(self, group: str, action: Action) -> QTreeWidgetItem:
        keys = keys_of(action, self._settings.held.shortcuts)
        mark = " *" if keys and action.scope is Scope.CANVAS else ""
        item = QTreeWidgetItem([f"{group}: {action.title.rstrip('…')}", f"{', '.join(keys)}{mark}", action.help])
        item.setData(0, Qt.ItemDataRole.UserRole, action.id)
        return item

    def _chosen(self) -> Action | None:
        item = self.tree.currentItem()
        return ACTIONS[item.data(0, Qt.ItemDataRole.UserRole)] if item is not None else None

    def _show_keys(self, item: QTreeWidgetItem | None, _: object = None) -> None:
        self._said.clear()
        chosen = self._chosen()
        keys = keys_of(chosen, self._settings.held.shortcuts) if chosen is not None else ()
        self.keys.setKeySequence(QKeySequence(keys[0] if keys else ""))

    def _change(self) -> None:
        chosen = self._chosen()
        pressed = self.keys.keySequence().toString()
        if chosen is None or pressed == next(iter(keys_of(chosen, self._settings.held.shortcuts)), ""):
            return
        other = next(self._holders(pressed, chosen), None) if pressed else None
        if other is not None:
            self._said.setText(f"{pressed} already means “{other.title.rstrip('…')}”. Give that another key first.")
            return
        self._keep({**self._settings.held.shortcuts, chosen.id: (pressed,) if pressed else ()})

    def _reset(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            changed = self._settings.held.shortcuts
            self._keep({key: keys for key, keys in changed.items() if key != chosen.id})

    def _keep(self, changed: dict[str, tuple[str, ...]]) -> None:
        self._settings.change(shortcuts=changed)
        self._fill(self.filter.text())
        self._show_keys(self.tree.currentItem())

    def _holders(self, key: str, but: Action) -> Iterator[Action]:
        """The commands that have a key."""
        for action in ACTIONS.values():
            if action is not but and key in keys_of(action, self._settings.held.shortcuts):
                yield action
