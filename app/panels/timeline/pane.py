"""The foot of the window: the transport above the timeline."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.model.session import Session
from app.panels.timeline.timeline import Timeline
from app.panels.transport.bar import TransportBar


class TimelinePane(QWidget):
    """Both together; the keyboard goes to the timeline."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.transport = TransportBar(session)
        self.timeline = Timeline(session)
        self.setAccessibleName("Timeline")
        self.setProperty("has_heading", True)
        self.setFocusProxy(self.timeline)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.transport)
        column.addWidget(self.timeline, 1)
