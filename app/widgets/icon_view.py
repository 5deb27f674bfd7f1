"""An icon that is only looked at."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.model.theme import Theme
from app.render.icons import BOX, icon_marks
from app.render.marks import Marks
from app.widgets.painted import Painted


class IconView(Painted):
    """An icon in the colour of a token."""

    def __init__(self, icon: str, shade: str = "text.quiet", side: float = BOX, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._shade = shade
        self._side = side

    def measure(self, theme: Theme) -> tuple[float, float]:
        return self._side, self._side

    def marks(self, theme: Theme) -> Marks:
        return icon_marks(self._icon, 0, 0, self._side, theme.colour(self._shade), theme.metrics.line.icon)
