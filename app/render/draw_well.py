"""The well at the foot of a card: what has become of its gradient."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.metrics import metrics
from app.model.theme import Family
from app.render.card_box import CardBox
from app.render.draw_formula import formula_marks
from app.render.draw_value import GAP, LETTER_MIDDLE, cell_marks
from app.render.fonts import elided, text_width
from app.render.formula_layout import typeset
from app.render.hatching import hatching
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.looks import GradientLine, GradientState, HeatMap, NodeLook, Note, NumberText, Problem, RuleLine
from app.render.marks import Anchor, Box, Disc, Lines, Marks, Rect, Stroke, Text, TextStyle
from app.render.measure import RULE_GAP, fitted, label_style, slot_style

_CAUSE_SIZES = (10.5, 10.0, 9.5)
_SIGN_ROOM = 13.5
"""What a sign behind the label takes."""
_MOST_DOTS = 3
"""More contributions than this are counted in digits."""


@dataclass(frozen=True, slots=True)
class WellStyle:
    """The colours of a gradient line by token, its outline, and the icon behind its label."""

    fill: str = "card.well"
    outline: str = ""
    outline_width: float = 1.0
    outline_share: float = 1.0
    dash: tuple[float, ...] = ()
    text: str = "text.quiet"
    value: str = "gradient.strong"
    weight: int = 500
    sign: str = ""
    hatched: bool = False


_FILLED = WellStyle("gradient.soft", text="gradient.strong")
WELLS: dict[GradientState, WellStyle] = {
    GradientState.NONE: WellStyle(value="text.quiet", weight=400),
    GradientState.NO_GRAD_FN: WellStyle(fill="", weight=400),
    GradientState.WAITING: WellStyle(outline="gradient.base", outline_share=0.55, weight=400),
    GradientState.PENDING: WellStyle(outline="gradient.base", outline_width=1.5, text="gradient.strong"),
    GradientState.CURRENT: _FILLED,
    GradientState.PLAIN: _FILLED,
    GradientState.DONE: WellStyle("gradient.soft", text="gradient.strong", sign="check"),
    GradientState.CHANGED: WellStyle("gradient.soft", text="gradient.strong", sign="changed"),
    GradientState.ZERO: WellStyle("gradient.soft", text="gradient.strong", sign="zero"),
    GradientState.NONFINITE: WellStyle("nan.soft", "nan.base", 1.5, text="nan.text", value="nan.text"),
    GradientState.BLOCKED: WellStyle("blocked.soft", "blocked.base", text="blocked.text", weight=400, hatched=True),
    GradientState.GHOST: WellStyle("blocked.soft", "blocked.base", dash=(3, 3), text="ghost.text", weight=400),
    GradientState.FAILED: WellStyle("error.soft", text="error.text", value="error.text"),
}


def gradient_marks(look: NodeLook, box: CardBox, ink: Ink) -> Marks:
    """The well with its label, its sign and its value."""
    match look.gradient:
        case RuleLine():
            return _rule(look.gradient, box.well, ink)
        case GradientLine(state=GradientState.NO_GRAD_FN, text=text):
            y = box.well.centre[1] + LETTER_MIDDLE * label_style().size
            return (Text(box.label_left, y, text, label_style(), ink("text.quiet")),)
        case GradientLine(state=GradientState.BLOCKED | GradientState.GHOST):
            return _hatched(look.gradient, box, ink)
        case _:
            return _plain_well(look, look.gradient, box, ink)


def _rule(line: RuleLine, well: Rect, ink: Ink) -> Marks:
    sizes, radius = ink.theme.metrics.type.size, ink.theme.metrics.radius.well
    words = slot_style()
    x, y = well.x + 8, well.centre[1] + 4.5
    marks: list[Marks] = [(Box(well.x, well.y, well.width, well.height, radius, fill=ink("card.well")),)]
    for slot, formula, remark in line.parts:
        marks.append((Text(x, y, slot, words, ink("text.quiet")),))
        x += text_width(slot, words) + GAP
        laid = typeset(formula, sizes.number)
        marks.append(formula_marks(laid, x, y, ink))
        x += laid.width + RULE_GAP
        marks.append((Text(x, y, remark, words, ink("text.quiet")),))
        x += text_width(remark, words) + RULE_GAP
    return tuple(mark for group in marks for mark in group)


def well_marks(state: GradientState, well: Rect, ink: Ink, scale: float = 1.0) -> Marks:
    """The empty well of a state, hatched where nothing was computed; `scale` widens its lines."""
    style, radius = WELLS[state], ink.theme.metrics.radius.well
    if not style.fill:
        return ()
    filled = Box(well.x, well.y, well.width, well.height, radius, fill=ink(style.fill))
    if not style.outline:
        return (filled,)
    width = style.outline_width * scale
    stroke = Stroke(ink.over(style.fill, style.outline, style.outline_share), width, style.dash)
    edge = well.grown(-width / 2)
    outline = Box(edge.x, edge.y, edge.width, edge.height, radius - width / 4, stroke=stroke)
    return (filled, *(_hatch(well, ink, scale) if style.hatched else ()), outline)


def _hatch(well: Rect, ink: Ink, scale: float) -> Marks:
    size, radius = ink.theme.metrics.size, ink.theme.metrics.radius.well
    stroke = Stroke(ink("blocked.hatch"), size.hatch_line * scale)
    return (Lines(hatching(well, radius, size.hatch_step * scale), stroke),)


def _plain_well(look: NodeLook, line: GradientLine, box: CardBox, ink: Ink) -> Marks:
    style, well = WELLS[line.state], box.well
    label = _label_style(line, style)
    x, middle = box.well_label, well.centre[1]
    words = _words(line, label, x, well)
    sign, end = _sign(line, style, x + text_width(words, label), middle, ink)
    return (
        *well_marks(line.state, well, ink),
        Text(x, middle + LETTER_MIDDLE * label.size, words, label, ink(style.text)),
        *sign,
        *_gradient(look, line, end + GAP, well, ink),
    )


def _words(line: GradientLine, label: TextStyle, x: float, well: Rect) -> str:
    """The label, which makes way where a number would be cut otherwise; of a node that failed, the reason."""
    if line.state is GradientState.FAILED:
        return elided(line.text, label, well.right - x - 3)
    if isinstance(line.preview, NumberText):
        sign = WELLS[line.state].sign or line.state is GradientState.WAITING
        room = well.right - x - text_width(line.label, label) - GAP - 5 - (_SIGN_ROOM if sign else 0)
        if text_width(line.preview.short or line.preview.text, _smallest(600)) > room:
            return ""
    return line.label


def _smallest(weight: int) -> TextStyle:
    return TextStyle(metrics().type.smallest_number, weight)


def _label_style(line: GradientLine, style: WellStyle) -> TextStyle:
    return TextStyle(11, style.weight, code=True) if line.code_label else label_style(style.weight)


def _sign(line: GradientLine, style: WellStyle, x: float, middle: float, ink: Ink) -> tuple[Marks, float]:
    """What tells the state without its colour (a check, a triangle, dots), and where it ends."""
    if line.state is GradientState.WAITING:
        return _dots(line, x, middle, ink)
    if style.sign:
        return icon_marks(style.sign, x + 4.5, middle - 4.5, 9, ink("gradient.strong"), 1.4), x + 13.5
    return (), x


def _dots(line: GradientLine, x: float, middle: float, ink: Ink) -> tuple[Marks, float]:
    colour = ink("gradient.base")
    if line.expected > _MOST_DOTS:
        style = label_style(500)
        text, y = f"{line.arrived}/{line.expected}", middle + LETTER_MIDDLE * style.size
        return (Text(x + 5, y, text, style, ink("gradient.strong")),), x + 5 + text_width(text, style)
    edge = Stroke(colour, 1.25)
    centres = [x + 10.5 + 9 * index for index in range(line.expected)]
    dots = tuple(
        Disc(centre, middle, 3, fill=colour if index < line.arrived else "", stroke=edge)
        for index, centre in enumerate(centres)
    )
    return dots, x + 5 + 9 * line.expected


def _gradient(look: NodeLook, line: GradientLine, left: float, well: Rect, ink: Ink) -> Marks:
    style, sizes = WELLS[line.state], ink.theme.metrics.type.size
    right, middle = well.right - 5, well.centre[1]
    match line.preview:
        case HeatMap():
            return cell_marks(line.preview, look, right - 1, middle, Family.GRADIENT, ink)
        case NumberText() | Note() | Problem():
            weight = 500 if line.state is GradientState.WAITING else 600
            text, letters = fitted(line.preview, right - left, sizes.number, weight)
            y = middle + LETTER_MIDDLE * letters.size
            return (Text(right, y, text, letters, ink(style.value), Anchor.END),)
        case None if line.state is GradientState.NONE:
            dash = TextStyle(sizes.number, 500)
            return (Text(right, middle + 4.8, "—", dash, ink(style.value), Anchor.END),)
        case None:
            return ()


def _hatched(line: GradientLine, box: CardBox, ink: Ink) -> Marks:
    """Label and cause stand on plates, clear of the hatch; a long cause takes the label's place."""
    colour, well = ink(WELLS[line.state].text), box.well
    middle, left, right = well.centre[1], box.well_label, well.right - 8
    label_width = text_width(line.label, label_style())
    baseline = middle + LETTER_MIDDLE * label_style().size
    label: Marks = (
        _plate(left, label_width, middle, ink),
        Text(left, baseline, line.label, label_style(), colour),
    )
    words, style = _cause(line, right - left - label_width - GAP)
    if words != line.text:
        label, (words, style) = (), _cause(line, right - left - 2)
    width = text_width(words, style)
    return (
        *well_marks(line.state, well, ink),
        *label,
        _plate(right - width, width, middle, ink),
        Text(right, baseline, words, style, colour, Anchor.END),
    )


def _cause(line: GradientLine, room: float) -> tuple[str, TextStyle]:
    """What to write in `room`: smaller letters come before an ellipsis."""
    ghost = line.state is GradientState.GHOST
    for size in _CAUSE_SIZES:
        style = TextStyle(size, 500 if ghost else 600, italic=ghost)
        if text_width(line.text, style) <= room:
            return line.text, style
    return elided(line.text, style, room), style


def _plate(x: float, width: float, middle: float, ink: Ink) -> Box:
    return Box(x - 4, middle - 8, width + 8, 16, 3, fill=ink("blocked.soft"))
