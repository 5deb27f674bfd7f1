"""The session: one open document, and everything that follows an edit of it."""

from pathlib import Path

import numpy as np
import pytest

from app.model.files import Opened
from app.model.selection import Selection
from app.model.session import Session
from app.model.theme import ThemeName
from core.debug.steps import StepSize
from core.errors import GradwalkError
from core.expr import edits
from core.expr.graph import RegionKind, Source
from core.expr.parse import parse

CODE = """
x = torch.tensor([1., 2.], requires_grad=True)
y = (x * x).sum()
"""


@pytest.fixture
def session():
    return Session(Opened(parse(CODE).document, source="squares"), clock=lambda: 0.0)


def node(session, name):
    return next(key for key, one in session.document.nodes.items() if one.name == name)


def heard(*signals):
    """What the signals say, in order."""
    said = []
    for signal in signals:
        signal.connect(said.append)
    return said


def test_opens_evaluated(session):
    assert session.value_of(Source(node(session, "y"))) == 5.0
    assert not session.is_dirty
    assert session.stepping.recording.events


def test_an_edit_is_computed_recorded_and_told_once(session):
    told = heard(session.edited)
    session.perform(edits.set_value(session.document, node(session, "x"), "[3., 4.]"))
    assert len(told) == 1
    assert told[0].after is session.document
    assert session.value_of(Source(node(session, "y"))) == 25.0
    assert session.is_dirty


def test_listeners_of_an_edit_see_values_and_recording_of_the_same_document(session):
    seen = []

    def look(_):
        recording = session.stepping.recording
        labels = {recording.expression.label(one.origin) for one in recording.nodes}
        seen.append((session.evaluation.document is session.document, "w" in labels))

    session.edited.connect(look)
    session.perform(edits.rename(session.document, node(session, "x"), "w"))
    assert seen == [(True, True)]


def test_a_step_of_several_edits_is_one_undo(session):
    with session.step("Both"):
        session.perform(edits.rename(session.document, node(session, "x"), "w"))
        session.perform(edits.set_value(session.document, node(session, "w"), "[5.]"))
    assert session.history.undo_name == "Both"
    session.history.undo()
    assert session.value_of(Source(node(session, "x"))).tolist() == [1.0, 2.0]


def test_a_refused_edit_in_a_step_takes_back_the_others(session):
    before = session.document
    with pytest.raises(GradwalkError), session.step("Both"):
        session.perform(edits.rename(session.document, node(session, "x"), "w"))
        session.perform(edits.rename(session.document, node(session, "y"), "w"))
    assert session.document is before


def test_what_is_removed_is_not_selected_any_more(session):
    x = node(session, "x")
    session.select(Selection.of_node(x))
    told = heard(session.selected)
    session.perform(edits.delete(session.document, [x]))
    assert session.selection == Selection()
    assert told == [Selection()]


def test_selecting_the_same_again_tells_nobody(session):
    session.select(Selection.of_node(node(session, "x")))
    told = heard(session.selected)
    session.select(Selection.of_node(node(session, "x")))
    assert told == []


def test_gradients_follow_the_cursor(session):
    x = node(session, "x")
    assert session.gradient_of(x) is None
    session.stepping.to_end()
    assert session.gradient_of(x).tolist() == [2.0, 4.0]
    session.stepping.to_start()
    assert session.gradient_of(x) is None


def test_the_current_node_is_the_one_that_runs(session):
    assert session.current_node() is None
    session.stepping.move(StepSize.NODE)
    session.stepping.move(StepSize.NODE)
    assert session.current_node() == node(session, "y")
    session.stepping.leave()
    assert session.current_node() is None


def test_toggling_a_region_while_stepping_keeps_stepping(session):
    session.stepping.to_end()
    inner = [key for key, one in session.document.nodes.items() if key not in (node(session, "x"), node(session, "y"))]
    session.perform(edits.wrap(session.document, inner, RegionKind.NO_GRAD))
    assert session.stepping.is_stepping
    assert session.gradient_of(node(session, "x")) is None
    session.history.undo()
    session.stepping.to_end()
    assert session.gradient_of(node(session, "x")).tolist() == [2.0, 4.0]


def test_says_why_something_has_no_value(session):
    x, y = node(session, "x"), node(session, "y")
    assert session.reason_at(x) == ""
    session.perform(edits.delete(session.document, wires=[session.document.wiring.into(y)[0].id]))
    assert "not connected" in session.reason_at(y)


def test_says_why_a_wire_carries_no_gradient(session):
    wire = session.document.wiring.out_of(node(session, "x"))[0]
    assert session.reason_at(wire.id) == ""
    session.perform(edits.set_detached(session.document, [wire.id], True))
    assert "detached" in session.reason_at(wire.id)


def test_opening_another_document_starts_afresh(session):
    session.perform(edits.set_value(session.document, node(session, "x"), "[3.]"))
    session.select(Selection.of_node(node(session, "x")))
    told = heard(session.opened)
    other = Opened(parse("z = torch.tensor(7., requires_grad=True) * 2").document)
    session.open(other)
    assert told == [other]
    assert (session.is_dirty, bool(session.selection), session.history.names) == (False, False, ())
    assert session.value_of(Source(node(session, "z"))) == 14.0


def test_edits_of_a_document_that_was_left_are_not_heard(session):
    left = session.history
    session.open(Opened(parse("z = torch.tensor(7.)").document))
    told = heard(session.edited)
    left.apply(edits.set_title(left.document, "Other"))
    assert told == []


def test_saving_is_noted(session):
    session.perform(edits.set_title(session.document, "Other"))
    told = heard(session.filed)
    session.saved(Path("/somewhere/squares.gradwalk"))
    assert (session.is_dirty, session.source.title) == (False, "squares.gradwalk")
    assert len(told) == 1


def test_a_recovered_document_is_not_saved_before_it_is(session):
    session.open(Opened(session.document, is_recovered=True))
    assert session.is_dirty
    session.saved(Path("/somewhere/x.gradwalk"))
    assert not session.is_dirty


def test_themes_are_told_once(session):
    told = heard(session.themed)
    session.use_theme(ThemeName.LIGHT)
    session.use_theme(ThemeName.LIGHT)
    assert [theme.name for theme in told] == [ThemeName.LIGHT]


def test_pointing_is_told_when_it_changes(session):
    told, x = heard(session.pointed), node(session, "x")
    session.point_at(x)
    session.point_at(x)
    session.point_at(None)
    assert told == [x, None]


def test_problems_of_the_file_stay_listed(session):
    lost = parse("x = torch.tensor([1.])\nimport os").problems
    assert lost
    session.open(Opened(parse("x = torch.tensor([1.])").document, problems=lost))
    assert set(lost) <= set(session.problems)


def test_large_gradients_are_whole_again(session):
    session.open(Opened(parse("x = torch.ones(400, 400, requires_grad=True)\ny = (x * 3).sum()").document))
    session.stepping.to_end()
    assert np.array_equal(session.gradient_of(node(session, "x")), np.full((400, 400), 3.0))
