"""Formulas: what a rule reads, what it is compiled to, and words."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

import core as torch
from core.errors import ArgumentError
from core.ops.registry import all_ops, compose, define, get
from core.ops.rule import ARRAY_WORDS, compile_formula, compile_gradients, parse_rule
from core.ops.spec import Attribute, Category, Kind
from core.tensor.operations import FUNCTIONS, NN_FUNCTIONS, OPERATIONS, TENSOR_WORDS


def test_a_rule_reads_the_names_it_uses_and_shapes_without_values():
    rule = parse_rule("g * exp(self) + spread(other, self.shape, dim)", ("self", "other", "dim", "result"))
    assert rule.names == ("self", "other", "self.shape", "dim")


def test_rules_are_compiled_for_the_inputs_that_ask():
    rules = [parse_rule("g * other", ("self", "other")), parse_rule("-g * self", ("self", "other"))]
    gradients = compile_gradients(rules, ("other", "self"), "node.saved", ARRAY_WORDS, variadic=False)
    node = SimpleNamespace(saved=(np.array([3.0]), np.array([2.0])))
    assert gradients(node, np.array([10.0]), ("edge", None)) == (np.array([30.0]), None)
    assert gradients(node, np.array([10.0]), (None, "edge")) == (None, np.array([-20.0]))


def test_a_formula_means_what_its_words_mean():
    body = compile_formula("twice(self) + shift", ["self", "shift"], {"shift": 1})
    assert body({"twice": lambda x: 2 * x})(4) == 9
    assert body({"twice": lambda x: (x, x)})((1,), shift=((0,),)) == ((1,), (1,), (0,))


def test_every_operation_is_a_word_over_arrays_and_over_tensors():
    for op in all_ops():
        assert callable(ARRAY_WORDS[op.name])
        assert callable(TENSOR_WORDS[op.name])
        assert OPERATIONS[op.name].op is get(op.name)


def test_words_that_are_no_operations_are_the_same_for_both():
    assert TENSOR_WORDS["pi"] == ARRAY_WORDS["pi"] == math.pi
    assert TENSOR_WORDS["count"]((2, 3)) == 6


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: define("add", Category.CUSTOM, "", "", formula="", forward=abs), "already"),
        (lambda: define("strange", Category.CUSTOM, "", "", formula="", forward=abs, vjp={"it": "g"}), "not an input"),
        (lambda: get("no such operation"), "no operation"),
        (
            lambda: compose(
                "strange",
                Category.CUSTOM,
                "",
                "",
                formula="self",
                inputs=("self",),
                attributes=(Attribute("a", Kind.NUMBER, 1), Attribute("b", Kind.NUMBER)),
            ),
            "default",
        ),
    ],
)
def test_a_record_that_makes_no_sense_is_refused(attempt, words):
    with pytest.raises(ArgumentError, match=words):
        attempt()
    assert "strange" not in {op.name for op in all_ops()}


def test_names_reach_the_operation_that_the_arguments_fit():
    x = torch.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True)
    calls = {
        "MaxBackward1": lambda: x.max(),
        "MaxBackward0": lambda: x.max(1).values,
        "MaximumBackward0": lambda: torch.max(x, x),
        "SumBackward0": lambda: x.sum(),
        "SumBackward1": lambda: x.sum(axis=0),
        "PowBackward0": lambda: x**2,
        "PowBackward1": lambda: x**x,
        "PowBackward2": lambda: 2**x,
        "RsubBackward1": lambda: 1 - x,
        "MulBackward0": lambda: 2 / x,
        "DivBackward0": lambda: torch.div(x, 2, rounding_mode=None),
        "DivBackward2": lambda: torch.div(x, 2, rounding_mode="floor"),
        "StdBackward0": lambda: x.std(False),
        "GeluBackward0": lambda: torch.nn.functional.gelu(x, approximate="tanh"),
        "MmBackward0": lambda: x @ x,
        "MvBackward0": lambda: x @ x[0],
        "DotBackward0": lambda: x[0] @ x[0],
        "AddmmBackward0": lambda: torch.nn.functional.linear(x, x, x[0]),
    }
    assert {name: call().grad_fn.name() for name, call in calls.items()} == {name: name for name in calls}


def test_a_call_that_fits_none_says_which_there_are():
    with pytest.raises(TypeError, match=r"max\(self\) or max\(self, dim, keepdim\)|maximum"):
        torch.max(torch.ones(2), "a", 3, 4)


def test_names_with_dots_are_in_modules_of_their_own():
    assert torch.linalg.det is FUNCTIONS["linalg.det"]
    assert torch.special.expit is FUNCTIONS["special.expit"]
    assert NN_FUNCTIONS["relu"](torch.tensor([-1.0])).item() == 0


@pytest.mark.parametrize("function", [torch.xlogy, torch.special.xlog1py], ids=["xlogy", "xlog1py"])
def test_the_node_of_a_number_and_a_tensor_says_which_is_the_number(function):
    x = torch.ones(2, requires_grad=True)
    names = [function(*both).grad_fn.name()[-1] for both in ((x, x), (2, x), (x, 2))]
    assert names == ["0", "1", "2"]
