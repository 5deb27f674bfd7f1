"""SVG files: valid, readable, named after the expression, and the same picture as the PNG."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from export_figures import document, figure, pixels
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.export.figure import Figure, Settings
from app.export.pictures import PictureRequest, figures_of
from app.export.raster import png_picture
from app.export.svg import svg_file
from app.model.theme import ThemeName, load_theme
from app.render.facts import Facts
from app.render.frame import Frame, PlacedWords
from app.render.marks import Rect

SVG = "{http://www.w3.org/2000/svg}"


def parsed(content):
    return ElementTree.fromstring(content.decode())


@pytest.fixture(scope="module")
def root(qapp):
    return parsed(svg_file(figure(), Settings()))


def group(root, name):
    return next(one for one in root.iter(f"{SVG}g") if one.get("id") == name)


def test_the_root_says_what_it_is_and_how_large(root):
    assert root.get("role") == "graphics-document"
    _, _, width, height = map(float, root.get("viewBox").split())
    assert (float(root.get("width")), float(root.get("height"))) == (width, height)
    assert width > 500 and height > 200
    assert root.find(f"{SVG}title").text == "Cut in two places"
    assert "gradient" in root.find(f"{SVG}desc").text


def test_every_node_wire_and_region_is_a_group_with_a_name_of_its_own(root):
    names = [one.get("id") for one in root.iter(f"{SVG}g") if one.get("id")]
    assert len(names) == len(set(names))
    assert {"node-m", "node-b", "node-c", "node-k", "node-y", "region-no_grad-1", "wire-c-k-self"} <= set(names)
    nodes = [one for one in root.iter(f"{SVG}g") if one.get("class") == "node"]
    assert len(nodes) == len(document().nodes)


def test_nodes_carry_their_operation_and_their_numbers(root):
    k, c = group(root, "node-k"), group(root, "node-c")
    assert (k.get("data-op"), k.get("data-value"), k.get("data-grad")) == ("mul", "6", "not recorded")
    assert c.get("data-grad").startswith("blocked")
    assert group(root, "node-y").find(f"{SVG}title").text.startswith("y, add: value ")


def test_text_is_text_in_the_shipped_faces(root):
    texts = [one.text for one in root.iter(f"{SVG}text")]
    assert {"mean", "tanh", "no_grad", "grad", "root"} <= set(texts)
    assert root.get("font-family").startswith("'Inter'")
    assert any("JetBrains Mono" in one.get("font-family", "") for one in root.iter(f"{SVG}text"))


def test_outlines_leave_no_text_to_be_set():
    root = parsed(svg_file(figure(), Settings(outlines=True)))
    assert not list(root.iter(f"{SVG}text"))
    assert len(list(root.iter(f"{SVG}path"))) > 100


def test_nothing_is_fetched_from_elsewhere_and_nothing_is_clipped():
    content = svg_file(figure(), Settings()).decode()
    assert "href" not in content and "<clipPath" not in content and "<script" not in content
    assert set(re.findall(r"https?://[^\"' <]+", content)) == {"http://www.w3.org/2000/svg"}


def test_numbers_are_short(root):
    for element in root.iter():
        for name in ("x", "y", "width", "height", "d", "transform", "cx", "cy"):
            assert not re.search(r"\d\.\d{5,}|e-", element.get(name, "")), element.get(name)


def test_a_scale_makes_the_picture_larger_and_changes_nothing_in_it():
    once, twice = (parsed(svg_file(figure(), Settings(scale))) for scale in (1.0, 2.0))
    assert float(twice.get("width")) == pytest.approx(2 * float(once.get("width")), abs=0.02)
    assert twice.get("viewBox") == once.get("viewBox")


def drawn(content, width, height):
    renderer = QSvgRenderer(QByteArray(content))
    assert renderer.isValid()
    image = QImage(width, height, QImage.Format.Format_RGBA8888_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        renderer.render(painter)
    return pixels(image)


@pytest.mark.parametrize("theme", [ThemeName.PRINT, ThemeName.DARK])
@pytest.mark.parametrize("outlines", [True, False])
def test_the_svg_shows_what_the_png_shows(theme, outlines):
    shown = figure(theme=theme, at=3)
    image = QImage.fromData(png_picture(shown, Settings()))
    expected = pixels(image)
    found = drawn(svg_file(shown, Settings(outlines=outlines)), image.width(), image.height())
    difference = np.abs(found[..., :3] - expected[..., :3])
    assert difference.mean() < 2.0
    assert (difference.max(axis=2) > 90).mean() < 0.015


def test_wires_that_are_led_around_cards_keep_names_of_their_own():
    code = "import torch\nx = torch.tensor(1., requires_grad=True)\nh = x.sin().cos().exp()\ny = h + x\ny.backward()"
    root = parsed(svg_file(figure(code), Settings()))
    names = [one.get("id") for one in root.iter(f"{SVG}g") if one.get("class") == "wire"]
    assert len(names) == len(set(names))


def test_a_transparent_picture_has_no_ground():
    opaque, clear = (
        parsed(svg_file(next(figures_of(document(), PictureRequest(is_transparent=flag))), Settings()))
        for flag in (False, True)
    )
    assert [len(root.findall(f"{SVG}g[@class='ground']")) for root in (opaque, clear)] == [1, 0]


def test_what_xml_has_no_place_for_is_replaced():
    words = PlacedWords(5, 20, ("a <b> & \x00\x1f \ud800",))
    frame = Frame(load_theme("print"), Rect(0, 0, 100, 40), words=(words,))
    content = svg_file(Figure(frame, "t\x01itle", facts={"": Facts("x")}), Settings())
    root = parsed(content)
    assert root.find(f"{SVG}title").text == "t\ufffditle"
    assert "a <b> & \ufffd\ufffd \ufffd" in [one.text for one in root.iter(f"{SVG}text")]


def test_an_empty_document_is_a_picture_as_well():
    root = parsed(svg_file(replace(figure("import torch"), title=""), Settings()))
    assert float(root.get("width")) > 100
