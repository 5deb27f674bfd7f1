"""The formats that can be written, by the suffix of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.export.figure import ExportError, Figure, Settings
from app.export.pdf import pdf_file
from app.export.raster import png_picture
from app.export.svg import svg_file
from core.codegen.torch import to_code
from core.expr.graph import Document
from core.io import project


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of picture file. One with `has_pages` takes all figures; for others each gets a file of its own."""

    suffix: str
    name: str
    write: Callable[[Sequence[Figure], Settings], bytes]
    has_pages: bool = False


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A kind of file that holds the document itself in some language."""

    suffix: str
    name: str
    write: Callable[[Document], bytes]


def _code(document: Document) -> bytes:
    return to_code(document).text.encode()


_ALL = (
    Format(".svg", "SVG picture", lambda figures, settings: svg_file(figures[0], settings)),
    Format(".png", "PNG picture", lambda figures, settings: png_picture(figures[0], settings)),
    Format(".pdf", "PDF picture", pdf_file, has_pages=True),
    TextFormat(".py", "PyTorch code", _code),
    TextFormat(project.SUFFIX, "Gradwalk document", project.dumps),
)

FORMATS: Mapping[str, Format | TextFormat] = {one.suffix: one for one in _ALL}


def format_of(path: Path) -> Format | TextFormat:
    """The format of a file by its name; ExportError names those that there are."""
    found = FORMATS.get(path.suffix.lower())
    if found is None:
        known = ", ".join(FORMATS)
        what = f"The suffix {path.suffix} stands for no format." if path.suffix else f"{path.name} has no suffix."
        raise ExportError(what, f"Use one of {known}.")
    return found
