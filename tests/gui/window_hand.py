"""A window over a document, and a hand that uses it with real events."""

from canvas_hand import Finger
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.model.files import Opened
from app.model.session import Session
from app.model.settings import Settings
from app.panels.quick import QuickPopup
from app.panels.search.popup import SearchPopup
from app.shell.documents import Answer, Overwriting, arranged
from app.shell.window import Window
from core.expr.graph import new_document
from core.expr.parse import parse

NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
)  # fmt: skip


class Asked:
    """Answers questions as a test says, and keeps what was said."""

    def __init__(self):
        self.answer = Answer.DISCARD
        self.replace = False
        self.overwriting = Overwriting.CANCEL
        self.open_path = None
        self.save_path = None
        self.told = []
        self.questions = []

    def unsaved(self, name):
        self.questions.append(name)
        return self.answer

    def replaces(self, path):
        self.questions.append(path.name)
        return self.replace

    def changed(self, path):
        self.questions.append(f"changed {path.name}")
        return self.overwriting

    def file_to_open(self, folder):
        return self.open_path

    def file_to_save(self, suggested):
        self.questions.append(suggested.name)
        return self.save_path

    def tell(self, message, hint=""):
        self.told.append(f"{message} {hint}")


class Room:
    """A window, and what a user can do with it."""

    def __init__(self, qtbot, clock, code="", settings=None, size=(1440, 900), recovery=None):
        document = arranged(parse(code).document) if code else new_document()
        self.qtbot = qtbot
        self.session = Session(Opened(document, source="test"), clock=clock)
        self.settings = settings or Settings()
        self.asked = Asked()
        self.window = Window(self.session, self.settings, recovery=recovery, asker=self.asked, clock=clock)
        self.window.resize(*size)
        qtbot.addWidget(self.window)
        with qtbot.waitActive(self.window):
            self.window.show()
            self.window.activateWindow()
        self.canvas = self.window.parts.canvas
        self.canvas.setFocus()
        self.finger = Finger(qtbot, self.canvas)

    def back_to_window(self):
        """After a dialog has been closed, as a window manager would do it."""
        QApplication.processEvents()
        self.window.activateWindow()
        self.canvas.setFocus()
        QApplication.processEvents()

    @property
    def document(self):
        return self.session.document

    def node(self, name):
        return next(one for one in self.document.nodes.values() if one.name == name)

    def by_op(self, op):
        return [one for one in self.document.nodes.values() if getattr(one, "op", "") == op]

    def value(self, node):
        from core.expr.graph import Source

        return self.session.value_of(Source(node.id))

    # Keys

    def press(self, key, held=NONE, widget=None):
        QTest.keyClick(widget or QApplication.focusWidget() or self.window, key, held)
        QApplication.processEvents()

    def type(self, text, widget=None):
        QTest.keyClicks(widget or QApplication.focusWidget(), text)
        QApplication.processEvents()

    # What pops up

    @property
    def search(self):
        return self._open(SearchPopup)

    @property
    def quick(self):
        return self._open(QuickPopup)

    def _open(self, kind):
        return next((one for one in self.window.findChildren(kind) if one.isVisible()), None)

    def look_for(self, text, *, goes_on=False):
        """Type into the search that is open, and take the first line."""
        self.search.field.setText(text)
        self.press(Qt.Key.Key_Return, SHIFT if goes_on else NONE, self.search.field)

    # Dropping

    def drop_file(self, path):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        self.drop(self.window, data, QPointF(10, 10))

    def drop(self, widget, data, place):
        buttons, action = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
        enter = QDragEnterEvent(place.toPoint(), action, data, buttons, NONE)
        QApplication.sendEvent(widget, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(widget, QDropEvent(place, action, data, buttons, NONE))

    def status(self):
        return self.window.parts.status.message

    def middle(self):
        return QPoint(self.canvas.width() // 2, self.canvas.height() // 2)
