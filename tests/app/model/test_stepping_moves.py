"""Moving about in the recording of a document, and being told where that leads."""

import random

import pytest
from stepping_documents import FROZEN_BRANCH, INDEXING, VECTOR_ROOT, node, session_of

from app.model.files import Opened
from app.model.session import Session
from core.debug.breakpoints import OnEvent, OnGradient, Stop
from core.debug.events import Sum
from core.debug.steps import StepSize
from core.errors import PositionError
from core.expr import edits
from core.expr.graph import new_document
from core.expr.parse import parse


def heard(signal):
    messages = []
    signal.connect(messages.append)
    return messages


def test_the_first_step_begins_stepping():
    stepping = session_of(INDEXING).stepping
    assert not stepping.is_stepping
    assert stepping.index == 0
    stepping.move(StepSize.NODE)
    assert stepping.is_stepping
    assert stepping.index == stepping.recording.steps[0].last


def test_leaving_goes_back_to_the_values():
    session = session_of(INDEXING)
    stepping = session.stepping
    stepping.to_end()
    assert session.gradient_of(node(session, "x")).tolist() == [4, 16]
    stepping.leave()
    assert not stepping.is_stepping
    assert session.gradient_of(node(session, "x")) is None


def test_both_ends_are_told():
    stepping = session_of(INDEXING).stepping
    moves = heard(stepping.moved)
    assert "start" in stepping.move(StepSize.NODE, forward=False).message
    stepping.to_end()
    assert "end" in stepping.move(StepSize.MICRO).message
    assert [move.moved for move in moves] == [False, True, False]


@pytest.mark.parametrize("seed", range(5))
def test_any_moves_lead_to_the_state_of_the_event_they_end_at(seed):
    chance = random.Random(seed)
    session = session_of(INDEXING)
    stepping = session.stepping
    x = node(session, "x")
    stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    for _ in range(200):
        match chance.randrange(4):
            case 0:
                stepping.to_event(chance.randrange(len(stepping.recording.events)))
            case 1:
                stepping.to_step(chance.randrange(len(stepping.recording.steps)))
            case 2:
                stepping.advance(chance.choice([*StepSize]), chance.random() < 0.5)
            case 3:
                stepping.move(chance.choice([*StepSize]), forward=chance.random() < 0.5)
    fresh = session_of(INDEXING)
    fresh.stepping.to_event(stepping.index)
    held, expected = session.gradient_of(x), fresh.gradient_of(x)
    assert (held is None) == (expected is None)
    assert held is None or held.tolist() == expected.tolist()


def test_places_that_are_not_there_are_refused():
    stepping = session_of(INDEXING).stepping
    for go in (lambda: stepping.to_step(99), lambda: stepping.to_event(-1)):
        with pytest.raises(PositionError):
            go()
    assert stepping.index == 0


def test_runs_to_a_node_and_back():
    session = session_of(INDEXING)
    stepping = session.stepping
    stepping.to_node(node(session, "x"))
    assert stepping.recording.nodes[stepping.recording.events[stepping.index].node].label == "x"
    assert "does not run after" in stepping.to_node(node(session, "x")).message
    assert stepping.to_node(node(session, "y"), forward=False).moved


def test_says_why_a_node_never_runs():
    session = session_of(FROZEN_BRANCH)
    move = session.stepping.to_node(node(session, "w"))
    assert not move.moved
    assert "no_grad" in move.message


def test_playing_comes_to_rest_at_a_stop_inside_of_a_step():
    stepping = session_of(INDEXING).stepping
    stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    rests = []
    while not (move := stepping.advance(StepSize.NODE)).message:
        rests.append((stepping.index, bool(move.hits)))
    sums = [event.index for event in stepping.recording.events if isinstance(event, Sum)]
    assert [index for index, is_stop in rests if is_stop] == sums
    assert {step.last for step in stepping.recording.steps} <= {index for index, _ in rests}


def test_playing_backwards_meets_the_same_stops():
    stepping = session_of(INDEXING).stepping
    stepping.marks.set_stops([Stop(OnEvent("Sum"))])
    stops = {}
    for forward in (True, False):
        found = []
        while (move := stepping.advance(StepSize.NODE, forward)).moved:
            found += [stepping.index] if move.hits else []
        stops[forward] = found
    assert stops[True] == stops[False][::-1] != []


def test_a_large_document_is_recorded_when_stepping_begins():
    session = session_of("x = torch.zeros(2000, 1000, requires_grad=True)\ny = (x*x).sum()")
    stepping = session.stepping
    recorded = heard(stepping.recorded)
    assert stepping.recording is None
    assert stepping.obstacle is None
    stepping.move(StepSize.NODE)
    assert stepping.recording is not None
    assert len(recorded) == 1


def test_a_vector_root_is_an_obstacle_with_two_ways_out():
    session = session_of(VECTOR_ROOT)
    stepping = session.stepping
    move = stepping.move(StepSize.NODE)
    assert not move.moved
    assert "scalar" in move.message
    gradients = []
    for fix in stepping.obstacle.fixes:
        session.perform(fix.edit(session.document))
        assert stepping.obstacle is None
        stepping.to_end()
        gradients.append(session.gradient_of(node(session, "x")).tolist())
        session.history.undo()
        assert stepping.obstacle is not None
    assert gradients == [[2, 4, 6], [2, 4, 6]]


def test_nothing_that_asks_for_a_gradient_is_an_obstacle_with_a_way_out():
    session = session_of("a = torch.tensor(2.)\nb = a*a")
    (fix,) = session.stepping.obstacle.fixes
    session.perform(fix.edit(session.document))
    session.stepping.to_end()
    assert session.gradient_of(node(session, "a")).item() == 4


def test_a_backward_call_without_tracked_leaves_has_the_same_way_out():
    session = session_of("a = torch.tensor(2.)\nb = a*a\nb.backward()")
    (fix,) = session.stepping.obstacle.fixes
    session.perform(fix.edit(session.document))
    assert session.stepping.obstacle is None


def test_leaves_that_ask_already_are_not_told_to():
    session = session_of("a = torch.tensor(2., requires_grad=True)\nwith torch.no_grad():\n    b = a*a\n")
    assert session.stepping.obstacle.fixes == ()


@pytest.mark.parametrize("call", ["", "y.backward()"])
def test_a_node_that_cannot_be_computed_is_what_is_named(call):
    session = session_of(f"x = torch.tensor([1., 2.], requires_grad=True)\ny = 4 * x[1] * [1] + 1\n{call}")
    obstacle = session.stepping.obstacle
    assert obstacle.node == next(problem.node for problem in session.evaluation.problems)
    assert "cannot be computed" in obstacle.message and "not list" in obstacle.hint
    assert obstacle.fixes == ()


@pytest.mark.parametrize(
    ("document", "word"),
    [(new_document(), "nothing"), (parse("a = torch.tensor(2., requires_grad=True)").document, "leaves")],
)
def test_documents_without_a_pass_say_what_is_missing(document, word):
    stepping = Session(Opened(document)).stepping
    assert word in stepping.obstacle.message
    assert word in stepping.move(StepSize.NODE).message
    assert not stepping.is_stepping


def test_stops_on_nodes_survive_an_edit():
    session = session_of(INDEXING)
    stepping, x = session.stepping, node(session, "x")
    stepping.marks.toggle_stop(x)
    assert stepping.marks.breakpoints == {x: True}
    stepping.move(StepSize.NODE)
    session.perform(edits.set_value(session.document, x, "[3., 4.]"))
    assert stepping.move(StepSize.RUN).hits
    stepping.marks.toggle_stop(x)
    assert stepping.marks.breakpoints == {}
    assert stepping.stops.marks == ()


def test_a_stop_that_never_hits_says_why():
    session = session_of(FROZEN_BRANCH)
    stop = Stop(OnGradient(origin=node(session, "a")))
    session.stepping.marks.set_stops([stop])
    assert "no_grad" in session.stepping.stops.of(stop).problem


def test_bookmarks_are_found_again_in_the_recording_after_an_edit():
    session = session_of(INDEXING)
    stepping = session.stepping
    stepping.to_step(3)
    place = stepping.index
    stepping.toggle_bookmark()
    stepping.to_end()
    session.perform(edits.set_value(session.document, node(session, "x"), "[3., 4.]"))
    assert stepping.bookmarks == (place,)
    stepping.to_bookmark(forward=False)
    assert stepping.index == place
    assert "no bookmark" in stepping.to_bookmark().message
    stepping.toggle_bookmark()
    assert stepping.bookmarks == ()
