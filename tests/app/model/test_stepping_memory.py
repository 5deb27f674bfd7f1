"""Stops, bookmarks and the place go through a file and come back."""

import json

import pytest
from stepping_documents import INDEXING, VECTOR_ROOT, node, session_of

from app.model.stepping_memory import recall, remembered
from core.debug.breakpoints import OnEdge, OnEvent, OnGradient, OnNode, OnOp, Stop
from core.debug.events import EdgeId


def test_all_comes_back():
    session = session_of(INDEXING)
    stepping, x = session.stepping, node(session, "x")
    stops = [
        Stop(OnNode(origin=x)),
        Stop(OnGradient(origin=x), "absmax > 3", hit=2),
        Stop(OnGradient(), "any_nan", enabled=False),
        Stop(OnEvent("Sum"), log="here"),
        Stop(OnOp(session.document.nodes[node(session, "y")].op)),
    ]
    stepping.marks.set_stops(stops)
    for index in (7, 12):
        stepping.to_event(index)
        stepping.toggle_bookmark()
    again = session_of(INDEXING).stepping
    recall(again, json.loads(json.dumps(remembered(stepping))))
    assert again.marks.stops == tuple(stops)
    assert again.bookmarks == (7, 12)
    assert again.index == 12
    assert again.is_stepping


def test_what_was_not_stepped_through_is_not():
    stepping = session_of(INDEXING).stepping
    recall(stepping, remembered(session_of(INDEXING).stepping))
    assert not stepping.is_stepping


def test_stops_that_belong_to_one_recording_are_left_out():
    stepping = session_of(INDEXING).stepping
    stepping.marks.set_stops([Stop(OnEdge(EdgeId(0, 0))), Stop(OnNode(node=3))])
    assert remembered(stepping) == {}


def test_bookmarks_of_what_is_recorded_late_stay_in_its_file(monkeypatch):
    monkeypatch.setattr("app.model.stepping.MOST_NODES", 2)
    session = session_of(INDEXING)
    stepping, memory = session.stepping, {"bookmarks": [7, 12, 10**6]}
    recall(stepping, memory)
    stepping.marks.keep()
    assert stepping.recording is None and remembered(stepping) == memory and not session.is_dirty
    stepping.to_start()
    assert stepping.bookmarks == (7, 12) and not session.is_dirty
    stepping.to_bookmark()
    assert stepping.index == 7
    stepping.toggle_bookmark()
    assert stepping.bookmarks == (12,) and session.is_dirty


@pytest.mark.parametrize(
    "memory",
    [
        {},
        {"stops": 3, "bookmarks": "no", "event": "five"},
        {"stops": [None, {}, {"on": "node"}, {"on": 3}, {"on": "event", "kind": 4}, {"on": "op", "op": ""}]},
        {"stops": [{"on": "gradient", "condition": "__import__('os')"}, {"on": "node", "node": "n1", "hit": -2}]},
        {"bookmarks": [-1, 10**9, True, 2.5, None], "event": 10**9},
        {"event": -3},
    ],
)
def test_nonsense_is_left_out(memory):
    stepping = session_of(INDEXING).stepping
    recall(stepping, memory)
    assert stepping.marks.stops == ()
    assert stepping.bookmarks == ()
    assert stepping.index == 0


def test_a_place_in_a_pass_that_cannot_run_any_more_is_left_out():
    stepping = session_of(VECTOR_ROOT).stepping
    recall(stepping, {"event": 1, "bookmarks": [1]})
    assert stepping.index == 0
