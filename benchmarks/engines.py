"""What the core costs, beside hand-written numpy, PyTorch and HIPS autograd.

    python benchmarks/engines.py [--rounds 15]

The engines take turns in one process, one thread each, and the medians of the turns are compared: read the
ratios, not the times. PyTorch and HIPS autograd take part where they are installed.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before the libraries are loaded
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["MKL_NUM_THREADS"] = "1"

import argparse
import ctypes
import importlib
import importlib.util
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

Work = Callable[[], object]
LENGTH = 1_000  # of a chain: two operations each

_random = np.random.default_rng(0)


def _normal(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape).astype(np.float32)


INPUT, TARGET = _normal(32, 64), _normal(32, 10)
FIRST, SECOND = _normal(64, 64) * np.float32(0.1), _normal(64, 10) * np.float32(0.1)
VECTOR, MILLION, SQUARE = _normal(16), _normal(1_000_000), _normal(512, 512)


def by_hand() -> dict[str, Work]:
    """Forward and backward as a careful person writes them without an engine."""

    def chain() -> object:
        value = np.ones((), np.float32)
        for _ in range(LENGTH):
            value = np.add(np.multiply(value, 1.0001), 0.1)
        g = np.ones((), np.float32)
        for _ in range(LENGTH):
            g = np.multiply(g, 1.0001)
        return g

    def vec16() -> object:
        value, saved = VECTOR, []
        for _ in range(LENGTH):
            result = np.tanh(value)
            saved.append(result)
            value = np.add(result, value)
        g = np.ones(16, np.float32)
        for result in reversed(saved):
            g = g + g * (1 - result * result)
        return g

    def mlp() -> object:
        before = INPUT @ FIRST
        hidden = np.maximum(before, 0)
        error = hidden @ SECOND - TARGET
        (error * error).mean()
        g = error * (2.0 / error.size)
        g_hidden = (g @ SECOND.T) * (before > 0)
        return INPUT.T @ g_hidden, hidden.T @ g

    def big() -> object:
        x = MILLION
        sine = np.sin(x)
        product = sine * x
        bell = np.exp(-product * product)
        bell.sum()
        g = np.ones_like(bell) * bell * (-2 * product)
        return g * sine + g * x * np.cos(x)

    def matmul() -> object:
        g = np.ones_like(SQUARE @ SQUARE.T)
        return g @ SQUARE + g.T @ SQUARE

    return {"chain": chain, "vec16": vec16, "mlp": mlp, "big": big, "matmul": matmul}


def tensors(torch: Any) -> dict[str, Work]:
    """The same in a library with PyTorch's names: ours, or PyTorch."""

    def leaf(array: np.ndarray) -> Any:
        return torch.from_numpy(array.copy()).requires_grad_()

    scalar, vector, million, square = map(leaf, (np.ones((), np.float32), VECTOR, MILLION, SQUARE))
    first, second = leaf(FIRST), leaf(SECOND)
    data, target = torch.from_numpy(INPUT), torch.from_numpy(TARGET)

    def chain() -> object:
        scalar.grad = None
        value = scalar
        for _ in range(LENGTH):
            value = value * 1.0001 + 0.1
        value.backward()
        return scalar.grad

    def vec16() -> object:
        vector.grad = None
        value = vector
        for _ in range(LENGTH):
            value = value.tanh() + value
        value.sum().backward()
        return vector.grad

    def mlp() -> object:
        first.grad = second.grad = None
        error = (data @ first).relu() @ second - target
        (error * error).mean().backward()
        return first.grad, second.grad

    def big() -> object:
        million.grad = None
        product = million.sin() * million
        (-product * product).exp().sum().backward()
        return million.grad

    def matmul() -> object:
        square.grad = None
        (square @ square.T).sum().backward()
        return square.grad

    return {"chain": chain, "vec16": vec16, "mlp": mlp, "big": big, "matmul": matmul}


def functions() -> dict[str, Work]:
    """The same in HIPS autograd, which differentiates functions."""
    import autograd.numpy as anp
    from autograd import grad

    def chain(value: Any) -> Any:
        for _ in range(LENGTH):
            value = value * 1.0001 + 0.1
        return value

    def vec16(value: Any) -> Any:
        for _ in range(LENGTH):
            value = anp.tanh(value) + value
        return anp.sum(value)

    def mlp(first: Any, second: Any) -> Any:
        error = anp.dot(anp.maximum(anp.dot(INPUT, first), 0), second) - TARGET
        return anp.mean(error * error)

    def big(x: Any) -> Any:
        product = anp.sin(x) * x
        return anp.sum(anp.exp(-product * product))

    def matmul(square: Any) -> Any:
        return anp.sum(anp.dot(square, square.T))

    weights = grad(mlp, (0, 1))
    return {
        "chain": lambda: grad(chain)(1.0),
        "vec16": lambda: grad(vec16)(VECTOR),
        "mlp": lambda: weights(FIRST, SECOND),
        "big": lambda: grad(big)(MILLION),
        "matmul": lambda: grad(matmul)(SQUARE),
    }


def engines() -> dict[str, dict[str, Work]]:
    """What there is to compare, by name; hand-written numpy first."""
    found = {"numpy": by_hand(), "Gradwalk": tensors(importlib.import_module("core"))}
    if importlib.util.find_spec("torch"):
        torch = importlib.import_module("torch")
        torch.set_num_threads(1)
        found["PyTorch"] = tensors(torch)
    if importlib.util.find_spec("autograd"):
        found["HIPS autograd"] = functions()
    return found


def keep_freed_memory() -> None:
    """Let glibc, where there is one, keep freed memory: otherwise it counts how the kernel hands out pages."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(-1, 2**30)  # M_TRIM_THRESHOLD
        mallopt(-3, 2**30)  # M_MMAP_THRESHOLD


def medians(works: dict[str, Work], rounds: int, repeats: int) -> dict[str, float]:
    """The median time of each engine in seconds, over rounds in which they take turns of so many repeats.

    The first run of a turn is not counted: it finds the caches full of what another engine left.
    """
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            work()
            start = perf_counter()
            for _ in range(repeats):
                work()
            times[name].append((perf_counter() - start) / repeats)
    return {name: statistics.median(one) for name, one in times.items()}


def main() -> None:
    """Print the table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    keep_freed_memory()
    found = engines()
    print("| workload | numpy | " + " | ".join(name for name in found if name != "numpy") + " |")
    print("| --- |" + " --- |" * len(found))
    for workload in by_hand():
        repeats = 200 if workload == "mlp" else 4
        took = medians({name: works[workload] for name, works in found.items()}, rounds, repeats)
        base = took.pop("numpy")
        ratios = " | ".join(f"{one / base:.2f}x" for one in took.values())
        print(f"| {workload} | {base * 1e6:,.0f} µs | {ratios} |")


if __name__ == "__main__":
    main()
