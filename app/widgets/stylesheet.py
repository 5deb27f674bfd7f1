"""The style sheet of standard widgets, made from the tokens of a theme; sizes of type are set by fonts."""

from __future__ import annotations

from functools import lru_cache
from string import Template

from app.model.theme import Theme

_SHEET = Template("""
QWidget { color: $text; }
QToolTip { background: $raised; color: $text; border: 1px solid $hairline; padding: 4px 6px; }

QMenuBar { background: transparent; spacing: 0; }
QMenuBar::item { background: transparent; padding: 4px 10px; border-radius: ${button}px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $control_hover; color: $text_strong; }
QMenu { background: $raised; border: 1px solid $hairline; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 26px; border-radius: ${button}px; }
QMenu::item:selected { background: $row_selected; color: $text_strong; }
QMenu::item:disabled { color: $text_disabled; background: transparent; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 8px; }
QMenu::icon { padding-left: 6px; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox {
    background: $field; color: $text; border: 1px solid $control_edge; border-radius: ${field_radius}px;
    padding: 3px 7px; selection-background-color: $row_selected; selection-color: $text_strong; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {
    border: 1px solid $focus; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QPlainTextEdit:disabled { color: $text_disabled; }
QLineEdit[bare="true"] { background: transparent; border: none; padding: 0; }
QLineEdit[wrong="true"], QPlainTextEdit[wrong="true"] { border: 1px solid $error_base; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
    width: 0; border: none; }

QComboBox { background: $control; border: 1px solid $control; border-radius: ${button}px; padding: 3px 24px 3px 9px; }
QComboBox:hover { background: $control_hover; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: none; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $hairline; outline: none; padding: 4px; }

QPushButton { background: $control; color: $text; border: 1px solid $control; border-radius: ${button}px;
    padding: 5px 12px; min-height: 16px; }
QPushButton:hover { background: $control_hover; }
QPushButton:pressed { background: $row_selected; }
QPushButton:focus { border: 1px solid $focus; }
QPushButton:disabled { color: $text_disabled; }
QPushButton[primary="true"] { background: $accent; color: $text_inverse; border: 1px solid $accent; }
QPushButton[primary="true"]:hover { background: $text_strong; }
QPushButton[primary="true"]:focus { border: 2px solid $focus; padding: 4px 11px; }
QPushButton[primary="true"]:disabled { background: $control; color: $text_disabled; border-color: $control; }
QPushButton[chip="true"] { border-radius: 13px; padding: 4px 12px; background: $control; }
QPushButton[trouble="true"] { background: transparent; border: 1px solid transparent; color: $error_text;
    padding: 0 4px; }
QPushButton[trouble="true"]:hover { background: $control_hover; }
QPushButton[trouble="true"]:focus { border: 1px solid $focus; }
QPushButton[flat="true"] { background: transparent; border: 1px solid transparent; }

QCheckBox, QRadioButton { spacing: 8px; }
QCheckBox:disabled, QRadioButton:disabled { color: $text_disabled; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid $control_edge;
    background: $field; }
QCheckBox::indicator { border-radius: 3px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked, QRadioButton::indicator:checked { background: $accent; border-color: $accent; }
QCheckBox:focus, QRadioButton:focus { color: $text_strong; }

QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $control_hover; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: $control_edge; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
    background: none; border: none; width: 0; height: 0; }

QTreeView, QListView, QTableView { background: transparent; border: none; outline: none; }
QListWidget::item, QTreeWidget::item { padding: 3px 6px; border-radius: 5px; }
QListWidget::item:hover, QTreeWidget::item:hover { background: $row_hover; }
QListWidget::item:selected, QTreeWidget::item:selected { background: $row_selected; color: $text_strong; }
QHeaderView::section { background: $panel; color: $text_quiet; border: none; padding: 4px 8px; }
QSplitter::handle { background: $hairline; }
QSplitter::handle:hover { background: $control_edge; }
QProgressBar { background: $field; border: none; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QLabel { background: transparent; }
QLabel[tone="quiet"] { color: $text_quiet; }
QLabel[tone="strong"] { color: $text_strong; }
QLabel[tone="error"] { color: $error_text; }
QLabel[tone="value"] { color: $value_strong; }
QLabel[tone="gradient"] { color: $gradient_strong; }
QDialog { background: $panel; }
""")


@lru_cache
def stylesheet(theme: Theme) -> str:
    """The style sheet of a theme."""
    colours = {token.replace(".", "_"): colour for token, colour in theme.colours.items()}
    radii = theme.metrics.radius
    return _SHEET.substitute(colours, button=f"{radii.button:g}", field_radius=f"{radii.field:g}")
