"""Paths from a root to a tensor, and cells of a gradient: both add up to what the pass computed."""

import numpy as np
import pytest
from debug_drawing import indexing

import core as torch
from core.debug.elements import element
from core.debug.events import Vjp
from core.debug.paths import paths_to
from core.debug.recorder import record
from core.errors import GradientError, PositionError


def leaf_of(recording):
    return next(node.number for node in recording.nodes if node.is_leaf)


def test_the_four_paths_of_the_worked_example_and_their_shares():
    y, drawing = indexing()
    recording = record(y, expression=drawing)
    paths = paths_to(recording, leaf_of(recording), 53)
    named = {tuple(recording.nodes[step.edge.node].label for step in path.steps): path for path in paths}
    assert set(named) == {
        ("y", "m2", "x[0]"), ("y", "m2", "m1", "x[0]"), ("y", "m4", "x[1]"), ("y", "m4", "m3", "x[1]"),
    }  # fmt: skip
    path = named["y", "m4", "m3", "x[1]"]
    assert [step.carried.tolist() for step in path.steps] == [1, 2, 8, [0, 16]]
    assert [step.share.tolist() for step in path.steps] == [1, 2, 8, [0, 8]]
    assert sum(path.steps[-1].share for path in paths).tolist() == [4, 16]


def test_shares_add_up_where_gradients_are_summed_over_broadcast_axes():
    b = torch.tensor([1.0, 2.0], requires_grad=True)
    m = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    recording = record(((m * b).tanh() + b * b).sum())
    paths = paths_to(recording, leaf_of(recording), 0)
    assert len(paths) == 3
    total = sum(path.steps[-1].share for path in paths)
    np.testing.assert_allclose(total, recording.grads[leaf_of(recording)], rtol=1e-6)


def test_paths_of_a_diamond_are_not_all_listed():
    x = torch.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    recording = record(y)
    assert len(paths_to(recording, leaf_of(recording), 0, limit=5)) == 5


def test_a_root_has_the_path_of_no_edges():
    y, drawing = indexing()
    recording = record(y, expression=drawing)
    (path,) = paths_to(recording, 0, 0)
    assert (path.root, path.steps, path.seed.tolist()) == (0, (), 1)


def test_a_cell_of_a_matrix_product_is_a_dot_product():
    a = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    b = torch.tensor([[5.0, 6.0], [7.0, 8.0]])
    recording = record(a @ b, torch.tensor([[1.0, 10.0], [100.0, 1000.0]]))
    (vjp,) = [event for event in recording.events if isinstance(event, Vjp)]
    found = element(vjp, (1, 0))
    assert [(term.cell, term.incoming, term.weight) for term in found.terms] == [((1, 0), 100, 5), ((1, 1), 1000, 6)]
    assert found.result == 6500


def terms_of(y, gradient, cell):
    (vjp,) = [event for event in record(y, torch.tensor(gradient)).events if isinstance(event, Vjp)]
    found = element(vjp, cell)
    np.testing.assert_equal(sum((term.incoming * term.weight for term in found.terms), 0.0), found.result)
    return [term.cell for term in found.terms]


NAN = float("nan")


def test_nan_that_meets_a_weight_of_zero_is_a_part_of_the_cell_that_it_spoils():
    x = torch.tensor([3.0, 0.0], requires_grad=True)
    assert terms_of(x**2, [1.0, NAN], (1,)) == [(1,)]
    assert terms_of(x**2, [1.0, NAN], (0,)) == [(0,)]
    a = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    b = torch.tensor([[0.0, 6.0], [7.0, 0.0]])
    assert terms_of(a @ b, [[NAN, 10.0], [100.0, 1000.0]], (0, 0)) == [(0, 0), (0, 1)]
    assert terms_of(a @ b, [[NAN, 10.0], [100.0, 1000.0]], (1, 0)) == [(1, 1)]


def test_what_only_the_derivative_of_a_rule_makes_nan_is_no_part_of_a_cell():
    x = torch.tensor([4.0, 0.0, 1.0], requires_grad=True)
    for cell in ((0,), (1,), (2,)):
        assert terms_of(x.sqrt(), [1.0, 0.0, 1.0], cell) == [cell]


def test_nan_is_no_part_of_the_cells_that_an_index_has_left_out():
    x = torch.tensor([4.0, 0.0], requires_grad=True)
    assert terms_of(x[0], NAN, (1,)) == []
    assert terms_of(x[0], NAN, (0,)) == [()]


def test_a_cell_that_is_not_there():
    recording = record((torch.tensor([1.0, 2.0], requires_grad=True) * 3).sum())
    for vjp in recording.events:
        for cell in [(2,), (-1,), (), (0, 0)] if isinstance(vjp, Vjp) else []:
            with pytest.raises(PositionError, match="There is no cell"):
                element(vjp, cell)


def test_a_cell_of_a_gradient_whose_operand_was_written_to():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    recording = record((x * x).sum())
    with torch.no_grad():
        x.add_(1)
    stale = next(event for event in recording.events if isinstance(event, Vjp) and not event.operands)
    with pytest.raises(GradientError, match="not known"):
        element(stale, (0,))
