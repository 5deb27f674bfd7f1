"""What would be added, explained: summary, formulas, and the result with the value of the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.model.search.entries import AddExpression, AddLeaf, AddOp
from app.model.search.ranking import Found
from app.widgets.cells import CellRow, CellRows
from app.widgets.formula_view import FormulaView
from app.widgets.labels import Tone, label
from app.widgets.op_formulas import backward_formulas, forward_formula
from core.errors import GradwalkError
from core.expr.literal import array_of, retyped
from core.ops.spec import REQUIRED, Op

_PADDING, _GAP = 20, 7
_MOST_RULES, _MOST_ATTRIBUTES = 2, 3


class SearchPreview(QWidget):
    """Explains the line of the list that is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        sizes = metrics().type.size
        self._title = label(tone=Tone.STRONG, size=sizes.title, weight=600)
        self._category = label(tone=Tone.QUIET, size=sizes.small)
        self._summary = label(size=sizes.label, wraps=True)
        self._forward = FormulaView(sizes.formula_block)
        self._back_title = label("Backward", tone=Tone.QUIET, size=sizes.caption, weight=500)
        self._backward = FormulaView(sizes.formula_inline)
        self._no_backward = label(tone=Tone.QUIET, size=sizes.small, wraps=True)
        self._trial_title = label("With your input", tone=Tone.QUIET, size=sizes.caption, weight=500)
        self._trial = CellRows()
        self._attributes = label(tone=Tone.QUIET, size=sizes.small, code=True, wraps=True)
        self._lay_out()

    def show_found(self, found: Found | None, given: tuple[str, NDArray[Any]] | None) -> None:
        """Explains another line; `given` is the name and the value of what the wire comes from."""
        self.setVisible(found is not None)
        if found is None:
            return
        self._title.setText(found.title)
        match found.entry:
            case AddOp(op, attributes):
                self._show_op(op)
                self._attributes.setText("\n".join(_settings(op, dict(attributes))))
            case AddLeaf(text):
                self._show_words("leaf", "A tensor of its own, which requires a gradient.")
                self._show_trial(list(_leaf_rows(text)), "Its value")
            case AddExpression():
                self._show_words("expression", "All nodes of the expression; names stand for the nodes that have them.")
                self._show_trial([], "")
        if isinstance(found.entry, AddOp):
            self._show_trial(list(_trial_rows(found, given)), "With your input")
        self._attributes.setVisible(isinstance(found.entry, AddOp) and bool(self._attributes.text()))

    def _show_op(self, op: Op) -> None:
        self._category.setText(str(op.category))
        self._summary.setText(op.summary)
        self._forward.setVisible(True)
        self._forward.show_formulas((forward_formula(op), op.formula))
        rules = backward_formulas(op)[:_MOST_RULES]
        self._back_title.setVisible(True)
        self._backward.setVisible(bool(rules))
        self._backward.show_formulas(*((formula, f"gradient of {name}") for name, formula in rules))
        self._no_backward.setVisible(not rules)
        self._no_backward.setText(_why_no_rule(op))

    def _show_words(self, category: str, summary: str) -> None:
        self._category.setText(category)
        self._summary.setText(summary)
        for part in (self._forward, self._back_title, self._backward, self._no_backward):
            part.setVisible(False)

    def _show_trial(self, rows: list[CellRow], title: str) -> None:
        self._trial_title.setText(title)
        self._trial_title.setVisible(bool(rows))
        self._trial.setVisible(bool(rows))
        self._trial.show_rows(rows)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self._category)
        column = QVBoxLayout(self)
        column.setContentsMargins(_PADDING, 12, _PADDING, 12)
        column.setSpacing(_GAP)
        column.addLayout(top)
        for part in (
            self._summary, self._forward, self._back_title, self._backward, self._no_backward, self._trial_title,
            self._trial, self._attributes,
        ):  # fmt: skip
            column.addWidget(part)
        column.addStretch(1)


def _why_no_rule(op: Op) -> str:
    if op.body is not None:
        return "It consists of other operations, each with a rule of its own."
    return "No gradient goes through it."


def _settings(op: Op, given: dict[str, Any]) -> Iterator[str]:
    for one in op.attributes[:_MOST_ATTRIBUTES]:
        value = given.get(one.name, None if one.default is REQUIRED else one.default)
        yield f"{one.name}  {'…' if one.default is REQUIRED and one.name not in given else value}"


def _trial_rows(found: Found, given: tuple[str, NDArray[Any]] | None) -> Iterator[CellRow]:
    if given is not None and found.results:
        yield CellRow(given[0], given[1])
        yield CellRow("z", found.results[0])


def _leaf_rows(text: str) -> Iterator[CellRow]:
    try:
        yield CellRow("x", array_of(retyped(text)))
    except GradwalkError:
        return
