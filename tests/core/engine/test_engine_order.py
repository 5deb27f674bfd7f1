"""The order in which nodes run: PyTorch's, and the same every time."""

import random

import pytest

import core

OPERATIONS = (
    lambda a, b: a + b,
    lambda a, b: a * b,
    lambda a, b: a.sin(),
    lambda a, b: b - a * 2,
    lambda a, b: (a * 0.1).exp(),
)


def run_random_graph(torch, seed):
    """Build a random graph, run backward, and return what the hooks saw and the gradients of the leaves."""
    choose = random.Random(seed)
    leaves = [torch.tensor([float(i + 1), 0.5], dtype=torch.float64, requires_grad=True) for i in range(4)]
    tensors, log = list(leaves), []
    for name, leaf in enumerate(leaves):
        leaf.register_hook(lambda g, name=name: log.append(f"leaf {name}"))
    for step in range(40):
        made = choose.choice(OPERATIONS)(choose.choice(tensors[-8:]), choose.choice(tensors)) * 0.3
        made.register_hook(lambda g, step=step: log.append(step))
        tensors.append(made)
    roots = choose.sample(tensors[-12:], 3)
    torch.autograd.backward(roots, [torch.ones_like(one) for one in roots])
    return log, [[] if leaf.grad is None else leaf.grad.tolist() for leaf in leaves]


def between_steps(log):
    """The log with the leaves that run between two steps as a set: among themselves, they tie."""
    parts, leaves = [], set()
    for entry in log:
        if isinstance(entry, str):
            leaves.add(entry)
        else:
            parts += [frozenset(leaves), entry]
            leaves = set()
    return [*parts, frozenset(leaves)]


@pytest.mark.parametrize("seed", range(60))
def test_the_order_is_pytorchs(seed):
    torch = pytest.importorskip("torch")
    log, gradients = run_random_graph(core, seed)
    expected_log, expected_gradients = run_random_graph(torch, seed)
    assert between_steps(log) == between_steps(expected_log)
    for found, expected in zip(gradients, expected_gradients, strict=True):
        assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_the_same_graph_always_runs_in_the_same_order(seed):
    assert run_random_graph(core, seed) == run_random_graph(core, seed)


@pytest.mark.parametrize("seed", range(10))
def test_every_hook_runs_once_and_later_steps_before_earlier_ones(seed):
    log, _ = run_random_graph(core, seed)
    steps = [entry for entry in log if not isinstance(entry, str)]
    assert steps == sorted(set(steps), reverse=True)
    assert len(log) == len(set(log))


def test_a_leaf_runs_as_soon_as_it_is_ready():
    log = []
    x = core.ones(1, requires_grad=True)
    w = core.ones(1, requires_grad=True)
    first = x * 2
    last = first * w
    for name, tensor in {"x": x, "w": w, "first": first, "last": last}.items():
        tensor.register_hook(lambda g, name=name: log.append(name))
    last.backward()
    assert log == ["last", "w", "first", "x"]


def test_leaves_that_are_ready_together_run_in_the_order_of_the_edges():
    log = []
    leaves = [core.ones(1, requires_grad=True) for _ in range(6)]
    for number, leaf in enumerate(leaves):
        leaf.register_hook(lambda g, number=number: log.append(number))
    core.stack(leaves).sum().backward()
    assert log == list(range(6))
