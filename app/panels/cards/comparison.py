"""The card that compares the recording with the one before the last edit."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.model.branches import Comparison
from app.model.metrics import metrics
from app.model.session import Session
from app.panels.cards.leaves import MOST_SHOWN, LeafDifferences
from app.panels.cards.plate import CardPlate
from app.widgets.labels import Tone, label
from core.debug.branch import Outcome
from core.debug.text import counted, say


class ComparisonCard(CardPlate):
    """Says which leaves gained, lost or changed their gradient. It is there while there is something to compare."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("branch", parent)
        self._session = session
        self.leaves = LeafDifferences()
        self.rest = label(tone=Tone.QUIET, size=metrics().type.size.caption, wraps=True)
        self.column.addWidget(self.leaves)
        self.column.addWidget(self.rest)
        self.closed.connect(session.stepping.close_comparison)
        self.destroyed.connect(session.stepping.compared.connect(self._show))
        self._show(session.stepping.comparison)

    def _show(self, comparison: Comparison | None) -> None:
        self.setVisible(comparison is not None and bool(comparison.leaves))
        if comparison is None:
            return
        heading = say("Compared with recording {}", comparison.earlier.number)
        moved = comparison.moved
        self.show_heading(heading, f"{counted(moved, 'node')} moved" if moved else "no node moved")
        self.leaves.show_differences(comparison.leaves)
        rest = _rest(comparison)
        self.rest.setText(rest)
        self.rest.setVisible(bool(rest))
        self.setAccessibleName(f"Compared with recording {comparison.earlier.number}")
        self.adjustSize()


def _rest(comparison: Comparison) -> str:
    """What is not shown leaf by leaf."""
    inner = sum(one.outcome is not Outcome.SAME for one in comparison.inner)
    parts = []
    if len(comparison.leaves) > MOST_SHOWN:
        parts.append(f"{len(comparison.leaves) - MOST_SHOWN} more leaves")
    if inner:
        parts.append(f"{counted(inner, 'other gradient')} differ{'s' if inner == 1 else ''}")
    return ", ".join(parts)
