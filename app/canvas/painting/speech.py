"""Words beside the pointer while a gesture is made: what it would do, or why it cannot be."""

from __future__ import annotations

from app.canvas.painting.preview import Speech
from app.render.fonts import text_width
from app.render.icons import icon_marks
from app.render.inks import Ink
from app.render.marks import Box, Marks, Point, Stroke, Text, TextStyle

_OFFSET = (14.0, 20.0)
"""From the pointer, in screen pixels."""
_PAD, _HEIGHT, _ICON, _EDGE = 10.0, 26.0, 14.0, 8.0


def speech_marks(speech: Speech, pointer: Point, width: float, shade: Ink) -> Marks:
    """A plate with the words beside the pointer, kept inside a viewport of some width."""
    style = TextStyle(shade.theme.metrics.type.size.small, 500)
    lead = _PAD + (_ICON + 7 if speech.refusal else 0)
    wide = lead + text_width(speech.text, style) + _PAD
    x = max(min(pointer[0] + _OFFSET[0], width - wide - _EDGE), _EDGE)
    y = pointer[1] + _OFFSET[1]
    edge = Stroke(shade("error.base" if speech.refusal else "hairline"), 1)
    plate = Box(
        x + 0.5, y + 0.5, wide - 1, _HEIGHT - 1, shade.theme.metrics.radius.button, fill=shade("raised"), stroke=edge
    )
    words = Text(x + lead, y + 17, speech.text, style, shade("error.text" if speech.refusal else "text"))
    sign = icon_marks("warning", x + _PAD, y + 6, _ICON, shade("error.text")) if speech.refusal else ()
    return (plate, *sign, words)
