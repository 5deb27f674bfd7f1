"""Overlays that are mostly words: the headline, the moment line and the invitation to the next step."""

from __future__ import annotations

from app.render.draw_formula import KIND_COLOURS, formula_marks
from app.render.draw_signs import nan_marks
from app.render.fonts import text_width
from app.render.formula import Kind
from app.render.formula_layout import Typeset, typeset
from app.render.inks import Ink
from app.render.marks import Anchor, Box, Disc, Marks, Stroke, Text, TextStyle
from app.render.overlays import Headline, Invitation, Moment, Tone, Words

_DOTS = {
    Tone.VALUE: "value.base",
    Tone.GRADIENT: "gradient.base",
    Tone.ERROR: "error.base",
    Tone.QUIET: "text.quiet",
}


def headline_size(headline: Headline, shade: Ink) -> tuple[float, float]:
    """Width and height of a headline."""
    sizes = shade.theme.metrics.type.size
    laid = typeset(headline.formula, sizes.formula_canvas)
    caption = text_width(headline.caption, TextStyle(sizes.small))
    return max(laid.width, caption), _caption_line(laid) + 4 if headline.caption else laid.height


def _caption_line(laid: Typeset) -> float:
    """The baseline of the caption, clear of what hangs below the formula."""
    return laid.ascent + max(26, laid.descent + 16)


def headline_marks(headline: Headline, shade: Ink) -> Marks:
    """The formula and its caption."""
    sizes = shade.theme.metrics.type.size
    laid = typeset(headline.formula, sizes.formula_canvas)
    formula = formula_marks(laid, 0, laid.ascent, shade)
    if not headline.caption:
        return formula
    y = _caption_line(laid)
    return (*formula, Text(0, y, headline.caption, TextStyle(sizes.small), shade("text.quiet")))


def _moment_style(shade: Ink) -> TextStyle:
    return TextStyle(shade.theme.metrics.type.size.small, 500)


def moment_size(moment: Moment, shade: Ink) -> tuple[float, float]:
    """Width and height of the moment line."""
    lead = 46 if moment.tone is Tone.NONFINITE else 25
    return lead + text_width(moment.text, _moment_style(shade)) + 16, 26


def moment_marks(moment: Moment, shade: Ink) -> Marks:
    """A pill with a dot of the moment's colour, or with the sign of NaN."""
    width, height = moment_size(moment, shade)
    broken = moment.tone is Tone.NONFINITE
    edge = Stroke(shade("nan.base" if broken else "hairline"), 1)
    fill = shade("nan.soft" if broken else "raised")
    pill = Box(0, 0, width, height, height / 2, fill=fill, stroke=edge)
    sign = nan_marks(24, 13, "NaN", shade) if broken else (Disc(15, 13, 4, fill=shade(_DOTS[moment.tone])),)
    colour = shade("nan.text" if broken else "text")
    return pill, *sign, Text(46 if broken else 25, 17.3, moment.text, _moment_style(shade), colour)


def _words_style(words: Words, shade: Ink) -> TextStyle:
    sizes = shade.theme.metrics.type.size
    strong = words.kind in (Kind.VALUE, Kind.GRADIENT, Kind.STRONG, Kind.NONFINITE)
    return TextStyle(sizes.small, 400, code=True) if words.code else TextStyle(sizes.body, 600 if strong else 400)


def invitation_size(invitation: Invitation, shade: Ink) -> tuple[float, float]:
    """Width and height of an invitation."""
    words = sum(text_width(words.text, _words_style(words, shade)) for words in invitation.words)
    return 8 + _key_width(invitation, shade) + 12 + words + 20, 36


def _key_style(shade: Ink) -> TextStyle:
    return TextStyle(shade.theme.metrics.type.size.small, 600)


def _key_width(invitation: Invitation, shade: Ink) -> float:
    return text_width(invitation.key, _key_style(shade)) + 20


def invitation_marks(invitation: Invitation, shade: Ink) -> Marks:
    """A pill with a key and what it will do."""
    width, height = invitation_size(invitation, shade)
    key = _key_width(invitation, shade)
    edge = Stroke(shade("hairline"), 1)
    marks: list[Marks] = [
        _shadow(width, height, shade),
        (Box(0.5, 0.5, width - 1, height - 1, height / 2, fill=shade("raised"), stroke=edge),),
        (Box(8, 7, key, 22, 11, fill=shade("accent")),),
        (Text(8 + key / 2, 22.3, invitation.key, _key_style(shade), shade("text.inverse"), Anchor.MIDDLE),),
    ]
    x = 8 + key + 12
    for words in invitation.words:
        style = _words_style(words, shade)
        marks.append((Text(x, 22.6, words.text, style, shade(KIND_COLOURS[words.kind])),))
        x += text_width(words.text, style)
    return tuple(mark for group in marks for mark in group)


def _shadow(width: float, height: float, shade: Ink) -> Marks:
    return tuple(
        Box(
            -layer.spread,
            layer.offset - layer.spread,
            width + 2 * layer.spread,
            height + 2 * layer.spread,
            height / 2 + layer.spread,
            fill=shade.theme.colour("shadow"),
            opacity=layer.opacity,
        )
        for layer in shade.theme.shadow
    )
