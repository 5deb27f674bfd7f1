"""Cards in the lower right corner of the canvas."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from app.model.session import Session
from app.panels.cards.comparison import ComparisonCard
from app.panels.cards.plate import CardPlate
from app.panels.cards.reason import ReasonCard

_MARGIN, _GAP = 14, 8


class StepCards(QObject):
    """Keeps the cards in the corner of a widget, one above the other, `lift` pixels above its foot.

    `shown` is emitted with what the user wants to see on the canvas.
    """

    shown = Signal(object)

    def __init__(self, session: Session, over: QWidget, *, lift: int = 0) -> None:
        super().__init__(over)
        self._over = over
        self._lift = lift
        self.comparison = ComparisonCard(session, over)
        self.reason = ReasonCard(session, over)
        self.reason.shown.connect(self.shown)
        for widget in (over, *self._cards):
            widget.installEventFilter(self)
        self._place()

    @property
    def _cards(self) -> tuple[CardPlate, ...]:
        """From the foot upwards."""
        return self.comparison, self.reason

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest):
            self._place()
        return False

    def _place(self) -> None:
        bottom = self._over.height() - _MARGIN - self._lift
        for card in self._cards:
            if card.isVisibleTo(self._over):
                card.resize(card.width(), card.heightForWidth(card.width()))
                card.move(QPoint(self._over.width() - card.width() - _MARGIN, bottom - card.height()))
                bottom -= card.height() + _GAP
