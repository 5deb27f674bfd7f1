"""Memory that nobody else holds is used again, and only that."""

import tracemalloc

import numpy as np
import pytest

import core as torch

LARGE = 20_000
SIZES = pytest.mark.parametrize("size", [3, LARGE])


def leaf(size, seed=0):
    return torch.from_numpy(np.random.default_rng(seed).normal(size=size)).requires_grad_()


def bell(x):
    product = x.sin() * x
    return (-product * product).exp().sum()


def passed_on_and_negated(x):
    return (x - (x * 2 - x.exp())).sum()


def through_a_sum(x):
    y = x * x
    return ((y + 1) * y - y / 3).sum()


def to_two_leaves(x):
    y = leaf(len(x), 1)
    return (-(x + y) * x / y - y).sum()


PROGRAMS = pytest.mark.parametrize("program", [bell, passed_on_and_negated, through_a_sum, to_two_leaves])


@SIZES
@PROGRAMS
def test_a_large_pass_computes_what_a_kept_one_does(program, size):
    spent, kept = leaf(size), leaf(size)
    program(spent).backward()
    program(kept).backward(retain_graph=True)
    assert spent.grad.numpy().tobytes() == kept.grad.numpy().tobytes()


@SIZES
@PROGRAMS
def test_no_two_gradients_share_memory_that_is_written_to_later(program, size):
    x = leaf(size)
    seen = []
    y = x * 1
    y.retain_grad()
    y.register_hook(seen.append)
    program(y).backward()
    held = [x.grad.numpy(), y.grad.numpy(), *(one.numpy() for one in seen)]
    assert not any(np.shares_memory(one, x.detach().numpy()) for one in held)
    before = [one.copy() for one in held[1:]]
    x.grad += 1
    program(y.detach().requires_grad_()).backward()
    assert all(np.array_equal(one, then) for one, then in zip(held[1:], before, strict=True))


@SIZES
def test_a_gradient_that_a_hook_was_shown_is_not_written_over(size):
    x, seen = leaf(size), []
    y = -x
    y.register_hook(lambda g: seen.append((g, g.clone())))
    (-(y * 3) * 2).sum().backward()
    shown, then = seen[0]
    assert torch.equal(shown, then)
    assert torch.equal(x.grad, torch.full((size,), 6.0, dtype=torch.float64))


def test_leaves_that_get_the_same_gradient_have_one_of_their_own():
    x, y = leaf(LARGE), leaf(LARGE, 1)
    ((x + y) * 2).sum().backward()
    x.grad += 1
    assert y.grad[0].item() == 2


def test_a_pass_over_large_arrays_needs_room_for_few_of_them():
    x = leaf(LARGE)
    size = x.detach().numpy().nbytes

    def peak(keep):
        x.grad = None
        root = bell(x)
        tracemalloc.start()
        root.backward(retain_graph=keep)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most / size

    assert peak(keep=False) < peak(keep=True) - 0.9
