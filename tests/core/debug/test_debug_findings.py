"""Findings: lost leaves with the cut to blame, the first NaN, zero apart from None, and the health of nodes."""

import pytest
from debug_drawing import Drawing, frozen_branch, indexing

import core as torch
from core.debug.finding import FindingKind
from core.debug.findings import Health, checkups, findings, lost_leaves
from core.debug.recorder import record
from core.debug.source import Reason
from core.debug.text import plain


def sentences(recording):
    return [(finding.kind, plain(finding.text)) for finding in findings(recording)]


def test_a_pass_without_trouble_has_no_findings():
    y, drawing = indexing()
    assert findings(record(y, expression=drawing)) == ()


def test_a_lost_leaf_names_the_cut_and_where_it_is():
    y, drawing = frozen_branch(Reason.NO_GRAD)
    recording = record(y, expression=drawing)
    lost = lost_leaves(recording)
    assert [finding.origin for finding in lost] == ["a", "w"]
    assert plain(lost[1].text) == "w got no gradient: u ran inside no_grad, so it has no grad_fn."
    assert (lost[1].cut.reason, lost[1].cut.region, lost[1].cut.blamed) == (Reason.NO_GRAD, "r1", "u")
    assert recording.events[lost[1].index].kind == "Blocked"


def test_a_leaf_that_nothing_uses():
    y, drawing = indexing()
    drawing.leaves()["v"] = torch.tensor(1.0, requires_grad=True)
    (lost,) = lost_leaves(record(y, expression=drawing))
    assert plain(lost.text) == "v got no gradient: no root of the pass depends on it."


def test_leaves_after_a_failure_are_not_said_to_be_unused():
    x = torch.tensor([1.0], requires_grad=True)
    drawing = Drawing(x=x)
    z = drawing.add("z", x.exp(), "x")
    y = drawing.add("y", (z * z).sum(), "z")
    with torch.no_grad():
        z.add_(1)
    found = sentences(record(y, expression=drawing))
    assert [kind for kind, _ in found] == [FindingKind.FAILED, FindingKind.LOST]
    assert found[1][1] == "x got no gradient: the pass ended before it."


def test_zero_is_not_none():
    x = torch.tensor([-1.0, -2.0], requires_grad=True)
    x.name = "x"
    assert sentences(record(x.relu().sum())) == [
        (FindingKind.ZERO, "The gradient of x is zero everywhere: it was computed, unlike None.")
    ]


def nan_behind_where():
    p, q = (torch.tensor(numbers, requires_grad=True) for numbers in ([3.0, 1.0, 2.0], [1.0, 1.0, 1.0]))
    drawing = Drawing(p=p, q=q)
    d = drawing.add("d", p - q, "p", "q")
    z = drawing.add("z", d**2, "d")
    r = drawing.add("r", z**0.5, "z")
    w = drawing.add("w", torch.where(z > 0, r, torch.zeros(3)), None, "r")
    return record(drawing.add("y", w.sum(), "w"), expression=drawing)


def test_the_first_nan_and_where_it_is_made():
    recording = nan_behind_where()
    (found,) = findings(recording)
    assert plain(found.text) == "The first NaN among the gradients is made by PowBackward0 of r."
    event = recording.events[found.index]
    assert (event.element, event.count, dict(event.operands)) == ((1,), 1, {"g": 0, "factor": float("inf")})
    assert [one.kind for one in recording.events].count("NonFinite") == 1


def test_the_health_of_each_node_in_the_order_they_run():
    recording = nan_behind_where()
    health = [(recording.nodes[one.node].label, one.health) for one in checkups(recording)]
    assert health == [
        ("y", Health.CLEAN),
        ("w", Health.CLEAN),
        ("r", Health.BIRTH),
        ("z", Health.PROPAGATED),
        ("d", Health.PROPAGATED),
        ("p", Health.PROPAGATED),
        ("q", Health.PROPAGATED),
    ]
    assert all(one.elements for one in checkups(recording))


def test_a_node_that_hands_on_no_nan_has_healed():
    x = torch.tensor([1.0, 0.0], requires_grad=True)
    z = x * 1
    z.register_hook(lambda g: torch.zeros(2))
    recording = record((z / z).sum())
    by_label = {recording.nodes[one.node].label: one.health for one in checkups(recording)}
    assert by_label["div"] is Health.BIRTH
    assert by_label["mul"] is Health.HEALED


@pytest.mark.parametrize(("seed", "what"), [(float("nan"), "nan"), (float("inf"), "inf"), (float("-inf"), "-inf")])
def test_a_seed_that_is_not_finite(seed, what):
    x = torch.tensor(1.0, requires_grad=True)
    recording = record(x * 2, torch.tensor(seed))
    (found,) = [event for event in recording.events if event.kind == "NonFinite"]
    assert found.what == what
    assert recording.events[found.index - 1].kind == "Seed"
