"""How long the canvas takes: `QT_QPA_PLATFORM=offscreen python -m benchmarks.canvas`.

Medians of the time on the CPU, so that other work of the machine does not count: of a real widget of 1920 x 1080,
beside the budgets of the design. A
graph of N cards with 1.5 N wires is shown whole, where cards are tiny, and at zoom 1, where some hundred cards
fill the screen. Each size is measured in a process of its own, because of the memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import thread_time

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from app.canvas.canvas import Canvas
from app.model.history import History
from app.model.selection import Selection
from app.model.theme import load_theme
from app.render.frame import Frame, PlacedNode, PlacedWire
from app.render.geometry import as_cubic, curves
from app.render.looks import (
    CardSize,
    Glyph,
    GradientLine,
    GradientState,
    NodeLook,
    NumberText,
    PacketLook,
    Socket,
    SocketState,
    ValueLine,
    WireLook,
    WireState,
)
from app.render.marks import Rect
from app.render.travel import Parcel, Travel
from core.expr.graph import Document, Leaf, Value
from core.expr.ids import NodeId

WIDTH, HEIGHT = 1920, 1080
PITCH = np.array([180.0, 120.0])
REPEATS = 21
STATES = (GradientState.DONE, GradientState.NONE, GradientState.CHANGED)


def frame_of(count: int) -> Frame:
    """A reproducible graph in columns: two thirds of it with gradients of different sizes."""
    rng = np.random.default_rng(count)
    columns = int(np.ceil(np.sqrt(count * PITCH[1] * WIDTH / (PITCH[0] * HEIGHT))))
    rows = -(-count // columns)
    index = np.arange(count)
    places = np.stack([index // rows, index % rows], axis=1) * PITCH
    source = rng.integers(0, count, 3 * count // 2)
    target = np.clip(source + rows + rng.integers(-2, 3, len(source)), 0, count - 1)
    courses = curves(places[source] + [120, 51], places[target] + [0, 39])
    looks = [WireLook(WireState.GRADIENT, norm) for norm in (1.0, 4.0, 16.0)]
    nodes = [PlacedNode(f"n{number}", x, y, card(number)) for number, (x, y) in enumerate(places.tolist())]
    wires = [
        PlacedWire(f"w{number}", as_cubic(course), looks[number % 3], f"n{start}", f"n{end}")
        for number, (course, start, end) in enumerate(zip(courses, source.tolist(), target.tolist(), strict=True))
    ]
    bounds = Rect(0, 0, *(PITCH * (columns, rows)).tolist())
    return Frame(load_theme("dark"), bounds, tuple(nodes), tuple(wires), grid=True)


def card(number: int) -> NodeLook:
    """A card like no other."""
    state, held = STATES[number % 3], NumberText(f"{number / 7:.4g}")
    amber = SocketState.GRADIENT if number % 3 != 1 else SocketState.TRACKED
    return NodeLook(
        CardSize(120, 22, 24, 10),
        symbol=Glyph("×+−Σ"[number % 4]),
        title="mul",
        name=f"m{number}",
        value=ValueLine("f32", held),
        gradient=GradientLine(state, None if state is GradientState.NONE else held),
        inputs=(Socket(amber), Socket(amber)),
        outputs=(Socket(amber),),
    )


class Model:
    """A document whose leaves stand where the cards do, so that they can be dragged."""

    def __init__(self, frame: Frame) -> None:
        leaves = (Leaf(id=NodeId(node.id), value=Value("1."), x=node.x, y=node.y) for node in frame.nodes)
        self.history = History(Document(id="benchmark", nodes={leaf.id: leaf for leaf in leaves}))
        self.selection = Selection()

    @property
    def document(self) -> Document:
        """The document."""
        return self.history.document

    def select(self, selection: Selection) -> None:
        """Selects."""
        self.selection = selection

    def perform(self, changes: object, *, merge: str = "") -> None:
        """Makes no edit: the picture of the next frame is not what is measured."""

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """A step without an effect."""
        yield

    def value_of(self, source: object) -> None:
        """No value."""

    def gradient_of(self, node: object) -> None:
        """No gradient."""

    def reason_at(self, part: object) -> str:
        """No reason."""
        return ""


def timed(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median of several runs, in milliseconds."""
    times = []
    for _ in range(repeats):
        start = thread_time()
        work()
        times.append(thread_time() - start)
    return 1000 * median(times)


def resident() -> float:
    """Megabytes of memory that this process takes."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


class Bench:
    """A canvas on screen, and what is done to it."""

    def __init__(self, frame: Frame) -> None:
        self.now = 0.0
        self.frame = frame
        self.canvas = Canvas(Model(frame), frame, clock=lambda: self.now)
        self.canvas.resize(WIDTH, HEIGHT)
        self.canvas.show()
        QApplication.processEvents()

    def paint(self) -> None:
        """Paints a frame, and hands it to the window system."""
        self.canvas.repaint()

    def rebuild(self) -> None:
        """Everything is drawn anew."""
        self.canvas.stage.layer.touch(None)
        self.paint()

    def pan(self) -> None:
        """Two fingers move a little."""
        self.canvas.viewing.pan(23, 11)
        self.paint()

    def zoom(self) -> None:
        """A frame of a smooth zoom."""
        self.now += 0.004
        self.canvas.motions.advance()
        self.paint()

    def send(self, kind: QEvent.Type, x: float, y: float, buttons: Qt.MouseButton) -> None:
        """A mouse event at a pixel."""
        pressed = buttons if kind is QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
        event = QMouseEvent(kind, QPointF(x, y), QPointF(x, y), pressed, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.canvas, event)

    def hover(self) -> None:
        """The pointer moves over cards and wires."""
        self.now += 1
        self.send(QEvent.Type.MouseMove, 300 + 37 * (self.now % 30), 400, Qt.MouseButton.NoButton)
        self.paint()

    def grab_card(self) -> None:
        """Presses the button over the card in the middle."""
        stage = self.canvas.stage
        middle = np.abs(stage.scene.nodes.places - stage.camera.view.centre).sum(axis=1).argmin()
        x, y = stage.camera.screen(tuple(stage.scene.nodes.places[middle].tolist()))
        self.at = x + 60 * stage.camera.zoom, y + 70 * stage.camera.zoom
        self.send(QEvent.Type.MouseButtonPress, *self.at, Qt.MouseButton.LeftButton)
        self.drag()

    def drag(self) -> None:
        """The grabbed card moves on."""
        self.at = self.at[0] + 12, self.at[1] + 7
        self.send(QEvent.Type.MouseMove, *self.at, Qt.MouseButton.LeftButton)
        self.paint()

    def send_packets(self) -> None:
        """200 packets start along wires that are on the screen."""
        scene = self.canvas.stage.scene
        view = self.canvas.stage.camera.view
        rows = scene.wires_in(np.array([[view.x, view.y, view.right, view.bottom]]))[:200]
        looks = [PacketLook(NumberText(str(number % 20))) for number in range(len(rows))]
        courses = ((scene.wires.placed[row].points,) for row in rows.tolist())
        sent = tuple(Parcel(look, course) for look, course in zip(looks, courses, strict=True))
        self.canvas.play(Travel(sent=sent), self.frame)
        self.now += 0.36

    def animate(self) -> None:
        """A frame of an animation."""
        self.now += 0.012
        self.canvas.motions.advance()
        self.paint()

    def change(self) -> None:
        """A card in the middle gets another look."""
        self.now += 1
        middle = len(self.frame.nodes) // 2
        changed = replace(self.frame.nodes[middle], look=replace(self.frame.nodes[middle].look, name=str(self.now)))
        nodes = (*self.frame.nodes[:middle], changed, *self.frame.nodes[middle + 1 :])
        self.frame = replace(self.frame, nodes=nodes)
        self.canvas.show_frame(self.frame)
        self.paint()


BUDGETS = {
    "animation frame": {5_000: 2.0},
    "pan": {5_000: 4.0},
    "drag": {5_000: 2.0},
    "rebuilt": {5_000: 16.0, 50_000: 33.0},
    "opened": {5_000: 300.0},
    "memory": {50_000: 150.0},
}


def measure(count: int) -> dict[str, float]:
    """Everything about a graph of one size: milliseconds and, for the memory, megabytes."""
    before = resident()
    frame = frame_of(count)
    with_frame = resident()
    start = thread_time()
    bench = Bench(frame)
    found = {"opened, whole": 1000 * (thread_time() - start)}
    for name, zoom in (("whole", 0.0), ("zoom 1", 1.0)):
        if zoom:
            bench.canvas.viewing.look_at(frame.bounds.centre, zoom)
            start = thread_time()
            bench.paint()
            found[f"first picture, {name}"] = 1000 * (thread_time() - start)
        found |= {f"{one}, {name}": value for one, value in actions(bench).items()}
    found["memory of the frame"] = with_frame - before
    found["memory of the canvas"] = resident() - with_frame
    return found


def actions(bench: Bench) -> dict[str, float]:
    """What each act takes in the present view."""
    found = {"rebuilt": timed(bench.rebuild), "pan": timed(bench.pan)}
    bench.send_packets()
    found["animation frame"] = timed(bench.animate)
    bench.now += 10
    bench.canvas.motions.advance()
    found["pointer moves"] = timed(bench.hover)
    found["one card changes"] = timed(bench.change)
    bench.grab_card()
    found["drag"] = timed(bench.drag)
    bench.canvas.viewing.zoom_by(1)
    found["frame of a zoom"] = timed(bench.zoom)
    bench.now += 10
    bench.canvas.motions.advance()
    bench.canvas.viewing.zoom_by(-1)
    bench.now += 10
    bench.canvas.motions.advance()
    return found


def main() -> None:
    """Prints the table; numbers on the command line replace the sizes of the graphs."""
    if sys.argv[1:2] == ["--one"]:
        application = QApplication(sys.argv[:1])
        print(json.dumps(measure(int(sys.argv[2]))))
        application.quit()
        return
    counts = tuple(map(int, sys.argv[1:])) or (500, 5_000, 50_000)
    found = {count: in_a_process(count) for count in counts}
    report("", *(f"{count:,} cards" for count in counts))
    for name in found[counts[0]]:
        report(name, *(told(name, found[count][name], count) for count in counts))


def in_a_process(count: int) -> dict[str, float]:
    """Measures one size in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.canvas", "--one", str(count)]
    result: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return result


def told(name: str, value: float, count: int) -> str:
    """A value with its budget, if there is one."""
    budgets = (budget for act, budget in BUDGETS.items() if name.startswith(act) and "of the frame" not in name)
    limit = next(budgets, {}).get(count)
    unit = "MB" if name.startswith("memory") else "ms"
    return f"{value:.3g} {unit}" + (f" (<= {limit:g})" if limit is not None else "")


def report(*cells: object) -> None:
    """One line of the table."""
    print("".join(f"{cell:>20}" if index else f"{cell:<30}" for index, cell in enumerate(cells)))


if __name__ == "__main__":
    main()
