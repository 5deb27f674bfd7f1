"""Dialogs: what they show is real, what they do counts, and nothing of them stays."""

import math
import sys
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from window_hand import NONE

from app.dialogs.about import AboutDialog, versions
from app.dialogs.code import CodeDialog
from app.dialogs.error_report import ErrorDialog
from app.dialogs.shortcuts import ShortcutsDialog
from app.dialogs.welcome.dialog import WelcomeDialog
from app.export.embedding import can_hold_document
from app.export.formats import FORMATS, TextFormat
from app.export.opening import read_file
from app.model.settings import Settings
from app.shell.crash import CrashReporter

SQUARES = """
x = torch.tensor([1., 2.], requires_grad=True)
y = (x * x).sum()
"""


def dialog(room, kind):
    return next((one for one in room.window.findChildren(kind) if one.isVisible()), None)


class TestCode:
    def open(self, room, text):
        room.window.commands["code"].trigger()
        found = dialog(room, CodeDialog)
        found.text.setPlainText(text)
        return found

    def test_reads_while_it_is_typed(self, open_window, qtbot):
        found = self.open(open_window(), SQUARES)
        qtbot.waitUntil(lambda: found.said == "3 nodes.")
        assert found.replace.isEnabled()

    def test_mistakes_have_their_line_and_column(self, open_window, qtbot):
        found = self.open(open_window(), "x = torch.tensor([1.])\ny = x.nothing()")
        qtbot.waitUntil(lambda: found.said.startswith("Line 2, column 5: "))
        assert found.text.extraSelections()[0].cursor.blockNumber() == 1

    def test_nothing_can_be_taken_where_nothing_was_read(self, open_window, qtbot):
        found = self.open(open_window(), "while True: pass")
        qtbot.waitUntil(lambda: not found.replace.isEnabled())

    def test_opens_as_a_document(self, open_window):
        room = open_window()
        self.open(room, SQUARES).replace.click()
        assert room.value(room.node("y")) == 5.0 and not room.session.is_dirty

    def test_adds_below_what_is_there(self, open_window):
        room = open_window(SQUARES)
        lowest = max(node.y for node in room.document.nodes.values())
        self.open(room, "a = torch.tensor(2., requires_grad=True)\nb = a * a").insert.click()
        assert room.value(room.node("b")) == 4.0
        assert room.node("a").y > lowest
        assert room.session.history.names == ("Paste",)


class TestExport:
    @pytest.mark.parametrize("suffix", list(FORMATS))
    def test_writes_every_format(self, open_window, tmp_path, qtbot, suffix):
        room = open_window(SQUARES)
        found = room.window.openers.export()
        found.formats.setCurrentIndex(found.formats.findData(suffix))
        found.start(tmp_path / f"out{suffix}")
        qtbot.waitUntil(lambda: "Wrote" in room.status(), timeout=60_000)
        assert [path.name for path in tmp_path.iterdir()] == [f"out{suffix}"]
        written = tmp_path / f"out{suffix}"
        if can_hold_document(written) or isinstance(FORMATS[suffix], TextFormat):
            assert len(read_file(written).document.nodes) == 3
        else:
            assert written.stat().st_size > 1000

    def test_the_preview_is_what_is_written(self, open_window, tmp_path, qtbot):
        room = open_window(SQUARES)
        found = room.window.openers.export()
        found.formats.setCurrentIndex(found.formats.findData(".png"))
        found.scale.setValue(1.0)
        qtbot.waitUntil(lambda: found.preview._figure is not None)
        bounds = found.preview._figure.frame.bounds
        found.start(tmp_path / "out.png")
        qtbot.waitUntil(lambda: "Wrote" in room.status())
        written = QImage(str(tmp_path / "out.png"))
        assert (written.width(), written.height()) == (math.ceil(bounds.width), math.ceil(bounds.height))

    def test_each_step_makes_a_file(self, open_window, tmp_path, qtbot):
        room = open_window(SQUARES)
        found = room.window.openers.export()
        found.moments.setCurrentIndex(found.moments.count() - 1)
        found.start(tmp_path / "step.svg")
        qtbot.waitUntil(lambda: "Wrote" in room.status())
        assert len([*tmp_path.glob("step-*.svg")]) == len(room.session.stepping.recording.steps) + 1

    def test_the_present_step_is_offered_first_while_stepping(self, open_window):
        room = open_window(SQUARES)
        room.session.stepping.to_step(2)
        found = room.window.openers.export()
        assert found.request.at == 2

    def test_a_folder_that_is_not_there_is_said(self, open_window, tmp_path):
        room = open_window(SQUARES)
        found = room.window.openers.export()
        found.start(tmp_path / "nowhere" / "out.svg")
        assert found.isVisible() and "does not exist" in found._said.text()
        assert found.write.isEnabled()

    def test_giving_up_leaves_nothing(self, open_window, tmp_path, monkeypatch):
        from app.dialogs.export import writer

        room, begun, go_on, real = open_window(SQUARES), threading.Event(), threading.Event(), writer.export

        def slow(*arguments):
            begun.set()
            go_on.wait(10)
            return real(*arguments)

        monkeypatch.setattr(writer, "export", slow)
        found = room.window.openers.export()
        found.start(tmp_path / "out.svg")
        assert begun.wait(10)
        found._writer.give_up()
        go_on.set()
        found.close()
        QApplication.processEvents()
        assert [*tmp_path.iterdir()] == []

    def test_writing_that_takes_a_while_shows_that_it_goes_on(self, open_window, tmp_path, monkeypatch, qtbot):
        from app.dialogs.export import writer

        room, go_on, real = open_window(SQUARES), threading.Event(), writer.export
        monkeypatch.setattr(writer, "export", lambda *arguments: go_on.wait(10) and real(*arguments))
        found = room.window.openers.export()
        found.start(tmp_path / "out.svg")
        qtbot.waitUntil(found.progress.isVisible)
        go_on.set()
        qtbot.waitUntil((tmp_path / "out.svg").exists)


class TestClosing:
    @pytest.mark.parametrize("key", ["shortcuts", "export", "about", "code", "welcome"])
    def test_the_window_has_the_keyboard_again(self, open_window, qtbot, key):
        """No window manager hands it on here, as on a bare display."""
        room = open_window(SQUARES)
        room.window.commands[key].trigger()
        found = dialog(room, QDialog)
        qtbot.waitUntil(found.isActiveWindow)
        found.reject()
        qtbot.waitUntil(room.window.isActiveWindow)
        room.press(Qt.Key.Key_Right, widget=room.canvas)
        assert room.session.stepping.is_stepping


class TestShortcuts:
    def open(self, open_window):
        room = open_window(SQUARES)
        room.press(Qt.Key.Key_F1, widget=room.canvas)
        return room, dialog(room, ShortcutsDialog)

    def choose(self, found, text):
        found.filter.setText(text)
        found.tree.setCurrentItem(found.tree.topLevelItem(0))

    def test_lists_every_command(self, open_window):
        from app.actions.table import ACTIONS

        _, found = self.open(open_window)
        assert found.tree.topLevelItemCount() == len(ACTIONS)
        found.filter.setText("Ctrl+Z")
        assert found.tree.topLevelItemCount() == 1

    def test_other_keys_count_at_once(self, open_window):
        room, found = self.open(open_window)
        self.choose(found, "Select all")
        found.keys.setKeySequence(QKeySequence("Ctrl+J"))
        found.keys.editingFinished.emit()
        found.close()
        room.back_to_window()
        room.press(Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier, room.canvas)
        assert len(room.session.selection.nodes) == 3
        assert room.settings.held.shortcuts == {"select_all": ("Ctrl+J",)}

    def test_keys_that_are_taken_are_refused(self, open_window):
        room, found = self.open(open_window)
        self.choose(found, "Select all")
        found.keys.setKeySequence(QKeySequence("Ctrl+Z"))
        found.keys.editingFinished.emit()
        assert "already means" in found.said and room.settings.held.shortcuts == {}


class TestWelcome:
    def open(self, open_window, **settings):
        room = open_window(**settings)
        room.window.commands["welcome"].trigger()
        return room, dialog(room, WelcomeDialog)

    @pytest.mark.parametrize(("width", "chosen"), [(1200, 4), (1000, 3)])
    def test_opens_the_example_that_is_chosen_by_key(self, open_window, width, chosen):
        """Down leads to the card below, in as many columns as there is room for."""
        room, found = self.open(open_window)
        found.resize(width, 700)
        QApplication.processEvents()
        assert all(card.mapTo(found, card.rect().bottomRight()).x() < width for card in found.cards)
        assert found.focusWidget() is found.cards[0]
        QTest.keyClick(found, Qt.Key.Key_Right)
        QTest.keyClick(found, Qt.Key.Key_Down)
        QTest.keyClick(found, Qt.Key.Key_Return)
        assert room.window.menu_bar.name == found.cards[chosen].example.title
        assert room.session.stepping.recording.events

    def test_is_not_larger_than_the_screen(self, open_window):
        _, found = self.open(open_window)
        screen = found.screen().availableSize()
        assert found.height() == min(792, screen.height() - 40)

    def test_finds_examples(self, open_window):
        _, found = self.open(open_window)
        found.field.setText("nan")
        shown = [card.example.name for card in found.cards if not card.isHidden()]
        assert len(shown) == 1 and "nan" in shown[0]

    def test_lists_recent_files_and_opens_them(self, open_window, tmp_path):
        settings = Settings()
        (tmp_path / "model.py").write_text(SQUARES)
        settings.opened(tmp_path / "model.py")
        settings.opened(tmp_path / "gone.py")
        room, found = self.open(open_window, settings=settings)
        buttons = {one.text(): one for one in found.side.findChildren(type(found.side.children()[4]))}
        assert "model" in buttons and "gone" not in buttons
        buttons["model"].click()
        assert room.value(room.node("y")) == 5.0

    def test_pictures_show_every_example(self, open_window, qtbot):
        _, found = self.open(open_window)
        before = [card.grab().toImage() for card in found.cards]
        qtbot.waitUntil(
            lambda: all(card.grab().toImage() != picture for card, picture in zip(found.cards, before, strict=True))
        )

    def test_can_be_kept_from_showing(self, open_window):
        from app.widgets.switch import Switch

        room, found = self.open(open_window)
        found.side.findChild(Switch).click()
        assert not room.settings.held.shows_welcome


class TestCrash:
    def test_a_mistake_is_said_once_and_the_document_stays(self, open_window, capsys):
        room = open_window(SQUARES)
        reporter, before = CrashReporter(room.window), room.document
        try:
            raise ZeroDivisionError("inside")
        except ZeroDivisionError as error:
            for _ in range(3):
                reporter.report(type(error), error, error.__traceback__)
        found = [one for one in room.window.findChildren(ErrorDialog) if one.isVisible()]
        assert len(found) == 1
        assert "inside" in found[0].report.toPlainText() and not found[0].report.isVisible()
        assert "Traceback" not in capsys.readouterr().err
        assert room.document is before
        found[0].close()

    def test_the_hook_is_put_back(self, open_window):
        before = sys.excepthook
        reporter = CrashReporter(open_window().window)
        reporter.install()
        assert sys.excepthook == reporter.report
        reporter.remove()
        assert sys.excepthook is before

    def test_a_mistake_in_a_thread_comes_to_the_window(self, open_window, qtbot):
        room = open_window(SQUARES)
        reporter = CrashReporter(room.window)
        error = ValueError("in a thread")
        thread = threading.Thread(target=lambda: reporter.report(ValueError, error, None))
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: dialog(room, ErrorDialog) is not None)
        dialog(room, ErrorDialog).close()


def test_versions_can_be_copied(open_window):
    room = open_window()
    room.window.commands["about"].trigger()
    found = dialog(room, AboutDialog)
    QTest.mouseClick(found.buttons.itemAt(1).widget(), Qt.MouseButton.LeftButton, NONE)
    assert QGuiApplication.clipboard().text() == versions()
