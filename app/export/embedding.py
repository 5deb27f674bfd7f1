"""The document inside a picture: put there when the picture is written, found again when it is opened."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from app.export.png import SIGNATURE, chunks
from core.io.fields import FormatError
from core.io.project import MAX_BYTES

KEYWORD = "gradwalk"
"""Of the PNG chunk with the document."""
ATTACHMENT = "document.gradwalk"
"""The file inside a PDF."""
_ELEMENT = "document"
_NAMESPACE = "urn:gradwalk:document"
_NOTHING = "There is no Gradwalk document in this picture."
_HINT = "Pictures hold one when Gradwalk exported them with the document, which is the usual setting."


def as_xml(document: bytes) -> Element:
    """The document as metadata of an SVG file."""
    metadata = Element("metadata")
    text = _NOT_IN_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", document.decode())
    SubElement(metadata, _ELEMENT, {"xmlns": _NAMESPACE}).text = text
    return metadata


_NOT_IN_XML = re.compile("[\ufffe\uffff]")
"""The characters of JSON that XML has no place for; JSON has another way to write them."""


def embedded_document(content: bytes, suffix: str) -> bytes:
    """The content of the `.gradwalk` file in a picture; FormatError where there is none."""
    found = _READERS[suffix](content)
    if found is None:
        raise FormatError(_NOTHING, _HINT)
    if len(found) > MAX_BYTES:
        raise FormatError("The document in this picture is too large.", "It is not opened.")
    return found


def can_hold_document(path: Path) -> bool:
    """Whether files of this kind may have a document in them."""
    return path.suffix.lower() in _READERS


def _from_png(content: bytes) -> bytes | None:
    if not content.startswith(SIGNATURE):
        raise FormatError("This is not a PNG file.")
    for kind, data in chunks(content):
        keyword, _, rest = data.partition(b"\0")
        if kind == b"iTXt" and keyword == KEYWORD.encode() and rest[:1] == b"\1":
            return _inflated(rest[4:])
    return None


_DOCUMENT = re.compile(rb"<(?:[\w.-]+:)?document\b[^<>]*>([^<]*)<")
"""A drawing program that saved the file again may have given the element a prefix."""


def _from_svg(content: bytes) -> bytes | None:
    """The text of the element; the file is searched rather than parsed, since a stranger may have made it."""
    if b"<svg" not in content and b":svg" not in content:
        raise FormatError("There is no SVG picture in this file.")
    found = _DOCUMENT.search(content) if _NAMESPACE.encode() in content else None
    return None if found is None else unescape(found[1].decode("utf-8", "replace")).encode()


_FILE_OBJECT = re.compile(rb"/EF\s*<<\s*/F\s+(\d{1,7})\s+0\s+R")
_STREAM = rb"\n%d 0 obj\s*<<[^>]*>>\s*stream\r?\n"


def _from_pdf(content: bytes) -> bytes | None:
    """Follow the name of the attachment to its stream."""
    if not content.startswith(b"%PDF"):
        raise FormatError("This is not a PDF file.")
    named = content.find(ATTACHMENT.encode("utf-16-be"))
    attached = _FILE_OBJECT.search(content, named) if named >= 0 else None
    stream = re.search(_STREAM % int(attached[1]), content) if attached else None
    return _inflated(content[stream.end() :]) if stream else None


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, MAX_BYTES + 1)
    except zlib.error:
        raise FormatError("The document in this picture is damaged.") from None


_READERS: Mapping[str, Callable[[bytes], bytes | None]] = {
    ".png": _from_png,
    ".apng": _from_png,
    ".svg": _from_svg,
    ".html": _from_svg,
    ".pdf": _from_pdf,
}
