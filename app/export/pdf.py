"""PDF files: vectors with embedded fonts, one figure on a page of its size, the same bytes each time."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import NAMESPACE_URL, UUID, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from PySide6.QtCore import QBuffer, QHashSeed, QIODevice, QMarginsF, QRectF, QSizeF, QUuid
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter

from app.export.embedding import ATTACHMENT
from app.export.figure import DPI_AT_ONE, Figure, Settings
from app.render.paint import paint_frame
from core.version import VERSION

_POINTS_PER_INCH = 72
_RESOLUTION = 1200
_CREATOR = f"Gradwalk {VERSION}"
_DATE = re.compile(rb"/(?:Creation|Mod)Date \(D:[^)]*\)")
_MOST_POINTS = 14_400
"""The longest side of a page that readers accept."""


def pdf_file(figures: Sequence[Figure], settings: Settings) -> bytes:
    """The content of a PDF file with a page for each figure; the first one names it and holds the document."""
    first, buffer = figures[0], QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    _describe(writer, first)
    writer.setResolution(_RESOLUTION)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setPageSize(_page_size(first, settings))
    with _fonts_in_order(), QPainter(writer) as painter:
        for number, figure in enumerate(figures):
            if number:
                writer.setPageSize(_page_size(figure, settings))
                writer.newPage()
            _paint(painter, writer, figure, settings)
    return _DATE.sub(lambda found: b" " * len(found[0]), buffer.data().data())


@contextmanager
def _fonts_in_order() -> Iterator[None]:
    """Let Qt write the fonts of a file in the same order each time: it keeps them in a table with a random seed."""
    QHashSeed.setDeterministicGlobalSeed()
    try:
        yield
    finally:
        QHashSeed.resetRandomGlobalSeed()


def _describe(writer: QPdfWriter, figure: Figure) -> None:
    writer.setTitle(figure.title)
    writer.setCreator(_CREATOR)
    if hasattr(writer, "setAuthor"):  # Qt 6.9
        writer.setAuthor(figure.author)
    identity = uuid5(NAMESPACE_URL, f"{figure.title}\n{figure.description}")
    writer.setDocumentId(QUuid(str(identity)))
    writer.setDocumentXmpMetadata(_metadata(figure, identity))
    if figure.document:
        writer.addFileAttachment(ATTACHMENT, figure.document, "application/json")


def _page_size(figure: Figure, settings: Settings) -> QPageSize:
    """The figure in whole points, which are all that Qt writes; the rest is ground."""
    bounds, scale = figure.frame.bounds, _scale(figure, settings)
    points = (math.ceil(length * scale - 1e-6) for length in (bounds.width, bounds.height))
    return QPageSize(QSizeF(*points), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)


def _scale(figure: Figure, settings: Settings) -> float:
    """Points per pixel; a page that would be too long is made to fit."""
    longest = max(figure.frame.bounds.width, figure.frame.bounds.height, 1.0)
    return min(settings.scale * _POINTS_PER_INCH / DPI_AT_ONE, _MOST_POINTS / longest)


def _paint(painter: QPainter, writer: QPdfWriter, figure: Figure, settings: Settings) -> None:
    if figure.frame.ground:
        painter.fillRect(QRectF(0, 0, writer.width(), writer.height()), figure.frame.theme.colour("canvas"))
    paint_frame(painter, figure.frame, _scale(figure, settings) * _RESOLUTION / _POINTS_PER_INCH)


def _metadata(figure: Figure, identity: UUID) -> bytes:
    """What catalogues read, without the dates that Qt would put in."""
    root = Element("x:xmpmeta", {"xmlns:x": "adobe:ns:meta/"})
    about = SubElement(
        SubElement(root, "rdf:RDF", {"xmlns:rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#"}),
        "rdf:Description",
        {
            "rdf:about": "",
            "xmlns:dc": "http://purl.org/dc/elements/1.1/",
            "xmlns:xmp": "http://ns.adobe.com/xap/1.0/",
            "xmlns:xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
            "xmp:CreatorTool": _CREATOR,
            "xmpMM:DocumentID": f"uuid:{identity}",
        },
    )
    for name, words in (("title", figure.title), ("description", figure.description)):
        versions = SubElement(SubElement(about, f"dc:{name}"), "rdf:Alt")
        SubElement(versions, "rdf:li", {"xml:lang": "x-default"}).text = words
    if figure.author:
        SubElement(SubElement(SubElement(about, "dc:creator"), "rdf:Seq"), "rdf:li").text = figure.author
    return bytes(tostring(root, encoding="utf-8"))
