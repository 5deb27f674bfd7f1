"""The search popup: a field, the list of what was found, and what the chosen line does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.search.adding import Spot, add
from app.model.search.entries import AddOp
from app.model.search.ranking import Search
from app.model.selection import Selection
from app.model.session import Session
from app.model.settings import Settings
from app.panels.search.preview import SearchPreview
from app.panels.search.results import ResultList, shape_text
from app.render.marks import TextStyle
from app.render.previews import type_label
from app.widgets.icon_view import IconView
from app.widgets.key_cap import KeyCap
from app.widgets.labels import Tone, label
from app.widgets.raised import SHADOW, Raised
from app.widgets.rule import Rule
from app.widgets.theming import ui_font
from core.errors import GradwalkError
from core.expr.expression import Expressions
from core.expr.graph import Source
from core.expr.ids import NodeId

_WIDTH, _HEIGHT, _LIST = 612, 440, 292
_HEAD, _FOOT = 54, 40
_STEP = (208.0, 0.0)
"""How far the next node stands from the last one while the search goes on."""


class SearchPopup(Raised):
    """Finds something and adds it where it was asked for. `closed` is emitted when it goes.

    `added` is emitted with the nodes that were made.
    """

    added = Signal(object)
    closed = Signal()

    def __init__(self, session: Session, settings: Settings, spot: Spot, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._settings = settings
        self._spot = spot
        self._search = self._new_search()
        self.field = QLineEdit()
        self.list = ResultList()
        self._preview = SearchPreview()
        self._chip = QPushButton()
        self._reason = label(tone=Tone.ERROR, size=metrics().type.size.small)
        self._lay_out()
        self.setAccessibleName("Search for something to add")
        self.resize(_WIDTH + 2 * SHADOW, _HEIGHT + 2 * SHADOW)
        self._show_wire()
        self._show_found()

    def open_at(self, place: QPoint, within: QRect) -> None:
        """Opens beside a place in the window, inside of some rectangle."""
        x = min(max(place.x() + 14 - SHADOW, within.left()), within.right() - self.width())
        y = min(max(place.y() - 60 - SHADOW, within.top()), within.bottom() - self.height())
        self.move(x, y)
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_search(self) -> None:
        """Closes without adding anything."""
        if self.isVisible():
            self.hide()
            self.closed.emit()
            self.deleteLater()

    def accept(self, *, goes_on: bool = False) -> None:
        """Adds what is chosen; the search then closes, unless it `goes_on` with the result."""
        found = self.list.chosen
        if found is None:
            return
        before = self._session.document.nodes.keys()
        try:
            made = add(self._session, found.entry, self._spot)
        except GradwalkError as error:
            self._reason.setText(str(error))
            self._reason.setVisible(True)
            return
        if isinstance(found.entry, AddOp):
            self._settings.used(found.entry.op.name)
        if made is not None:
            self._session.select(Selection.of_node(made))
        self.added.emit([key for key in self._session.document.nodes if key not in before])
        if goes_on and made is not None:
            self._continue_at(made)
        else:
            self.close_search()

    # What is typed and pressed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QKeyEvent() if event.type() is QEvent.Type.KeyPress:
                command = self._keys().get(Qt.Key(event.key()))
                if command is not None:
                    command(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
                    return True
            case QFocusEvent() if event.lostFocus() and event.reason() is not Qt.FocusReason.PopupFocusReason:
                if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
                    self.close_search()
        return super().eventFilter(watched, event)

    def _keys(self) -> dict[Qt.Key, Callable[[bool], None]]:
        page = self.list.height() // 40
        return {
            Qt.Key.Key_Down: lambda shift: self.list.choose_next(1),
            Qt.Key.Key_Up: lambda shift: self.list.choose_next(-1),
            Qt.Key.Key_Tab: lambda shift: self.list.choose_next(-1 if shift else 1),
            Qt.Key.Key_Backtab: lambda shift: self.list.choose_next(-1),
            Qt.Key.Key_PageDown: lambda shift: self.list.choose_next(page),
            Qt.Key.Key_PageUp: lambda shift: self.list.choose_next(-page),
            Qt.Key.Key_Return: lambda shift: self.accept(goes_on=shift),
            Qt.Key.Key_Enter: lambda shift: self.accept(goes_on=shift),
            Qt.Key.Key_Escape: lambda shift: self.close_search(),
        }

    # What is shown

    def _new_search(self) -> Search:
        source = self._spot.source
        tensor = self._session.evaluation.tensor(source) if source is not None else None
        return Search(tensor, self._settings.held.uses)

    def _show_found(self) -> None:
        self._reason.setVisible(False)
        self.list.results.show_found(self._search.find(self.field.text()))
        self.list.choose_first()
        self._explain()

    def _explain(self) -> None:
        self._preview.show_found(self.list.chosen, self._given())

    def _given(self) -> tuple[str, NDArray[Any]] | None:
        tensor, source = self._search.tensor, self._spot.source
        if tensor is None or source is None:
            return None
        return Expressions(self._session.document).title(source.node), tensor.array

    def _show_wire(self) -> None:
        """Says what the dragged wire carries; a click lets it go."""
        tensor = self._search.tensor
        self._chip.setVisible(self._spot.source is not None or self._spot.target is not None)
        if tensor is not None:
            self.list.rows.given = shape_text(tensor.array)
            self._chip.setText(f"fits {type_label(tensor.array)}  ×")
        else:
            self.list.rows.given = ""
            self._chip.setText("connected  ×")

    def _let_go(self) -> None:
        self._spot = replace(self._spot, source=None, target=None)
        self._search = self._new_search()
        self._show_wire()
        self._show_found()
        self.field.setFocus()

    def _continue_at(self, made: NodeId) -> None:
        """Goes on with a search for what takes the result of the node that was added."""
        node, (right, down) = self._session.document.nodes[made], _STEP
        self._spot = Spot((node.x + right, node.y + down), node.region, Source(made))
        self._search = self._new_search()
        self.field.clear()
        self._show_wire()
        self._show_found()

    # How it is put together

    def _lay_out(self) -> None:
        self.field.setFont(ui_font(TextStyle(16)))
        self.field.setPlaceholderText("Operation, number, list or expression")
        self.field.setAccessibleName("Search")
        self.field.setProperty("bare", True)
        self.field.textChanged.connect(self._show_found)
        self.field.installEventFilter(self)
        self._chip.setProperty("chip", True)
        self._chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._chip.setToolTip("Add without connecting anything")
        self._chip.clicked.connect(self._let_go)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._explain())
        self.list.doubleClicked.connect(lambda _: self.accept())
        self.list.setFixedWidth(_LIST)
        self.plate.addWidget(self._head())
        self.plate.addWidget(Rule())
        self.plate.addLayout(self._body(), 1)
        self.plate.addWidget(Rule())
        self.plate.addWidget(_foot())

    def _head(self) -> QWidget:
        head = QWidget()
        head.setFixedHeight(_HEAD)
        row = QHBoxLayout(head)
        row.setContentsMargins(18, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(IconView("search"))
        row.addWidget(self.field, 1)
        row.addWidget(self._chip)
        return head

    def _body(self) -> QHBoxLayout:
        left = QVBoxLayout()
        left.setContentsMargins(7, 7, 0, 7)
        left.addWidget(self.list, 1)
        left.addWidget(self._reason)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addLayout(left)
        body.addWidget(Rule(Qt.Orientation.Vertical))
        body.addWidget(self._preview, 1)
        return body


def _foot() -> QWidget:
    foot = QWidget()
    foot.setFixedHeight(_FOOT)
    row = QHBoxLayout(foot)
    row.setContentsMargins(15, 0, 15, 0)
    row.setSpacing(20)
    hints = (
        ("Up+Down", "choose"),
        ("Enter", "add and connect"),
        ("Shift+Enter", "add, keep searching"),
        ("Esc", "cancel"),
    )
    for key, words in hints:
        row.addWidget(KeyCap(key, words))
    row.addStretch(1)
    return foot
