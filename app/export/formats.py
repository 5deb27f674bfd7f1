"""The formats that can be written, by the suffix of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from app.export.animation import apng, gif
from app.export.figure import ExportError, Figure, Settings
from app.export.html import html_file
from app.export.motion import Still
from app.export.pdf import pdf_file
from app.export.raster import png_picture
from app.export.svg import svg_file
from core.codegen.torch import to_code
from core.expr.graph import Document
from core.io import project


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of picture file. One with `has_pages` takes all figures; for others each gets a file of its own.

    One that `walks` is usually of each step, others of the end.
    """

    suffix: str
    name: str
    write: Callable[[Sequence[Figure], Settings], bytes]
    has_pages: bool = False
    walks: bool = False


@dataclass(frozen=True, slots=True)
class MotionFormat:
    """A kind of file that moves: given its last figure and all its pictures."""

    suffix: str
    name: str
    write: Callable[[Figure, Sequence[Still], Settings], bytes]


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A kind of file that holds the document itself in some language."""

    suffix: str
    name: str
    write: Callable[[Document], bytes]


AnyFormat: TypeAlias = Format | MotionFormat | TextFormat


def _code(document: Document) -> bytes:
    return to_code(document).text.encode()


_ALL: tuple[AnyFormat, ...] = (
    Format(".svg", "SVG picture", lambda figures, settings: svg_file(figures[0], settings)),
    Format(".png", "PNG picture", lambda figures, settings: png_picture(figures[0], settings)),
    Format(".pdf", "PDF picture", pdf_file, has_pages=True),
    Format(".html", "HTML walk", html_file, has_pages=True, walks=True),
    MotionFormat(".apng", "APNG animation", apng),
    MotionFormat(".gif", "GIF animation", gif),
    TextFormat(".py", "PyTorch code", _code),
    TextFormat(project.SUFFIX, "Gradwalk document", project.dumps),
)

FORMATS: Mapping[str, AnyFormat] = {one.suffix: one for one in _ALL}


def format_of(path: Path) -> AnyFormat:
    """The format of a file by its name; ExportError names those that there are."""
    found = FORMATS.get(path.suffix.lower())
    if found is None:
        known = ", ".join(FORMATS)
        what = f"The suffix {path.suffix} stands for no format." if path.suffix else f"{path.name} has no suffix."
        raise ExportError(what, f"Use one of {known}.")
    return found
