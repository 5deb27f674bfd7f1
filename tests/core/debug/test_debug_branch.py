"""Branches: where the cursor lands after an edit, what became of the gradients, and what would have been."""

import pytest
from debug_drawing import frozen_branch, indexing

import core as torch
from core.debug.branch import Outcome, compare, compare_inner, find_ghosts, land
from core.debug.recorder import record
from core.debug.source import Reason


def recorded(reason):
    y, drawing = frozen_branch(reason)
    return record(y, expression=drawing)


@pytest.fixture(scope="module")
def cut():
    return recorded(Reason.NO_GRAD)


@pytest.fixture(scope="module")
def uncut():
    return recorded(None)


def at(recording, kind, label):
    return next(
        event.index
        for event in recording.events
        if event.kind == kind and event.node is not None and recording.nodes[event.node].label == label
    )


def test_the_cursor_stays_at_the_same_event(cut, uncut):
    for kind, label in [("Enter", "s"), ("Vjp", "s"), ("Accumulate", "b"), ("Leave", "y")]:
        landing = land(cut, uncut, at(cut, kind, label))
        assert (landing.index, landing.message) == (at(uncut, kind, label), "")
    assert land(cut, uncut, len(cut.events) - 1).index == len(uncut.events) - 1


def test_the_cursor_goes_to_the_nearest_earlier_event_and_says_so(cut, uncut):
    landing = land(uncut, cut, at(uncut, "Enter", "u"))
    assert landing.index < len(cut.events)
    assert landing.message == "Enter at u is gone; this is before it."
    assert land(cut, uncut, at(cut, "Blocked", "y")).message == "Blocked at y is gone; this is before it."


def test_landing_in_the_same_recording_goes_nowhere(uncut):
    assert [land(uncut, uncut, index).index for index in range(len(uncut.events))] == list(range(len(uncut.events)))


def test_which_leaves_gained_and_lost_their_gradient(cut, uncut):
    gained = {
        one.label: (one.outcome, one.after if one.after is None else one.after.item()) for one in compare(cut, uncut)
    }
    assert gained == {"a": (Outcome.GAINED, 3), "w": (Outcome.GAINED, 2), "b": (Outcome.SAME, 5)}
    assert [one.outcome for one in compare(uncut, cut)] == [Outcome.LOST, Outcome.LOST, Outcome.SAME]


def test_by_how_much_gradients_differ():
    before, after = (record(weighted(weight)) for weight in (2.0, 5.0))
    (difference,) = compare(before, after)
    assert (difference.outcome, difference.largest) == (Outcome.CHANGED, 6)
    assert {one.label: one.largest for one in compare_inner(before, after)} == {"sum": 0, "mul2": 0, "mul1": 3}


def weighted(weight):
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    return ((x * 2) * torch.tensor([1.0, weight])).sum()


def test_inner_gradients_of_a_recording_with_other_nodes(cut, uncut):
    assert {one.label: one.outcome for one in compare_inner(cut, uncut)} == {
        "y": Outcome.SAME,
        "s": Outcome.SAME,
        "t": Outcome.GAINED,
        "u": Outcome.GAINED,
    }


def test_the_ghosts_of_a_cut(cut, uncut):
    ghosts = find_ghosts(cut, uncut)
    assert {where: value.item() for where, value in ghosts.inputs.items()} == {("y", 0): 1}
    assert {leaf: value.item() for leaf, value in ghosts.leaves.items()} == {"a": 3, "w": 2}


def test_without_a_cut_there_are_no_ghosts(uncut):
    assert find_ghosts(uncut, uncut).leaves == {}
    y, drawing = indexing()
    recording = record(y, expression=drawing)
    assert find_ghosts(recording, recording).inputs == {}
