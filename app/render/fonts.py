"""The shipped fonts, registered once and measured the same on every screen and in every file."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication

from app.model.metrics import metrics
from app.render.marks import TextStyle

TEXT_SCALE = 2
"""Fonts are this many times too large and text is painted that much smaller, because Qt takes only
whole pixel sizes and the design uses halves. Point sizes would depend on the screen's resolution."""

_PLAIN = ("calt=0", "liga=0")


@lru_cache(maxsize=1)
def register_fonts() -> tuple[str, ...]:
    """Makes the shipped faces known to Qt and gives their families; needs a QGuiApplication."""
    if QGuiApplication.instance() is None:
        raise RuntimeError("Text can be measured only after a QGuiApplication was created.")
    families: set[str] = set()
    for path in sorted(files("resources").joinpath("fonts").iterdir(), key=lambda path: path.name):
        if path.name.endswith((".otf", ".ttf")):
            handle = QFontDatabase.addApplicationFontFromData(path.read_bytes())
            if handle < 0:
                raise RuntimeError(f"Qt cannot read the font {path.name}. Reinstall Gradwalk to restore it.")
            families.update(QFontDatabase.applicationFontFamilies(handle))
    return tuple(sorted(families))


@lru_cache
def font(style: TextStyle, *, plain: bool = False) -> QFont:
    """The font of a style, `TEXT_SCALE` times its size, without hinting so that it scales evenly.

    A `plain` font has neither figures of equal width nor brackets fitted to them: these are glyphs of
    their own, which a PDF file does not know as characters, so that they could not be searched or copied.
    """
    register_fonts()
    typography = metrics().type
    result = QFont(typography.code_family if style.code else typography.text_family)
    result.setPixelSize(round(style.size * TEXT_SCALE))
    result.setWeight(QFont.Weight(style.weight))
    result.setItalic(style.italic)
    result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    result.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias)
    features = typography.code_features if style.code else typography.text_features
    for feature in _PLAIN if plain else features:
        tag, _, value = feature.partition("=")
        result.setFeature(QFont.Tag(tag), int(value or 1))
    return result


@lru_cache(maxsize=20_000)
def text_width(text: str, style: TextStyle, *, plain: bool = False) -> float:
    """How far `text` advances, in pixels at zoom 1."""
    return _measure(style, plain=plain).horizontalAdvance(text) / TEXT_SCALE


@lru_cache(maxsize=20_000)
def elided(text: str, style: TextStyle, room: float) -> str:
    """`text`, cut with an ellipsis where it is wider than `room`."""
    if text_width(text, style) <= room:
        return text
    kept = len(text)
    while kept and text_width(text[:kept].rstrip() + "…", style) > room:
        kept -= 1
    return text[:kept].rstrip() + "…" if kept else ""


@lru_cache
def _measure(style: TextStyle, *, plain: bool) -> QFontMetricsF:
    return QFontMetricsF(font(style, plain=plain))
