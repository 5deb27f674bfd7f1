"""Opening an exported picture gives the document back."""

import contextlib
import re
import zlib
from dataclasses import replace
from xml.etree.ElementTree import fromstring, tostring

import pytest
from export_figures import document, figure

from app.export.embedding import as_xml, embedded_document
from app.export.figure import Settings
from app.export.formats import FORMATS, Format
from core.io import project
from core.io.fields import FormatError

PICTURES = [suffix for suffix, one in FORMATS.items() if isinstance(one, Format)]


def written(suffix, **more):
    return FORMATS[suffix].write([figure(**more)], Settings())


@pytest.mark.parametrize("suffix", PICTURES)
def test_the_document_comes_back_as_it_was_drawn(suffix):
    read = project.loads(embedded_document(written(suffix), suffix))
    original = document()
    assert not read.problems
    assert read.document.wires.keys() == original.wires.keys()
    assert [node.name for node in read.document.nodes.values()] == [node.name for node in original.nodes.values()]
    assert len({(node.x, node.y) for node in read.document.nodes.values()}) == len(original.nodes)


@pytest.mark.parametrize("suffix", PICTURES)
def test_it_can_be_left_out(suffix):
    content = written(suffix, embeds=False)
    with pytest.raises(FormatError, match="no Gradwalk document"):
        embedded_document(content, suffix)
    assert len(content) < len(written(suffix))


@pytest.mark.parametrize("suffix", PICTURES)
def test_what_is_no_such_file_is_refused(suffix):
    for content in (b"", b"hello", b"\x89PNG\r\n\x1a\n", b"<svg>", b"%PDF-1.4 nothing"):
        with pytest.raises(FormatError):
            embedded_document(content, suffix)


def start_of_document(content, suffix):
    """Where the compressed document begins in a file."""
    if suffix == ".png":
        return content.find(b"gradwalk\0") + len(b"gradwalk\0\1\0\0\0")
    streams = (found.end() for found in re.finditer(rb"\nstream\n", content))
    return next(start for start in streams if content[start : start + 2] == b"x\x9c" and unpacks(content[start:]))


def unpacks(data):
    with contextlib.suppress(zlib.error):
        return zlib.decompressobj().decompress(data, 1) == b"{"


@pytest.mark.parametrize("suffix", [".png", ".pdf"])
def test_damaged_documents_are_refused(suffix):
    content = written(suffix)
    start = start_of_document(content, suffix) + 20
    broken = content[:start] + bytes(60) + content[start + 60 :]
    with pytest.raises(FormatError):
        project.loads(embedded_document(broken, suffix))


@pytest.mark.parametrize("suffix", PICTURES)
def test_any_beginning_of_a_file_is_handled(suffix):
    content = written(suffix)
    for length in range(0, len(content), max(1, len(content) // 40)):
        with contextlib.suppress(FormatError):
            embedded_document(content[:length], suffix)


def test_another_program_may_have_saved_the_svg_again():
    content = written(".svg").replace(b"<document xmlns=", b"<g:document xmlns:g=")
    content = content.replace(b"</document>", b"</g:document>")
    assert project.loads(embedded_document(content, ".svg")).document.nodes


def test_a_document_with_characters_that_xml_has_no_place_for_is_valid_xml():
    content = project.dumps(replace(document(), title="\ufffe\uffff\x07 <&>"))
    element = fromstring(tostring(as_xml(content)))
    assert project.loads(element[0].text.encode()).document == project.loads(content).document
