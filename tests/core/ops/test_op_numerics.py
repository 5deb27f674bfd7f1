"""Numbers that are large, small, many or not numbers at all."""

import numpy as np
import pytest

import core as torch
from core.ops.rule import ARRAY_WORDS

functional = torch.nn.functional
INF, NAN = np.inf, np.nan


def tensor(values, dtype=np.float32):
    return torch.from_numpy(np.asarray(values, dtype)).requires_grad_()


def gradient(function, x, seed=None):
    y = function(x)
    (found,) = torch.autograd.grad(y, x, torch.ones_like(y) if seed is None else torch.from_numpy(seed))
    return found.numpy()


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e30])
def test_shares_add_up_however_large_the_scores(scale):
    x = tensor([[scale, -scale, 0.0], [scale, scale, scale]])
    shares = functional.softmax(x, 1).detach().numpy()
    np.testing.assert_allclose(shares.sum(1), 1, rtol=1e-6)
    logs = functional.log_softmax(x, 1).detach().numpy()
    assert np.all(np.isfinite(logs[1]))
    assert logs[0, 0] == pytest.approx(np.log(shares[0, 0]), abs=1e-6)


def test_a_row_of_minus_infinity_is_a_sum_of_nothing():
    x = tensor([[-INF, -INF], [0.0, -INF]])
    np.testing.assert_array_equal(torch.logsumexp(x, 1).detach().numpy(), [-INF, 0])


def test_logarithms_of_sums_and_ramps_do_not_overflow():
    x = tensor([-1000.0, 0.0, 1000.0])
    np.testing.assert_allclose(functional.softplus(x).detach().numpy(), [0, np.log(2), 1000], rtol=1e-6)
    np.testing.assert_allclose(functional.logsigmoid(x).detach().numpy(), [-1000, -np.log(2), 0], rtol=1e-6)
    np.testing.assert_allclose(torch.logaddexp(x, x).detach().numpy(), x.detach().numpy() + np.log(2), rtol=1e-6)
    np.testing.assert_allclose(gradient(functional.softplus, x), [0, 0.5, 1], atol=1e-7)


def test_logits_far_from_the_answer_give_their_distance():
    x, answers = tensor([-100.0, 100.0]), torch.tensor([1.0, 0.0])
    losses = functional.binary_cross_entropy_with_logits(x, answers, reduction="none")
    np.testing.assert_allclose(losses.detach().numpy(), [100, 100])


def test_certain_probabilities_that_are_wrong_cost_a_hundred():
    losses = functional.binary_cross_entropy(tensor([0.0, 1.0]), torch.tensor([1.0, 0.0]), reduction="none")
    np.testing.assert_array_equal(losses.detach().numpy(), [100, 100])


@pytest.mark.parametrize(
    ("arranged", "dim"),
    [
        (lambda x: x, 0),
        (lambda x: x.T, 1),
        (lambda x: x.T.copy(), 1),
        (lambda x: x, None),
        (lambda x: x[:, ::2], None),
        (lambda x: x.reshape(100_000, 2, 3), (0, 2)),
        (lambda x: x.reshape(100_000, 2, 3), (0, 1)),
    ],
)
def test_sums_of_many_numbers_keep_their_digits(arranged, dim):
    x = arranged(np.random.default_rng(0).random((200_000, 3)).astype(np.float32))
    exact = x.astype(np.float64).sum(dim)
    for keepdim in (False, True):
        summed = ARRAY_WORDS["sum"](x, dim, keepdim)
        assert summed.shape == x.sum(dim, keepdims=keepdim).shape
        np.testing.assert_allclose(np.squeeze(summed), exact, rtol=2e-6)
    np.testing.assert_allclose(ARRAY_WORDS["mean"](x, dim), x.astype(np.float64).mean(dim), rtol=2e-6)


def test_the_gradient_of_what_was_broadcast_keeps_its_digits():
    g = np.random.default_rng(0).random((200_000, 3)).astype(np.float32)
    np.testing.assert_allclose(ARRAY_WORDS["sum_to"](g, (3,)), g.astype(np.float64).sum(0), rtol=2e-6)


def test_16_bit_numbers_are_added_with_more():
    x = tensor(np.ones(100_000), np.float16)
    assert x.mean().item() == 1
    assert x.sum().item() == INF  # 100,000 does not fit, but 60,000 does
    assert x[:60_000].sum().item() == 60_000
    assert x.mean().dtype is torch.float16


def test_the_variance_of_large_numbers_does_not_vanish():
    x = tensor(1e6 + np.arange(4.0))
    assert x.var().item() == pytest.approx(5 / 3, rel=1e-6)


def test_the_deviation_of_one_number_is_none_and_warns():
    with pytest.warns(UserWarning, match="degrees of freedom"):
        assert np.isnan(tensor([3.0]).std().item())


@pytest.mark.parametrize("size", [3, 6000])
def test_what_a_ramp_cuts_off_is_zero_whatever_arrives(size):
    x = tensor(np.resize([-1.0, 0.0, 2.0], size))
    seed = np.resize(np.array([INF, NAN, -0.0], np.float32), size)
    g = gradient(torch.relu, x, seed)
    np.testing.assert_array_equal(g[:3], [0, 0, 0])
    assert np.signbit(g[2])
    assert not np.signbit(g[:2]).any()


@pytest.mark.parametrize("shape", [(7,), (80, 60), (60, 30)])
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_choosing_against_zero_is_choosing(shape, kind):
    random = np.random.default_rng(1)
    x = random.normal(size=shape).astype(kind)
    x.reshape(-1)[:4] = INF, NAN, -0.0, -INF
    mask = random.random(shape) < 0.5
    where = ARRAY_WORDS["where"]
    for seen in (slice(None), (..., slice(None, None, 2))):
        np.testing.assert_array_equal(where(mask[seen], x[seen], 0), np.where(mask[seen], x[seen], 0))
        np.testing.assert_array_equal(where(mask[seen], 0, x[seen]), np.where(mask[seen], 0, x[seen]))
        assert where(mask[seen], x[seen], 0).dtype == kind


def test_gradients_of_products_have_the_layout_of_their_matrices():
    rows = np.ones((4, 5))
    for first, second in ((rows, rows.T), (rows.T, rows), (np.asfortranarray(rows), rows.T)):
        left, right = tensor(0), tensor(0)
        left, right = (torch.from_numpy(one).requires_grad_() for one in (first, second))
        found = torch.autograd.grad((left @ right).sum(), (left, right))
        for g, one in zip(found, (first, second), strict=True):
            assert g.numpy().flags.c_contiguous == one.flags.c_contiguous


@pytest.mark.parametrize("dim", [None, 0])
def test_the_product_of_one_factor_has_a_gradient_that_depends_on_no_factor_where_that_is_zero(dim):
    x = tensor([0.0]).requires_grad_()
    y = x.prod() if dim is None else x.prod(dim)
    assert not torch.autograd.grad(y, x, create_graph=True)[0].requires_grad


def test_the_running_product_of_a_number_is_the_number():
    x = tensor(3.0).requires_grad_()
    assert not torch.autograd.grad(x.cumprod(0), x, create_graph=True)[0].requires_grad


def test_a_distance_of_zero_passes_no_infinite_gradient():
    x = tensor([[0.0, 1.0]]).requires_grad_()
    torch.cdist(x, x).reciprocal().sum().backward()
    assert x.grad.tolist() == [[0.0, 0.0]]


def test_products_of_others_need_no_division():
    x = tensor([2.0, 0.0, 4.0, 0.0])
    np.testing.assert_array_equal(gradient(torch.prod, x), [0, 0, 0, 0])
    x = tensor([2.0, 0.0, 4.0])
    np.testing.assert_array_equal(gradient(torch.prod, x), [0, 8, 0])
    np.testing.assert_array_equal(gradient(lambda x: x.cumprod(0), tensor([2.0, 0.0, 4.0])), [1, 10, 0])


def test_the_tails_of_the_normal_distribution_keep_their_digits():
    x = tensor([-40.0, -10.0, 0.0, 10.0], np.float64)
    logs = torch.special.log_ndtr(x).detach().numpy()
    np.testing.assert_allclose(logs, [-804.6084420137538, -53.23128515051247, np.log(0.5), -7.61985302416053e-24])
    np.testing.assert_allclose(gradient(torch.special.log_ndtr, x)[:2], [40.02496884720726, 10.098093233962511])
    np.testing.assert_allclose(torch.special.ndtr(x).detach().numpy()[1], 7.61985302416053e-24)
    far = tensor([-30.0, 30.0, 1e10], np.float64)
    np.testing.assert_allclose(
        torch.special.erfcx(far).detach().numpy(), [INF, 0.018795888861416754, 1 / (1e10 * np.sqrt(np.pi))]
    )


def test_the_gamma_function_is_right_left_of_zero_and_far_out():
    x = tensor([-0.5, -1.5, 1e10, 0.0, -2.0], np.float64)
    ends = torch.lgamma(x).detach().numpy()
    np.testing.assert_allclose(ends, [1.2655121234846454, 0.8600470153764810, 220258509288.81146, INF, INF])
    slopes = gradient(torch.lgamma, x)
    np.testing.assert_allclose(slopes, [0.03648997397857652, 0.7031566406452432, np.log(1e10), -INF, NAN])
    np.testing.assert_allclose(gradient(torch.digamma, tensor([-0.5], np.float64)), [8.934802200544679])
    np.testing.assert_allclose(ARRAY_WORDS["polygamma"](np.array([-0.5]), 3), [193.40909103400242])
