"""Writing a document into a file: whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.export.figure import ExportError, Settings
from app.export.formats import Format, TextFormat, format_of
from app.export.pictures import PictureRequest, figures_of
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
        case Format(has_pages=True) as picture:
            yield path, picture.write([*figures_of(document, request)], settings)
        case Format() as picture:
            figures = [*figures_of(document, request)]
            for target, figure in zip(_names(path, len(figures)), figures, strict=True):
                yield target, picture.write([figure], settings)


def _names(path: Path, count: int) -> list[Path]:
    if count == 1:
        return [path]
    digits = len(str(count - 1))
    return [path.with_stem(f"{path.stem}-{number:0{digits}}") for number in range(count)]
