"""How the expression bar is drawn while nobody types in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from app.model.theme import Theme
from app.render.fonts import elided, text_width
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Mark, Marks, Stroke, Text, TextStyle

CODE = TextStyle(13, code=True)
PADDING = 12.0
_NAME = TextStyle(13, 600, code=True)
_BASELINE, _HALF = 4.5, 10.5
_GAP = 24.0

Stretch = tuple[int, int]


def bar_marks(
    width: float, height: float, theme: Theme, *, line: str, name: str, value: str, token: str,
    current: Sequence[Stretch], pointed: Sequence[Stretch],
) -> Marks:  # fmt: skip
    """A line of code with its value at the right; what runs now and what is pointed at stands out."""
    ink, middle = Ink(theme), height / 2
    value_marks, room = _value(width, middle, value, ink(token), ink)
    shown = elided(line, CODE, room - PADDING)
    stretches = [*_highlights(current, len(shown), middle, ink, runs=True)]
    stretches += _highlights(pointed, len(shown), middle, ink, runs=False)
    return (_field(width, height, ink), *stretches, *_words(shown, name, middle, current, ink), *value_marks)


def _field(width: float, height: float, ink: Ink) -> Box:
    edge = Stroke(ink("hairline"), ink.theme.metrics.line.hairline)
    return Box(0.5, 0.5, width - 1, height - 1, ink.theme.metrics.radius.field, ink("field"), edge)


def _value(width: float, middle: float, value: str, colour: str, ink: Ink) -> tuple[Marks, float]:
    """The value, and where it begins."""
    if not value:
        return (), width - PADDING
    style, sign = TextStyle(ink.theme.metrics.type.size.number, 600), TextStyle(CODE.size, code=True)
    shown = elided(value, style, width / 3)
    left = width - PADDING - text_width(shown, style)
    marks = (
        Text(left - 10, middle + _BASELINE, "=", sign, ink("text.quiet"), Anchor.END),
        Text(left, middle + _BASELINE, shown, style, colour),
    )
    return marks, left - _GAP


def _highlights(stretches: Sequence[Stretch], length: int, middle: float, ink: Ink, *, runs: bool) -> list[Mark]:
    marks: list[Mark] = []
    for start, end in stretches:
        if start >= length:
            continue
        left, right = PADDING + _advance(start) - 2, PADDING + _advance(min(end, length)) + 2
        fill = "gradient.soft" if runs else "row.selected"
        marks.append(Box(left, middle - _HALF, right - left, 2 * _HALF, 3, fill=ink(fill)))
        if runs:
            marks.append(Box(left, middle + _HALF - 1.5, right - left, 2, 1, fill=ink("gradient.base")))
    return marks


def _words(
    line: str, name: str, middle: float, current: Sequence[Stretch], ink: Ink
) -> list[Mark]:  # fmt: skip
    """The name strong, what runs now in the colour of gradients, the rest plain."""
    named = len(name) if line.startswith(f"{name} =") else 0
    cuts = sorted({0, named, len(line), *(place for stretch in current for place in stretch if place < len(line))})
    marks: list[Mark] = []
    for start, end in pairwise(cuts):
        runs = any(first <= start < last for first, last in current)
        style = _NAME if end <= named else CODE
        colour = ink("gradient.strong" if runs else "text.strong" if end <= named else "text")
        marks.append(Text(PADDING + _advance(start), middle + _BASELINE, line[start:end], style, colour))
    return marks


def _advance(letters: int) -> float:
    """How far so many letters go: the face gives all the same width."""
    return letters * text_width("0", CODE)
