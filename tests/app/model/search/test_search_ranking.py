"""The list that a search shows."""

import pytest

import core as torch
from app.model.search.entries import AddOp
from app.model.search.ranking import Search
from app.model.search.trial import try_entry
from core.ops import registry
from core.ops.registry import all_ops


def titles(found):
    return [one.title for one in found]


@pytest.fixture
def vector():
    return torch.tensor([-1.5, 1.5, 0.5], requires_grad=True)


def test_hidden_operations_are_not_offered():
    hidden = {op.name for op in all_ops() if op.hidden}
    assert hidden and not hidden & set(titles(Search().find("")))


def test_everything_is_listed_while_nothing_is_asked_for():
    assert len(Search().find("")) == sum(not op.hidden for op in all_ops())


def test_what_fits_comes_first_with_its_result(vector):
    found = Search(vector).find("so")
    fits = [one.fits for one in found]
    assert fits == sorted(fits, reverse=True)
    softmax = next(one for one in found if one.title == "softmax")
    assert softmax.results[0].sum() == pytest.approx(1.0)


def test_what_does_not_fit_says_why(vector):
    det = next(one for one in Search(vector).find("det") if one.title == "det")
    assert not det.fits and "square" in det.refusal


def test_operators_come_before_other_symbols(vector):
    assert titles(Search(vector).find("@"))[0] == "matmul"
    assert titles(Search(vector).find("*")) == ["mul"]


def test_numbers_in_operators_are_tried_out(vector):
    first = Search(vector).find("* 2")[0]
    assert first.title == "mul 2"
    assert first.results[0].tolist() == [-3.0, 3.0, 1.0]


def test_what_was_used_more_comes_first(vector):
    usual = titles(Search(vector).find("so"))
    assert usual.index("softmax") > 0
    assert titles(Search(vector, {"softmax": 5}).find("so"))[0] == "softmax"


def test_use_does_not_beat_a_better_name(vector):
    assert titles(Search(vector, {"log_softmax": 99}).find("softmax"))[0] == "softmax"


def test_settings_that_are_needed_come_from_samples(vector):
    entry = next(one.entry for one in Search(vector).find("cumsum") if one.title == "cumsum")
    assert isinstance(entry, AddOp) and "dim" in entry.attributes


def test_the_value_of_the_wire_is_left_alone(vector):
    Search(vector).find("")
    assert vector.grad is None and vector.tolist() == [-1.5, 1.5, 0.5]


def test_large_values_are_not_tried_out():
    found = Search(torch.zeros(100, 100)).find("softmax")
    assert found[0].fits and not found[0].results


def test_nothing_is_found_for_nonsense():
    assert Search().find("qqqq") == []


def test_each_operation_is_tried_once(vector, monkeypatch):
    from app.model.search import ranking

    tried = []
    real = ranking.try_entry
    monkeypatch.setattr(ranking, "try_entry", lambda entry, tensor: tried.append(entry.op) or real(entry, tensor))
    search = Search(vector)
    search.find("so")
    search.find("sof")
    search.find("so")
    assert len(tried) == len(set(tried)) > 0


def test_trying_operations_out_warns_of_nothing():
    """A variance of one element warns, but nobody has asked for it; the tests take warnings for errors."""
    tried = try_entry(AddOp(registry.get("var")), torch.tensor([3.0]))
    assert len(tried.results) == 1
