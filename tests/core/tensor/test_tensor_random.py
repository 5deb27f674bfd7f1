"""Random tensors: repeatable, apart from numpy's generator, and of the right distribution."""

import numpy as np
import pytest

import core as torch

DRAWS = {
    "rand": lambda: torch.rand(4),
    "randn": lambda: torch.randn(4),
    "randint": lambda: torch.randint(0, 1000, (4,)),
    "randperm": lambda: torch.randperm(50),
    "normal": lambda: torch.normal(torch.zeros(4), 2.0),
    "bernoulli": lambda: torch.bernoulli(torch.full((64,), 0.5)),
    "multinomial": lambda: torch.multinomial(torch.ones(50), 20),
    "uniform_": lambda: torch.zeros(4).uniform_(-1, 1),
    "normal_": lambda: torch.zeros(4).normal_(),
    "exponential_": lambda: torch.zeros(4).exponential_(),
    "random_": lambda: torch.zeros(4).random_(1000),
    "rand_like": lambda: torch.rand_like(torch.zeros(4)),
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_the_same_seed_gives_the_same_numbers(draw):
    torch.manual_seed(7)
    first, second = draw(), draw()
    torch.manual_seed(7)
    np.random.seed(1)
    np.random.rand(3)
    assert torch.equal(draw(), first)
    assert not torch.equal(first, second)


def test_a_generator_of_ones_own_is_apart_from_the_common_one():
    torch.manual_seed(1)
    expected = torch.rand(3)
    torch.manual_seed(1)
    own = torch.Generator().manual_seed(5)
    drawn = torch.rand(3, generator=own)
    assert torch.equal(torch.rand(3), expected)
    assert torch.equal(torch.rand(3, generator=own.manual_seed(5)), drawn)
    assert own.initial_seed() == 5


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64])
def test_numbers_below_one_stay_below_one(dtype):
    torch.manual_seed(0)
    drawn = torch.rand(20000, dtype=dtype)
    assert drawn.min().item() >= 0 and drawn.max().item() < 1


def test_distributions_have_their_means_and_ranges():
    torch.manual_seed(3)
    assert abs(torch.rand(20000).mean().item() - 0.5) < 0.02
    normal = torch.randn(20000)
    assert abs(normal.mean().item()) < 0.05 and abs(normal.std().item() - 1) < 0.05
    whole = torch.randint(2, 5, (1000,))
    assert set(whole.tolist()) == {2, 3, 4} and whole.dtype is torch.int64
    assert torch.randint(3, (5,)).max().item() < 3
    assert sorted(torch.randperm(6).tolist()) == [0, 1, 2, 3, 4, 5]
    picked = torch.multinomial(torch.tensor([0.0, 1.0, 1.0]), 2)
    assert sorted(picked.tolist()) == [1, 2]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: torch.randn(2, dtype=torch.int64),
        lambda: torch.randint(3, 3, (2,)),
        lambda: torch.bernoulli(torch.tensor([1.5])),
        lambda: torch.multinomial(torch.zeros(3), 1),
        lambda: torch.multinomial(torch.ones(3), 4),
        lambda: torch.normal(0.0, -1.0, (2,)),
        lambda: torch.zeros(2).normal_(std=-1),
        lambda: torch.zeros(2, dtype=torch.int64).uniform_(),
    ],
)
def test_impossible_draws_are_refused(wrong):
    with pytest.raises(RuntimeError):
        wrong()


def test_drawing_into_a_recorded_tensor_cuts_its_gradient():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    y.uniform_()
    y.sum().backward()
    assert x.grad.tolist() == [0.0, 0.0, 0.0]


def test_a_state_brings_the_numbers_back():
    torch.manual_seed(5)
    torch.rand(3)
    state = torch.get_rng_state()
    first = torch.rand(4), torch.randint(9, (5,)), torch.randn(2)
    torch.set_rng_state(state)
    again = torch.rand(4), torch.randint(9, (5,)), torch.randn(2)
    assert all(map(torch.equal, first, again))
    assert torch.initial_seed() == 5
    with pytest.raises(RuntimeError, match="state"):
        torch.set_rng_state(torch.zeros(3))


def test_chances_have_gradient_zero():
    p = torch.tensor([0.0, 1.0], requires_grad=True)
    drawn = torch.bernoulli(p)
    assert drawn.tolist() == [0, 1]
    assert drawn.grad_fn.name() == "BernoulliBackward0"
    drawn.sum().backward()
    assert p.grad.tolist() == [0, 0]
    assert torch.zeros(3).bernoulli(1.0).tolist() == [1, 1, 1]
    assert torch.tensor([0.0, 2.0, 0.0]).multinomial(4, replacement=True).tolist() == [1, 1, 1, 1]
