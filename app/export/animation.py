"""Moving pictures in files: APNG, written here, and GIF where Pillow is installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

import numpy as np

from app.export.embedding import KEYWORD
from app.export.figure import DPI_AT_ONE, ExportError, Figure, Settings
from app.export.motion import Still
from app.export.png import Pixels, Shown, apng_file
from app.export.raster import painted
from core.version import VERSION

_COLOURS = 255


def apng(figure: Figure, stills: Sequence[Still], settings: Settings) -> bytes:
    """The content of an APNG file."""
    texts = (
        ("Title", figure.title),
        ("Author", figure.author),
        ("Description", figure.description),
        ("Software", f"Gradwalk {VERSION}"),
        (KEYWORD, figure.document.decode()),
    )
    return apng_file(_shown(stills, settings), DPI_AT_ONE * settings.scale, texts)


def gif(figure: Figure, stills: Sequence[Still], settings: Settings) -> bytes:
    """The content of a GIF file; ExportError where Pillow is missing."""
    try:
        from PIL import Image
    except ImportError:
        raise ExportError(
            "GIF files are written with Pillow, which is not installed.",
            'Run: python -m pip install "pillow>=10", or write .apng or .html.',
        ) from None
    shown = [*_shown(stills, settings)]
    palette = Image.fromarray(shown[-1].pixels[..., :3]).quantize(_COLOURS, dither=Image.Dither.NONE)
    images = [Image.fromarray(one.pixels[..., :3]).quantize(palette=palette, dither=Image.Dither.NONE) for one in shown]
    buffer = BytesIO()
    images[0].save(
        buffer, "GIF", save_all=True, append_images=images[1:], duration=[one.duration for one in shown], loop=0,
        comment=figure.title.encode(),
    )  # fmt: skip
    return buffer.getvalue()


def _shown(stills: Sequence[Still], settings: Settings) -> Iterator[Shown]:
    """The stills as pixels; one that looks like the one before it makes that one stay longer."""
    last: Pixels | None = None
    duration = 0
    for still in stills:
        pixels = painted(still.frame, settings.scale)
        if last is not None and not np.array_equal(last, pixels):
            yield Shown(last, duration)
            duration = 0
        last, duration = pixels, duration + still.duration
    if last is not None:
        yield Shown(last, duration)
