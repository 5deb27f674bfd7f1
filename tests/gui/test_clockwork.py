"""The timer of the player: it takes the steps while something plays, and stands still otherwise."""

import pytest
from panel_stage import listeners, session_of
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from app.shell.clockwork import Clockwork


@pytest.fixture
def session(clock):
    return session_of("indexing", clock)


@pytest.fixture
def clockwork(qapp, session):
    owner = QObject()
    yield Clockwork(session.stepping.player, owner)
    owner.deleteLater()


def test_runs_while_something_plays(session, clockwork):
    assert not clockwork.is_running
    session.stepping.player.play()
    assert clockwork.is_running
    session.stepping.player.pause()
    assert not clockwork.is_running


def test_stands_still_at_the_end(session, clockwork, clock):
    player = session.stepping.player
    player.play()
    while player.is_playing:
        clock.advance(1000)
        player.tick()
    assert session.stepping.index == len(session.stepping.recording.events) - 1
    assert not clockwork.is_running


def test_takes_steps(qtbot, session, clockwork):
    session.stepping.player.play()
    qtbot.waitUntil(lambda: session.stepping.index > 0)


def test_nothing_listens_for_a_clockwork_that_is_gone(qapp, session):
    before = listeners(session)
    owner = QObject()
    Clockwork(session.stepping.player, owner)
    assert listeners(session) == before + 1
    owner.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert listeners(session) == before
