"""Optimizers: their formulas written out, and what they do besides computing."""

import copy
import math

import pytest

import core
from core import optim
from core.errors import ArgumentError, KindError

MAKERS = {
    "sgd": lambda p: optim.SGD(p, lr=0.1),
    "sgd with momentum": lambda p: optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True),
    "adam": lambda p: optim.Adam(p, lr=0.1, amsgrad=True),
    "adamw": lambda p: optim.AdamW(p, lr=0.1),
    "rmsprop": lambda p: optim.RMSprop(p, lr=0.1, momentum=0.5, centered=True),
    "adagrad": lambda p: optim.Adagrad(p, lr=0.1),
}
every = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def leaf(*values):
    return core.tensor(list(values), dtype=core.float64, requires_grad=True)


def train(optimizer, parameter, steps, loss=lambda w: (w**4).sum()):
    path = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss(parameter).backward()
        optimizer.step()
        path.append(parameter.tolist())
    return path


def test_sgd_with_momentum_is_its_formula():
    w, velocity, path = 1.0, 0.0, []
    for step in range(4):
        g = 4 * w**3 + 0.01 * w
        velocity = g if step == 0 else 0.9 * velocity + 0.8 * g
        w -= 0.05 * velocity
        path.append([pytest.approx(w)])
    parameter = leaf(1.0)
    optimizer = optim.SGD([parameter], lr=0.05, momentum=0.9, dampening=0.2, weight_decay=0.01)
    assert train(optimizer, parameter, 4) == path


@pytest.mark.parametrize("changes", [{}, {"weight_decay": 0.1}, {"maximize": True}])
def test_a_number_is_trained_like_a_list_of_one(changes):
    one, listed = core.tensor(1.0, dtype=core.float64, requires_grad=True), leaf(1.0)
    path = train(optim.SGD([one], lr=0.05, momentum=0.9, **changes), one, 4)
    assert [[place] for place in path] == train(optim.SGD([listed], lr=0.05, momentum=0.9, **changes), listed, 4)


def test_adam_is_its_formula():
    w, mean, square, path = 1.0, 0.0, 0.0, []
    for step in range(1, 5):
        g = 4 * w**3
        mean = 0.8 * mean + 0.2 * g
        square = 0.95 * square + 0.05 * g * g
        w -= 0.1 * (mean / (1 - 0.8**step)) / (math.sqrt(square / (1 - 0.95**step)) + 1e-6)
        path.append([pytest.approx(w)])
    parameter = leaf(1.0)
    assert train(optim.Adam([parameter], lr=0.1, betas=(0.8, 0.95), eps=1e-6), parameter, 4) == path


def test_adamw_shrinks_what_adam_would_move_alone():
    parameter = leaf(1.0)
    optimizer = optim.AdamW([parameter], lr=0.1, weight_decay=0.5)
    parameter.grad = core.zeros(1, dtype=core.float64)
    optimizer.step()
    assert parameter.item() == pytest.approx(1 - 0.1 * 0.5)


@every
def test_every_optimizer_goes_downhill_and_stays_a_leaf(make):
    parameter = leaf(1.0, -0.5)
    path = train(make([parameter]), parameter, 30)
    assert sum(w**4 for w in path[-1]) < sum(w**4 for w in path[0])
    assert parameter.is_leaf
    assert parameter.requires_grad
    assert parameter._version == 30


@every
def test_maximizing_goes_the_other_way(make):
    down, up = leaf(1.0), leaf(1.0)
    downhill, uphill = make([down]), make([up])
    uphill.param_groups[0]["maximize"] = True
    uphill.param_groups[0]["weight_decay"] = downhill.param_groups[0]["weight_decay"] = 0
    train(downhill, down, 1)
    train(uphill, up, 1)
    assert up.item() - 1 == pytest.approx(1 - down.item())


@every
def test_a_saved_state_goes_on_where_it_was(make):
    first = leaf(1.0, 2.0)
    optimizer = make([first])
    train(optimizer, first, 3)
    state = copy.deepcopy(optimizer.state_dict())
    second = first.detach().clone().requires_grad_()
    other = make([second])
    other.load_state_dict(state)
    assert train(other, second, 3) == train(optimizer, first, 3)


@every
def test_what_was_loaded_is_not_shared(make):
    parameter = leaf(1.0)
    optimizer = make([parameter])
    train(optimizer, parameter, 1)
    state = optimizer.state_dict()
    before = copy.deepcopy(state)
    other = make([leaf(1.0)])
    other.load_state_dict(state)
    train(other, other.param_groups[0]["params"][0], 2)
    assert str(state) == str(before)


def test_a_gradient_is_not_written_to():
    parameter = leaf(1.0)
    parameter.grad = g = core.ones(1, dtype=core.float64)
    for make in MAKERS.values():
        make([parameter]).step()
    assert g.tolist() == [1.0]
    assert g._version == 0


def test_each_group_has_its_own_settings():
    slow, fast = leaf(1.0), leaf(1.0)
    optimizer = optim.SGD([{"params": slow}, {"params": [fast], "lr": 1.0, "momentum": 0.5}], lr=0.1)
    train(optimizer, slow, 1, loss=lambda w: (w + fast).sum())
    assert (slow.item(), fast.item()) == (pytest.approx(0.9), 0.0)
    late = leaf(1.0)
    optimizer.add_param_group({"params": [late]})
    assert optimizer.param_groups[2]["lr"] == 0.1


def test_a_step_is_a_write_that_graphs_notice():
    parameter = leaf(1.0)
    loss = (parameter * parameter).sum()
    loss.backward(retain_graph=True)
    optim.SGD([parameter], lr=0.1).step()
    with pytest.raises(RuntimeError, match=r"SGD.step\(\) made it version 1"):
        loss.backward()


def test_a_closure_computes_the_loss_with_recording_on():
    parameter = leaf(2.0)
    optimizer = optim.SGD([parameter], lr=0.1)

    def closure():
        optimizer.zero_grad()
        loss = (parameter * parameter).sum()
        loss.backward()
        return loss

    with core.no_grad():
        assert optimizer.step(closure).item() == 4.0
    assert parameter.item() == pytest.approx(1.6)


@pytest.mark.parametrize(
    ("error", "params"),
    [(ArgumentError, []), (KindError, [3.0]), (KindError, leaf(1.0)), (ArgumentError, [leaf(1.0) * 2])],
    ids=["nothing", "a number", "a single tensor", "a computed tensor"],
)
def test_impossible_parameters_are_refused(error, params):
    with pytest.raises(error):
        optim.SGD(params, lr=0.1)


def test_a_parameter_twice_in_a_group_is_warned_of_and_in_two_groups_refused():
    parameter = leaf(1.0)
    with pytest.warns(UserWarning, match="twice"):
        optim.SGD([parameter, parameter], lr=0.1)
    with pytest.raises(ArgumentError, match="more than one"):
        optim.SGD([{"params": [parameter]}, {"params": [parameter]}], lr=0.1)
