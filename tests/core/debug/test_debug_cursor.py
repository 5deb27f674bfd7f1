"""Moves of the cursor: where each size of a step comes to rest, and what is said at either end."""

import pytest
from debug_drawing import indexing

import core as torch
from core.debug.breakpoints import OnEvent, Stop, Stops
from core.debug.cursor import Cursor
from core.debug.recorder import Recorder, record
from core.debug.steps import StepSize
from core.errors import PositionError


@pytest.fixture
def recording():
    y, drawing = indexing()
    return record(y, expression=drawing)


def numbered(recording, label):
    return next(node.number for node in recording.nodes if node.label == label)


def places(cursor, size):
    found = [cursor.index]
    while cursor.move(size).moved:
        found.append(cursor.index)
    return found


def test_a_node_step_ends_where_the_node_is_done(recording):
    assert places(Cursor(recording), StepSize.NODE) == [0, 2, 10, 18, 24, 29, 37, 43, 49, 53]
    assert [step.number for step in recording.steps] == list(range(9))
    assert [recording.nodes[step.node].label for step in recording.steps[1:]] == [
        "y", "m4", "m3", "x[1]", "m2", "m1", "x[0]", "x",
    ]  # fmt: skip


def test_a_micro_step_is_one_event(recording):
    assert places(Cursor(recording), StepSize.MICRO) == list(range(54))


def test_a_wave_ends_when_all_that_were_ready_together_are_done(recording):
    assert places(Cursor(recording), StepSize.WAVE) == [0, 2, 10, 37, 43, 49, 53]


def test_running_without_stops_goes_to_the_end_and_back(recording):
    cursor = Cursor(recording)
    assert cursor.move(StepSize.RUN).after == 53
    assert cursor.move(StepSize.RUN, forward=False).after == 0


def test_running_comes_to_rest_at_stops_and_says_which(recording):
    cursor = Cursor(recording, stops=Stops(recording, [Stop(OnEvent("Sum"))]))
    move = cursor.move(StepSize.RUN)
    assert move.after == 22
    assert [(hit.count, hit.total) for hit in move.hits] == [(1, 3)]
    assert [cursor.move(StepSize.RUN).after for _ in range(3)] == [41, 47, 53]


def test_at_either_end_it_says_so(recording):
    cursor = Cursor(recording)
    move = cursor.move(StepSize.NODE, forward=False)
    assert not move.moved
    assert move.message == "This is the start."
    cursor.to_end()
    move = cursor.move(StepSize.MICRO)
    assert not move.moved
    assert move.message == "This is the end: the pass is over."


def test_at_the_end_of_a_pass_that_failed_it_says_why():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    cursor = Cursor(record(x * 2))
    assert "scalar" in cursor.to_end().message


def test_going_to_a_step_an_event_and_a_node(recording):
    cursor = Cursor(recording)
    assert cursor.to_step(7).after == 49
    assert cursor.step.number == 7
    assert cursor.go_to(45).after == 45
    assert cursor.finish_node().after == 49
    x1 = numbered(recording, "x[1]")
    assert cursor.to_node(x1, forward=False).after == 25
    move = cursor.to_node(x1, forward=False)
    assert not move.moved
    assert "x[1] does not run before" in move.message


@pytest.mark.parametrize("number", [-1, 9])
def test_there_is_no_such_step(recording, number):
    with pytest.raises(PositionError, match="The steps are 0 to 8"):
        Cursor(recording).to_step(number)


def test_the_seeds_of_a_second_pass_are_a_step():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = x.sum()
    recorder = Recorder()
    recorder.run(y)
    recorder.run(y)
    recording = recorder.finish()
    assert [step.node for step in recording.steps] == [None, 0, 1, None, 0, 1]
    assert places(Cursor(recording), StepSize.WAVE)[-1] == len(recording.events) - 1
    assert recording.steps[-1].last == len(recording.events) - 1
