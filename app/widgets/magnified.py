"""A widget that is shown larger than it is, with all that is in it: for those who sit far away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsProxyWidget, QGraphicsScene, QGraphicsView, QWidget

from app.widgets.theming import dress, theme_of, undress


class Magnified(QGraphicsView):
    """Shows a widget enlarged by a factor. It can be used with the mouse, and does not take the keyboard."""

    def __init__(self, factor: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._factor = factor
        self._scene = QGraphicsScene(self)
        self._proxy = QGraphicsProxyWidget()
        self._scene.addItem(self._proxy)
        self.setScene(self._scene)
        self.scale(factor, factor)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def widget(self) -> QWidget | None:
        """What is shown, if anything."""
        return self._proxy.widget()

    def show_widget(self, widget: QWidget) -> None:
        """Shows a widget, which must have no parent."""
        self._proxy.setWidget(widget)
        dress(widget, theme_of(self))
        widget.show()
        self._fit()

    def take(self) -> QWidget:
        """Gives the widget back."""
        widget = self._proxy.widget()
        self._proxy.setWidget(None)  # type: ignore[arg-type]  # Qt takes nothing for none, the stubs do not
        undress(widget)
        return widget

    def sizeHint(self) -> QSize:
        return self.widget.sizeHint() * self._factor if self.widget is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.widget.minimumSizeHint() * self._factor if self.widget is not None else super().minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and self.widget is not None:
            dress(self.widget, theme_of(self))

    def _fit(self) -> None:
        size = self.viewport().size() / self._factor
        self._proxy.setGeometry(0.0, 0.0, size.width(), size.height())
        self.setSceneRect(0, 0, size.width(), size.height())
