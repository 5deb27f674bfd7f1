"""Sentences set in lines: where each word stands, in the style and colour of what it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from app.render.fonts import elided, text_width
from app.render.inks import Ink as Shade
from app.render.marks import Marks, TextStyle
from app.render.marks import Text as TextMark
from core.debug.text import Ink, Run, Text

_TOKENS = {Ink.VALUE: "value.strong", Ink.GRADIENT: "gradient.strong", Ink.NONFINITE: "nan.text"}
_ASCENT = 0.78
"""How far the baseline of the first line is below the top, in units of the size of type."""
_LONGEST_WHOLE = 20
"""Numbers of so many characters stand on one line."""
_CODE = 0.925
"""Letters of code look larger than they are."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a sentence is set: its letters, the token of its plain words, and the distance of its lines.

    In a sentence that is not `coloured` numbers look like words, and in one without `code` so does code.
    """

    size: float
    leading: float
    weight: int = 400
    shade: str = "text"
    coloured: bool = True
    code: bool = True

    def style(self, ink: Ink) -> TextStyle:
        """The letters of what is said."""
        if ink is Ink.CODE and self.code:
            return TextStyle(round(2 * self.size * _CODE) / 2, min(self.weight, 500), code=True)
        return TextStyle(self.size, max(self.weight, 600) if ink in _TOKENS and self.coloured else self.weight)

    def token(self, ink: Ink) -> str:
        """The colour of what is said."""
        return _TOKENS.get(ink, self.shade) if self.coloured else self.shade


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of one kind on one line; `x` is where they begin."""

    x: float
    run: Run


@dataclass(frozen=True, slots=True)
class Flow:
    """A sentence in lines."""

    lines: tuple[tuple[Piece, ...], ...]
    manner: Manner

    @property
    def height(self) -> float:
        """How high all lines are together."""
        return len(self.lines) * self.manner.leading

    @property
    def width(self) -> float:
        """How wide the widest line is."""
        ends = (line[-1] for line in self.lines)
        widths = (end.x + text_width(end.run.text.rstrip(), self.manner.style(end.run.ink)) for end in ends)
        return max(widths, default=0.0)

    def marks(self, x: float, y: float, shade: Shade) -> Marks:
        """The sentence with its upper left corner at (x, y)."""
        return tuple(self._marks(x, y, shade))

    def _marks(self, x: float, y: float, shade: Shade) -> Iterator[TextMark]:
        manner = self.manner
        first = y + (manner.leading - manner.size) / 2 + _ASCENT * manner.size + 1
        for place, line in enumerate(self.lines):
            for piece in line:
                style, colour = manner.style(piece.run.ink), shade(manner.token(piece.run.ink))
                yield TextMark(x + piece.x, first + place * manner.leading, piece.run.text, style, colour)


@lru_cache(maxsize=512)
def flow(text: Text, manner: Manner, width: float, most: int = 0) -> Flow:
    """A sentence in lines of some width; with `most`, the last of so many lines is cut."""
    lines: list[list[Piece]] = [[]]
    x = 0.0
    for word in _words(text):
        visible = sum(_width(replace(run, text=run.text.rstrip()), manner) for run in word)
        if lines[-1] and x + visible > width and (not most or len(lines) < most):
            lines.append([])
            x = 0.0
        for run in word:
            lines[-1].append(Piece(x, run))
            x += _width(run, manner)
    return Flow(tuple(tuple(_cut(line, manner, width)) for line in lines if line), manner)


def line(text: Text, manner: Manner, width: float) -> Flow:
    """A sentence on one line, cut where it is too long."""
    return flow(text, manner, width, 1)


def without_stop(text: Text) -> Text:
    """A sentence as it stands in a list."""
    return (*text[:-1], replace(text[-1], text=text[-1].text.removesuffix("."))) if text else ()


def _width(run: Run, manner: Manner) -> float:
    return text_width(run.text, manner.style(run.ink))


def _words(text: Text) -> Iterator[list[Run]]:
    """What must not be torn apart: letters up to a space, and short arrays of numbers."""
    word: list[Run] = []
    for run in text:
        is_whole = run.ink in _TOKENS and len(run.text) <= _LONGEST_WHOLE
        for letters in [run.text] if is_whole else _split(run.text):
            word.append(Run(letters, run.ink))
            if letters.endswith(" "):
                yield word
                word = []
    if word:
        yield word


def _split(text: str) -> list[str]:
    parts = text.split(" ")
    return [part for part in (*(f"{part} " for part in parts[:-1]), parts[-1]) if part]


def _cut(pieces: list[Piece], manner: Manner, width: float) -> Iterator[Piece]:
    """Join the pieces of a line that are of one kind, and cut off what does not fit."""
    for ink, group in groupby(pieces, key=lambda piece: piece.run.ink):
        listed = list(group)
        text = "".join(piece.run.text for piece in listed)
        shown = elided(text.rstrip(), manner.style(ink), width - listed[0].x + 0.5)
        spaces = text[len(text.rstrip()) :] if shown == text.rstrip() else ""
        yield Piece(listed[0].x, Run(shown + spaces or "…", ink))
        if shown != text.rstrip():
            return
