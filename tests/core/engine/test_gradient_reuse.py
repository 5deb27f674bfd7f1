"""Memory that nobody else holds is used again, and only that."""

import itertools
import tracemalloc

import numpy as np
import pytest

import core as torch
from core.debug import record

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
def test_no_two_gradients_share_memory(program, size):
    x = leaf(size)
    y = x * 1
    y.retain_grad()
    shown = []
    y.register_hook(shown.append)
    for _ in range(2):
        program(y).backward(retain_graph=True)
        held = [x.grad.numpy(), y.grad.numpy(), *(one.numpy() for one in shown), x.detach().numpy()]
        pairs = itertools.combinations(held, 2)
        assert not any(np.shares_memory(one, other) for one, other in pairs)


@SIZES
def test_what_a_hook_gives_or_keeps_stays_its_own(size):
    given, kept = torch.full((size,), 7.0, dtype=torch.float64), []
    x, z = leaf(size), leaf(size, 1)
    y, w = -x, -z
    y.grad_fn.register_hook(lambda inputs, outputs: (given,))
    w.grad_fn.register_hook(lambda inputs, outputs: kept.append(inputs[0]))
    ((y + w) * 2).sum().backward()
    x.grad += 1
    z.grad += 1
    assert (given == 7).all()
    assert (kept[0] == -2).all()


@SIZES
def test_a_gradient_that_two_nodes_hold_is_not_added_to(size):
    x, y, z = leaf(size), leaf(size, 1), leaf(size, 2)
    u, v, w = x * 1, y * 1, z * 1
    ((u + v) * 2 + (u + w) * 3).sum().backward()
    assert [one.grad[0].item() for one in (x, y, z)] == [5, 2, 3]


@pytest.mark.filterwarnings("ignore:Anomaly detection")
@pytest.mark.parametrize("other", ["kept", "watched", "recorded"])
def test_layouts_that_differ_do_not_change_a_digit(other):
    """Sums over broadcast dimensions depend, in the last digits, on how what is added up lies in memory."""

    def gradients(how):
        random = np.random.default_rng(3)
        x, bias, scale, weight = (
            torch.from_numpy(random.normal(size=size).astype(np.float32)).requires_grad_()
            for size in ((120, 100), (100,), (120, 1), (100, 100))
        )
        y = (x.sin() * bias * scale + x.mT.contiguous().mT * bias) @ weight * scale
        seed = torch.from_numpy(random.normal(size=(100, 120)).astype(np.float32)).T
        if how == "recorded":
            record(y, seed).commit()
        elif how == "watched":
            with torch.autograd.detect_anomaly():
                y.backward(seed)
        else:
            y.backward(seed, retain_graph=how == "kept")
        return [one.grad.numpy().tobytes() for one in (x, bias, scale, weight)]

    assert gradients("plain") == gradients(other)


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


SEEDS = {
    "expanded": lambda made: torch.ones(()).expand(50, 70),
    "repeated rows": lambda made: made(1, 70).expand(50, 70),
    "columns": lambda made: made(70, 50).mT,
    "with gaps": lambda made: made(50, 140)[:, ::2],
    "rows": lambda made: made(50, 70),
}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_recording_takes_the_gradient_that_is_passed_in_as_it_lies_in_memory(seed):
    def gradients(is_recorded):
        random = np.random.default_rng(1)

        def made(*size):
            return torch.from_numpy(random.normal(size=size).astype(np.float32))

        x, y, z = (made(70, 50).requires_grad_() for _ in range(3))
        root, passed = (x * y).mT.softmax(-1) + (y * z).mT, SEEDS[seed](made)
        before = passed.clone()
        if is_recorded:
            record(root, passed).commit()
        else:
            root.backward(passed)
        assert torch.equal(passed, before)
        return [one.grad.numpy().tobytes() for one in (x, y, z)]

    assert gradients(is_recorded=True) == gradients(is_recorded=False)
