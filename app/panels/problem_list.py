"""What is wrong with the document, and what was lost when it was opened."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStackedLayout, QWidget

from app.model.metrics import metrics
from app.model.reasons import sentence
from app.model.selection import Selection
from app.model.session import Session
from app.panels.following import Following
from app.render.marks import TextStyle
from app.render.pixmaps import icon_pixmap
from app.widgets.labels import Tone, label
from app.widgets.theming import theme_of, ui_font
from core.expr.expression import Expressions
from core.expr.problems import Problem, Severity


class ProblemList(Following):
    """Lists problems. A click selects what one is about; `revealed` is emitted with the node."""

    revealed = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        end = session.filed.connect(self._happened)  # what was lost on pasting
        self.destroyed.connect(lambda: end())
        self._problems: tuple[Problem, ...] = ()
        self.list = QListWidget()
        self.list.setFont(ui_font(TextStyle(metrics().type.size.small)))
        self.list.setWordWrap(True)
        self.list.setAccessibleName("Problems")
        self.list.itemActivated.connect(self._go_to)
        self.list.itemClicked.connect(self._go_to)
        self._none = label("Everything could be computed.", tone=Tone.QUIET, size=metrics().type.size.small)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._none.setContentsMargins(16, 12, 16, 12)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._none)

    def refresh(self) -> None:
        """Shows the problems as they are now."""
        problems = self.session.problems
        if problems != self._problems or not self.list.count():
            self._problems = problems
            self._fill()
        self._stack.setCurrentWidget(self.list if problems else self._none)

    def _fill(self) -> None:
        self.list.clear()
        expressions, theme = Expressions(self.session.document), theme_of(self)
        for problem in self._problems:
            known = problem.node is not None and problem.node in self.session.document.nodes
            name = f"{expressions.title(problem.node)}: " if known and problem.node is not None else ""
            item = QListWidgetItem(f"{name}{sentence(problem)}")
            is_error = problem.severity is Severity.ERROR
            token = "error.text" if is_error else "text.quiet"
            icon = icon_pixmap("warning" if is_error else "info", 16, theme.colour(token), self.devicePixelRatioF())
            item.setIcon(icon)
            self.list.addItem(item)

    def go_to_first(self) -> None:
        """Selects what the first problem is about."""
        if self.list.count():
            self.list.setCurrentRow(0)
            self._go_to(self.list.item(0))

    def _go_to(self, item: QListWidgetItem) -> None:
        problem = self._problems[self.list.row(item)]
        if problem.wire is not None:
            self.session.select(Selection.of_wire(problem.wire))
        elif problem.node is not None:
            self.session.select(Selection.of_node(problem.node))
        elif problem.region is not None:
            self.session.select(Selection.of_region(problem.region))
        if problem.node is not None:
            self.revealed.emit(problem.node)
