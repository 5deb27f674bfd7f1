"""How long it takes to describe a document as a frame: at first, after a step, and after an edit.

    python -m benchmarks.frames [--nodes 500 5000]

Times are of the processor, in milliseconds. Steps and edits should cost what they change, not what is there.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median
from time import process_time
from typing import TypeVar

from app.export.application import ensure_application
from app.model.theme import load_theme
from app.render.build import FrameBuilder, Scene
from app.render.frame import Frame
from app.render.marks import Rect
from core.debug.document import record_evaluation
from core.expr import edits
from core.expr.changes import apply
from core.expr.evaluate import Evaluation, evaluate
from core.expr.graph import Backward, Call, Document, Leaf, Seed, Slot, Source, Value, Wire, new_document
from core.expr.ids import IdSource
from core.ops.registry import get

VIEWPORT = Rect(0, 0, 1440, 900)
OPERATIONS = ("mul", "add", "sin", "tanh")
Result = TypeVar("Result")


def random_document(count: int) -> Document:
    """A document with a tenth of leaves, whose other nodes use results of up to 200 nodes before them."""
    dice, ids = random.Random(1), IdSource(0)
    document = new_document("benchmark")
    nodes, wires = {}, {}
    for place in range(count):
        key, where = ids.node(), {"x": 200.0 * (place // 50), "y": 110.0 * (place % 50)}
        if place < count // 10:
            nodes[key] = Leaf(id=key, name=f"x{place}", requires_grad=True, value=Value("1.5"), **where)
            continue
        op = get(dice.choice(OPERATIONS))
        earlier = list(nodes)[-200:]
        nodes[key] = Call(id=key, op=op.name, **where)
        for port in op.inputs:
            wire = ids.wire()
            wires[wire] = Wire(id=wire, source=Source(dice.choice(earlier)), target=key, slot=Slot(port.name))
    root = Source(list(nodes)[-1])
    return replace(document, nodes=nodes, wires=wires, actions=(Backward((Seed(root),)),))


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Milliseconds of the processor, and what came of them."""
    start = process_time()
    result = work()
    return 1000 * (process_time() - start), result


def measure(count: int) -> dict[str, float]:
    """The times for a document of so many nodes."""
    theme, builder = load_theme("dark"), FrameBuilder()
    evaluation = evaluate(random_document(count))
    recording = record_evaluation(evaluation)

    def values(shown: Evaluation) -> Callable[[], Frame]:
        return lambda: builder.frame(Scene(shown, theme), VIEWPORT)

    def at(step: int) -> Callable[[], Frame]:
        return lambda: builder.frame(Scene(evaluation, theme, recording, recording.steps[step].last), VIEWPORT)

    first = timed(values(evaluation))[0]
    document = evaluation.document
    key = list(document.nodes)[count // 2]
    moved = evaluate(apply(document, edits.move(document, {key: (5, 5)}).changes), evaluation)
    after_move = timed(values(moved))[0]
    timed(values(evaluation))
    recorded, middle = timed(at(0))[0], len(recording.steps) // 2
    entering = timed(at(middle))[0]
    steps = [timed(at(step))[0] for step in range(middle + 1, middle + 11)]
    return {
        "first frame": first,
        "after a node was moved": after_move,
        "first frame of a recording": recorded,
        "into the middle of the pass": entering,
        "a step (median of 10)": median(steps),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[500, 5000])
    chosen = parser.parse_args(arguments)
    application = ensure_application()
    for count in chosen.nodes:
        print(f"{count:,} nodes")
        for name, time in measure(count).items():
            print(f"  {name:30} {time:8.1f} ms")
    application.quit()


if __name__ == "__main__":
    main()
