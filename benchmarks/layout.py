"""How long the layout takes, beside Graphviz dot where that is installed.

    python -m benchmarks.layout [--repeat 5] [--patience 60]

Budget: 100 boxes in 30 ms, 1,000 in 0.5 s, 5,000 in 3 s. Machines differ, so read the ratios.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
from pathlib import Path
from time import perf_counter

from core.layout import Box, Direction, Edge, Graph, place

CORPUS = Path(__file__).parents[1] / "tests" / "reference" / "layout"
BOX = Box(90, 40)


def stored(name: str) -> Graph:
    """A graph of the test corpus."""
    content = json.loads((CORPUS / f"{name}.json").read_text(encoding="utf-8"))
    return Graph(dict.fromkeys(range(content["nodes"]), BOX), [Edge(*edge) for edge in content["edges"]])


def residual(blocks: int, *, hub_every: int = 0) -> Graph:
    """A trunk of blocks: product with a weight, activation, and the block's input added; some also use one leaf."""
    edges = []
    for block in range(blocks):
        trunk, weight, product, active, total = ("x", block), ("w", block), ("p", block), ("a", block), ("x", block + 1)
        edges += [Edge(trunk, product), Edge(weight, product), Edge(product, active)]
        edges += [Edge(active, total), Edge(trunk, total)]
        if hub_every and block % hub_every == 0:
            edges.append(Edge("hub", active))
    keys = {end: BOX for edge in edges for end in (edge.source, edge.target)}
    return Graph(keys, edges)


def shared_leaf(count: int, uses: int) -> Graph:
    """A chain in which evenly spread boxes use one and the same leaf."""
    edges = [Edge(box, box + 1) for box in range(count - 1)]
    edges += [Edge("leaf", box) for box in range(0, count, count // uses)]
    return Graph({"leaf": BOX} | dict.fromkeys(range(count), BOX), edges)


def chain(count: int) -> Graph:
    """Boxes in single file."""
    return Graph(dict.fromkeys(range(count), BOX), [Edge(box, box + 1) for box in range(count - 1)])


def star(count: int) -> Graph:
    """One box with many consumers."""
    return Graph(dict.fromkeys(range(count + 1), BOX), [Edge(0, box) for box in range(1, count + 1)])


GRAPHS = {
    **{f"{kind} {size}": stored(f"{kind}_{size}") for size in (100, 1000) for kind in ("autograd", "hubs", "random")},
    "random 5000": stored("random_5000"),
    "residual 5000": residual(1250),
    "residual 5000, a hub": residual(1250, hub_every=6),
    "shared leaf 300": shared_leaf(300, 100),
    "star 500": star(500),
    "chain 10000": chain(10_000),
}


def seconds_of_layout(graph: Graph, repeat: int) -> float:
    """The shortest of several runs."""
    times = []
    for _ in range(repeat):
        start = perf_counter()
        place(graph, Direction.TOP_TO_BOTTOM)
        times.append(perf_counter() - start)
    return min(times)


def seconds_of_dot(graph: Graph, dot: str, patience: float) -> float | None:
    """One run of dot on the same graph, or None if it takes longer than `patience` seconds."""
    number = {key: index for index, key in enumerate(graph.boxes)}
    edges = "".join(f"{number[edge.source]}->{number[edge.target]};" for edge in graph.edges)
    node = 'node[shape=box,fixedsize=true,width=1.25,height=0.5556,label=""];'
    source = f"digraph{{nodesep=0.33;ranksep=0.78;{node}{edges}}}"
    start = perf_counter()
    try:
        subprocess.run([dot, "-Tplain"], input=source.encode(), capture_output=True, check=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return None
    return perf_counter() - start


def main() -> None:
    """Print one line for each graph."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs of the layout, of which the shortest counts")
    parser.add_argument("--patience", type=float, default=60, help="seconds to wait for dot on each graph")
    options = parser.parse_args()
    dot = shutil.which("dot")
    print(f"{'graph':22}{'boxes':>7}{'edges':>7}{'layout':>11}{'dot':>11}{'dot / layout':>14}")
    for name, graph in GRAPHS.items():
        ours = seconds_of_layout(graph, options.repeat)
        line = f"{name:22}{len(graph.boxes):7}{len(graph.edges):7}{ours * 1000:8.0f} ms"
        theirs = seconds_of_dot(graph, dot, options.patience) if dot else None
        if theirs:
            line += f"{theirs * 1000:8.0f} ms{theirs / ours:14.1f}"
        elif dot:
            line += f"  > {options.patience:4.0f} s{'> ' + format(options.patience / ours, '.0f'):>14}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
