"""The middle of the window: the expression, the backward graph, or both side by side."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from app.canvas.canvas import Canvas
from app.model.workspace import ViewId
from app.shell.backward_view import BackwardView


class CanvasArea(QSplitter):
    """Shows the canvas of the expression; that of the backward graph is made when it is first wanted."""

    def __init__(self, expression: Canvas, make_backward: Callable[[], BackwardView]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._expression = expression
        self._make_backward = make_backward
        self.backward: BackwardView | None = None
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(expression)

    def show_view(self, view: ViewId) -> None:
        """Show one of the graphs, or both."""
        self._expression.setVisible(view is not ViewId.BACKWARD)
        if view is ViewId.EXPRESSION:
            if self.backward is not None:
                self.backward.canvas.hide()
            return
        if self.backward is None:
            self.backward = self._make_backward()
            self.addWidget(self.backward.canvas)
            self.setSizes([self.width() // 2] * 2)
        self.backward.canvas.show()
        self.backward.refresh()

    @property
    def shown(self) -> list[QWidget]:
        """The canvases that are visible."""
        backward = [] if self.backward is None else [self.backward.canvas]
        return [canvas for canvas in (self._expression, *backward) if not canvas.isHidden()]
