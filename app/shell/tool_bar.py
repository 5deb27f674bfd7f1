"""The bar under the menus: commands, the expression, and how things are shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QWidget

from app.actions.menus import SEPARATOR, TOOLBAR, TOOLBAR_END
from app.actions.qt import QtActions
from app.actions.table import ACTIONS
from app.actions.viewing import WORKSPACE_ACTIONS
from app.model.metrics import metrics
from app.model.workspace import VIEWS
from app.widgets.buttons import IconButton
from app.widgets.drop_button import DropButton
from app.widgets.key_cap import key_text
from app.widgets.rule import Rule
from app.widgets.segmented import Segment, Segmented
from app.widgets.theming import theme_of

_ZOOMS = ("zoom_in", "zoom_out", "zoom_actual", SEPARATOR, "fit_all", "fit_selection")
_NARROWEST = 480


class ToolBar(QWidget):
    """Holds buttons for commands, the expression bar, and the choices of layout, view and zoom.

    In a narrow window the choices, which are in the menus too, make room for the expression.
    """

    def __init__(self, actions: QtActions, expression: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.layouts = DropButton("Layout", "Layout of the panes")
        self.zooms = DropButton("", "Zoom")
        self.views = Segmented("View", [Segment(str(view), str(view), summary) for view, summary in VIEWS.items()])
        self.setFixedHeight(round(metrics().size.toolbar))
        self._row = row = QHBoxLayout(self)
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        row.setContentsMargins(12, 0, 12, 1)
        row.setSpacing(4)
        for part in self._parts(TOOLBAR):
            row.addWidget(part)
        row.addSpacing(28)
        row.addWidget(expression, 1)
        row.addSpacing(12)
        row.addWidget(self.views)
        row.addSpacing(6)
        row.addWidget(self.layouts)
        row.addSpacing(6)
        row.addWidget(self.zooms)
        row.addSpacing(4)
        for part in self._parts(TOOLBAR_END):
            row.addWidget(part)
        self.views.chosen.connect(lambda view: actions[f"view_{view.lower()}"].trigger())
        actions.fill(self.layouts.menu, [action.id for action in WORKSPACE_ACTIONS])
        actions.fill(self.zooms.menu, _ZOOMS)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        yielding = (self.layouts, self.zooms, self.views)
        for part in yielding:
            part.show()
        for part in yielding:
            part.setVisible(self._row.minimumSize().width() <= self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme.colour("bar")))
            painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.colour("hairline")))

    def _parts(self, entries: tuple[str, ...]) -> Iterator[QWidget]:
        for entry in entries:
            if entry == SEPARATOR:
                yield Rule(Qt.Orientation.Vertical, length=20)
            else:
                yield action_button(self._actions[entry], ACTIONS[entry].icon)


def action_button(action: QAction, icon: str) -> IconButton:
    """A button that gives a command; it can be pressed when the command can be given."""
    key = action.shortcut().toString()
    made = IconButton(icon, action.text().rstrip("…"))
    made.setToolTip(f"{action.toolTip()}  {key_text(key)}" if key else action.toolTip())
    made.clicked.connect(action.trigger)
    follow = partial(_follow, made, action)
    action.changed.connect(follow)
    follow()
    return made


def _follow(button: IconButton, action: QAction) -> None:
    button.setEnabled(action.isEnabled())
    button.setAccessibleName(action.text().rstrip("…"))
