"""What recording a backward pass costs, beside running it.

    python benchmarks/recording.py [--repeat 15]

Budget: recording costs at most 6 times plain backward on a chain of 2,000 scalar operations, and its memory is
linear in the events. Machines differ, so read the ratios.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import core as torch
from core.debug.recorder import record

Root = torch.Tensor


def chain(length: int) -> Root:
    """Scalar operations one after the other."""
    y = torch.tensor(1.0, requires_grad=True)
    for _ in range(length // 2):
        y = y * 1.0001 + 0.1
    return y


def layers(count: int) -> Root:
    """A small network: products of matrices, activations, a mean."""
    torch.manual_seed(0)
    h = torch.randn(32, 64)
    for _ in range(count):
        h = (h @ torch.randn(64, 64, requires_grad=True) * 0.1).relu()
    return (h * h).mean()


def best(repeat: int, make: Callable[[], Root], run: Callable[[Root], object]) -> float:
    """The shortest time, in microseconds, of `run` on a fresh graph."""
    times = []
    for _ in range(repeat):
        root = make()
        start = perf_counter()
        run(root)
        times.append(perf_counter() - start)
    return min(times) * 1e6


def memory(length: int) -> tuple[int, int]:
    """The events of a recorded chain, and the bytes that the recording with its events takes."""
    root = chain(length)
    tracemalloc.start()
    recording = record(root)
    count = len(recording.events)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return count, taken


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=15)
    repeat = parser.parse_args().repeat
    print(f"{'':24}{'backward':>12}{'record':>12}{'and look':>12}   ratios")
    for name, make in (("chain of 2,000", lambda: chain(2000)), ("20 layers", lambda: layers(20))):
        plain = best(repeat, make, lambda root: root.backward())
        recorded = best(repeat, make, record)
        looked = best(repeat, make, lambda root: record(root).events)
        ratios = f"{recorded / plain:.1f}  {looked / plain:.1f}"
        print(f"{name:24}{plain:10.0f}us{recorded:10.0f}us{looked:10.0f}us   {ratios}")
    for length in (1000, 4000, 16000):
        count, taken = memory(length)
        print(f"chain of {length:6,}: {count:7,} events, {taken / count:5.0f} bytes an event")


if __name__ == "__main__":
    main()
