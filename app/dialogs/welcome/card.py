"""An example on the first page: a small picture, what it is about, and the question that it answers."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.dialogs.welcome.thumbnail import Thumbnail
from app.model.examples import Example
from app.model.theme import Theme
from app.render.draw_frame import items
from app.render.fonts import elided
from app.render.marks import Anchor, Box, Marks, Stroke, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of

HEIGHT, LEAST_WIDTH = 150, 240
_PAD, _PICTURE = 16.0, 74.0
_ASIDE = 40.0
"""Room for the number beside the picture."""
_LARGEST_ZOOM, _DETAIL = 0.26, 0.22
"""However small it is, as much of a card is drawn as at this zoom: its outline and the bar of its gradient."""


class ExampleCard(QAbstractButton):
    """A card that opens an example. The picture comes when it was made."""

    def __init__(self, example: Example, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.example = example
        self._thumbnail: Thumbnail | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{example.number}. {example.title}")
        self.setAccessibleDescription(f"{example.shown}. {example.question}")
        self.setText(example.title)

    def show_thumbnail(self, thumbnail: Thumbnail) -> None:
        """Shows the picture."""
        self._thumbnail = thumbnail
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(280, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            paint(painter, (*self._ground(theme), *self._words(theme)))
            if self._thumbnail is not None:
                self._paint_picture(painter, self._thumbnail)

    def _ground(self, theme: Theme) -> Marks:
        stands_out = self.underMouse() or self.hasFocus()
        fill = theme.colour("raised" if stands_out else "field")
        edge = Stroke(theme.colour("focus" if self.hasFocus() else "hairline"), 2 if self.hasFocus() else 1)
        inset = edge.width / 2
        radius = theme.metrics.radius.panel
        return (Box(inset, inset, self.width() - 2 * inset, self.height() - 2 * inset, radius, fill, edge),)

    def _words(self, theme: Theme) -> Marks:
        sizes, colour, right = theme.metrics.type.size, theme.colour, self.width() - _PAD
        small, code = TextStyle(sizes.caption), TextStyle(sizes.small, code=True)
        title, quiet = TextStyle(sizes.number, 600), TextStyle(sizes.small)
        steps = self._thumbnail.steps if self._thumbnail is not None else ""
        room = self.width() - 2 * _PAD
        return (
            Text(_PAD, 21, str(self.example.number), small, colour("text.quiet")),
            Text(_PAD, 98, elided(self.example.title, title, room - 70), title, colour("text.strong")),
            Text(right, 98, steps, small, colour("text.quiet"), Anchor.END),
            Text(_PAD, 117, elided(self.example.shown, code, room), code, colour("text")),
            Text(_PAD, 136, elided(self.example.question, quiet, room), quiet, colour("text.quiet")),
        )

    def _paint_picture(self, painter: QPainter, thumbnail: Thumbnail) -> None:
        frame = thumbnail.frame
        wide, high = (self.width() - 2 * _ASIDE) / frame.bounds.width, _PICTURE / frame.bounds.height
        zoom, (middle_x, middle_y) = min(wide, high, _LARGEST_ZOOM), frame.bounds.centre
        painter.translate(self.width() / 2, 6 + _PICTURE / 2)
        painter.scale(zoom, zoom)
        painter.translate(-middle_x, -middle_y)
        for item in items(frame, _DETAIL):
            painter.translate(item.x, item.y)
            paint(painter, item.marks)
            painter.translate(-item.x, -item.y)
