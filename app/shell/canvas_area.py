"""The middle of the window: the expression, the backward graph, or both side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QSplitter

from app.canvas.canvas import Canvas
from app.model.signal import Signal
from app.model.workspace import ViewId
from app.shell.backward_view import BackwardView
from core.expr.ids import NodeId


class GiveRoom(Protocol):
    """Takes the size of a canvas, and whether it is bare: only to be looked at."""

    def __call__(self, width: float, height: float, *, is_bare: bool) -> None: ...


class CanvasArea(QSplitter):
    """Shows the canvas of the expression; that of the backward graph is made when it is first wanted.

    `looked` says that another part is looked at, or through another canvas.
    """

    def __init__(self, expression: Canvas, make_backward: Callable[[], BackwardView], give_room: GiveRoom) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.looked: Signal[None] = Signal()
        self.backward: BackwardView | None = None
        self._expression = expression
        self._make_backward = make_backward
        self._give_room = give_room
        self._magnification = 1.0
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._take(expression)

    # What is shown

    def show_view(self, view: ViewId) -> None:
        """Show one of the graphs, or both; the keyboard stays with a graph that had it."""
        had_keyboard = self.window().focusWidget() in self.shown
        if view is not ViewId.EXPRESSION:
            self._show_backward(is_beside=view is ViewId.BOTH)
        if view is ViewId.BOTH:
            self.fit()  # half of the room would cut off what was looked at
        self._expression.setVisible(view is not ViewId.BACKWARD)
        if view is ViewId.EXPRESSION and self.backward is not None:
            self.backward.canvas.hide()
        if had_keyboard:
            self.active.setFocus(Qt.FocusReason.OtherFocusReason)
        self.looked.emit(None)

    @property
    def shown(self) -> list[Canvas]:
        """The canvases that are visible."""
        backward = [] if self.backward is None else [self.backward.canvas]
        return [canvas for canvas in (self._expression, *backward) if not canvas.isHidden()]

    @property
    def active(self) -> Canvas:
        """The canvas that has the keyboard, or had it last."""
        return next((canvas for canvas in self.shown if canvas.hasFocus()), self.shown[0])

    def magnify(self, by: float) -> None:
        """Show everything larger than usual, to those who sit far away."""
        if by == self._magnification:
            return
        self._magnification = by
        for canvas in (self._expression, *([self.backward.canvas] if self.backward is not None else [])):
            canvas.stage.scene.magnification = by
        self._resized()
        self.fit()

    # Looking at parts of it

    def reveal(self, node: NodeId) -> None:
        """Move the views as little as is needed to see a node."""
        for canvas in self.shown:
            for key in self._keys((node,), canvas):
                canvas.viewing.reveal(key)

    def fit(self, nodes: Collection[NodeId] = ()) -> None:
        """Show some nodes as large as they go, or all."""
        for canvas in self.shown:
            canvas.viewing.fit(self._keys(nodes, canvas))

    # How it works

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            if watched is self._expression:
                self._resized()
            elif self.backward is not None:
                self.backward.refresh()
        elif event.type() is QEvent.Type.FocusIn:
            self.looked.emit(None)
        return super().eventFilter(watched, event)

    def _resized(self) -> None:
        size = self._expression.size() / self._magnification
        self._give_room(size.width(), size.height(), is_bare=self._magnification > 1.0)

    def _show_backward(self, *, is_beside: bool) -> None:
        if self.backward is None:
            self.backward = self._make_backward()
            self.backward.canvas.stage.scene.magnification = self._magnification
            self._take(self.backward.canvas)
            self.setSizes([self.width() // 2] * 2)
        self.backward.is_beside = is_beside
        self.backward.canvas.show()
        self.backward.refresh()

    def _take(self, canvas: Canvas) -> None:
        self.addWidget(canvas)
        canvas.installEventFilter(self)
        canvas.stage.camera_changed.connect(lambda _: self.looked.emit(None))

    def _keys(self, nodes: Collection[NodeId], canvas: Canvas) -> Collection[str]:
        """What stands for the nodes in a canvas."""
        if canvas is self._expression or self.backward is None:
            return nodes
        return self.backward.cards_of(nodes)
