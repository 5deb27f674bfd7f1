"""The short way and the long way of an operation are one operation."""

import traceback

import numpy as np
import pytest

import core as torch
from core.engine.modes import STATE
from core.engine.node import one_by_one
from core.ops import registry
from core.ops.registry import all_ops
from core.ops.spec import Category, Kind
from core.tensor.apply import Operation
from core.tensor.operations import METHODS, OPERATIONS, RECORDED
from core.tensor.shortcuts import fastest
from core.tensor.tensor import gradient_edge

CASES = [(op, number) for op in all_ops() if op.body is None for number in range(len(op.samples))]


def inputs_of(op, sample):
    random = np.random.default_rng(5)

    def filled(value):
        if isinstance(value, list):
            return [filled(one) for one in value]
        if isinstance(value, tuple):
            return torch.from_numpy(random.uniform(op.domain.low, op.domain.high, value)).requires_grad_()
        return torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value

    return [filled(value) for value in sample.inputs]


def described(results):
    """Return what can be seen of results: numbers, places in the graph, what was saved, sharing of memory."""
    several = results if isinstance(results, tuple) else (results,)
    return [
        (
            one.numpy(force=True).tobytes(),
            one.shape,
            one.dtype,
            one.requires_grad,
            one._is_view(),
            one.output_nr,
            one.grad_fn and (one.grad_fn.name(), one.grad_fn.next_functions, saved(one.grad_fn)),
        )
        for one in several
    ]


def saved(node):
    """Return what a node saved and guards, as far as it can be compared."""
    values = [one.tobytes() if isinstance(one, np.ndarray) else repr(one) for one in node.saved]
    return values, [(version, place) for _, version, place in one_by_one(node.guards)]


@pytest.mark.parametrize(("op", "number"), CASES, ids=lambda one: getattr(one, "name", one))
def test_both_ways_give_the_same_result_and_node(op, number):
    sample = op.samples[number]
    inputs = inputs_of(op, sample)
    names = [port.name for port in op.inputs]
    named = dict(zip(names[1:], inputs[1:], strict=False)) | sample.attributes
    assert STATE.plain
    short = described(METHODS[op.name](inputs[0], **named))
    assert short == described(RECORDED[op.name](inputs[0], **named))


@pytest.mark.parametrize("op", [op for op in all_ops() if op.body is None and not op.is_view], ids=lambda op: op.name)
def test_a_result_shares_memory_with_no_input(op):
    looked_through = {
        "fixed",
        "linked",
        "sum_to",
        "read",
        "unsafe_view",
        "squeezed",
    }  # they pass on what nobody else has
    for sample in op.samples:
        inputs = inputs_of(op, sample)
        named = dict(zip([port.name for port in op.inputs[1:]], inputs[1:], strict=False)) | sample.attributes
        results = OPERATIONS[op.name](inputs[0], **named)
        arrays = [one.array for one in (results if isinstance(results, tuple) else (results,))]
        flat = [one for value in inputs for one in (value if isinstance(value, list) else [value])]
        given = [one.array for one in flat if isinstance(one, torch.Tensor)]
        shared = any(np.shares_memory(a, b) for a in arrays for b in given)
        assert not shared or op.name in looked_through


@pytest.mark.parametrize("method", ["exp", "sum", "t", "flatten", "clone"])
def test_the_first_argument_may_be_given_by_name(method):
    x = torch.ones(2, 2)
    function = getattr(torch, method)
    assert torch.equal(function(input=x), function(x))


def test_equal_arguments_of_another_kind_are_not_mixed_up():
    x = torch.arange(6.0).reshape(2, 3)
    assert x.sum(1).shape == (2,) and x.sum((1,)).shape == (2,) and x.sum([0, 1]).shape == ()
    assert x.sum(dim=1, keepdim=True).shape == (2, 1) and x.sum(dim=1, keepdim=False).shape == (2,)
    place = torch.tensor(0)
    assert x.select(0, place).tolist() == [0.0, 1.0, 2.0]
    place.fill_(1)
    assert x.select(0, place).tolist() == [3.0, 4.0, 5.0]


def test_unusual_modes_take_the_long_way():
    x = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        assert not (x * x).requires_grad and not x.sum().requires_grad and not (x @ x).requires_grad
    with torch.inference_mode():
        assert (x * 2).is_inference() and x.exp().is_inference() and x.sum().is_inference()


def test_an_untracked_view_of_a_tracked_tensor_is_not_forgotten():
    x = torch.ones(2, 2, requires_grad=True)
    with torch.no_grad():
        view = x[0]
    for made in (
        view.exp(),
        view * 2,
        2 * view,
        view + view,
        view.sum(),
        view.sum(0),
        view[0],
        view.reshape(2, 1),
        view > 0,
    ):
        assert made.requires_grad == made.is_floating_point()
    assert gradient_edge(view) is None


def test_wrong_calls_say_the_same_either_way():
    x = torch.ones(2)
    operation = OPERATIONS["sum"]
    assert isinstance(operation, Operation)
    for arguments, named in [((5,), {}), (("a",), {}), ((), {"dims": 1}), ((0, False, 1), {})]:
        with pytest.raises((TypeError, IndexError)) as short:
            x.sum(*arguments, **named)
        with pytest.raises(short.type) as long:
            operation(x, *arguments, **named)
        assert str(short.value) == str(long.value)


def test_a_view_of_a_tensor_of_inference_mode_can_be_computed_with():
    with torch.inference_mode():
        x = torch.ones(4)
    assert (x.view(2, 2) + 1).tolist() == [[2, 2], [2, 2]]
    assert x.view(2, 2).exp().shape == (2, 2)


def test_a_warning_is_given_once():
    x = torch.ones(3, 1, requires_grad=True)
    with torch.no_grad():
        view = x.view(3, 1)
    with pytest.warns(UserWarning) as given:
        view.std(-1, keepdim=True)
    assert len(given) == 1


def test_logic_takes_no_number_either_way():
    for way in (torch.logical_and, OPERATIONS["logical_and"]):
        with pytest.raises(TypeError, match="'other' has to be a tensor"):
            way(torch.ones(2), 2)


def test_what_numpy_cannot_compute_is_refused_by_name():
    with pytest.raises(RuntimeError, match="det does not work with float16"):
        torch.linalg.det(torch.ones(2, 2, dtype=torch.float16))


AWKWARD = (
    "array",
    "made",
    "first",
    "second",
    "kind",
    "operation",
    "storage",
    "edge",
    "new",
    "saved",
    "memory",
    "version",
)


@pytest.mark.parametrize("name", AWKWARD)
def test_a_record_may_use_any_names(name, monkeypatch):
    monkeypatch.setattr(registry, "_OPS", {})
    monkeypatch.setattr(registry, "ARRAY_WORDS", dict(registry.ARRAY_WORDS))
    one = define_scaled("one", inputs=(name,), vjp={name: f"g * factor + 0 * {name}"})
    two = define_scaled(
        "two", inputs=(name, "weight"), vjp={name: "g * weight", "weight": f"g * {name}"}, attributes=()
    )
    out = define_scaled("out", outputs=(name,), vjp={"self": f"g * factor + 0 * {name}"})
    set_by = define_scaled("set", attributes=(registry.Attribute(name, Kind.NUMBER, 2.0),), vjp={"self": f"g * {name}"})
    for op, more in ((one, ()), (two, (torch.tensor([2.0]),)), (out, ()), (set_by, ())):
        x = torch.tensor([3.0], requires_grad=True)
        made = fastest(Operation(op, {}))(x, *more)
        made.sum().backward()
        assert (made.tolist(), x.grad.tolist()) == ([6.0], [2.0])


def define_scaled(name, **settings):
    given = {"inputs": ("self",), "attributes": (registry.Attribute("factor", Kind.NUMBER, 2.0),)} | settings
    forward = (lambda x, y: x * y) if len(given["inputs"]) == 2 else lambda x, **named: x * next(iter(named.values()))
    return registry.define(name, Category.CUSTOM, "x", "For a test.", formula="self", forward=forward, **given)


@pytest.mark.parametrize("name", ["g", "node", "edges", "_made"])
def test_names_that_rules_use_are_refused(name):
    with pytest.raises(ValueError, match="means something else"):
        define_scaled("refused", inputs=(name,), vjp={name: "g * factor"})


def test_a_traceback_names_no_line_that_did_not_run():
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError) as raised:
        x + torch.ones(3)
    assert "asks_in_vain" not in "".join(traceback.format_exception(raised.value))
