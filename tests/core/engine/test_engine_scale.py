"""Large graphs: nothing recurses, work is linear in the size of the graph, and memory is given back."""

import gc
import sys
import threading
import weakref

import numpy as np
import pytest

import core
from core.engine.backward import BackwardPass

CHAIN = 100_000


class Counter:
    """An observer that counts what the engine does."""

    def __init__(self):
        self.nodes = self.deliveries = self.ready_nodes = 0

    def began(self, missing): ...

    def ready(self, node):
        self.ready_nodes += 1

    def enter(self, node, g):
        self.nodes += 1

    def run_hook(self, node, kind, hook, g, *rest):
        return hook(g, *rest)

    def computed(self, node, g, edges, gradients): ...

    def releasing(self, node, kept): ...

    def fitted(self, node, slot, before, after): ...

    def arrived(self, node, slot, edge, gradient, before, after):
        self.deliveries += 1

    def leave(self, node): ...


def counted_backward(root):
    counter = Counter()
    BackwardPass(watch=counter).run([((root.grad_fn, 0), np.ones(root.shape, np.float32))])
    return counter


def chain(length):
    x = core.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(length // 2):
        y = y * 1.00001 + 0.001
    return x, y


def in_a_small_stack(work):
    """Run `work` where recursion fails soon: few Python frames, and little room for those of C."""
    failures = []

    def run():
        try:
            work()
        except BaseException as error:
            failures.append(error)

    before, limit = threading.stack_size(256 * 1024), sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(120)
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
        sys.setrecursionlimit(limit)
    assert failures == []


def test_a_long_chain_neither_recurses_forward_nor_backward_nor_when_it_goes_away():
    def work():
        x, y = chain(CHAIN)
        y.backward()
        assert x.grad.item() == pytest.approx(1.00001 ** (CHAIN // 2), rel=1e-2)
        del y

    in_a_small_stack(work)


def test_a_long_chain_can_go_away_without_a_backward_pass():
    nodes = []

    def work():
        _, y = chain(CHAIN)
        nodes.append(weakref.ref(y.grad_fn))
        del y

    in_a_small_stack(work)
    gc.collect()
    assert nodes[0]() is None


def test_a_long_chain_can_be_differentiated_twice():
    def work():
        x, y = chain(20_000)
        (g,) = core.autograd.grad(y * x, x, create_graph=True)
        (h,) = core.autograd.grad(g, x)
        assert h.item() == pytest.approx(2 * 1.00001**10_000, rel=1e-2)

    in_a_small_stack(work)


def test_every_node_of_a_chain_runs_once():
    _, y = chain(2_000)
    counter = counted_backward(y)
    assert counter.nodes == 2_000 + 1  # and the leaf
    assert counter.deliveries == 2_000 + 1  # and the seed


def test_a_diamond_of_sixty_levels_is_linear():
    x = core.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    counter = counted_backward(y)
    assert counter.nodes == 60 + 1
    assert counter.deliveries == 2 * 60 + 1
    assert x.grad.item() == 2.0**60


def test_ten_thousand_uses_of_one_leaf_are_added_once_each():
    x = core.tensor([1.0, 2.0], requires_grad=True)
    total = sum((x * float(k % 7) for k in range(10_000)), core.zeros(2))
    counter = counted_backward(total)
    assert counter.ready_nodes == counter.nodes
    assert x.grad.tolist() == [sum(k % 7 for k in range(10_000))] * 2


class Sums(Counter):
    """Keeps every sum of gradients as the engine shows it, and a copy of it."""

    def __init__(self):
        super().__init__()
        self.shown, self.copies = [], []

    def arrived(self, node, slot, edge, gradient, before, after):
        self.shown.append(after)
        self.copies.append(np.array(after))


def test_a_watched_sum_is_not_written_to_by_the_next_addition():
    x = core.ones(4, requires_grad=True)
    total = sum((x * 2.0 for _ in range(50)), core.zeros(4))
    sums = Sums()
    BackwardPass(watch=sums).run([((total.grad_fn, 0), np.ones(4, np.float32))])
    assert x.grad.tolist() == [100.0] * 4
    assert all((one == copy).all() for one, copy in zip(sums.shown, sums.copies, strict=True))


def test_the_gradient_that_is_passed_in_is_never_written_to():
    x = core.ones(4, requires_grad=True)
    given = core.ones(4)
    y = x * 1.0
    core.autograd.backward([y, y, y, x], [given] * 4)
    assert given.tolist() == [1.0] * 4
    assert x.grad.tolist() == [4.0] * 4


def test_saved_values_are_released_as_the_pass_goes():
    x = core.ones(1000, requires_grad=True)
    saved, alive = [], []
    y = x
    for _ in range(10):
        y = y.sin()
        saved.append(weakref.ref(y.grad_fn.saved[0]))
        y.register_hook(lambda g: alive.append(sum(one() is not None for one in saved)))
    y.sum().backward()
    assert alive == list(range(10, 0, -1))  # each node has let go of its value before the next one runs


def test_a_kept_graph_keeps_its_values():
    x = core.ones(3, requires_grad=True)
    y = x.sin().sin()
    saved = weakref.ref(y.grad_fn.saved[0])
    y.sum().backward(retain_graph=True)
    assert saved() is not None
    y.sum().backward()
    assert saved() is None


def test_a_forward_pass_under_no_grad_holds_nothing():
    x = core.ones(1000, requires_grad=True)
    arrays = []
    with core.no_grad():
        y = x
        for _ in range(10):
            y = y.sin() * y.exp()
            arrays.append(weakref.ref(y.array))
    assert [one() is not None for one in arrays] == [False] * 9 + [True]
    assert y.grad_fn is None


def test_a_graph_that_saves_nothing_needed_holds_no_values():
    x = core.ones(1000, requires_grad=True)
    middle = x + 1.0
    array = weakref.ref(middle.array)
    end = (middle + 2.0).sum()
    del middle
    assert array() is None
    end.backward()
    assert x.grad.sum().item() == 1000


def test_a_graph_goes_away_with_its_last_tensor():
    x = core.ones(3, requires_grad=True)
    y = (x * 2).exp()
    node, inner = weakref.ref(y.grad_fn), weakref.ref(y.grad_fn.next_functions[0][0])
    del y
    assert node() is None
    assert inner() is None  # without waiting for the garbage collector: there is no cycle
