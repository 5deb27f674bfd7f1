"""SVG files, written from a frame: text is text, and every node and wire is a group with a name.

Nothing in a file depends on when, where or by which process it was written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from app.export.embedding import as_xml
from app.export.figure import Figure, Settings
from app.export.outlines import outlined
from app.export.svg_elements import element, font_family, gradient, legible, number
from app.model.metrics import metrics
from app.render.draw_frame import Item, Part, items
from app.render.facts import Facts
from app.render.marks import Mark, Ramp

_NAMESPACE = "http://www.w3.org/2000/svg"
_WITH_FACTS = frozenset({Part.NODE, Part.WIRE, Part.REGION})
"""The items that stand for a part of the expression; signs on wires are separate groups above all wires."""


def svg_file(figure: Figure, settings: Settings) -> bytes:
    """The content of an SVG file."""
    root = _root(figure, settings.scale)
    writer = _GroupWriter(figure.facts, settings)
    groups = [writer.group(item) for item in items(figure.frame)]
    if writer.ramps:
        SubElement(root, "defs").extend(writer.ramps)
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


class _GroupWriter:
    """Writes the groups of one file; `ramps` are the colour gradients that they refer to."""

    def __init__(self, facts: Mapping[str, Facts], settings: Settings) -> None:
        self.ramps: list[Element] = []
        self._facts = facts
        self._settings = settings
        self._taken: Counter[str] = Counter()

    def group(self, item: Item) -> Element:
        """The group of an item, named after what it stands for."""
        group = Element("g", {"class": item.part})
        if item.x or item.y:
            group.set("transform", f"translate({number(item.x)} {number(item.y)})")
        about = self._facts.get(item.id)
        if about is not None:
            group.set("id", self._free(f"{item.part}-{about.key}"))
            if item.part in _WITH_FACTS:
                _describe(group, about)
        for mark in item.marks:
            shown = outlined(mark) if self._settings.outlines else mark
            group.append(element(shown, self._ramp(shown)))
        return group

    def _free(self, name: str) -> str:
        """A wire that is led around cards has several groups: all but the first are numbered."""
        self._taken[name] += 1
        return name if self._taken[name] == 1 else f"{name}-{self._taken[name]}"

    def _ramp(self, mark: Mark) -> str:
        """The name of the colour gradient of a ramp; nothing for other marks."""
        if not isinstance(mark, Ramp):
            return ""
        name = f"ramp-{len(self.ramps) + 1}"
        self.ramps.append(gradient(mark, name))
        return name


def _describe(group: Element, facts: Facts) -> None:
    for name, value in facts.data.items():
        if value:
            group.set(f"data-{name}", legible(value))
    if facts.words:
        group.set("role", "graphics-symbol")
        SubElement(group, "title").text = legible(facts.words)
