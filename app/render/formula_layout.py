"""Where each letter and line of a formula stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from app.model.metrics import metrics
from app.render.fonts import text_width
from app.render.formula import (
    Fenced,
    Formula,
    Fraction,
    Kind,
    Labelled,
    Literal,
    Operator,
    Root,
    Row,
    Script,
    Spacing,
    Symbol,
)
from app.render.marks import TextStyle

_ASCENT = 0.76
_DESCENT = 0.22
_AXIS = 0.36
"""Height of the fraction bar and of the middle of digits above the baseline; all in units of the size."""

_GAPS = {
    Spacing.NONE: 0.04,
    Spacing.THIN: 0.16,
    Spacing.BINARY: 0.34,
    Spacing.RELATION: 0.4,
    Spacing.COMMA: 0.3,
}
_WEIGHTS = {Kind.STRONG: 600, Kind.VALUE: 500, Kind.GRADIENT: 600, Kind.NONFINITE: 600}


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text of one style; (x, y) is where its baseline starts."""

    x: float
    y: float
    text: str
    style: TextStyle
    kind: Kind


@dataclass(frozen=True, slots=True)
class Bar:
    """A polyline of some width: a fraction bar or a root sign."""

    points: tuple[tuple[float, float], ...]
    width: float


@dataclass(frozen=True, slots=True)
class Typeset:
    """A formula with every piece in its place, relative to the start of its baseline; y runs downwards."""

    width: float
    ascent: float
    descent: float
    runs: tuple[Run, ...] = ()
    bars: tuple[Bar, ...] = ()

    @property
    def height(self) -> float:
        """From the highest to the lowest point."""
        return self.ascent + self.descent


@lru_cache(maxsize=2048)
def typeset(formula: Formula, size: float) -> Typeset:
    """The formula laid out with letters of `size` pixels."""
    match formula:
        case Symbol(text=text, kind=kind):
            weight = 400 if kind is Kind.STRONG else _WEIGHTS.get(kind, 400)
            return _text(text, TextStyle(size, weight, italic=True), kind)
        case Literal(text=text, kind=kind):
            return _text(text, TextStyle(size, _WEIGHTS.get(kind, 400)), kind)
        case Operator(text=text):
            quiet = formula.spacing in (Spacing.RELATION, Spacing.BINARY)
            return _text(text, TextStyle(size), Kind.QUIET if quiet else Kind.PLAIN)
        case Row(items=items):
            return _row(items, size)
        case Fraction(over=over, under=under):
            return _fraction(over, under, size)
        case Script():
            return _script(formula, size)
        case Root(body=body):
            return _root(typeset(body, size), size)
        case Fenced():
            return _fenced(formula, size)
        case Labelled(body=body, lines=lines):
            return _labelled(typeset(body, size), lines)


def _text(text: str, style: TextStyle, kind: Kind) -> Typeset:
    runs = (Run(0.0, 0.0, text, style, kind),) if text else ()
    return Typeset(text_width(text, style), _ASCENT * style.size, _DESCENT * style.size, runs)


def _row(items: tuple[Formula, ...], size: float) -> Typeset:
    parts, x = [], 0.0
    for index, item in enumerate(items):
        before, after = _gaps(item, size, first=index == 0)
        part = typeset(item, size)
        parts.append(_moved(part, x + before, 0.0))
        x += before + part.width + after
    return _joined(parts, x)


def _gaps(item: Formula, size: float, *, first: bool) -> tuple[float, float]:
    """Space before and after; a sign that starts a row stands close to what it belongs to."""
    if not isinstance(item, Operator):
        return 0.0, 0.0
    gap = _GAPS[item.spacing] * size
    if item.spacing is Spacing.COMMA or first:
        return 0.0, gap
    return (gap, gap) if item.text else (gap / 2, gap / 2)


def _fraction(over: Formula, under: Formula, size: float) -> Typeset:
    inner = _half(0.9 * size)
    above, below = typeset(over, inner), typeset(under, inner)
    line, gap = max(size / 15, 1.0), 0.14 * size
    width = max(above.width, below.width) + 0.3 * size
    top = _moved(above, (width - above.width) / 2, -(_AXIS * size + gap + above.descent * 0.85))
    bottom = _moved(below, (width - below.width) / 2, -_AXIS * size + gap + below.ascent)
    bar = Bar(((0.04 * size, -_AXIS * size), (width - 0.04 * size, -_AXIS * size)), line)
    return _joined([top, bottom, Typeset(width, 0.0, 0.0, bars=(bar,))], width)


def _script(script: Script, size: float) -> Typeset:
    """The index hangs from the baseline and the power rises with the height of the base."""
    base = typeset(script.base, size)
    single = script.below is None or script.above is None
    small = _half(max(0.62 * size, min(0.75 * size, 10.0 if single else 8.0)))
    x = base.width + (0.06 * size if isinstance(script.base, Symbol) else 0.02 * size)
    parts, width = [base], base.width
    if script.below is not None:
        below = typeset(script.below, small)
        parts.append(_moved(below, base.width + 0.02 * size, max(0.2 * size, base.descent - 0.02 * size)))
        width = max(width, base.width + 0.02 * size + below.width)
    if script.above is not None:
        above = typeset(script.above, small)
        lift = max(0.39 * size, base.ascent - 0.37 * size)
        parts.append(_moved(above, x, -lift))
        width = max(width, x + above.width)
    return _joined(parts, width + 0.03 * size)


def _root(body: Typeset, size: float) -> Typeset:
    lead, line, gap = 0.62 * size, max(size / 15, 1.0), 0.12 * size
    top, foot = -(body.ascent + gap), body.descent * 0.6
    hook = (
        (0.06 * size, -0.28 * size),
        (0.2 * size, -0.36 * size),
        (0.38 * size, foot),
        (lead - 0.04 * size, top),
        (lead + body.width + 0.08 * size, top),
    )
    width = lead + body.width + 0.12 * size
    sign = Typeset(width, -top + line, foot + line, bars=(Bar(hook, line),))
    return _joined([_moved(body, lead, 0.0), sign], width)


def _fenced(fenced: Fenced, size: float) -> Typeset:
    """Brackets as letters of the height of what they hold."""
    body = typeset(fenced.body, size)
    needed = body.height / (_ASCENT + _DESCENT)
    grown = size if needed < 1.25 * size else _half(needed)
    drop = (body.descent - body.ascent) / 2 + _AXIS * grown if grown > size else 0.0
    left, right = (_text(sign, TextStyle(grown), Kind.PLAIN) for sign in (fenced.left, fenced.right))
    gap = 0.03 * size
    x = left.width + gap
    parts = [_moved(left, 0.0, drop), _moved(body, x, 0.0), _moved(right, x + body.width + gap, drop)]
    return _joined(parts, x + body.width + gap + right.width)


def _labelled(body: Typeset, lines: tuple[str, ...]) -> Typeset:
    style = TextStyle(metrics().type.size.micro)
    width = max([body.width, *(text_width(line, style) for line in lines)])
    parts = [_moved(body, (width - body.width) / 2, 0.0)]
    for index, line in enumerate(lines):
        label = _text(line, style, Kind.QUIET)
        parts.append(_moved(label, (width - label.width) / 2, body.descent + 10 + 14 * index))
    return _joined(parts, width)


def _moved(part: Typeset, x: float, y: float) -> Typeset:
    runs = tuple(Run(run.x + x, run.y + y, run.text, run.style, run.kind) for run in part.runs)
    bars = tuple(Bar(tuple((px + x, py + y) for px, py in bar.points), bar.width) for bar in part.bars)
    return Typeset(part.width, part.ascent - y, part.descent + y, runs, bars)


def _joined(parts: Iterable[Typeset], width: float) -> Typeset:
    parts = tuple(parts)
    return Typeset(
        width,
        max((part.ascent for part in parts), default=0.0),
        max((part.descent for part in parts), default=0.0),
        tuple(run for part in parts for run in part.runs),
        tuple(bar for part in parts for bar in part.bars),
    )


def _half(size: float) -> float:
    """Sizes of type come in halves of a pixel."""
    return round(2 * size) / 2
