"""PNG files, compressed strip by strip, so that a large picture never lies in memory as a whole."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
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
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPES[channels], 0, 0, 0)
    per_metre = round(dpi * _INCHES_PER_METRE)
    parts = [SIGNATURE, _chunk(b"IHDR", header), _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1))]
    parts += [_text(keyword, text) for keyword, text in texts if text]
    parts += [_chunk(b"IDAT", data) for data in _compressed(strips) if data]
    return b"".join([*parts, _chunk(b"IEND", b"")])


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
