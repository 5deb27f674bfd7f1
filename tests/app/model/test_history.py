"""Undo, redo, steps that fail in the middle, and drags that become one step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_documents import contents, documents, edited

from app.model.history import History
from core.errors import ArgumentError
from core.expr import edits
from core.expr.changes import apply
from core.expr.graph import new_document


class FakeClock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def history(clock):
    history = History(new_document(), clock)
    history.apply(edits.add_leaf(history.document, "1."))
    history.heard = []
    history.changed.connect(history.heard.append)
    return history


def test_steps_are_taken_back_and_done_again_by_name(history):
    history.apply(edits.rename(history.document, "n1", "a"))
    assert (history.undo_name, history.redo_name) == ("Rename", "")
    assert history.undo()
    assert history.document.nodes["n1"].name == ""
    assert (history.undo_name, history.redo_name) == ("Add leaf", "Rename")
    assert history.redo()
    assert history.document.nodes["n1"].name == "a"
    assert history.names == ("Add leaf", "Rename")
    assert not history.redo()


def test_undo_stops_at_the_start(history):
    assert history.undo()
    assert not history.undo()
    assert history.document.nodes == {}


def test_an_edit_after_undo_forgets_what_was_undone(history):
    history.apply(edits.rename(history.document, "n1", "a"))
    history.undo()
    history.apply(edits.rename(history.document, "n1", "b"))
    assert history.names == ("Add leaf", "Rename")
    assert not history.redo()
    assert history.document.nodes["n1"].name == "b"


def test_a_block_is_one_step_and_is_told_once(history):
    with history.step("Two at once"):
        history.apply(edits.rename(history.document, "n1", "a"))
        with history.step("Inner"):
            history.apply(edits.add_leaf(history.document, "2."))
    assert history.names == ("Add leaf", "Two at once")
    assert len(history.heard) == 1
    assert len(history.heard[0].changes.changes) == 2
    assert apply(history.heard[0].before, history.heard[0].changes.changes) == history.document
    history.undo()
    assert [node.name for node in history.document.nodes.values()] == [""]


def test_an_exception_in_a_step_rolls_it_back(history):
    before = history.document
    with pytest.raises(ZeroDivisionError), history.step("Half done"):
        history.apply(edits.rename(history.document, "n1", "a"))
        assert history.document.nodes["n1"].name == "a"
        raise ZeroDivisionError
    assert history.document is before
    assert history.heard == []
    assert history.names == ("Add leaf",)
    history.apply(edits.rename(history.document, "n1", "b"))
    assert history.names == ("Add leaf", "Rename")


def test_an_edit_of_another_version_is_refused(history):
    late = edits.rename(history.document, "n1", "a")
    history.apply(edits.rename(history.document, "n1", "b"))
    with pytest.raises(ArgumentError):
        history.apply(late)
    assert history.document.nodes["n1"].name == "b"
    assert history.names == ("Add leaf", "Rename")


def test_a_drag_is_one_step_until_it_pauses(history, clock):
    def drag_to(x):
        history.apply(edits.move(history.document, {"n1": (x, 0)}), merge="drag n1")

    for x in range(1, 50):
        clock.now += 0.1
        drag_to(x)
    assert history.names == ("Add leaf", "Move")
    clock.now += 5
    drag_to(99)
    assert history.names == ("Add leaf", "Move", "Move")
    history.undo()
    assert history.document.nodes["n1"].x == 49
    history.undo()
    assert history.document.nodes["n1"].x == 0


def test_what_is_merged_and_what_is_not(history, clock):
    history.apply(edits.move(history.document, {"n1": (1, 0)}), merge="drag")
    history.apply(edits.move(history.document, {"n1": (2, 0)}), merge="another")
    history.apply(edits.move(history.document, {"n1": (3, 0)}))
    history.apply(edits.move(history.document, {"n1": (4, 0)}))
    assert len(history.names) == 5
    history.apply(edits.move(history.document, {"n1": (5, 0)}), merge="drag")
    history.mark_saved()
    history.apply(edits.move(history.document, {"n1": (6, 0)}), merge="drag")
    assert not history.is_saved
    history.undo()
    assert history.is_saved


def test_what_is_moved_and_at_once_moved_back_is_no_step(history):
    before, names = history.document, history.names
    for x in (8, 16, 8, 0):
        history.apply(edits.move(history.document, {"n1": (x, 0)}), merge="nudge")
    assert history.document == before
    assert history.names == names and history.done == len(names)
    history.apply(edits.move(history.document, {"n1": (8, 0)}), merge="nudge")
    history.undo()
    assert history.document == before


def test_what_follows_from_a_step_is_a_part_of_it_however_long_it_took(history, clock):
    heard = []
    history.apply(edits.rename(history.document, "n1", "a"))
    history.changed.connect(heard.append)
    clock.now += 99
    history.amend(edits.move(history.document, {"n1": (7, 0)}))
    assert history.names == ("Add leaf", "Rename")
    assert [len(one.changes.changes) for one in heard] == [1]
    history.undo()
    assert (history.document.nodes["n1"].name, history.document.nodes["n1"].x) == ("", 0)


def test_what_follows_from_nothing_or_from_what_was_saved_is_a_step_of_its_own(history):
    history.mark_saved()
    history.amend(edits.move(history.document, {"n1": (7, 0)}))
    assert history.names == ("Add leaf", "Move") and not history.is_saved
    history.undo()
    assert history.is_saved


def test_saved_means_the_document_is_as_it_was_saved(history):
    history.mark_saved()
    history.apply(edits.rename(history.document, "n1", "a"))
    assert not history.is_saved
    history.undo()
    assert history.is_saved
    history.undo()
    history.apply(edits.add_leaf(history.document, "3."))
    assert not history.is_saved
    history.undo()
    assert not history.is_saved


def test_going_through_the_list_of_steps(history):
    for name in "abc":
        history.apply(edits.rename(history.document, "n1", name))
    assert history.go_to(1)
    assert history.document.nodes["n1"].name == ""
    assert history.go_to(4)
    assert history.document.nodes["n1"].name == "c"
    assert not history.go_to(5)
    assert [message.changes.name for message in history.heard][-3:] == ["Rename"] * 3


def test_a_listener_may_edit(history):
    def answer(message):
        if message.changes.name == "Rename":
            history.apply(edits.set_title(history.document, "renamed"))

    history.changed.connect(answer)
    history.apply(edits.rename(history.document, "n1", "a"))
    assert history.document.title == "renamed"
    assert history.names == ("Add leaf", "Rename", "Rename document")


def test_a_listener_is_told_until_it_disconnects(history):
    heard = []
    stop = history.changed.connect(heard.append)
    history.undo()
    stop()
    history.redo()
    assert len(heard) == 1


def test_an_edit_that_changes_nothing_is_no_step(history):
    history.apply(edits.rename(history.document, "n1", ""))
    assert history.names == ("Add leaf",)
    assert history.heard == []


@given(documents(), st.data())
def test_any_walk_through_the_steps_meets_the_same_documents(document, data):
    history = History(document, FakeClock())
    versions = [document]
    for _ in range(data.draw(st.integers(1, 5))):
        changes = data.draw(edited(history.document))
        history.apply(changes)
        if changes:
            versions.append(history.document)
    for _ in range(10):
        place = data.draw(st.integers(0, len(versions) - 1))
        history.go_to(place)
        assert contents(history.document) == contents(versions[place])
