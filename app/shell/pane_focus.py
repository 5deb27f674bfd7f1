"""Giving the keyboard from pane to pane, as F6 does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


class PaneFocus:
    """Goes round the panes that `panes` lists; in each, the keyboard goes to where it can be used first."""

    def __init__(self, panes: Callable[[], Sequence[QWidget]]) -> None:
        self._panes = panes

    def next(self, *, forward: bool = True) -> None:
        """Give the keyboard to the next pane, or the one before."""
        panes = [pane for pane in self._panes() if pane.isVisible() and _first_field(pane) is not None]
        if not panes:
            return
        focused = QApplication.focusWidget()
        here = next((place for place, pane in enumerate(panes) if _holds(pane, focused)), None)
        place = 0 if here is None else (here + (1 if forward else -1)) % len(panes)
        field = _first_field(panes[place])
        if field is not None:
            field.setFocus(Qt.FocusReason.TabFocusReason)


def _holds(pane: QWidget, widget: QWidget | None) -> bool:
    return widget is not None and (pane is widget or pane.isAncestorOf(widget))


def _first_field(pane: QWidget) -> QWidget | None:
    """The pane itself, or the first widget in it that takes the keyboard."""
    if pane.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return pane
    fields = (child for child in pane.findChildren(QWidget) if child.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return next((child for child in fields if child.isVisibleTo(pane) and child.isEnabled()), None)
