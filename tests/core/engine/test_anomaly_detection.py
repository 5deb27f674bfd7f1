"""Anomaly mode: which operation brought NaN or infinity into a pass, and where it was called."""

import re

import pytest

import core
from core.errors import GradientError

WARNS_OF_THE_MODE = "ignore:Anomaly detection has been enabled"
pytestmark = pytest.mark.filterwarnings(WARNS_OF_THE_MODE)


def failure_of(root, **looks_for):
    """The error of a backward pass that is watched, and the warning that goes with it."""
    with pytest.warns(UserWarning, match="called here") as warned, pytest.raises(GradientError) as failed:
        root.backward()
    return str(failed.value), str(warned[0].message)


def test_names_the_node_the_number_the_element_and_the_operands():
    x = core.tensor([4.0, 0.0, 9.0], requires_grad=True)
    with core.autograd.set_detect_anomaly(True):
        error, _ = failure_of((x.sqrt() * core.tensor([1.0, 0.0, 1.0])).sum())
    assert "SqrtBackward0 returned nan as the gradient of its input 0, at element [1] (1 of 3 elements" in error
    assert "the gradient 0.0 and result = 0.0" in error


def test_names_the_line_of_the_forward_operation():
    x = core.tensor([0.0], requires_grad=True)
    with core.autograd.set_detect_anomaly(True):
        root = core.sqrt(x * 0.0).sum() * 0.0  # the line that is looked for
        error, warning = failure_of(root)
    assert "core.sqrt(x * 0.0)" in error
    assert re.search(r"test_anomaly_detection\.py\", line \d+.*\n.*core\.sqrt", warning)
    assert "core/tensor" not in warning  # only the program's lines, not ours


def test_the_first_bad_node_is_named_not_those_it_infects():
    x = core.tensor([0.0], requires_grad=True)
    with core.autograd.set_detect_anomaly(True):
        error, _ = failure_of((x.exp().sin() - 0.8414710).abs().sqrt().log().sum() * 0.0 + (x * 0).sqrt().sum() * 0.0)
    assert error.startswith("SqrtBackward0")


def test_infinity_is_looked_for_on_demand():
    x = core.tensor([0.0, 1.0], requires_grad=True)
    with core.autograd.set_detect_anomaly(True):
        x.log().sum().backward()
    assert x.grad.tolist() == [float("inf"), 1.0]
    with core.autograd.set_detect_anomaly(True, check_inf=True):
        error, _ = failure_of(x.log().sum())
    assert "LogBackward0 returned inf" in error


def test_nothing_is_looked_for_without_either():
    x = core.tensor([-1.0], requires_grad=True)
    with core.autograd.detect_anomaly(check_nan=False):
        x.sqrt().sum().backward()
    assert core.isnan(x.grad).all()


def test_a_failing_hook_is_told_apart_too():
    x = core.ones(1, requires_grad=True)
    with core.autograd.set_detect_anomaly(True):
        y = x.exp()
        y.register_hook(lambda g: 1 / 0)
        with pytest.warns(UserWarning, match="ExpBackward0"), pytest.raises(ZeroDivisionError):
            y.sum().backward()


def test_recorded_passes_are_watched_too():
    x = core.tensor([0.0], requires_grad=True)
    with core.autograd.set_detect_anomaly(True):
        y = core.where(x > 0, 1 / x, x).sum()
        with pytest.warns(UserWarning), pytest.raises(GradientError, match="nan"):
            core.autograd.grad(y, x, create_graph=True)


def test_a_node_made_before_the_mode_was_on_has_no_line():
    x = core.tensor([-1.0], requires_grad=True)
    y = x.sqrt().sum()
    warned = pytest.warns(UserWarning, match="unknown: the mode was off then")
    with core.autograd.set_detect_anomaly(True), warned, pytest.raises(GradientError):
        y.backward()


def test_nothing_accumulates_before_the_error():
    x = core.tensor([-1.0], requires_grad=True)
    with core.autograd.set_detect_anomaly(True), pytest.warns(UserWarning), pytest.raises(GradientError):
        x.sqrt().sum().backward()
    assert x.grad is None


def test_the_mode_announces_itself_once_it_is_entered_as_a_block():
    with pytest.warns(UserWarning, match="slow"):
        core.autograd.detect_anomaly()


def test_outside_of_the_mode_no_line_is_noted():
    x = core.ones(1, requires_grad=True)
    assert x.exp().grad_fn.metadata == {}
