"""What the record of an operation says: its summary, its formulas, and what happens at its kinks."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.model.metrics import metrics
from app.widgets.formula_view import FormulaView
from app.widgets.labels import Tone, label
from app.widgets.op_formulas import backward_formulas, forward_formula
from core.ops.spec import Op


class RecordView(QWidget):
    """Explains an operation."""

    def __init__(self, op: Op, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        sizes = metrics().type.size
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addWidget(label(op.summary, size=sizes.label, wraps=True))
        forward = FormulaView(sizes.formula_inline)
        forward.show_formulas((forward_formula(op), op.formula))
        column.addWidget(forward)
        rules = backward_formulas(op)
        if rules:
            column.addWidget(label("Backward", tone=Tone.QUIET, size=sizes.caption, weight=500))
            backward = FormulaView(sizes.formula_inline)
            backward.show_formulas(*((formula, f"gradient of {name}") for name, formula in rules))
            column.addWidget(backward)
        if op.kinks:
            column.addWidget(label(op.kinks, tone=Tone.QUIET, size=sizes.small, wraps=True))
