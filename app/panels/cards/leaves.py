"""What became of the gradients of the leaves, one beside the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.model.metrics import metrics
from app.render.fonts import elided, text_width
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.marks import Mark, Text, TextStyle
from app.render.paint import paint
from app.widgets.theming import theme_of
from core import numbers
from core.debug.arrays import Part
from core.debug.branch import Difference, Outcome
from core.debug.text import MOST_NUMBERS, written

MOST_SHOWN = 6
_LINE, _HEIGHT, _GAP, _ROW_GAP = 20.0, 44.0, 26.0, 4.0
_SIGN = 9.0
_WIDEST = 250.0
_WORDS = {
    Outcome.SAME: "is as before",
    Outcome.CHANGED: "has changed",
    Outcome.LOST: "was lost",
    Outcome.GAINED: "was gained",
}


@dataclass(frozen=True, slots=True)
class _Word:
    """A piece of a line in the colour of a token."""

    text: str
    token: str
    style: TextStyle


class LeafDifferences(QWidget):
    """Shows each leaf with its gradient before and after; the changed ones first, with a sign."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Difference, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_differences(self, differences: Sequence[Difference]) -> None:
        """Shows the leaves of another comparison."""
        in_order = sorted(differences, key=lambda one: one.outcome is Outcome.SAME)
        self._shown = tuple(in_order[:MOST_SHOWN])
        self.setAccessibleName("; ".join(map(_spoken, self._shown)))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = list(self._places(float(width)))
        return round(places[-1][1] + _HEIGHT) if places else 0

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def paintEvent(self, event: QPaintEvent) -> None:
        ink = Ink(theme_of(self))
        with QPainter(self) as painter:
            for one, (x, y) in zip(self._shown, self._places(float(self.width())), strict=True):
                paint(painter, tuple(_marks(one, x, y, self.width() - x, ink)))

    def _places(self, room: float) -> Iterator[tuple[float, float]]:
        x = y = 0.0
        for one in self._shown:
            width = _width(one)
            if x and x + width > room:
                x, y = 0.0, y + _HEIGHT + _ROW_GAP
            yield x, y
            x += width + _GAP


def _head(one: Difference) -> tuple[_Word, _Word]:
    sizes = metrics().type.size
    name = TextStyle(sizes.body, 600, italic=True)
    return (
        _Word(elided(one.label, name, 120), "text", name),
        _Word(".grad", "text.quiet", TextStyle(sizes.caption, code=True)),
    )


def _values(one: Difference) -> list[_Word]:
    """``None → 3``, ``5 = 5``; of large ones how far they are apart."""
    plain, strong = TextStyle(metrics().type.size.body), TextStyle(metrics().type.size.body, 600)
    sign = _Word("=" if one.outcome is Outcome.SAME else "→", "text.quiet", plain)
    after = _Word(_short(one.after), "text" if one.after is None else "gradient.strong", strong)
    words = [_Word(_short(one.before), "text", plain), sign, after]
    if one.outcome is Outcome.CHANGED and _is_large(one.after) and np.isfinite(one.largest):
        apart = f"|Δ| ≤ {numbers.number(one.largest)}"
        words.append(_Word(apart, "text.quiet", TextStyle(metrics().type.size.caption)))
    return words


def _short(value: Part) -> str:
    return numbers.shape(value.shape) if value is not None and _is_large(value) else written(value)


def _is_large(value: Part) -> bool:
    return value is not None and value.size > MOST_NUMBERS


def _line_width(words: Sequence[_Word], gap: float) -> float:
    return sum(text_width(word.text, word.style) for word in words) + gap * (len(words) - 1)


def _width(one: Difference) -> float:
    head = _line_width(_head(one), 5) + (_SIGN + 8 if one.outcome is not Outcome.SAME else 0)
    return min(max(head, _line_width(_values(one), 7)), _WIDEST)


def _marks(one: Difference, x: float, y: float, room: float, ink: Ink) -> Iterator[Mark]:
    yield from _line(_head(one), x, y + 15, 5, room, ink)
    if one.outcome is not Outcome.SAME:
        yield from icon_marks("changed", x + _line_width(_head(one), 5) + 7, y + 6, _SIGN, ink("gradient.base"))
    yield from _line(_values(one), x, y + 15 + _LINE, 7, room, ink)


def _line(words: Sequence[_Word], x: float, y: float, gap: float, room: float, ink: Ink) -> Iterator[Mark]:
    end = x + room
    for word in words:
        text = elided(word.text, word.style, end - x)
        yield Text(x, y, text, word.style, ink(word.token))
        x += text_width(text, word.style) + gap


def _spoken(one: Difference) -> str:
    return f"the gradient of {one.label} {_WORDS[one.outcome]}: {written(one.before)}, now {written(one.after)}"
