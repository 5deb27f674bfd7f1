"""gradcheck and gradgradcheck: what they find, and how they report it."""

import numpy as np
import pytest

import core
from core.autograd import GradcheckError, gradcheck, gradgradcheck


def doubles(*shape, low=0.5):
    return core.arange(float(np.prod(shape)), dtype=core.float64).reshape(shape).add_(low).requires_grad_()


class WrongAtOneElement(core.autograd.Function):
    """The square of every element; the gradient of the third one is a bit off."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**2

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        error = core.zeros_like(x)
        error[2] = 0.125
        return g * (2 * x + error)


@pytest.mark.parametrize("fast", [False, True])
def test_a_wrong_element_is_found_and_pointed_at(fast):
    with pytest.raises(GradcheckError) as failed:
        gradcheck(WrongAtOneElement.apply, doubles(4), fast_mode=fast)
    text = str(failed.value)
    assert "Jacobian mismatch for output 0 with respect to input 0" in text
    assert "element 2 of the output and element 2 of the input" in text
    assert "numerical 5.0" in text
    assert "analytical 5.125" in text
    assert "numerical:\n[[" in text


@pytest.mark.parametrize("fast", [False, True])
def test_the_output_and_the_input_are_named(fast):
    def function(a, b):
        return a * 2, WrongAtOneElement.apply(b)

    with pytest.raises(GradcheckError, match="output 1 with respect to input 1"):
        gradcheck(function, (doubles(3), doubles(3)), fast_mode=fast)


def test_a_quiet_failure_is_false():
    assert gradcheck(WrongAtOneElement.apply, doubles(4), raise_exception=False) is False


def test_fast_mode_needs_few_passes_and_the_whole_jacobian_many():
    calls = {"forward": 0, "backward": 0}

    class Counted(core.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            calls["forward"] += 1
            return x * 3

        @staticmethod
        def backward(ctx, g):
            calls["backward"] += 1
            return g * 3

    assert gradcheck(Counted.apply, doubles(50), fast_mode=True, check_undefined_grad=False)
    fast = dict(calls)
    assert gradcheck(Counted.apply, doubles(50), check_undefined_grad=False)
    assert max(fast.values()) <= 6
    assert calls["forward"] - fast["forward"] >= 100  # two for each element of the input
    assert calls["backward"] - fast["backward"] >= 50  # one for each element of the output


def test_a_gradient_that_differs_from_pass_to_pass_is_found():
    passes = []

    class Unsteady(core.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            passes.append(1)
            return g * (2 + 1e-7 * len(passes))

    with pytest.raises(GradcheckError, match="not reentrant"):
        gradcheck(Unsteady.apply, doubles(2))
    assert gradcheck(Unsteady.apply, doubles(2), nondet_tol=1e-3)


def test_a_gradient_that_does_not_depend_on_the_one_it_is_given_is_found():
    class Constant(core.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 0 + 2

    with pytest.raises(GradcheckError):
        gradcheck(Constant.apply, doubles(1))


def test_a_function_that_cannot_do_without_a_gradient_is_found():
    class Needs(core.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, g, h):
            given = [one * factor for one, factor in ((g, 2), (h, 3)) if one is not None]
            return given[0] if len(given) == 1 else given[0] + given[1]  # and none at all is not thought of

    with pytest.raises(GradcheckError, match="undefined"):
        gradcheck(Needs.apply, doubles(2))
    assert gradcheck(Needs.apply, doubles(2), check_undefined_grad=False)


def test_what_is_cut_off_but_not_constant_is_found():
    with pytest.raises(GradcheckError, match="expected to be zero"):
        gradcheck(lambda x: x.detach() * 2, doubles(2))


def test_a_second_derivative_that_is_missing_is_found():
    class Hides(core.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.x = x.detach()
            return x**3

        @staticmethod
        def backward(ctx, g):
            return g * 3 * ctx.x**2

    assert gradcheck(Hides.apply, doubles(2))
    with pytest.raises(GradcheckError, match="Jacobian mismatch"):
        gradgradcheck(Hides.apply, doubles(2))


def test_forward_mode_is_checked_on_demand():
    class WrongTangent(core.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

        @staticmethod
        def jvp(ctx, tangent):
            return tangent * 3

    assert gradcheck(WrongTangent.apply, doubles(2))
    with pytest.raises(GradcheckError, match="forward mode"):
        gradcheck(WrongTangent.apply, doubles(2), check_forward_ad=True)
    assert gradcheck(lambda x: x.sin() * x.exp(), doubles(3), check_forward_ad=True)


def test_the_inputs_are_as_before_also_after_a_failure():
    x = doubles(4)
    before = x.tolist()
    gradcheck(WrongAtOneElement.apply, x, raise_exception=False)
    with pytest.raises(ZeroDivisionError):
        gradcheck(lambda x: x * 2 if x[0] < 0.5000001 else 1 / 0, x)
    assert x.tolist() == before
    assert x.grad is None


def test_checking_draws_no_random_numbers_from_the_program():
    core.manual_seed(5)
    expected = core.rand(3).tolist()
    core.manual_seed(5)
    gradcheck(lambda x: x * x, doubles(3), fast_mode=True)
    gradgradcheck(lambda x: x * x, doubles(3))
    assert core.rand(3).tolist() == expected


def test_no_rule_is_right_at_a_kink():
    assert not gradcheck(core.relu, core.zeros(1, dtype=core.float64, requires_grad=True), raise_exception=False)
