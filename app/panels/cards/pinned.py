"""Cards in the corner of the canvas where they cover least, the lower right one if there is a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Signal
from PySide6.QtWidgets import QWidget

from app.model.session import Session
from app.panels.cards.comparison import ComparisonCard
from app.panels.cards.plate import CardPlate
from app.panels.cards.reason import ReasonCard

_MARGIN, _GAP = 14, 8
_BELOW_TITLE = 84
"""How far from the top a card stands clear of the headline and of the moment."""


def _nothing() -> Sequence[QRect]:
    return ()


class StepCards(QObject):
    """Keeps the cards in a corner of a widget, one above the other, `lift` pixels above its foot.

    They come where they cover least of what `avoided` lists. `shown` is emitted with what the user wants to see on
    the canvas.
    """

    shown = Signal(object)

    def __init__(
        self, session: Session, over: QWidget, *, lift: int = 0, avoided: Callable[[], Sequence[QRect]] = _nothing
    ) -> None:
        super().__init__(over)
        self._over = over
        self._lift = lift
        self._avoided = avoided
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
        cards = [card for card in self._cards if card.isVisibleTo(self._over)]
        if not cards:
            return
        for card in cards:
            card.resize(card.width(), card.heightForWidth(card.width()))
        heights = [card.height() for card in cards]
        area = self._freest(QSize(max(card.width() for card in cards), sum(heights) + _GAP * (len(cards) - 1)))
        bottom = area.y() + area.height()
        for card in cards:
            card.move(QPoint(area.x() + area.width() - card.width(), bottom - card.height()))
            bottom -= card.height() + _GAP

    def _freest(self, size: QSize) -> QRect:
        """The corner in which an area of some size covers least."""
        left, right = _MARGIN, self._over.width() - size.width() - _MARGIN
        top, bottom = _BELOW_TITLE, self._over.height() - size.height() - _MARGIN - self._lift
        usual = QRect(QPoint(right, bottom), size)
        others = [QRect(QPoint(*corner), size) for corner in ((right, top), (left, top), (left, bottom))]
        avoided = self._avoided()
        return min([usual, *others] if top < bottom else [usual], key=lambda area: _covered(area, avoided))


def _covered(area: QRect, avoided: Sequence[QRect]) -> int:
    shared = (area.intersected(one) for one in avoided)
    return sum(one.width() * one.height() for one in shared if one.isValid())
