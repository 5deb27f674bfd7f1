"""Random graphs with hooks of all kinds, custom functions and every way to ask for gradients, against PyTorch."""

import random

import pytest

import core


def functions(torch):
    """Custom functions: two results, a saved result, and gradients that may be missing."""

    class Product(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b, a + b

        @staticmethod
        def backward(ctx, g, h):
            a, b = ctx.saved_tensors
            return g * b + h, g * a + h

    class Exponential(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            y = (a * 0.3).exp()
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx, g):
            (y,) = ctx.saved_tensors
            return g * y * 0.3

    class Separate(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.set_materialize_grads(False)
            return a * 2, b * 3

        @staticmethod
        def backward(ctx, g, h):
            return g if g is None else g * 2, h if h is None else h * 3

    return Product, Exponential, Separate


def numbers(tensor):
    return None if tensor is None else tensor.detach().reshape(-1).tolist()


class Session:
    """A random graph, with hooks that write a log, and random calls that differentiate it."""

    def __init__(self, torch, seed):
        self.torch = torch
        self.random = random.Random(seed)
        self.log = []
        self.leaves = [self.leaf() for _ in range(3)]
        self.tensors = list(self.leaves)
        product, exponential, separate = functions(torch)
        self.steps = (
            lambda a, b: [a + b],
            lambda a, b: [a * b],
            lambda a, b: [a.sin()],
            lambda a, b: product.apply(a, b),
            lambda a, b: [exponential.apply(a)],
            lambda a, b: separate.apply(a, b),
            lambda a, b: torch.cat([a, b]).split(2),
            lambda a, b: [torch.where(a > 0, a * 2, b)],
            lambda a, b: [a.detach()],
            lambda a, b: [(a * b).sum() * torch.ones(2, dtype=torch.float64)],
            lambda a, b: [torch.stack([a, b]).tanh()[0]],
        )
        for leaf in self.leaves:
            self.hook(leaf)
        for _ in range(14):
            self.step()

    def leaf(self):
        values = [self.random.uniform(-1, 1) for _ in range(2)]
        return self.torch.tensor(values, dtype=self.torch.float64, requires_grad=True)

    def step(self):
        made = self.random.choice(self.steps)(self.random.choice(self.tensors[-6:]), self.random.choice(self.tensors))
        for tensor in made:
            self.hook(tensor)
            self.tensors.append(tensor)

    def hook(self, tensor):
        """Attach a hook of some kind to some tensors."""
        draw, replaces, name = self.random.random(), self.random.random() < 0.5, len(self.tensors)
        if not tensor.requires_grad:
            return
        node = tensor.grad_fn
        if draw < 0.15:
            tensor.register_hook(lambda g: self.noted(name, g, replaces and g is not None and g * 1.5))
        elif draw < 0.25 and node is not None:
            node.register_prehook(lambda gs: self.noted(name, gs, replaces and scaled(gs, 0.5)))
        elif draw < 0.35 and node is not None:
            node.register_hook(lambda gi, go: self.noted(name, (*gi, *go), replaces and scaled(gi, 2.0)))
        elif draw < 0.5:
            tensor.retain_grad()
        elif draw < 0.6 and node is None:
            tensor.register_post_accumulate_grad_hook(lambda leaf: self.noted(name, leaf.grad, None))

    def noted(self, name, seen, result):
        self.log.append((name, [numbers(one) for one in seen] if isinstance(seen, tuple) else numbers(seen)))
        return None if result is False else result

    def call(self):
        """Ask for gradients in some way, and return what there is to see afterwards."""
        torch, choose = self.torch, self.random
        root, other = choose.choice(self.tensors[-8:]), choose.choice(self.tensors[-8:])
        wanted, keep, ones = choose.sample(self.tensors, 2), choose.random() < 0.6, torch.ones(2, dtype=torch.float64)
        ways = (
            lambda: root.sum().backward(retain_graph=keep),
            lambda: torch.autograd.grad(root.sum(), wanted, retain_graph=keep, allow_unused=True),
            lambda: root.sum().backward(inputs=wanted[:1], retain_graph=keep),
            lambda: torch.autograd.backward([root, other], [ones, ones * 2], retain_graph=keep),
            lambda: self.twice(root, choose.choice(self.leaves)),
        )
        try:
            found = choose.choice(ways)()
        except RuntimeError:
            found = "refused"
        log, self.log = self.log, []
        seen = [numbers(one) for one in found] if isinstance(found, tuple) else found
        return seen, log, [numbers(one.grad) if one.is_leaf or one.retains_grad else None for one in self.tensors]

    def twice(self, root, leaf):
        (g,) = self.torch.autograd.grad(root.sum(), leaf, create_graph=True, allow_unused=True)
        if g is None or not g.requires_grad:
            return (g,)
        return (g, *self.torch.autograd.grad(g.sum(), self.leaves, allow_unused=True, retain_graph=True))


def scaled(gradients, factor):
    return tuple(None if g is None else g * factor for g in gradients)


def same(found, expected):
    if isinstance(expected, list | tuple):
        return len(found) == len(expected) and all(map(same, found, expected))
    return found == (pytest.approx(expected, rel=1e-9, abs=1e-12) if isinstance(expected, float) else expected)


@pytest.mark.parametrize("seed", range(150))
def test_hooks_and_gradients_are_pytorchs(seed):
    torch = pytest.importorskip("torch")
    ours, theirs = Session(core, seed), Session(torch, seed)
    for _ in range(5):
        found, expected = ours.call(), theirs.call()
        assert same(found, expected), f"{found}\nis not\n{expected}"


@pytest.mark.parametrize("seed", range(5))
def test_a_session_repeats_itself(seed):
    first, second = Session(core, seed), Session(core, seed)
    assert [first.call() for _ in range(5)] == [second.call() for _ in range(5)]
