"""Marks as SVG elements, one to one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element

from app.model.metrics import metrics
from app.render.marks import Anchor, Box, Cells, Curve, Disc, Lines, Mark, Ramp, Shape, Stroke, Text, TextStyle

Attributes: TypeAlias = dict[str, str]

FALLBACKS = {False: "Helvetica, Arial, sans-serif", True: "Menlo, Consolas, monospace"}
"""What stands in where the shipped text face, or (True) the code face, is not installed."""

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DIGITS = 2


def number(value: float) -> str:
    """A length with at most two decimals, and none that say nothing."""
    text = f"{value:.{_DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def legible(text: str) -> str:
    """Text without the control characters that XML has no place for."""
    return _NOT_IN_XML.sub("\ufffd", text)


def font_family(*, code: bool) -> str:
    """The shipped face, and what to use where it is missing."""
    typography = metrics().type
    return f"'{typography.code_family if code else typography.text_family}', {FALLBACKS[code]}"


def element(mark: Mark, ramp_id: str = "") -> Element:
    """The element of a mark; a ramp refers to the gradient of that id."""
    if isinstance(mark, Ramp):
        return _rectangle(mark, {"fill": f"url(#{ramp_id})"})
    return _WRITERS[type(mark)](mark)


def gradient(ramp: Ramp, ramp_id: str) -> Element:
    """The definition of a ramp's colours."""
    result = Element("linearGradient", {"id": ramp_id})
    for share, colour in ramp.stops:
        result.append(Element("stop", {"offset": number(share), "stop-color": colour}))
    return result


def _stroke(stroke: Stroke | None, scale: float = 1.0) -> Attributes:
    if stroke is None:
        return {}
    found = {"stroke": stroke.colour, "stroke-width": number(stroke.width / scale)}
    if stroke.dash:
        found["stroke-dasharray"] = " ".join(number(length / scale) for length in stroke.dash)
    if stroke.round_cap:
        found["stroke-linecap"] = "round"
    return found


def _fill(colour: str, opacity: float = 1.0) -> Attributes:
    if not colour:
        return {"fill": "none"}
    return {"fill": colour} | ({"fill-opacity": f"{opacity:.3g}"} if opacity < 1 else {})


def _rectangle(area: Box | Ramp, paint: Mapping[str, str]) -> Element:
    place = {"x": area.x, "y": area.y, "width": area.width, "height": area.height}
    found = {name: number(value) for name, value in place.items()}
    if area.radius:
        most = min(area.width, area.height) / 2
        found["rx"] = number(min(area.radius, most))
    return Element("rect", found | dict(paint))


def _box(box: Box) -> Element:
    return _rectangle(box, _fill(box.fill, box.opacity) | _stroke(box.stroke))


def _disc(disc: Disc) -> Element:
    place = {"cx": number(disc.x), "cy": number(disc.y), "r": number(disc.radius)}
    return Element("circle", place | _fill(disc.fill) | _stroke(disc.stroke))


def _shape(shape: Shape) -> Element:
    moves = [f"translate({number(shape.x)} {number(shape.y)})"] if shape.x or shape.y else []
    moves += [f"scale({shape.scale:.4g})"] if shape.scale != 1.0 else []
    moved = {"transform": " ".join(moves)} if moves else {}
    paint = _fill(shape.fill, shape.opacity) | _stroke(shape.stroke, shape.scale)
    return Element("path", {"d": rounded(shape.path)} | moved | paint)


def rounded(path: str) -> str:
    """Path data with short numbers."""
    return _LONG_NUMBER.sub(lambda found: number(float(found[0])), path)


_LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}(?:e-?\d+)?")


def _curve(curve: Curve) -> Element:
    start, *rest = (f"{number(x)} {number(y)}" for x, y in curve.points)
    return Element("path", {"d": f"M{start}C{' '.join(rest)}", "fill": "none"} | _stroke(curve.stroke))


def _lines(lines: Lines) -> Element:
    pieces = (tuple(map(number, segment)) for segment in lines.segments)
    path = "".join(f"M{x1} {y1}L{x2} {y2}" for x1, y1, x2, y2 in pieces)
    return Element("path", {"d": path, "fill": "none"} | _stroke(lines.stroke))


def _cells(cells: Cells) -> Element:
    group, pitch = Element("g", {"class": "heat"}), cells.cell + cells.gap
    for index, row in enumerate(cells.rows):
        for column, colour in enumerate(row):
            x, y = cells.x + column * pitch, cells.y + index * pitch
            group.append(_box(Box(x, y, cells.cell, cells.cell, cells.radius, fill=colour)))
    return group


def _text(text: Text) -> Element:
    found = Element("text", {"x": number(text.x), "y": number(text.y)} | _letters(text.style))
    found.set("fill", text.colour)
    if text.anchor is not Anchor.START:
        found.set("text-anchor", text.anchor)
    found.text = legible(text.text)
    return found


def _letters(style: TextStyle) -> Attributes:
    found = {"font-size": number(style.size)}
    if style.code:
        found["font-family"] = font_family(code=True)
    if style.weight != 400:
        found["font-weight"] = str(style.weight)
    if style.italic:
        found["font-style"] = "italic"
    return found


_WRITERS: dict[type, Callable[[Any], Element]] = {
    Box: _box,
    Disc: _disc,
    Shape: _shape,
    Curve: _curve,
    Lines: _lines,
    Cells: _cells,
    Text: _text,
}
