"""Reading several lines of code: a tutorial is pasted, and becomes nodes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from app.dialogs.dialog import Dialog
from app.model.metrics import metrics
from app.model.reasons import sentence
from app.render.marks import TextStyle
from app.widgets.labels import Tone, label, set_tone
from app.widgets.theming import theme_of, ui_font
from core.expr.parse import Parsed, parse
from core.expr.problems import Problem, Severity

_REMARK = "PyTorch-like code in straight lines. It is read into nodes, and never run."
_PAUSE = 250
"""Milliseconds after the last key before the code is read."""
_MOST_PROBLEMS = 4

Take = Callable[[Parsed], None]


class CodeDialog(Dialog):
    """Takes code, says at once what cannot be read, and hands on what was read.

    `replace` opens it as a document of its own, `insert` adds it to the one that is open.
    """

    def __init__(self, text: str, replace: Take, insert: Take, parent: QWidget | None) -> None:
        super().__init__("Read code", parent, remark=_REMARK)
        self.text = QPlainTextEdit(text)
        self._said = label(tone=Tone.QUIET, size=metrics().type.size.small, wraps=True)
        self._timer = QTimer(self)
        self._parsed = parse(text)
        self._lay_out()
        self.insert = self.add_button("Add to this document")
        self.replace = self.add_button("Open as a document", primary=True)
        self.insert.clicked.connect(lambda: self._take(insert))
        self.replace.clicked.connect(lambda: self._take(replace))
        self._look_again()
        self.resize(680, 520)

    @property
    def said(self) -> str:
        """What is said about the code."""
        return self._said.text()

    def _lay_out(self) -> None:
        self.text.setFont(ui_font(TextStyle(metrics().type.size.body, code=True)))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setPlaceholderText("x = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\ny.backward()")
        self.text.setAccessibleName("Code")
        self.text.textChanged.connect(self._wait)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self._look_again)
        self.body.addWidget(self.text, 1)
        self.body.addWidget(self._said)

    def _wait(self) -> None:
        """Reads the code a moment later; until then it may be anything."""
        self._timer.start()
        for button in (self.insert, self.replace):
            button.setEnabled(bool(self.text.toPlainText().strip()))

    def _look_again(self) -> None:
        """Reads the code, and shows what of it makes no sense."""
        self._timer.stop()
        self._parsed = parse(self.text.toPlainText())
        errors = [one for one in self._parsed.problems if one.severity is Severity.ERROR]
        count = len(self._parsed.document.nodes)
        lines = [*map(_line, self._parsed.problems[:_MOST_PROBLEMS])] or [f"{count} nodes."]
        if len(self._parsed.problems) > _MOST_PROBLEMS:
            lines.append(f"and {len(self._parsed.problems) - _MOST_PROBLEMS} more")
        self._said.setText("\n".join(lines))
        set_tone(self._said, Tone.ERROR if errors else Tone.QUIET)
        self.text.setExtraSelections([one for problem in errors for one in self._marked(problem)])
        for button in (self.insert, self.replace):
            button.setEnabled(count > 0)

    def _marked(self, problem: Problem) -> list[QTextEdit.ExtraSelection]:
        if problem.span is None:
            return []
        found, shown = QTextEdit.ExtraSelection(), QTextCharFormat()
        shown.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        shown.setUnderlineColor(QColor(theme_of(self).colour("error.base")))
        cursor = QTextCursor(self.text.document().findBlockByNumber(problem.span.line - 1))
        cursor.movePosition(cursor.MoveOperation.Right, cursor.MoveMode.MoveAnchor, problem.span.column)
        length = problem.span.end_column - problem.span.column if problem.span.end_line == problem.span.line else 0
        cursor.movePosition(cursor.MoveOperation.Right, cursor.MoveMode.KeepAnchor, max(length, 1))
        found.cursor, found.format = cursor, shown
        return [found]

    def _take(self, take: Take) -> None:
        self._look_again()
        if self._parsed.document.nodes:
            parsed = self._parsed
            self.close()
            take(parsed)


def _line(problem: Problem) -> str:
    place = f"Line {problem.span.line}, column {problem.span.column + 1}: " if problem.span is not None else ""
    return f"{place}{sentence(problem)}"
