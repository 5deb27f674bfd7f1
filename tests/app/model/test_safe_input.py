"""The cure of a NaN behind a choice."""

import numpy as np
import pytest
from stepping_documents import ROOT_TO_THE_HALF, session_of

from app.model.safe_input import choice_behind, safe_input_fix
from core.debug.events import NonFinite


def broken(session):
    events = session.stepping.recording.events
    return next((event for event in events if isinstance(event, NonFinite)), None)


def gradient(session):
    (leaf,) = [key for key, node in session.document.nodes.items() if node.name == "z"]
    session.stepping.to_end()
    return session.gradient_of(leaf)


@pytest.mark.parametrize(
    "line",
    [
        "y = torch.where(z > 0, z**0.5, 0).sum()",
        "y = torch.where(z <= 0, 0, z**0.5).sum()",
        "y = torch.where(z > 0, z.sqrt(), 0).sum()",
    ],
)
def test_the_cure_leaves_values_and_makes_the_gradient_finite(line):
    session = session_of(f"z = torch.tensor([4., 0., 1.], requires_grad=True)\n{line}\ny.backward()\n")
    assert np.isnan(gradient(session)).tolist() == [False, True, False]
    before = session.evaluation.tensor(session.document.actions[0].seeds[0].root).array
    fix = safe_input_fix(session.evaluation, broken(session))
    session.perform(fix.edit(session.document))
    assert not session.problems
    assert broken(session) is None
    assert gradient(session).tolist() == [0.25, 0, 0.5]
    assert session.evaluation.tensor(session.document.actions[0].seeds[0].root).array == before
    session.history.undo()
    assert broken(session) is not None


def test_the_cure_is_one_undo_step():
    session = session_of(ROOT_TO_THE_HALF)
    fix = safe_input_fix(session.evaluation, broken(session))
    session.perform(fix.edit(session.document))
    assert session.history.names == ("Give a safe input",)


@pytest.mark.parametrize(
    "line",
    [
        "y = (z**0.5).sum()",  # the gradient that comes in is 1: there is nothing to be chosen
        "y = (z**0.5 * 0).sum()",  # it is 0, but by no condition
    ],
)
def test_where_nothing_is_chosen_there_is_no_cure(line):
    session = session_of(f"z = torch.tensor([4., 0., 1.], requires_grad=True)\n{line}\ny.backward()\n")
    event = broken(session)
    assert event is not None
    assert choice_behind(session.evaluation, event) is None
    assert safe_input_fix(session.evaluation, event) is None
