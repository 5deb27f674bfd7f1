"""The expression bar: shows the expression of the root or of what is selected, and takes code that becomes nodes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from app.model.expression_line import ExpressionLine, edit_line, line_of
from app.model.session import Session
from app.panels.expression.drawing import CODE, PADDING, bar_marks
from app.panels.expression.mistake import MistakePlate
from app.render.fonts import elided
from app.render.looks import HeatMap, NumberText, ValueLine
from app.render.marks import Text, TextStyle
from app.render.paint import paint
from app.render.previews import Array, preview, type_label, value_sign
from app.widgets.theming import theme_of, ui_font
from core.errors import GradwalkError
from core.expr.graph import Source
from core.expr.ids import NodeId
from core.expr.syntax import CodeError

_HEIGHT = 30
_EMPTY = "Write an expression, such as y = 2*x[0] + b"
_LEAVING = (
    Qt.FocusReason.MouseFocusReason,
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.OtherFocusReason,
)


class ExpressionBar(QWidget):
    """Shows a line, and lets it be edited. `current` gives the node that runs now.

    `added` is emitted with the nodes that a line has made, `several_lines` with code that was pasted and has more
    than one, and `left` when the keyboard belongs elsewhere again.
    """

    added = Signal(object)
    several_lines = Signal(str)
    left = Signal()

    def __init__(self, session: Session, current: Callable[[], NodeId | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._current = current
        self._line = ExpressionLine()
        self._value, self._token = "", ValueLine().token
        self.field = QLineEdit(self)
        self.mistake = MistakePlate()
        self._set_up()
        session.edited.connect(self._look_again)
        session.opened.connect(self._look_again)
        session.selected.connect(self._look_again)
        session.pointed.connect(self._repaint)
        session.stepping.moved.connect(self._repaint)
        session.stepping.recorded.connect(self._repaint)
        self._look_again()

    @property
    def shown(self) -> str:
        """The line that is shown."""
        return self._line.whole

    @property
    def value(self) -> str:
        """The value that is shown beside it."""
        return self._value

    def edit(self, text: str | None = None) -> None:
        """Opens the line for editing, or another one."""
        self.field.setText(self._line.whole if text is None else text)
        self.field.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if text is None:
            self.field.selectAll()

    def accept(self) -> None:
        """Makes nodes of what was typed; what cannot be read stays, with the reason and its place."""
        typed = self.field.text()
        if not typed.strip() or typed == self._line.whole:
            self.finish()
            return
        before = self._session.document.nodes.keys()
        try:
            self._session.perform(edit_line(self._session.document, self._line, typed, (0.0, 0.0)))
        except GradwalkError as error:
            self._show_mistake(error)
            return
        self.finish()
        new = [key for key in self._session.document.nodes if key not in before]
        if new:
            self.added.emit(new)

    def finish(self) -> None:
        """Ends the editing, and shows the line as it is in the document."""
        if self.field.isVisibleTo(self):
            self.field.hide()
            self._forget_mistake()
            self.left.emit()

    # What Qt tells the bar

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QKeyEvent() if event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
                self.finish()
                return True
            case QKeyEvent() if event.type() is QEvent.Type.KeyPress and event.matches(QKeySequence.StandardKey.Paste):
                return self._paste_lines()
            case QFocusEvent() if event.lostFocus() and event.reason() in _LEAVING:
                self.finish()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        return QSize(620, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, _HEIGHT)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.edit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.edit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.field.setGeometry(self.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, line = theme_of(self), self._line
        marks = bar_marks(
            self.width(), self.height(), theme, line=line.whole, name=line.name, value=self._value, token=self._token,
            current=line.stretches(self._current()), pointed=line.stretches(self._session.pointed_at),
        )  # fmt: skip
        if not line.whole:
            style = TextStyle(theme.metrics.type.size.body)
            words = elided(_EMPTY, style, self.width() - 2 * PADDING)
            marks += (Text(PADDING, self.height() / 2 + 4.5, words, style, theme.colour("text.quiet")),)
        with QPainter(self) as painter:
            paint(painter, marks)

    def _set_up(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setAccessibleName("Expression")
        self.field.hide()
        self.field.setFont(ui_font(CODE))
        self.field.setAccessibleName("Expression")
        self.field.setPlaceholderText(_EMPTY)
        self.field.setTextMargins(round(PADDING) - 10, 0, 0, 0)
        self.field.installEventFilter(self)
        self.field.returnPressed.connect(self.accept)
        self.field.textEdited.connect(self._forget_mistake)

    def _look_again(self, _: object = None) -> None:
        self._line = line_of(self._session.evaluation, self._session.selection)
        array = self._session.value_of(Source(self._line.node)) if self._line.node is not None else None
        self._value = _value_text(array)
        self._token = ValueLine(sign=None if array is None else value_sign(array)).token
        self.setAccessibleDescription(f"{self._line.whole} = {self._value}" if self._line.whole else _EMPTY)
        self.update()

    def _repaint(self, _: object) -> None:
        self.update()

    def _show_mistake(self, error: GradwalkError) -> None:
        span = error.span if isinstance(error, CodeError) else None
        place = f"Column {span.column + 1}: " if span is not None and span.line == 1 else ""
        self.mistake.show_below(self, f"{place}{error}")
        self._mark(wrong=True)
        if span is not None and span.line == 1:
            self.field.setSelection(span.column, max(span.end_column - span.column, 1))

    def _forget_mistake(self, _: str = "") -> None:
        """What is typed after a mistake may be right."""
        self.mistake.hide()
        self._mark(wrong=False)

    def _mark(self, *, wrong: bool) -> None:
        if bool(self.field.property("wrong")) != wrong:
            self.field.setProperty("wrong", wrong)
            self.field.style().unpolish(self.field)
            self.field.style().polish(self.field)

    def _paste_lines(self) -> bool:
        """Hands code of several lines on; a single line is pasted as usual."""
        text = QGuiApplication.clipboard().text().strip()
        if "\n" not in text:
            return False
        self.finish()
        self.several_lines.emit(text)
        return True


def _value_text(array: Array | None) -> str:
    match None if array is None else preview(array):
        case NumberText(text):
            return text
        case HeatMap() if array is not None:
            return type_label(array)
    return ""
