"""Walks: the HTML file that steps, and pictures that move."""

import json
import re
import shutil
import struct
import subprocess
import sys
import zlib
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from export_figures import document, pixels
from PySide6.QtGui import QImage

from app.export import animation
from app.export.embedding import embedded_document
from app.export.figure import ExportError, Settings
from app.export.formats import FORMATS
from app.export.motion import MOST_STEPS, RATE, stills
from app.export.pictures import Moment, PictureRequest, View, figures_of
from app.export.png import chunks
from app.export.writing import export
from core.debug.document import record_document
from core.io import project

CODE = """
import torch
x = torch.tensor([1., 2.], requires_grad=True)
a = x * 2
y = (a * x).sum()
y.backward()
"""
LONG = "import torch\nh = torch.tensor(1., requires_grad=True)\n" + "h = h.sin()\n" * (MOST_STEPS + 5) + "h.backward()"


@pytest.fixture(scope="module")
def walk(qapp):
    return stills(document(CODE), PictureRequest(at=Moment.EACH))


@pytest.fixture(scope="module")
def page(qapp, tmp_path_factory):
    path = tmp_path_factory.mktemp("walk") / "walk.html"
    export(document(CODE), path)
    return path.read_text()


# HTML ---------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Collects what a page is made of."""

    def __init__(self):
        super().__init__()
        self.tags, self.steps, self.words = [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "template":
            self.steps.append(dict(attributes))


def parsed(text):
    found = Page()
    found.feed(text)
    found.close()
    return found


def test_there_is_a_step_for_each_moment_with_what_happens_in_it(page):
    steps = parsed(page).steps
    assert len(steps) == len(record_document(document(CODE)).steps) + 1
    assert [steps[0]["data-moment"], steps[-1]["data-moment"]] == ["Before backward", "After backward: step 4 of 4"]
    assert all(step["data-remark"] for step in steps)
    assert steps[-1]["data-remark"].startswith("x.grad becomes [4, 8].")


def test_the_page_needs_nothing_else(page):
    assert not re.search(r'(?:src|href)="', page)
    assert set(re.findall(r"https?://[^\"' <]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page


def test_every_picture_in_the_page_is_whole(page):
    for picture in re.findall(r"<template[^>]*>(.*?)</template>", page, re.DOTALL):
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_the_page_keeps_the_document_once(page):
    assert page.count("urn:gradwalk:document") == 1
    assert project.loads(embedded_document(page.encode(), ".html")).document.nodes


def test_words_from_the_document_are_no_markup(tmp_path):
    code = '"""<script>alert(1)</script> & "more" """\n' + CODE.strip()
    path = tmp_path / "w.html"
    export(document(code), path)
    assert "<script>alert" not in path.read_text()


STAND_IN = """
const elements = {};
const element = name => elements[name] ??= {
  listeners: {}, addEventListener(kind, then) { this.listeners[kind] = then; },
  replaceChildren(child) { this.child = child; },
};
const steps = STEPS.map(step => ({ dataset: step, content: { cloneNode: () => step } }));
const keys = [];
globalThis.document = {
  querySelectorAll: () => steps, getElementById: element, addEventListener: (_, then) => keys.push(then),
};
const press = key => keys.forEach(then => then({ key, preventDefault() {} }));
SCRIPT
const seen = [];
const look = () => seen.push([elements.moment.textContent, elements.back.disabled, elements.next.disabled]);
look();
for (const key of ['ArrowLeft', 'ArrowRight', 'PageDown', 'ArrowLeft', 'End', 'ArrowRight', 'Home', 'x']) {
  press(key); look();
}
elements.next.listeners.click(); look();
elements.place.listeners.input({ target: { value: '2' } }); look();
console.log(JSON.stringify(seen));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="runs the page's script, which needs Node.js")
def test_the_keys_and_buttons_step(page):
    script = re.search(r"<script>\n(.*?)\n</script>", page, re.DOTALL)[1]
    steps = json.dumps([{"moment": str(place), "remark": ""} for place in range(4)])
    program = STAND_IN.replace("STEPS", steps).replace("SCRIPT", f"{{{script}}}")
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True, timeout=60)
    seen = json.loads(done.stdout)
    assert [place for place, _, _ in seen] == ["0", "0", "1", "2", "1", "3", "3", "0", "0", "1", "2"]
    assert all((back, onward) == (place == "0", place == "3") for place, back, onward in seen)


# Motion -------------------------------------------------------------------------------------------------


def test_packets_travel_between_the_steps(walk):
    last, found = walk
    steps = len(record_document(document(CODE)).steps)
    moving = [still for still in found if still.duration == 1000 // RATE]
    assert len(found) - len(moving) == steps + 1
    assert len(moving) >= 10 * 3
    assert any(still.frame.packets for still in moving)
    assert last.moment.startswith("After backward")


def test_all_pictures_of_a_walk_have_the_same_ground(walk):
    assert len({still.frame.bounds for still in walk[1]}) == 1
    each = [figure.frame for figure in figures_of(document(CODE), PictureRequest(at=Moment.EACH))]
    assert len({frame.bounds for frame in each}) == 1
    assert len({frame.overlays[0].entries for frame in each}) == 1
    assert len({frame.overlays[0].moment for frame in each}) == len(each)


def test_a_packet_moves_a_little_at_a_time(walk):
    tracks = {}
    for still in walk[1]:
        for place, packet in enumerate(still.frame.packets):
            tracks.setdefault((packet.look, place), []).append((packet.x, packet.y))
    for places in tracks.values():
        hops = np.hypot(*np.diff(np.array(places), axis=0).T)
        assert hops.max(initial=0.0) < 120


def test_a_long_walk_is_shown_without_motion():
    _, found = stills(document(LONG), PictureRequest(at=Moment.EACH))
    assert len(found) == len(record_document(document(LONG)).steps) + 1


def test_the_backward_graph_does_not_move():
    with pytest.raises(ExportError, match="Only the expression"):
        stills(document(CODE), PictureRequest(view=View.BACKWARD, at=Moment.EACH))


def replayed(content):
    """The pictures of an APNG file and how long each is shown."""
    canvas, shown = None, []
    parts = list(chunks(content))
    header = next(data for kind, data in parts if kind == b"IHDR")
    signature, end = content[:8], b"\0\0\0\0IEND\xaeB`\x82"
    control = None
    for kind, data in parts:
        if kind == b"fcTL":
            control = struct.unpack(">IIIIIHHBB", data)
        elif kind in (b"IDAT", b"fdAT"):
            packed = data if kind == b"IDAT" else data[4:]
            _, width, height, left, top, delay, _, _, _ = control
            small = struct.pack(">II", width, height) + header[8:]
            file = signature + chunk(b"IHDR", small) + chunk(b"IDAT", packed) + end
            picture = pixels(QImage.fromData(file))
            canvas = picture.copy() if canvas is None else canvas.copy()
            canvas[top : top + height, left : left + width] = picture
            shown.append((canvas, delay))
    return shown


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_an_apng_plays_the_stills(walk):
    last, found = walk
    content = animation.apng(last, found, Settings(0.5))
    shown = replayed(content)
    control = dict(chunks(content))[b"acTL"]
    assert struct.unpack(">II", control) == (len(shown), 0)
    assert sum(delay for _, delay in shown) == sum(still.duration for still in found)
    expected = pixels(QImage.fromData(animation.apng(last, found[-1:], Settings(0.5))))
    assert np.array_equal(shown[-1][0], expected)
    assert np.array_equal(shown[0][0], pixels(QImage.fromData(content)))


def test_the_numbers_of_an_apng_count_on(walk):
    last, found = walk
    numbers = [
        struct.unpack(">I", data[:4])[0]
        for kind, data in chunks(animation.apng(last, found[:20], Settings(0.5)))
        if kind in (b"fcTL", b"fdAT")
    ]
    assert numbers == list(range(len(numbers)))


def test_an_animation_keeps_the_document(tmp_path):
    path = tmp_path / "walk.apng"
    export(document(CODE), path, settings=Settings(0.5))
    assert project.loads(embedded_document(path.read_bytes(), ".apng")).document.nodes


def test_a_gif_has_the_same_pictures(walk, tmp_path):
    image = pytest.importorskip("PIL.Image")
    last, found = walk
    path = tmp_path / "walk.gif"
    path.write_bytes(animation.gif(last, found, Settings(0.5)))
    with image.open(path) as opened:
        total = 0
        for number in range(opened.n_frames):
            opened.seek(number)
            total += opened.info["duration"]
        assert opened.n_frames > 20
        assert total == pytest.approx(sum(still.duration for still in found), rel=0.02)


def test_without_pillow_a_gif_says_what_to_do(walk, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ExportError, match=r"pillow>=10.*write \.apng or \.html"):
        animation.gif(*walk, Settings())


def test_walks_are_usually_of_each_step():
    assert [suffix for suffix, one in FORMATS.items() if getattr(one, "walks", False)] == [".html"]
