"""The theme of a window: a widget finds it there, so that nobody has to hand it on."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from app.model.theme import Theme, ThemeName, load_theme
from app.render.fonts import register_fonts
from app.render.marks import TextStyle
from app.widgets.stylesheet import stylesheet

_PROPERTY = "theme"
_POINTS_PER_INCH = 72.0

_ROLES = {
    QPalette.ColorRole.Window: "panel",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "field",
    QPalette.ColorRole.AlternateBase: "panel",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "text.quiet",
    QPalette.ColorRole.Button: "control",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "text.strong",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Highlight: "row.selected",
    QPalette.ColorRole.HighlightedText: "text.strong",
    QPalette.ColorRole.Link: "text.strong",
    QPalette.ColorRole.Light: "control.hover",
    QPalette.ColorRole.Midlight: "control",
    QPalette.ColorRole.Mid: "hairline",
    QPalette.ColorRole.Dark: "hairline",
    QPalette.ColorRole.Shadow: "shadow",
    QPalette.ColorRole.Accent: "accent",
}
_DISABLED = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def theme_of(widget: QWidget) -> Theme:
    """The theme of the window that a widget is in, or that its window was opened from."""
    window: QWidget | None = widget.window()
    while window is not None:
        name = window.property(_PROPERTY)
        if name is not None:
            return load_theme(str(name))
        parent = window.parentWidget()
        window = parent.window() if parent is not None else None
    return load_theme(ThemeName.DARK)


def apply_theme(window: QWidget, theme: Theme) -> None:
    """Shows a window and all that is in it in the colours of a theme, and all that is opened over it."""
    QApplication.setPalette(palette(theme))  # menus and dialogs do not take theirs from the window
    QApplication.setFont(ui_font(TextStyle(theme.metrics.type.size.body)))
    dress(window, theme)


def dress(widget: QWidget, theme: Theme) -> None:
    """Shows a widget without a parent, and all that is in it, in the colours of a theme."""
    if widget.property(_PROPERTY) != str(theme.name):
        widget.setProperty(_PROPERTY, str(theme.name))
        widget.setStyleSheet(stylesheet(theme))


def undress(widget: QWidget) -> None:
    """Lets a widget that is to have a parent take its colours from there."""
    widget.setProperty(_PROPERTY, None)
    widget.setStyleSheet("")


@lru_cache
def palette(theme: Theme) -> QPalette:
    """The colours of standard widgets."""
    made = QPalette()
    for role, token in _ROLES.items():
        made.setColor(role, QColor(theme.colour(token)))
    for role in _DISABLED:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.colour("text.disabled")))
    return made


@lru_cache
def ui_font(style: TextStyle) -> QFont:
    """The font of a standard widget. Half pixels matter in it, which only a size in points can have."""
    register_fonts()
    typography = load_theme(ThemeName.DARK).metrics.type
    font = QFont(typography.code_family if style.code else typography.text_family)
    font.setPointSizeF(style.size * _POINTS_PER_INCH / QGuiApplication.primaryScreen().logicalDotsPerInch())
    font.setWeight(QFont.Weight(style.weight))
    font.setItalic(style.italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias)
    for feature in typography.code_features if style.code else typography.text_features:
        tag, _, value = feature.partition("=")
        font.setFeature(QFont.Tag(tag), int(value or 1))
    return font
