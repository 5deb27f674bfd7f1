"""Pictures and code in files, made without a window: the suffix of a file picks its format."""

from app.export.figure import ExportError, Figure, Settings
from app.export.formats import FORMATS, Format, format_of
from app.export.pictures import Moment, PictureRequest, figures_of
from app.export.writing import export

__all__ = [
    "FORMATS",
    "ExportError",
    "Figure",
    "Format",
    "Moment",
    "PictureRequest",
    "Settings",
    "export",
    "figures_of",
    "format_of",
]
