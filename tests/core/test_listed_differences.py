"""docs/differences.md tells the truth: what it says is not there is not, and what it says is there is."""

import re
import warnings
from pathlib import Path
from types import ModuleType

import pytest

import core as torch

TEXT = (Path(__file__).parents[2] / "docs" / "differences.md").read_text(encoding="utf-8")
TOPICS = TEXT.partition("## Not there")[2].partition("\n## ")[0].split("\n- ")[1:]
HOMES = [torch, torch.Tensor, torch.nn, torch.nn.functional, torch.optim, torch.linalg, torch.special, torch.autograd]


def names_in(text):
    return re.findall(r"`(?:torch\.)?(\w+)`", text)


def is_there(name):
    """Whether it is a name of PyTorch here; a part of this package, such as core.layout, is none."""
    return any(not isinstance(getattr(home, name), ModuleType) for home in HOMES if hasattr(home, name))


@pytest.mark.parametrize("topic", TOPICS, ids=[topic.partition(":")[0].strip("*") for topic in TOPICS])
def test_what_is_listed_as_missing_is_missing_and_the_rest_is_there(topic):
    missing, _, present = topic.replace("\n", " ").partition("there are" if "**: there are" in topic else "There ")
    assert [name for name in names_in(missing) if is_there(name)] == []
    assert [name for name in names_in(present) if not is_there(name)] == []


def test_results_of_grad_are_tensors_of_their_own():
    x, z, seed = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True), torch.ones(2)
    first, second = torch.autograd.grad(x + z, [x, z], seed)
    first.mul_(5)
    assert seed.tolist() == second.tolist() == [1, 1]


def test_surplus_gradients_are_refused():
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="1 tensors need 1 gradients, but 2 were given"):
        torch.autograd.grad([x.sum()], [x], [torch.ones(()), torch.ones(())])


def test_the_state_of_an_optimizer_is_not_shared():
    def trained(state=None):
        parameter = torch.ones(1, requires_grad=True)
        optimizer = torch.optim.SGD([parameter], lr=0.1, momentum=0.9)
        if state is not None:
            optimizer.load_state_dict(state)
        parameter.grad = torch.ones(1)
        optimizer.step()
        return optimizer

    first = trained()
    trained(first.state_dict())
    assert [one["momentum_buffer"].tolist() for one in first.state.values()] == [[1]]


def test_leaves_that_are_ready_together_come_in_the_order_they_became_so():
    seen = []
    leaves = [torch.ones(1, requires_grad=True) for _ in range(6)]
    for number, leaf in enumerate(leaves):
        leaf.register_hook(lambda g, number=number: seen.append(number))
    torch.stack(leaves).sum().backward()
    assert seen == [0, 1, 2, 3, 4, 5]


def test_a_harmless_write_is_no_error():
    x = torch.ones(3, requires_grad=True) * 1
    y = x.cummax(0).values
    x.detach().mul_(2)
    y.sum().backward()


def test_there_is_one_device():
    assert not torch.cuda.is_available()
    with pytest.raises(RuntimeError, match="cpu"):
        torch.ones(1).cuda()


def test_infinity_stops_a_pass_that_looks_for_it():
    x = torch.zeros(2, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with torch.autograd.detect_anomaly(check_inf=True), pytest.raises(RuntimeError, match=r"inf.*element \[0\]"):
            x.sqrt().sum().backward()


def test_far_on_the_left_the_normal_distribution_keeps_its_digits():
    assert torch.special.ndtr(torch.tensor(-10.0, dtype=torch.float64)).item() == pytest.approx(7.6199e-24, rel=1e-4)
    assert torch.nn.functional.gelu(torch.tensor(-6.0)).item() == pytest.approx(-5.9195e-9, rel=1e-3)
