"""Writing a document into a file: whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from app.export.figure import ExportError, Settings
from app.export.formats import Format, MotionFormat, TextFormat, format_of
from app.export.motion import stills
from app.export.pictures import Moment, PictureRequest, figures_of
from core.expr.graph import Document
from core.io.save import save_atomically


def export(
    document: Document, path: Path, request: PictureRequest | None = None, settings: Settings | None = None
) -> list[Path]:
    """Write a document in the format that the suffix of `path` stands for, and return the files.

    Several pictures in a format without pages are numbered: ``walk-00.svg``, ``walk-01.svg``. Raises ExportError or
    OSError, and leaves no half file.
    """
    check_folder(path)
    written = []
    for target, content in _contents(document, path, request or PictureRequest(), settings or Settings()):
        save_atomically(target, content, keep_backup=False)
        written.append(target)
    return written


def check_folder(path: Path) -> None:
    """Raise ExportError where a file cannot be, before any work is done."""
    if path.is_dir():
        raise ExportError(f"{path} is a folder.", "Name a file in it.")
    if not path.parent.is_dir():
        raise ExportError(f"The folder {path.parent} does not exist.", "Make it, or choose another.")


def _contents(
    document: Document, path: Path, request: PictureRequest, settings: Settings
) -> Iterator[tuple[Path, bytes]]:
    match format_of(path):
        case TextFormat(write=write):
            yield path, write(document)
        case MotionFormat(write=write):
            last, pictures = stills(document, replace(request, at=Moment.EACH))
            yield path, write(last, pictures, settings)
        case Format() as picture:
            figures = [*figures_of(document, _timed(request, picture))]
            if picture.has_pages:
                yield path, picture.write(figures, settings)
                return
            for target, figure in zip(_names(path, len(figures)), figures, strict=True):
                yield target, picture.write([figure], settings)


def _timed(request: PictureRequest, picture: Format) -> PictureRequest:
    """The request with its moment, which the format decides where nobody asked for one."""
    usual = Moment.EACH if picture.walks else Moment.END
    return request if request.at is not None else replace(request, at=usual)


def _names(path: Path, count: int) -> list[Path]:
    if count == 1:
        return [path]
    digits = len(str(count - 1))
    return [path.with_stem(f"{path.stem}-{number:0{digits}}") for number in range(count)]
