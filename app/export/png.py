"""PNG files, compressed strip by strip, so that a large picture never lies in memory as a whole."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Pixels: TypeAlias = NDArray[np.uint8]
"""Rows of a picture (height, width, 3 or 4): red, green, blue, and how opaque."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOUR_TYPES = {3: 2, 4: 6}
_LEVEL = 6
"""Of compression. Rows are packed as they are: figures are flat, and the format's filters make them larger."""
_INCHES_PER_METRE = 1 / 0.0254


def png_file(
    width: int, height: int, channels: int, strips: Iterable[Pixels], dpi: float, texts: Iterable[tuple[str, str]] = ()
) -> bytes:
    """The content of a PNG file; `texts` are keywords with what they say."""
    parts = _beginning(width, height, channels, dpi, texts)
    parts += [_chunk(b"IDAT", data) for data in _compressed(strips) if data]
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _beginning(width: int, height: int, channels: int, dpi: float, texts: Iterable[tuple[str, str]]) -> list[bytes]:
    """What stands before the pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPES[channels], 0, 0, 0)
    per_metre = round(dpi * _INCHES_PER_METRE)
    parts = [SIGNATURE, _chunk(b"IHDR", header), _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1))]
    return parts + [_text(keyword, text) for keyword, text in texts if text]


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Pixels that are shown for some milliseconds."""

    pixels: Pixels
    duration: int


def apng_file(pictures: Iterable[Shown], dpi: float, texts: Iterable[tuple[str, str]] = ()) -> bytes:
    """The content of an animated PNG file that runs for ever; of each picture only what changed is kept."""
    frames: list[bytes] = []
    before: Pixels | None = None
    parts: list[bytes] = []
    numbers = count()
    for shown in pictures:
        if before is None:
            height, width, channels = shown.pixels.shape
            parts = _beginning(width, height, channels, dpi, texts)
        frames.append(_frame(shown, before, numbers))
        before = shown.pixels
    control = _chunk(b"acTL", struct.pack(">II", len(frames), 0))
    return b"".join([*parts, control, *frames, _chunk(b"IEND", b"")])


def _frame(shown: Shown, before: Pixels | None, numbers: Iterator[int]) -> bytes:
    """The rectangle in which a picture differs from the one before it; all frame chunks are numbered on."""
    top, bottom, left, right = _difference(shown.pixels, before)
    size, place = (right - left, bottom - top), (left, top)
    control = struct.pack(">IIIIIHHBB", next(numbers), *size, *place, shown.duration, 1000, 0, 0)
    data = b"".join(_compressed([np.ascontiguousarray(shown.pixels[top:bottom, left:right])]))
    if before is None:
        return _chunk(b"fcTL", control) + _chunk(b"IDAT", data)
    return _chunk(b"fcTL", control) + _chunk(b"fdAT", struct.pack(">I", next(numbers)) + data)


def _difference(pixels: Pixels, before: Pixels | None) -> tuple[int, int, int, int]:
    """The first and last rows and columns that differ, as top, bottom, left and right."""
    if before is None:
        return 0, pixels.shape[0], 0, pixels.shape[1]
    differs = (pixels != before).any(axis=2)
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return 0, 1, 0, 1
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def _compressed(strips: Iterable[Pixels]) -> Iterator[bytes]:
    packer = zlib.compressobj(_LEVEL)
    for strip in strips:
        rows = strip.reshape(len(strip), -1)
        yield packer.compress(np.concatenate([np.zeros((len(rows), 1), np.uint8), rows], axis=1).tobytes())
    yield packer.flush()


def _text(keyword: str, text: str) -> bytes:
    """International text, compressed."""
    return _chunk(b"iTXt", keyword.encode("latin-1") + b"\0\1\0\0\0" + zlib.compress(text.encode(), 9))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a file, by kind; it ends where the file stops making sense."""
    place = len(SIGNATURE)
    while place + 8 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, place)
        yield kind, content[place + 8 : place + 8 + length]
        place += length + 12
