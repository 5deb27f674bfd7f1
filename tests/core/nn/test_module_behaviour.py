"""Modules: what they own, what they refuse, and what nothing may break."""

import copy
import math

import pytest

import core
from core import nn
from core.errors import ArgumentError, KindError, NameRefusedError, OperandError, UnknownNameError


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.scale = nn.Parameter(core.ones(3))
        self.register_buffer("offset", core.zeros(3))

    def forward(self, x):
        return self.first(x) * self.scale + self.offset


def test_parameters_are_found_in_the_order_in_which_they_were_made():
    assert [name for name, _ in Small().named_parameters()] == ["scale", "first.weight", "first.bias"]
    assert list(Small().state_dict()) == ["scale", "offset", "first.weight", "first.bias"]


def test_a_module_is_refused_before_it_is_ready():
    class Early(nn.Module):
        def __init__(self):
            self.part = nn.Linear(1, 1)

    with pytest.raises(UnknownNameError, match=r"super\(\).__init__\(\)"):
        Early()


def test_what_replaces_a_part_takes_its_place_in_the_right_table():
    module = Small()
    module.scale = nn.Linear(1, 1)
    assert [name for name, _ in module.named_children()] == ["first", "scale"]
    module.first = nn.Parameter(core.ones(1))
    assert [name for name, _ in module.named_parameters()] == ["first", "scale.weight", "scale.bias"]
    with pytest.raises(KindError, match="Parameter"):
        module.first = core.ones(1)
    del module.first
    with pytest.raises(UnknownNameError, match="'first'"):
        _ = module.first


@pytest.mark.parametrize("name", ["a.b", "", "forward", "training"])
def test_impossible_names_are_refused(name):
    with pytest.raises(NameRefusedError) as refused:
        Small().register_parameter(name, None)
    assert not str(refused.value).startswith('"')  # a sentence, not the repr of one


def test_a_state_that_does_not_fit_changes_nothing():
    module = Small()
    before = copy.deepcopy(module.state_dict())
    state = {name: one + 1 for name, one in before.items()}
    for wrong in ({**state, "scale": core.ones(4)}, {**state, "more": core.ones(1)}, {"scale": state["scale"]}):
        with pytest.raises(OperandError):
            module.load_state_dict(wrong)
        assert all(core.equal(one, before[name]) for name, one in module.state_dict().items())


def test_every_problem_of_a_state_is_named():
    state = {"scale": core.ones(4), "more": core.ones(1)}
    with pytest.raises(OperandError) as refused:
        Small().load_state_dict(state)
    for part in ("scale", "[4]", "[3]", "'more'", "'offset'", "'first.weight'", "'first.bias'"):
        assert part in str(refused.value)


def test_a_state_can_be_loaded_in_part():
    module = Small()
    missing, unexpected = module.load_state_dict({"scale": core.full((3,), 7.0), "more": core.ones(1)}, strict=False)
    assert module.scale.tolist() == [7.0] * 3
    assert unexpected == ["more"]
    assert missing == ["offset", "first.weight", "first.bias"]


def test_a_loaded_state_is_a_write_that_graphs_notice():
    module = Small()
    loss = (module.scale * module.scale).sum()
    module.load_state_dict(module.state_dict())
    with pytest.raises(RuntimeError, match="load_state_dict made it version 1"):
        loss.backward()


def test_the_state_shares_memory_but_no_history():
    module = Small()
    state = module.state_dict()
    assert not any(one.requires_grad for one in state.values())
    assert state["scale"].data_ptr() == module.scale.data_ptr()
    assert module.state_dict(keep_vars=True)["scale"] is module.scale


def test_a_conversion_reaches_parameters_buffers_and_gradients():
    module = Small()
    module(core.ones(1, 2)).sum().backward()
    module.double()
    assert {one.dtype for one in (*module.parameters(), *module.buffers())} == {core.float64}
    assert module.scale.grad.dtype == core.float64
    module(core.ones(1, 2, dtype=core.float64)).sum().backward()  # gradients of the new type add up with the old


def test_a_graph_from_before_a_conversion_still_works():
    module = nn.Linear(2, 1)
    loss = module(core.ones(1, 2)).exp().sum()
    module.double()
    loss.backward()
    assert module.weight.grad.dtype == core.float32  # as PyTorch has it


def test_dropout_keeps_the_mean_and_its_gradient_follows_the_mask():
    core.manual_seed(0)
    x = core.ones(20_000, requires_grad=True)
    y = nn.Dropout(0.25)(x)
    y.sum().backward()
    kept = y != 0
    assert kept.float().mean().item() == pytest.approx(0.75, abs=0.02)
    assert [*set(y[kept].tolist())] == pytest.approx([1 / 0.75])
    assert core.equal(x.grad, y.detach())


def test_dropout_is_repeatable_and_off_in_evaluation():
    module, x = nn.Dropout(0.5), core.ones(50)
    core.manual_seed(3)
    first = module(x)
    core.manual_seed(3)
    assert core.equal(module(x), first)
    assert module.eval()(x) is x


@pytest.mark.parametrize("probability", [-0.1, 1.1])
def test_impossible_probabilities_are_refused(probability):
    with pytest.raises(ArgumentError, match="between 0 and 1"):
        nn.Dropout(probability)


def test_a_linear_module_begins_within_its_bound():
    core.manual_seed(1)
    module = nn.Linear(16, 500)
    weight = module.weight.detach().numpy()
    assert abs(weight).max() <= 1 / 4
    assert abs(weight).max() > 0.95 / 4
    assert weight.std() == pytest.approx(1 / 4 / math.sqrt(3), rel=0.05)


@pytest.mark.parametrize(
    ("fill", "expected"),
    [
        (lambda t: nn.init.normal_(t, 1.0, 2.0), 2.0),
        (lambda t: nn.init.xavier_uniform_(t), math.sqrt(2 / (200 + 300))),
        (lambda t: nn.init.xavier_normal_(t, gain=2.0), 2 * math.sqrt(2 / (200 + 300))),
        (lambda t: nn.init.kaiming_uniform_(t, nonlinearity="relu"), math.sqrt(2 / 300)),
        (lambda t: nn.init.kaiming_normal_(t, mode="fan_out", nonlinearity="relu"), math.sqrt(2 / 200)),
    ],
)
def test_fillings_have_the_deviation_they_promise(fill, expected):
    core.manual_seed(2)
    assert fill(core.empty(200, 300)).std().item() == pytest.approx(expected, rel=0.02)


def test_a_filling_of_a_leaf_is_not_recorded():
    parameter = nn.Parameter(core.empty(3))
    assert nn.init.ones_(parameter) is parameter
    assert parameter.is_leaf
    assert parameter._version == 1


def test_a_copied_module_is_independent():
    module = Small()
    twin = copy.deepcopy(module)
    with core.no_grad():
        twin.scale.add_(1)
    assert module.scale.tolist() == [1.0] * 3
    assert isinstance(twin.scale, nn.Parameter)
    assert twin(core.ones(1, 2)).requires_grad


def test_settings_are_checked():
    with pytest.raises(KindError, match="negative"):
        nn.LeakyReLU(negative=0.1)
    with pytest.raises(KindError, match="takes 1 settings"):
        nn.ReLU(False, 1)
    with pytest.raises(KindError, match="alpha"):
        nn.ELU(1.0, alpha=2.0)
    assert nn.ELU(2.0).alpha == 2.0


def test_names_that_do_not_exist_are_said():
    with pytest.raises(UnknownNameError, match="sine_wave"):
        _ = nn.functional.sine_wave
    assert {"relu", "dropout", "cross_entropy"} <= set(dir(nn.functional))
