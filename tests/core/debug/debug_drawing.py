"""A small drawn expression for the debugger's tests: tensors by name, and what each was computed from."""

from __future__ import annotations

import core as torch
from core.debug.source import Cut


class Drawing:
    """An expression that is written down while it is computed."""

    def __init__(self, **leaves):
        self._leaves = leaves
        self._operands = dict.fromkeys(leaves, ())
        self._cuts = {}
        self._ops = {}
        self._values = dict(leaves)

    def add(self, name, tensor, *operands, cuts=()):
        """Name a tensor; `operands` are the names wired to its inputs (None for a constant)."""
        if tensor.grad_fn is not None:
            tensor.grad_fn.origin = name
            self._ops[name] = tensor.grad_fn.op
        self._operands[name] = operands
        self._values[name] = tensor
        self._cuts |= {(name, slot): cut for slot, cut in dict(cuts).items()}
        return tensor

    def label(self, origin):
        return origin

    def op(self, origin):
        return self._ops.get(origin)

    def operands(self, origin):
        return self._operands[origin]

    def cut(self, origin, slot):
        return self._cuts.get((origin, slot))

    def value(self, origin):
        return self._values[origin].detach().numpy()

    def leaves(self):
        return self._leaves

    def root_cuts(self):
        return ()

    def unkept(self):
        return ()


def indexing():
    """The worked example 2*x[0]*x[0] + 4*x[1]*x[1] at x = [1, 2], each select wired once."""
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    drawing = Drawing(x=x)
    x0 = drawing.add("x[0]", x[0], "x")
    m1 = drawing.add("m1", 2 * x0, "x[0]", None)
    m2 = drawing.add("m2", m1 * x0, "m1", "x[0]")
    x1 = drawing.add("x[1]", x[1], "x")
    m3 = drawing.add("m3", 4 * x1, "x[1]", None)
    m4 = drawing.add("m4", m3 * x1, "m3", "x[1]")
    return drawing.add("y", m2 + m4, "m2", "m4"), drawing


def frozen_branch(reason):
    """y = t + s with t = a*w + 1 in a no_grad block (or whatever the cut is) and s = 5*b."""
    a, w, b = (torch.tensor(number, requires_grad=True) for number in (2.0, 3.0, 4.0))
    drawing = Drawing(a=a, w=w, b=b)
    cut = Cut(reason, "r1", "u")
    with torch.set_grad_enabled(reason is None):
        u = drawing.add("u", a * w, "a", "w")
        t = drawing.add("t", u + 1, "u", None)
    s = drawing.add("s", 5 * b, "b", None)
    return drawing.add("y", t + s, "t", "s", cuts={0: cut} if reason else ()), drawing
