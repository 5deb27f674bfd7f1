"""What errors of autograd say: what happened, where, and what to do."""

import pytest

import core
from core.errors import ArgumentError, GradientError, GradwalkError, KindError, MissingError, ShapeError


def leaf(*values):
    return core.tensor(list(values), requires_grad=True)


def message(error, function, *arguments, **named):
    """The message of an error, which has to come with advice."""
    with pytest.raises(error) as raised:
        function(*arguments, **named)
    assert isinstance(raised.value, GradwalkError)
    return str(raised.value)


def test_a_second_pass_names_the_node_and_the_remedy():
    y = leaf(1.0).exp().sum()
    y.backward()
    text = message(GradientError, y.backward)
    assert "ExpBackward0 a second time" in text
    assert "retain_graph=True" in text


def test_a_changed_value_names_what_saved_it_and_what_wrote_to_it():
    x = leaf(1.0, 2.0)
    y = x * 2
    z = y.sin()
    y.add_(1)
    text = message(GradientError, z.sum().backward)
    assert "SinBackward0 needs 'self'" in text
    assert "version 0" in text
    assert "add_ made it version 1" in text
    assert "clone()" in text


def test_a_changed_value_of_a_custom_function_is_named_by_its_place():
    class Square(core.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, g):
            a, b = ctx.saved_tensors
            return g * b, g * a

    a, b = leaf(1.0) * 1, leaf(2.0) * 1
    y = Square.apply(a, b)
    b.mul_(3)
    assert "SquareBackward needs 'saved_tensors[1]'" in message(GradientError, y.sum().backward)


def test_a_root_of_several_elements_says_its_shape_and_both_remedies():
    text = message(GradientError, (leaf(1.0, 2.0) * 2).backward)
    assert "shape [2]" in text
    assert "gradient" in text
    assert ".sum()" in text


def under_no_grad():
    with core.no_grad():
        return (leaf(1.0) * 2).sum()


UNTRACKED = {
    "requires_grad=True on an input of floating point type": lambda: core.ones(2).sum(),
    "check for no_grad() and detach()": lambda: (leaf(1.0) * 2).detach().sum(),
    "cut off by detach() or .data": lambda: (leaf(1.0) * 2).sum().detach(),
    "computed under no_grad()": under_no_grad,
    "torch.int64, and only floating point numbers have gradients": lambda: core.tensor([1, 2]).sum(),
}


@pytest.mark.parametrize(("text", "make"), UNTRACKED.items(), ids=UNTRACKED)
def test_an_untracked_root_says_why_and_what_to_do(text, make):
    assert text in message(GradientError, make().backward)


def test_a_leaf_that_asks_no_longer_is_called_one():
    x = leaf(1.0)
    (x * 2).sum().backward()
    x.requires_grad_(False)
    assert "a leaf whose requires_grad is False by now" in message(GradientError, x.backward)


def test_an_input_that_asks_for_no_gradient_comes_with_advice():
    text = message(GradientError, leaf(1.0).sum().backward, inputs=[core.ones(1)])
    assert "requires_grad=True" in text


def test_the_place_of_an_untracked_root_is_said():
    assert "Element 1" in message(GradientError, core.autograd.backward, [leaf(1.0).sum(), core.ones(1)])


def test_a_gradient_of_another_shape_says_both_shapes():
    text = message(ShapeError, (leaf(1.0, 2.0) * 2).backward, core.ones(3))
    assert "[3]" in text
    assert "[2]" in text


def test_the_shape_of_what_a_custom_function_returned_is_said():
    class Bad(core.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, g):
            return core.ones(5)

    text = message(ShapeError, Bad.apply(leaf(1.0, 2.0)).sum().backward)
    assert "BadBackward returned for input 0" in text
    assert "[5]" in text
    assert "[2]" in text


def test_an_unused_input_is_named_by_its_place():
    x, y = leaf(1.0), leaf(2.0)
    text = message(GradientError, core.autograd.grad, x.sum(), [x, y])
    assert "Input 1" in text
    assert "allow_unused=True" in text


def test_batched_gradients_are_refused_clearly():
    text = message(MissingError, core.autograd.grad, leaf(1.0).sum(), leaf(1.0), is_grads_batched=True)
    assert "is_grads_batched" in text
    assert "functional.jacobian" in text


@pytest.mark.parametrize("gradient", [3.0, [1.0, 2.0], "ones"])
def test_a_gradient_that_is_no_tensor_is_refused(gradient):
    assert "tensor" in message(KindError, (leaf(1.0, 2.0) * 2).backward, gradient)


def test_a_hook_that_returns_nonsense_is_named():
    def doubles(g):
        return "twice"

    x = leaf(1.0)
    x.register_hook(doubles)
    text = message(KindError, (x * 2).sum().backward)
    assert "'doubles'" in text
    assert "str" in text


def test_what_is_no_function_cannot_be_a_hook():
    x = leaf(1.0) * 1
    for register in (x.register_hook, x.grad_fn.register_hook, x.grad_fn.register_prehook):
        assert "int" in message(KindError, register, 3)


def test_a_node_that_is_called_says_how_many_gradients_it_takes():
    assert "takes 1 gradients, not 2" in message(KindError, (leaf(1.0) * 2).grad_fn, core.ones(1), core.ones(1))


def test_a_refused_pass_changes_nothing():
    x = leaf(1.0, 2.0)
    x.grad = core.ones(2)
    y = x.exp()
    for refused in (lambda: y.backward(), lambda: y.backward(core.ones(3)), lambda: y.sum().backward(inputs=[])):
        with pytest.raises(GradwalkError):
            refused()
    assert x.grad.tolist() == [1.0, 1.0]
    y.sum().backward()  # and the graph is still there
    assert x.grad.tolist() == pytest.approx([1 + 2.718281828, 1 + 7.389056099])


def test_errors_are_also_the_exceptions_that_pytorch_raises():
    assert issubclass(GradientError, RuntimeError)
    assert issubclass(ArgumentError, ValueError)
    assert issubclass(KindError, TypeError)
    assert issubclass(MissingError, NotImplementedError)
