"""What will be written, as large as it fits."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.export.figure import Figure
from app.render.marks import Box, Stroke, Text, TextStyle
from app.render.paint import paint, paint_frame
from app.widgets.theming import theme_of

_MARGIN, _TILE = 16, 8


class ExportPreview(QWidget):
    """Shows a figure, or the beginning of a text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure: Figure | None = None
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Preview")

    def show_figure(self, figure: Figure) -> None:
        """Shows a picture."""
        self._figure, self._text = figure, ""
        self.setAccessibleDescription(figure.description)
        self.update()

    def show_text(self, text: str) -> None:
        """Shows a text."""
        self._figure, self._text = None, text
        self.setAccessibleDescription(text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(560, 400)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        edge = Stroke(theme.colour("hairline"), 1)
        with QPainter(self) as painter:
            paint(painter, (Box(0.5, 0.5, self.width() - 1, self.height() - 1, 7, theme.colour("window"), edge),))
            if self._figure is not None:
                _paint_figure(painter, self._figure, self.width(), self.height())
            else:
                self._paint_text(painter)

    def _paint_text(self, painter: QPainter) -> None:
        theme, style = theme_of(self), TextStyle(11.5, code=True)
        lines = self._text.splitlines()[: max((self.height() - 2 * _MARGIN) // 17, 1)]
        painter.setClipRect(self.rect().adjusted(_MARGIN, 4, -_MARGIN, -4))
        paint(
            painter,
            tuple(
                Text(_MARGIN, _MARGIN + 12 + 17 * number, line, style, theme.colour("text"))
                for number, line in enumerate(lines)
            ),
        )


def _paint_figure(painter: QPainter, figure: Figure, width: int, height: int) -> None:
    bounds = figure.frame.bounds
    zoom = min((width - 2 * _MARGIN) / bounds.width, (height - 2 * _MARGIN) / bounds.height, 1.0)
    area = QRectF((width - bounds.width * zoom) / 2, (height - bounds.height * zoom) / 2,
                  bounds.width * zoom, bounds.height * zoom)  # fmt: skip
    if figure.frame.ground:
        painter.fillRect(area, QColor(figure.frame.theme.colour("canvas")))
    else:
        _paint_tiles(painter, area)
    painter.save()
    painter.setClipRect(area)
    painter.translate(area.topLeft())
    painter.scale(zoom, zoom)  # however small, with everything that will be in the file
    paint_frame(painter, figure.frame)
    painter.restore()


def _paint_tiles(painter: QPainter, area: QRectF) -> None:
    """What is transparent, as a chessboard."""
    painter.fillRect(area, Qt.GlobalColor.white)
    for row in range(int(area.height() // _TILE) + 1):
        for column in range(row % 2, int(area.width() // _TILE) + 1, 2):
            tile = QRectF(area.x() + column * _TILE, area.y() + row * _TILE, _TILE, _TILE)
            painter.fillRect(tile.intersected(area), QColor("#E4E4E4"))
