"""A plate that lies over the window: what pops up stands on it."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.model.theme import Theme
from app.render.marks import Box, Marks, Stroke
from app.render.paint import paint
from app.widgets.theming import theme_of

SHADOW = 18
"""How far the shadow reaches beyond the plate."""
_LAYERS = 9
_SHARE = 0.19
"""How opaque each layer is, as a share of the deepest layer of a card's shadow."""


class Raised(QWidget):
    """A rounded plate with a shadow. `plate` is the layout of what stands on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plate = QVBoxLayout(self)
        self.plate.setContentsMargins(SHADOW, SHADOW, SHADOW, SHADOW)
        self.plate.setSpacing(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        radius = theme.metrics.radius.popup
        width, height = self.width() - 2 * SHADOW, self.height() - 2 * SHADOW
        opacity = _SHARE * max((layer.opacity for layer in theme.shadow), default=0.0)
        shadow = tuple(
            Box(
                SHADOW - spread, SHADOW - spread + 4, width + 2 * spread, height + 2 * spread, radius + spread,
                fill=theme.colour("shadow"), opacity=opacity,
            )
            for spread in (SHADOW * layer / _LAYERS * 0.75 for layer in range(_LAYERS, 0, -1))
            if opacity
        )  # fmt: skip
        edge = Stroke(theme.colour("card.edge"), theme.metrics.line.hairline)
        plate = Box(SHADOW + 0.5, SHADOW + 0.5, width - 1, height - 1, radius, theme.colour("raised"), edge)
        return (*shadow, plate)
