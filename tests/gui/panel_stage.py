"""Panels over real sessions: shown, pointed at and looked at as a user would."""

import gc
import weakref

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.model.examples import find_example
from app.model.files import Opened
from app.model.session import Session
from app.model.theme import load_theme
from app.widgets.theming import apply_theme
from core.debug.events import NonFinite
from core.expr.parse import parse

FROZEN_BRANCH = """
a = torch.tensor(2., requires_grad=True)
w = torch.tensor(3., requires_grad=True)
b = torch.tensor(4., requires_grad=True)
with torch.no_grad():
    u = a*w
    t = u + 1
s = b*5
y = t + s
y.backward()
"""

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
THEMES = ("dark", "light", "high-contrast")


class Clock:
    """Time in seconds, which stands still until it is told to go on."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now

    def advance(self, milliseconds):
        self.now += milliseconds / 1000


def session_of(content, clock=None):
    """The session of an example by its name, or of code."""
    example = None if "\n" in content else find_example(content)
    document = parse(content).document if example is None else example.document
    return Session(Opened(document), clock=clock or Clock())


def node(session, name):
    return next(key for key, one in session.document.nodes.items() if one.name == name)


def at_first_nan(session):
    """Puts the cursor on the first NaN or infinity."""
    events = session.stepping.recording.events
    session.stepping.to_event(next(event.index for event in events if isinstance(event, NonFinite)))
    return session


def shown(qtbot, widget, size=(312, 400), theme="dark"):
    """Puts a panel into a window of its own."""
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(widget)
    apply_theme(window, load_theme(theme))
    window.resize(*size)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    widget.stage = window  # nobody else holds on to it
    return widget


def is_gone(make):
    """Whether nothing holds on to a panel that was made, shown and thrown away."""
    widget = make()
    watched = weakref.ref(widget)
    widget.show()
    widget.grab()
    widget.close()
    widget.deleteLater()
    del widget
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    return watched() is None


def listeners(session):
    """How many functions listen to a session."""
    stepping = session.stepping
    signals = (
        session.opened, session.edited, session.selected, session.themed, session.pointed, stepping.recorded,
        stepping.moved, stepping.compared, stepping.marks.changed, stepping.player.changed,
    )  # fmt: skip
    return sum(len(signal._listeners) for signal in signals)


def colours_in(widget):
    """The colours that a widget shows."""
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for y in range(image.height()) for x in range(image.width())}


def colour_at(widget, x, y):
    image = widget.grab().toImage()
    ratio = image.devicePixelRatio()
    return image.pixelColor(round(x * ratio), round(y * ratio)).name()


def token(name, theme="dark"):
    return QColor(load_theme(theme).colour(name)).name()


def click(widget, x, y, button=LEFT):
    QTest.mouseClick(widget, button, NONE, QPoint(round(x), round(y)))


def drag(widget, start, end, steps=4):
    """Presses, goes over in several moves, and releases."""
    QTest.mousePress(widget, LEFT, NONE, QPoint(*map(round, start)))
    for share in range(1, steps + 1):
        x = start[0] + (end[0] - start[0]) * share / steps
        y = start[1] + (end[1] - start[1]) * share / steps
        QTest.mouseMove(widget, QPoint(round(x), round(y)))
    QTest.mouseRelease(widget, LEFT, NONE, QPoint(*map(round, end)))


def wheel(widget, x, y, angle, held=NONE):
    place = QPointF(x, y)
    event = QWheelEvent(
        place, QPointF(widget.mapToGlobal(place.toPoint())), QPoint(), QPoint(*angle), Qt.MouseButton.NoButton, held,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
