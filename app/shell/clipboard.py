"""A picture of the document on the clipboard."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QImage

from app.export.figure import Settings
from app.export.pictures import Moment, PictureRequest, figures_of
from app.export.raster import png_picture
from app.model.session import Session

_SCALE = 2.0


def copy_picture(session: Session) -> None:
    """Copy the figure of the present moment, as it would be exported."""
    stepping = session.stepping
    at = stepping.step.number if stepping.is_stepping and stepping.step is not None else Moment.BEFORE
    figure = next(figures_of(session.document, PictureRequest(at=at, theme=session.theme.name)))
    QGuiApplication.clipboard().setImage(QImage.fromData(png_picture(figure, Settings(_SCALE))))
