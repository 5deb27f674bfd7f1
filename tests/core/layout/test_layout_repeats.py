"""The same graph always gives the same picture, and a layout can be given up."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from layout_graphs import EXPRESSIONS, corpus, expression

from core.layout import LayoutCancelled, place

ROOT = Path(__file__).parents[3]
PROGRAM = """
from hashlib import sha256
from layout_graphs import EXPRESSIONS, corpus, expression
from core.layout import Graph, place
graph = corpus("random_100")
named = Graph({str(key): box for key, box in graph.boxes.items()},
              [type(edge)(str(edge.source), str(edge.target)) for edge in graph.edges])
groups = {"inner": ("k kt", "outer"), "outer": ("q Wq", None), "other": ("o Wo", None)}
placements = [place(named), place(expression(EXPRESSIONS["attention"], groups=groups))]
print(sha256(repr(placements).encode()).hexdigest())
"""


def digest(seed):
    environment = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": f"{ROOT}{os.pathsep}{Path(__file__).parent}"}
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    return result.stdout


def test_does_not_depend_on_the_hash_seed():
    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(digest, range(20)))) == 1


def test_does_not_depend_on_what_was_placed_before():
    graph = corpus("random_100")
    first = place(graph)
    place(expression(EXPRESSIONS["attention"]))
    assert place(graph) == first


def test_can_be_given_up_at_once():
    with pytest.raises(LayoutCancelled):
        place(corpus("autograd_100"), cancelled=lambda: True)


def test_asks_often_whether_to_go_on():
    asked = []
    place(corpus("random_1000"), cancelled=lambda: bool(asked.append(None)))
    assert len(asked) >= 20


def test_can_be_given_up_at_any_time():
    graph = corpus("random_100")
    asked = []
    place(graph, cancelled=lambda: bool(asked.append(None)))
    for limit in range(1, len(asked)):
        left = iter(range(limit))
        with pytest.raises(LayoutCancelled):
            place(graph, cancelled=lambda left=left: next(left, None) is None)
