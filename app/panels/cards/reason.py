"""The card that says why the selected leaf got no gradient, and lets that be changed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.model.fixes import cut_fixes, cut_place
from app.model.metrics import metrics
from app.model.selection import Selection
from app.model.session import Session
from app.panels.cards.plate import CardPlate
from app.panels.telling.fix_row import FixRow
from app.panels.telling.flow import Manner
from app.panels.telling.text_view import TextView
from core.debug.finding import Finding
from core.debug.findings import lost_leaves, why_cut
from core.debug.text import code, name, say
from core.expr.expression import Expressions
from core.expr.ids import NodeId


class ReasonCard(CardPlate):
    """Is there while stepping, when a leaf is selected that gets no gradient.

    `shown` is emitted with the cut when the user wants to see it on the canvas.
    """

    shown = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("info", parent)
        self._session = session
        self.why = TextView(Manner(metrics().type.size.label, 18))
        self.fixes = FixRow(session, "Show the cut")
        self.fixes.shown.connect(self.shown)
        self.column.addWidget(self.why)
        self.column.addWidget(self.fixes)
        self.closed.connect(lambda: session.select(Selection()))
        signals = (session.selected, session.edited, session.opened, session.stepping.recorded, session.stepping.moved)
        ends = [signal.connect(self._follow) for signal in signals]
        self.destroyed.connect(lambda: [end() for end in ends])
        self._finding: Finding | None = None
        self._follow(None)

    @property
    def finding(self) -> Finding | None:
        """What is explained."""
        return self._finding

    def _follow(self, _: object) -> None:
        finding = self._find()
        self.setVisible(finding is not None)
        if finding is not None and (self._finding is None or finding.text != self._finding.text):
            self._explain(finding)
        self._finding = finding

    def _find(self) -> Finding | None:
        session, selected = self._session, self._session.selection.current
        recording = session.stepping.recording
        if recording is None or selected is None or not session.stepping.is_stepping or session.stepping.obstacle:
            return None
        return next((one for one in lost_leaves(recording) if one.origin == selected), None)

    def _explain(self, finding: Finding) -> None:
        document, cut = self._session.document, finding.cut
        recording = self._session.stepping.recording
        title = Expressions(document).title(NodeId(str(finding.origin)))
        self.show_heading(say("{} got no gradient: {}", name(title), code("None")))
        self.why.show_text(finding.text if cut is None or recording is None else why_cut(cut, recording.expression))
        if cut is None:
            self.fixes.show_fixes((), None)
        else:
            self.fixes.show_fixes(cut_fixes(document, cut), cut_place(document, cut) or None)
        self.setAccessibleName(f"{title} got no gradient")
        self.adjustSize()
