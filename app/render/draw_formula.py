"""Formulas as marks, each kind of letter in its colour."""

from __future__ import annotations

from app.render.formula import Kind
from app.render.formula_layout import Bar, Typeset
from app.render.inks import Ink
from app.render.marks import Marks, Shape, Stroke, Text

KIND_COLOURS = {
    Kind.PLAIN: "text",
    Kind.QUIET: "text.quiet",
    Kind.STRONG: "text.strong",
    Kind.VALUE: "value.strong",
    Kind.GRADIENT: "gradient.strong",
    Kind.NONFINITE: "nan.text",
}


def formula_marks(laid: Typeset, x: float, y: float, ink: Ink) -> Marks:
    """A laid out formula with the start of its baseline at (x, y)."""
    runs = tuple(Text(x + run.x, y + run.y, run.text, run.style, ink(KIND_COLOURS[run.kind])) for run in laid.runs)
    return runs + tuple(_bar(bar, x, y, ink("text")) for bar in laid.bars)


def _bar(bar: Bar, x: float, y: float, colour: str) -> Shape:
    corners = "L".join(f"{px + x:.2f} {py + y:.2f}" for px, py in bar.points)
    return Shape(f"M{corners}", stroke=Stroke(colour, bar.width))
