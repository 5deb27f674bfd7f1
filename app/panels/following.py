"""What panes have in common that show where stepping is."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.model.session import Session


class Following(QWidget):
    """Is brought up to date when something has happened, or when it is next shown if it is hidden by then."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._is_behind = True
        stepping = session.stepping
        signals = (
            session.opened, session.edited, session.selected, session.themed, stepping.recorded, stepping.moved,
            stepping.marks.changed,
        )  # fmt: skip
        ends = [signal.connect(self._happened) for signal in signals]
        self.destroyed.connect(lambda: [end() for end in ends])

    def refresh(self) -> None:
        """Shows things as they are now."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        if self._is_behind:
            self._bring_up()
        super().showEvent(event)

    def _happened(self, _: object) -> None:
        if self.isVisible():
            self._bring_up()
        else:
            self._is_behind = True

    def _bring_up(self) -> None:
        self._is_behind = False
        self.refresh()
