"""The left side of the first page: where to begin, what was open before, and two settings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.actions.table import ACTIONS
from app.actions.viewing import THEME_TITLES
from app.model.metrics import metrics
from app.model.settings import SYSTEM, Settings
from app.model.theme import Theme, ThemeName
from app.render.draw_logo import logo_marks
from app.render.fonts import elided
from app.render.icons import BOX, icon_marks
from app.render.marks import Anchor, Box, Marks, Stroke, Text, TextStyle
from app.render.paint import paint
from app.widgets.key_cap import key_text
from app.widgets.labels import Tone, label
from app.widgets.painted import Painted
from app.widgets.rule import Rule
from app.widgets.segmented import Segment, Segmented
from app.widgets.switch import Switch
from app.widgets.theming import theme_of

WIDTH = 264
_MOST_RECENT = 6
_DAY = 86_400


class BigLogo(Painted):
    """The mark, large."""

    def measure(self, theme: Theme) -> tuple[float, float]:
        return 62, 44

    def marks(self, theme: Theme) -> Marks:
        return logo_marks(0, 0, 60, theme)


class SideButton(QAbstractButton):
    """A line with an icon, a title, and a remark: at its right, or below."""

    def __init__(self, icon: str, title: str, remark: str, *, below: bool = False) -> None:
        super().__init__()
        self._icon = icon
        self._remark = remark
        self._below = below
        self.setText(title)
        self.setAccessibleName(f"{title}, {remark}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(216, 44 if self._below else 36)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, self._marks(theme_of(self)))

    def _marks(self, theme: Theme) -> Marks:
        sizes, colour = theme.metrics.type.size, theme.colour
        width, height, small = self.width(), self.height(), TextStyle(sizes.small)
        edge = Stroke(colour("focus"), 1) if self.hasFocus() else None
        rest = "" if self._below else "control"
        token = "control.hover" if self.underMouse() else rest
        ground = Box(0.5, 0.5, width - 1, height - 1, 7, fill=colour(token) if token else "", stroke=edge)
        icon = icon_marks(self._icon, 12 if not self._below else 10, (height - BOX) / 2, BOX, colour("text"))
        style = TextStyle(sizes.body if self._below else sizes.number, 500)
        title = elided(self.text(), style, width - 36 - (12 if self._below else 70))
        baseline = 18 if self._below else height / 2 + 4.8
        words = Text(36, baseline, title, style, colour("text.strong"))
        if self._below:
            return (ground, *icon, words, Text(36, 35, self._remark, small, colour("text.quiet")))
        return (
            ground,
            *icon,
            words,
            Text(width - 12, height / 2 + 4.4, self._remark, small, colour("text.quiet"), Anchor.END),
        )


class WelcomeSide(QWidget):
    """Where to begin. `open_file` opens a recent file, or asks for one when it is given none."""

    def __init__(
        self, settings: Settings, open_file: Callable[..., None], begin: Callable[..., None],
        now: Callable[[], datetime],
    ) -> None:  # fmt: skip
        super().__init__()
        self._settings = settings
        self.setFixedWidth(WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 46, 24, 28)
        column.setSpacing(8)
        self._add_title(column)
        self._add_beginnings(column, open_file, begin)
        self._add_recent(column, open_file, now())
        column.addStretch(1)
        column.addWidget(Rule())
        column.addSpacing(6)
        self._add_settings(column)

    def _add_title(self, column: QVBoxLayout) -> None:
        column.addWidget(BigLogo())
        column.addSpacing(12)
        column.addWidget(label("Gradwalk", tone=Tone.STRONG, size=24, weight=600))
        about = "See where gradients come from,\none step at a time."
        column.addWidget(label(about, tone=Tone.QUIET, size=metrics().type.size.number))
        column.addSpacing(18)

    def _add_beginnings(self, column: QVBoxLayout, open_file: Callable[..., None], begin: Callable[..., None]) -> None:
        new = SideButton("plus", "New expression", _key("new"))
        new.clicked.connect(lambda: begin())
        opening = SideButton("folder", "Open", _key("open"))
        opening.clicked.connect(lambda: open_file(None))
        column.addWidget(new)
        column.addWidget(opening)

    def _add_recent(self, column: QVBoxLayout, open_file: Callable[..., None], now: datetime) -> None:
        found = [Path(name) for name in self._settings.held.recent if Path(name).exists()][:_MOST_RECENT]
        if not found:
            return
        column.addSpacing(10)
        column.addWidget(label("Recent", tone=Tone.QUIET, size=metrics().type.size.caption, weight=500))
        for path in found:
            button = SideButton("file", path.stem, ago(path, now), below=True)
            button.setToolTip(str(path))
            button.clicked.connect(partial(open_file, path))
            column.addWidget(button)

    def _add_settings(self, column: QVBoxLayout) -> None:
        themes = (SYSTEM, ThemeName.LIGHT, ThemeName.DARK)
        choice = Segmented("Theme", [Segment(str(theme), THEME_TITLES[theme]) for theme in themes], height=26)
        choice.show_current(self._settings.held.theme if self._settings.held.theme in themes else SYSTEM)
        choice.chosen.connect(lambda theme: self._settings.change(theme=theme))
        shows = Switch("Show when Gradwalk starts")
        shows.setChecked(self._settings.held.shows_welcome)
        shows.clicked.connect(lambda on: self._settings.change(shows_welcome=on))
        for words, widget in (("Theme", choice), ("Show when Gradwalk starts", shows)):
            row = QHBoxLayout()
            row.setContentsMargins(8, 4, 0, 4)
            row.setSpacing(0)
            row.addWidget(label(words, size=metrics().type.size.body))
            row.addStretch(1)
            row.addWidget(widget)
            column.addLayout(row)


def _key(action: str) -> str:
    return key_text(ACTIONS[action].shortcuts[0])


def ago(path: Path, now: datetime) -> str:
    """When a file was written, as one would say it."""
    try:
        days = int((now.timestamp() - path.stat().st_mtime) // _DAY)
    except OSError:
        return ""
    if days < 1:
        return "today"
    if days < 2:
        return "yesterday"
    return f"{days} days ago" if days < 7 else "last week" if days < 14 else f"{days // 7} weeks ago"
