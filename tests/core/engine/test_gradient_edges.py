"""The place that a gradient goes to stands for the tensor where gradients are asked for."""

import pytest

import core as torch
from core.autograd.graph import get_gradient_edge


def made():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = x * 3
    return x, y, (y * y).sum()


def test_the_gradient_at_an_edge_is_that_of_its_tensor():
    x, y, z = made()
    by_edge = torch.autograd.grad(z, [get_gradient_edge(y), get_gradient_edge(x)], retain_graph=True)
    by_tensor = torch.autograd.grad(z, [y, x])
    assert [one.tolist() for one in by_edge] == [one.tolist() for one in by_tensor]


def test_one_edge_needs_no_list():
    _, y, z = made()
    assert torch.autograd.grad(z, get_gradient_edge(y))[0].tolist() == [6, 12]


def test_a_pass_may_begin_at_an_edge():
    x, _, z = made()
    torch.autograd.backward(get_gradient_edge(z))
    assert x.grad.tolist() == [18, 36]


def test_a_pass_that_writes_needs_the_tensor_itself():
    _, y, z = made()
    with pytest.raises(TypeError, match=r"Use grad\(\)"):
        torch.autograd.backward(z, inputs=[get_gradient_edge(y)])


def test_an_edge_knows_the_shape_of_its_gradient():
    x, y, z = made()
    edge = get_gradient_edge(y)
    with pytest.raises(RuntimeError, match=r"shape \[2\]"):
        torch.autograd.grad(edge, x)
    unused = torch.ones(3, requires_grad=True) * 1
    (zeros,) = torch.autograd.grad(z, get_gradient_edge(unused), materialize_grads=True)
    assert zeros.tolist() == [0, 0, 0]


@pytest.mark.parametrize("order", ["fro", "nuc"])
def test_a_setting_may_be_a_word_or_a_number(order):
    assert torch.linalg.norm(torch.ones(2, 2), order).item() == pytest.approx(2)


def test_a_view_that_nothing_leads_to_is_unused_and_no_error():
    x = torch.ones(2, 2, requires_grad=True)
    with torch.no_grad():
        view = x.diagonal()
    of_x, of_view = torch.autograd.grad((x * x).sum(), [x, view], allow_unused=True)
    assert of_x.tolist() == [[2, 2], [2, 2]]
    assert of_view is None
    with pytest.raises(RuntimeError, match="appears to not have been used"):
        torch.autograd.grad((x * x).sum(), view)


def test_a_custom_function_records_a_view_that_nothing_leads_to():
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = torch.ones(2, 2, requires_grad=True)
    with torch.no_grad():
        view = x.T
    made = Twice.apply(view)
    assert made.grad_fn.name() == "TwiceBackward"
    made.sum().backward()
    assert x.grad is None
