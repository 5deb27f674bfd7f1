"""PDF files: vectors with embedded fonts, one page of the picture's size, the same bytes each time."""

import re
import zlib

import pytest
from export_figures import document, figure

from app.export.figure import Settings
from app.export.pdf import pdf_file
from app.export.pictures import Moment, PictureRequest, figures_of


@pytest.fixture(scope="module")
def shown(qapp):
    return figure(author="Ada Lovelace")


@pytest.fixture(scope="module")
def content(shown):
    return pdf_file([shown], Settings())


def text_of(value):
    """How a PDF writes text in its dictionaries."""
    return b"\xfe\xff" + value.encode("utf-16-be")


def test_the_page_is_the_picture(content, shown):
    (box,) = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    bounds = shown.frame.bounds
    width, height = map(float, box)
    assert bounds.width * 0.75 <= width < bounds.width * 0.75 + 1
    assert bounds.height * 0.75 <= height < bounds.height * 0.75 + 1


def test_every_font_is_embedded_and_nothing_is_an_image(content):
    fonts = set(re.findall(rb"/FontName /([\w+-]+)", content))
    assert {name.split(b"+")[-1].split(b"-")[0] for name in fonts} == {b"Inter", b"JetBrainsMono"}
    assert len(re.findall(rb"/FontFile2 ", content)) == len(fonts)
    assert b"/Subtype /Image" not in content


def test_text_can_be_searched(content):
    """Each font has a table from its glyphs to characters."""
    fonts = len(re.findall(rb"/Subtype /Type0", content))
    assert fonts > 0 and len(re.findall(rb"/ToUnicode ", content)) == fonts
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    unpacked = b"".join(_unpacked(stream) for stream in streams)
    lists = b" ".join(re.findall(rb"\[(<[^\]]*)\]", unpacked))
    mapped = {int(one, 16) for one in re.findall(rb"<([0-9a-fA-F]{4})>", lists)}
    assert {ord(letter) for letter in "meantanhgrad"} <= mapped


def _unpacked(stream):
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return stream


def test_title_and_author_are_in_the_file(content, shown):
    assert text_of(shown.title) in content
    assert text_of("Ada Lovelace") in content or b"Ada Lovelace" in content


def test_there_is_no_date_and_no_random_id(content, shown):
    assert b"(D:2" not in content and b"CreateDate" not in content
    assert pdf_file([shown], Settings()) == content


def test_each_step_gets_a_page():
    figures = [*figures_of(document(), PictureRequest(at=Moment.EACH))]
    content = pdf_file(figures, Settings())
    assert len(re.findall(rb"/MediaBox ", content)) == len(figures)
    assert f"/Count {len(figures)}".encode() in content


def test_a_larger_scale_makes_a_larger_page():
    once, twice = (pdf_file([figure()], Settings(scale)) for scale in (1.0, 2.0))
    widths = [float(re.search(rb"/MediaBox \[0 0 ([\d.]+)", content)[1]) for content in (once, twice)]
    assert widths[1] == pytest.approx(2 * widths[0], abs=2)
