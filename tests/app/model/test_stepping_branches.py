"""Editing while stepping: recording again, keeping the place, comparing, and undoing."""

import random

import pytest
from stepping_documents import FROZEN_BRANCH, INDEXING, Clock, node, only_region, session_of

from app.model import stepping
from app.model.files import Opened
from app.model.session import Session
from core.debug.branch import Outcome
from core.debug.steps import StepSize
from core.expr import edits


def outcomes(session):
    return {one.label: one.outcome for one in session.stepping.comparison.leaves}


def toggle(session):
    region = only_region(session)
    on = session.document.regions[region].enabled
    session.perform(edits.set_region_enabled(session.document, region, not on))


def test_switching_a_region_marks_the_leaves_that_gain_and_lose():
    session = session_of(FROZEN_BRANCH)
    session.stepping.to_end()
    toggle(session)
    assert outcomes(session) == {"a": Outcome.GAINED, "w": Outcome.GAINED, "b": Outcome.SAME}
    assert session.stepping.comparison.changed == {node(session, "a"), node(session, "w")}
    toggle(session)
    assert outcomes(session) == {"a": Outcome.LOST, "w": Outcome.LOST, "b": Outcome.SAME}


def test_changing_a_number_tells_the_largest_difference():
    session = session_of(INDEXING)
    session.stepping.to_end()
    session.perform(edits.set_value(session.document, node(session, "x"), "[1., 3.]"))
    (difference,) = session.stepping.comparison.leaves
    assert difference.outcome is Outcome.CHANGED
    assert difference.largest == 8
    assert not session.stepping.comparison.is_same


def test_undo_brings_the_earlier_recording_back():
    session = session_of(FROZEN_BRANCH)
    stepping = session.stepping
    stepping.to_end()
    first, place = stepping.recording, stepping.index
    toggle(session)
    second = stepping.recording
    session.history.undo()
    assert stepping.recording is first
    assert stepping.index == place
    assert stepping.branch.number == 1
    session.history.redo()
    assert stepping.recording is second
    assert stepping.branch.number == 2
    assert [branch.number for branch in stepping.earlier] == [1]


def test_every_place_is_kept_by_an_edit_and_its_undo():
    session = session_of(INDEXING)
    stepping = session.stepping
    x = node(session, "x")
    for index in range(len(stepping.recording.events)):
        stepping.to_event(index)
        session.perform(edits.set_value(session.document, x, "[5., 6.]"))
        assert stepping.index == index
        session.history.undo()
        assert stepping.index == index


def test_an_edit_that_takes_the_event_away_goes_to_the_one_before_and_says_so():
    session = session_of(FROZEN_BRANCH)
    stepping = session.stepping
    toggle(session)
    stepping.to_node(node(session, "w"))
    place, messages = stepping.index, []
    stepping.moved.connect(lambda move: messages.append(move.message))
    toggle(session)
    assert stepping.index < place
    assert any("gone" in message for message in messages)
    toggle(session)
    assert stepping.index == place


def test_moving_a_node_records_nothing():
    session = session_of(INDEXING)
    stepping = session.stepping
    stepping.move(StepSize.NODE)
    recording = stepping.recording
    session.perform(edits.move(session.document, {node(session, "x"): (300, 40)}))
    assert stepping.recording is recording
    assert stepping.comparison is None


def test_a_new_name_records_again_but_changes_no_gradient():
    session = session_of(INDEXING)
    stepping = session.stepping
    stepping.to_end()
    session.perform(edits.rename(session.document, node(session, "x"), "weights"))
    assert "weights" in {one.label for one in stepping.recording.nodes}
    assert stepping.comparison.is_same


def test_edits_that_follow_each_other_quickly_are_one_branch():
    clock = Clock()
    session = session_of(INDEXING, clock)
    stepping, x = session.stepping, node(session, "x")
    stepping.to_end()
    for number in range(2, 12):
        clock.advance(30)
        session.perform(edits.set_value(session.document, x, f"[1., {number}.5]"), merge="drag")
    assert stepping.branch.number == 2
    assert stepping.comparison.earlier.number == 1
    assert stepping.comparison.leaves[0].largest == pytest.approx(8 * 11.5 - 16)
    session.history.undo()
    assert stepping.branch.number == 1


def test_edits_after_a_while_are_branches_of_their_own_and_only_some_are_kept():
    clock = Clock()
    session = session_of(INDEXING, clock)
    stepping, x = session.stepping, node(session, "x")
    stepping.to_end()
    for number in range(20):
        clock.advance(2000)
        session.perform(edits.set_value(session.document, x, f"[{number}.5, 2.]"))
    assert stepping.branch.number == 21
    assert [branch.number for branch in stepping.earlier] == [*range(13, 21)]
    stepping.compare_with(15)
    assert stepping.comparison.earlier.number == 15


def test_before_the_first_step_an_edit_begins_no_branch():
    session = session_of(FROZEN_BRANCH)
    toggle(session)
    assert session.stepping.comparison is None
    assert session.stepping.earlier == ()
    assert session.stepping.branch.number == 1


def test_an_edit_may_take_the_pass_away_and_undo_brings_the_place_back():
    session = session_of(INDEXING)
    stepping = session.stepping
    stepping.to_step(4)
    place = stepping.index
    session.perform(edits.set_requires_grad(session.document, [node(session, "x")], requires_grad=False))
    assert stepping.obstacle is not None
    assert outcomes(session)["x"] is Outcome.LOST
    session.history.undo()
    assert stepping.obstacle is None
    assert stepping.index == place


def test_a_comparison_that_is_closed_stays_closed_until_the_next_edit():
    session = session_of(FROZEN_BRANCH)
    session.stepping.to_end()
    toggle(session)
    shown = []
    session.stepping.compared.connect(shown.append)
    session.stepping.close_comparison()
    assert session.stepping.comparison is None
    toggle(session)
    assert session.stepping.comparison is not None
    assert [one is None for one in shown] == [True, False]


def test_a_lost_leaf_has_a_ghost_of_what_it_would_have_got():
    session = session_of(FROZEN_BRANCH)
    assert session.stepping.ghosts is None
    session.stepping.to_end()
    assert {name: session.stepping.ghosts.at(node(session, name)) for name in "awb"} == {"a": "3", "w": "2", "b": ""}
    toggle(session)
    assert session.stepping.ghosts.at(node(session, "a")) == ""


def test_large_documents_have_no_ghosts(monkeypatch):
    monkeypatch.setattr(stepping, "MOST_NODES", 2)
    session = session_of(FROZEN_BRANCH)
    session.stepping.to_end()
    assert session.stepping.is_stepping and session.stepping.ghosts is None


def test_a_blocked_wire_has_a_ghost_of_what_it_would_have_carried():
    session = session_of(FROZEN_BRANCH)
    session.stepping.to_end()
    y = node(session, "y")
    ghosts = {session.document.wires[wire.id].source.node: session.stepping.ghosts.on(wire.id)
              for wire in session.document.wiring.into(y)}  # fmt: skip
    assert ghosts == {node(session, "t"): "1", node(session, "s"): ""}


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_and_undos_never_lose_the_way(seed):
    """After any edits, undos and moves the recording is that of the document, and the cursor stands in it."""
    chance = random.Random(seed)
    session = session_of(FROZEN_BRANCH)
    stepping = session.stepping
    stepping.to_end()
    for _ in range(40):
        match chance.randrange(5):
            case 0:
                toggle(session)
            case 1:
                leaf = node(session, chance.choice("awb"))
                session.perform(edits.set_value(session.document, leaf, f"{chance.randrange(9)}."))
            case 2:
                session.history.undo()
            case 3:
                session.history.redo()
            case 4:
                stepping.move(chance.choice([*StepSize]), forward=chance.random() < 0.5)
        fresh = Session(Opened(session.document)).stepping
        assert [event.kind for event in stepping.recording.events] == [event.kind for event in fresh.recording.events]
        assert grads(stepping) == grads(fresh)
        assert 0 <= stepping.index < len(stepping.recording.events)


def grads(stepping):
    recording = stepping.recording
    return {recording.nodes[number].label: grad.item() for number, grad in recording.grads.items()}
