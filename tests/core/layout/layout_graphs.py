"""Graphs that the layout tests place."""

import json
from pathlib import Path

from core.layout import Box, Edge, Graph, Group, Size

CORPUS = Path(__file__).parents[2] / "reference" / "layout"
DOT_CROSSINGS = json.loads((CORPUS / "dot_crossings.json").read_text(encoding="utf-8"))

EXPRESSIONS = {
    "selects": """
        x =
        s0 = x
        s1 = x
        m1 = # s0
        m2 = m1 s0
        m3 = # s1
        m4 = m3 s1
        y = m2 m4""",
    "perceptron": """
        x =
        W1 =
        a = x W1
        b1 =
        h = a b1
        t = h
        W2 =
        c = t W2
        b2 =
        o = c b2
        y =
        loss = o y""",
    "polynomial": """
        x =
        p = x x
        y = p #""",
    "broadcast": """
        m =
        b =
        u = m b
        s =
        v = u s
        t = v
        y = t""",
    "residual": """
        x =
        W1 =
        h1 = x W1
        r1 = h1
        a1 = r1 x
        W2 =
        h2 = a1 W2
        r2 = h2
        a2 = r2 a1
        y = a2""",
    "attention": """
        x =
        Wq =
        Wk =
        Wv =
        q = x Wq
        k = x Wk
        v = x Wv
        kt = k
        s = q kt
        d = s #
        sm = d
        o = sm v
        Wo =
        p = o Wo
        r = p x
        y = r""",
    "penalty": """
        x =
        w1 =
        a = x w1
        t = a
        w2 =
        c = t w2
        y =
        e = c y
        n1 = w1
        n2 = w2
        n = n1 n2
        scale =
        penalty = n scale
        loss = e penalty""",
}


def card(inputs, *, upright=False):
    """A box with the ports of a card: on its left and right, or above and below."""
    if upright:
        return Box(120, 80, tuple(120 * (port + 1) / (inputs + 1) for port in range(inputs)), (60,))
    return Box(120, 80, {0: (), 1: (51,), 2: (39, 63)}[inputs], (51,))


def expression(text, *, groups=None, label=None, upright=False, pins=None):
    """A graph from lines `name = inputs`; `#` is a constant in a socket. Groups are name: (members, parent)."""
    boxes, edges = {}, []
    for line in text.strip().splitlines():
        name, inputs = (part.strip() for part in line.split("="))
        names = inputs.split()
        boxes[name] = card(len(names), upright=upright)
        edges += [Edge(each, name, 0, port, label) for port, each in enumerate(names) if each != "#"]
    framed = {key: Group(tuple(members.split()), parent) for key, (members, parent) in (groups or {}).items()}
    return Graph(boxes, edges, framed, pins or {})


def corpus(name):
    """A stored graph, with boxes of 90 x 40 px."""
    stored = json.loads((CORPUS / f"{name}.json").read_text(encoding="utf-8"))
    return Graph({node: Box(90, 40) for node in range(stored["nodes"])}, [Edge(*edge) for edge in stored["edges"]])


def chain(count):
    """Boxes in single file."""
    return Graph({node: Box(90, 40) for node in range(count)}, [Edge(node, node + 1) for node in range(count - 1)])


def star(count, *, inwards=False):
    """A box with `count` consumers, or with as many producers."""
    ends = range(1, count + 1)
    edges = [Edge(end, 0) if inwards else Edge(0, end) for end in ends]
    return Graph({node: Box(90, 40) for node in range(count + 1)}, edges)


def shared_leaf(count=300, uses=100):
    """A chain of operations, of which evenly spread ones use one and the same leaf."""
    graph = chain(count)
    every = count // uses
    edges = [Edge("leaf", node) for node in range(0, count, every)]
    return Graph({"leaf": Box(90, 40), **graph.boxes}, [*graph.edges, *edges])


LABEL = Size(28, 16)
