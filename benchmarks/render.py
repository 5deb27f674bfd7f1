"""How long the picture layer takes: `QT_QPA_PLATFORM=offscreen python -m benchmarks.render`.

Medians in milliseconds, painted by the CPU into a picture of 1920 x 1080. A graph of N cards with 1.5 N
wires is either shown whole, or at zoom 1, where some hundred cards fill the screen.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QGuiApplication, QPainter, QPixmap

from app.model.theme import Theme, load_theme
from app.render.batch import paint_grid, paint_rectangles, paint_wires
from app.render.detail import Detail, detail_at
from app.render.draw_node import node_marks
from app.render.draw_wire import wire_stroke
from app.render.geometry import Floats, boxes, curves
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
from app.render.paint import paint
from app.render.sprites import SpriteCache

WIDTH, HEIGHT = 1920, 1080
PITCH = np.array([180.0, 120.0])
REPEATS = 15
LEVELS = (1.0, 0.5, 0.35, 0.2)


@dataclass(frozen=True)
class Graph:
    """Cards in a grid, their wires, and the zoom at which all of it is visible."""

    looks: list[NodeLook]
    places: Floats
    wires: Floats
    boxes: Floats
    classes: np.ndarray
    fit: float


def graph(count: int) -> Graph:
    """A reproducible graph: two thirds of it with gradients of different sizes."""
    rng = np.random.default_rng(count)
    columns = int(np.ceil(np.sqrt(count * PITCH[1] * WIDTH / (PITCH[0] * HEIGHT))))
    rows = -(-count // columns)
    index = np.arange(count)
    column, row = index // rows, index % rows
    places = np.stack([column, row], axis=1) * PITCH
    source = rng.integers(0, count, 3 * count // 2)
    target = np.clip(source + rows + rng.integers(-2, 3, len(source)), 0, count - 1)
    wires = curves(places[source] + [120, 51], places[target] + [0, 39])
    fit = min(WIDTH / (columns * PITCH[0]), HEIGHT / (rows * PITCH[1]), 1.0)
    return Graph(
        [card(number) for number in index.tolist()], places, wires, boxes(wires), rng.integers(0, 3, len(wires)), fit
    )


def card(number: int) -> NodeLook:
    """A card like no other."""
    state = (GradientState.DONE, GradientState.NONE, GradientState.CHANGED)[number % 3]
    held = NumberText(f"{number / 7:.4g}")
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


def timed(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median of several runs, in milliseconds."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return 1000 * median(times)


@dataclass
class Screen:
    """A picture to paint into, and the sprites it is painted with."""

    theme: Theme
    pixmap: QPixmap
    sprites: SpriteCache

    def rebuild(self, shown: Graph, zoom: float) -> None:
        """Everything that is visible: grid, wires, cards."""
        self.pixmap.fill(self.theme.colour("canvas"))
        with QPainter(self.pixmap) as painter:
            if detail_at(zoom) > Detail.RECTANGLE:
                paint_grid(painter, Rect(0, 0, WIDTH / zoom, HEIGHT / zoom), zoom, self.theme.colour("canvas.grid"))
            self.wires(painter, shown, zoom)
            self.cards(painter, shown, zoom)

    def wires(self, painter: QPainter, shown: Graph, zoom: float) -> None:
        """The wires whose boxes meet the screen."""
        left, top, right, bottom = shown.boxes.T * zoom
        seen = (right > 0) & (bottom > 0) & (left < WIDTH) & (top < HEIGHT)
        strokes = [wire_stroke(WireLook(WireState.GRADIENT, norm), self.theme) for norm in (1, 4, 16)]
        paint_wires(painter, shown.wires[seen] * zoom, shown.classes[seen], strokes, zoom)

    def cards(self, painter: QPainter, shown: Graph, zoom: float) -> None:
        """The cards whose corners are on the screen: sprites, or rectangles where they are tiny."""
        places = shown.places * zoom
        seen = np.flatnonzero((places < [WIDTH, HEIGHT]).all(axis=1))
        if detail_at(zoom) > Detail.RECTANGLE:
            looks = [shown.looks[index] for index in seen.tolist()]
            self.sprites.blit(painter, looks, places[seen], zoom)
            return
        areas = np.concatenate([places[seen], np.full((len(seen), 2), [120 * zoom, 80 * zoom])], axis=1)
        tokens = ["gradient.base", "text.disabled"]
        classes = (seen % 3 == 1).astype(np.intp)
        paint_rectangles(painter, np.maximum(areas, [[0, 0, 1, 1]]), classes, [self.theme.colour(t) for t in tokens])


def report(*cells: object) -> None:
    """One line of the table."""
    print("".join(f"{cell:>14}" if index else f"{cell:<44}" for index, cell in enumerate(cells)))


def milliseconds(value: float) -> str:
    """A time with as many digits as matter."""
    return f"{value:.3g} ms"


def single_cards(theme: Theme) -> None:
    """What one card costs, described and painted, at each level of detail."""
    report("one card", *(f"zoom {zoom:g}" for zoom in LEVELS))
    look = card(0)
    described = [timed(lambda zoom=zoom: node_marks(look, theme, zoom), 200) for zoom in LEVELS]
    report("  described as marks", *map(milliseconds, described))
    pixmap = QPixmap(400, 300)
    with QPainter(pixmap) as painter:
        painter.translate(30, 30)
        painted = []
        for zoom in LEVELS:
            painter.save()
            painter.scale(zoom, zoom)
            marks = node_marks(look, theme, zoom)
            painted.append(timed(lambda marks=marks: paint(painter, marks), 200))
            painter.restore()
    report("  painted", *map(milliseconds, painted))


def graphs(theme: Theme, counts: tuple[int, ...]) -> None:
    """What a graph costs: filled for the first time, rebuilt, and animated."""
    report("a graph", *(f"{count:,} cards" for count in counts))
    rows: dict[str, list[str]] = {}
    for count in counts:
        shown = graph(count)
        for name, zoom in (("whole", shown.fit), ("zoom 1", 1.0)):
            screen = Screen(theme, QPixmap(WIDTH, HEIGHT), SpriteCache(theme))
            start = perf_counter()
            screen.rebuild(shown, zoom)
            first = 1000 * (perf_counter() - start)
            rows.setdefault(f"  {name}: first picture, sprites filled", []).append(milliseconds(first))
            again = timed(lambda s=screen, g=shown, z=zoom: s.rebuild(g, z))
            rows.setdefault(f"  {name}: rebuilt", []).append(milliseconds(again))
            wires = timed(lambda s=screen, g=shown, z=zoom: only_wires(s, g, z))
            rows.setdefault(f"  {name}: of which wires", []).append(milliseconds(wires))
            rows.setdefault(f"  {name}: sprite memory", []).append(f"{screen.sprites.bytes / 2**20:.1f} MB")
        rows.setdefault("  200 packets over it", []).append(milliseconds(packets(theme)))
        rows.setdefault("  one card changed and copied", []).append(milliseconds(one_change(theme, shown)))
    for name, cells in rows.items():
        report(name, *cells)


def only_wires(screen: Screen, shown: Graph, zoom: float) -> None:
    """The wires alone."""
    with QPainter(screen.pixmap) as painter:
        screen.wires(painter, shown, zoom)


def packets(theme: Theme) -> float:
    """An animation frame's packets, all in one call."""
    cache, pixmap = SpriteCache(theme), QPixmap(WIDTH, HEIGHT)
    looks = [PacketLook(NumberText(str(index % 20))) for index in range(200)]
    places = np.random.default_rng(0).uniform([0, 0], [WIDTH, HEIGHT], (200, 2))
    with QPainter(pixmap) as painter:
        return timed(lambda: cache.blit(painter, looks, places, 1.0), 50)


def one_change(theme: Theme, shown: Graph) -> float:
    """A card with a new look, drawn into its sheet and copied onto the screen."""
    cache, pixmap = SpriteCache(theme), QPixmap(WIDTH, HEIGHT)
    numbers = iter(range(10_000))
    with QPainter(pixmap) as painter:
        return timed(
            lambda: cache.blit(painter, [replace(shown.looks[0], name=str(next(numbers)))], shown.places[:1], 1.0), 50
        )


def main() -> None:
    """Prints the table; numbers on the command line replace the sizes of the graphs."""
    application = QGuiApplication(sys.argv[:1])
    theme = load_theme("dark")
    single_cards(theme)
    print()
    graphs(theme, tuple(map(int, sys.argv[1:])) or (500, 5_000, 50_000))
    application.quit()


if __name__ == "__main__":
    main()
