"""SVG files, written from a frame: text is text, and every node and wire is a group with a name.

Nothing in a file depends on when, where or by which process it was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from app.export.embedding import as_xml
from app.export.figure import Figure, Settings
from app.export.outlines import outlined
from app.export.svg_elements import element, font_family, gradient, legible, number
from app.model.metrics import metrics
from app.render.draw_frame import Item, Part, items
from app.render.facts import Facts
from app.render.marks import Ramp

_NAMESPACE = "http://www.w3.org/2000/svg"
_WITH_FACTS = frozenset({Part.NODE, Part.WIRE, Part.REGION})
"""The items that stand for a part of the expression; signs on wires are separate groups above all wires."""


def svg_file(figure: Figure, settings: Settings) -> bytes:
    """The content of an SVG file."""
    root = _root(figure, settings.scale)
    ramps = _Ramps()
    groups = [_group(item, figure.facts, settings, ramps) for item in items(figure.frame)]
    if ramps.definitions:
        SubElement(root, "defs").extend(ramps.definitions)
    root.extend(groups)
    indent(root, " ")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + bytes(tostring(root, encoding="utf-8")) + b"\n"


def _root(figure: Figure, scale: float) -> Element:
    area, features = figure.frame.bounds, metrics().type.text_features
    root = Element("svg", {
        "xmlns": _NAMESPACE,
        "width": number(area.width * scale),
        "height": number(area.height * scale),
        "viewBox": " ".join(map(number, (area.x, area.y, area.width, area.height))),
        "role": "graphics-document",
        "aria-labelledby": "title description",
        "font-family": font_family(code=False),
        "style": f"font-feature-settings: {', '.join(map(_feature, features))}",
        "stroke-linejoin": "round",
        "xml:space": "preserve",
    })  # fmt: skip
    SubElement(root, "title", {"id": "title"}).text = legible(figure.title)
    SubElement(root, "desc", {"id": "description"}).text = legible(figure.description)
    if figure.document:
        root.append(as_xml(figure.document))
    return root


def _feature(feature: str) -> str:
    """An OpenType feature as CSS writes it: "tnum" or "calt=0"."""
    tag, _, value = feature.partition("=")
    return f"'{tag}' {value or 1}"


class _Ramps:
    """The colour gradients that the elements refer to, numbered in their order."""

    def __init__(self) -> None:
        self.definitions: list[Element] = []

    def id_of(self, ramp: Ramp) -> str:
        name = f"ramp-{len(self.definitions) + 1}"
        self.definitions.append(gradient(ramp, name))
        return name


def _group(item: Item, facts: Mapping[str, Facts], settings: Settings, ramps: _Ramps) -> Element:
    group = Element("g", {"class": item.part})
    if item.x or item.y:
        group.set("transform", f"translate({number(item.x)} {number(item.y)})")
    about = facts.get(item.id)
    if about is not None:
        _describe(group, item.part, about)
    for mark in item.marks:
        shown = outlined(mark) if settings.outlines else mark
        group.append(element(shown, ramps.id_of(shown) if isinstance(shown, Ramp) else ""))
    return group


def _describe(group: Element, part: Part, facts: Facts) -> None:
    """Name the group; where it stands for a part of the expression, say what is in it as well."""
    group.set("id", f"{part}-{facts.key}")
    if part not in _WITH_FACTS:
        return
    for name, value in _shown(facts):
        group.set(f"data-{name}", legible(value))
    if facts.words:
        group.set("role", "graphics-symbol")
        SubElement(group, "title").text = legible(facts.words)


def _shown(facts: Facts) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in facts.data.items() if value)
