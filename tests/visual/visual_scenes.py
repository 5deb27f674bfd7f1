"""The pictures that the visual tests draw: every state of a card, regions, and whole examples."""

from dataclasses import replace

import numpy as np
from PySide6.QtGui import QPainter

from app.model.theme import Emphasis, Family, Theme
from app.render.card_box import card_box
from app.render.draw_node import node_marks
from app.render.formula import Kind, Symbol, equation
from app.render.formula_parse import Style, parse_formula
from app.render.frame import (
    Frame,
    PlacedChip,
    PlacedEdge,
    PlacedNode,
    PlacedPacket,
    PlacedRegion,
    PlacedSeed,
    PlacedWire,
    PlacedWords,
)
from app.render.geometry import curve, point_at
from app.render.icons import symbol
from app.render.looks import (
    Badge,
    ChipLook,
    Cut,
    EdgeLook,
    GradientLine,
    GradientState,
    NodeLook,
    Note,
    NumberText,
    PacketLook,
    Problem,
    RegionKind,
    RegionLook,
    Ring,
    RuleLine,
    SeedLook,
    Side,
    Silhouette,
    Socket,
    SocketState,
    ValueLine,
    WireLook,
    WireState,
)
from app.render.marks import Anchor, Rect
from app.render.measure import card_size, rule_card_size
from app.render.overlays import (
    Corner,
    FigureEntry,
    Footer,
    Headline,
    Invitation,
    Legend,
    LegendEntry,
    MapDot,
    MiniMap,
    Moment,
    Scale,
    Tone,
    Words,
)
from app.render.paint import paint
from app.render.previews import heat_map, preview, type_label

TRACKED, HOLLOW = SocketState.TRACKED, SocketState.UNTRACKED
AMBER, BLOCKED = SocketState.GRADIENT, SocketState.BLOCKED


def number(text: str) -> NumberText:
    return NumberText(text)


def line(state: GradientState, held: str = "", **more) -> GradientLine:
    return GradientLine(state, number(held) if held else None, **more)


def done(text: str) -> GradientLine:
    return line(GradientState.DONE, text)


def card(
    sign: str, title: str, name: str = "", value="6", label: str = "f32", category: str = "arithmetic",
    inputs=2, sockets: SocketState = TRACKED, silhouette: Silhouette = Silhouette.OPERATION, **more,
) -> NodeLook:  # fmt: skip
    held = number(value) if isinstance(value, str) else value
    mark = symbol(sign) if sign else None
    ins = tuple(Socket(sockets) for _ in range(inputs)) if isinstance(inputs, int) else inputs
    size = card_size(held, silhouette=silhouette, label=label, symbol=mark, title=title, name=name, inputs=len(ins))
    return NodeLook(
        size, silhouette, category, mark, title, name=name, value=ValueLine(label, held),
        inputs=ins, outputs=(Socket(more.pop("out", sockets)),), **more,
    )  # fmt: skip


def leaf(name: str, value="3", label: str = "f32", out: SocketState = TRACKED, **more) -> NodeLook:
    more.setdefault("switch", True)
    return card(
        "", name, value=value, label=label, category="leaf", inputs=0, out=out,
        silhouette=Silhouette.LEAF, **more,
    )  # fmt: skip


def root(sign: str, title: str, name: str, value: str, **more) -> NodeLook:
    return card(sign, title, name, value, silhouette=Silhouette.ROOT, **more)


def mul(name: str = "u", **more) -> NodeLook:
    return card("×", "mul", name, **more)


def rings(*names: Ring) -> frozenset[Ring]:
    return frozenset(names)


def states() -> list[tuple[str, str, NodeLook]]:
    """The 24 states of a card, each with its name and what tells it apart."""
    bad = (Socket(), Socket(SocketState.BAD))
    pill = (Socket(constant="2"), Socket())
    off = line(GradientState.NO_GRAD_FN, text="requires_grad off")
    none_here = line(GradientState.NO_GRAD_FN, text="no grad_fn")
    waiting = line(GradientState.WAITING, "2", arrived=1, expected=2)
    failed = line(GradientState.FAILED, text="sizes do not match")
    ghost = line(GradientState.GHOST, text="would be 2")
    detached = line(GradientState.BLOCKED, text="detach")
    return [
        ("Leaf", "rounded left, switch on", leaf("w")),
        ("Leaf, switch off", "hollow, flat", leaf("w", out=HOLLOW, switch=False, tracked=False, gradient=off)),
        ("Operation", "", mul()),
        ("Root", "pointed right", root("+", "add", "y", "27")),
        ("Untracked", "flat, hollow, no well", mul(sockets=HOLLOW, tracked=False, gradient=none_here)),
        ("Not run", "says what it waits for", mul(value=Note("waits for add"), label="")),
        ("Error", "red, sign, the reason", card(
            "+", "add", value=Problem("[3] + [2]"), label="", inputs=bad, out=HOLLOW, gradient=failed,
            badges=(Badge.ERROR,),
        )),
        ("Folded group", "stack, count", card(
            "group", "layer 1", value="[32, 64]", category="group", inputs=1, folded=12,
        )),
        ("Waiting", "1 of 2 arrived", mul(out=AMBER, gradient=waiting)),
        ("Ready", "dashed ring, queue number", mul(
            out=AMBER, gradient=line(GradientState.PENDING, "4"), rings=rings(Ring.READY), queue=2,
        )),
        ("Current", "solid ring", mul(
            out=AMBER, gradient=line(GradientState.CURRENT, "4"), rings=rings(Ring.CURRENT),
        )),
        ("Done", "filled, check", mul(sockets=AMBER, gradient=done("4"))),
        ("Just changed", "triangle for two steps", mul(
            sockets=AMBER, gradient=line(GradientState.CHANGED, "4"),
        )),
        ("Zero", "a computed 0", mul(sockets=AMBER, gradient=line(GradientState.ZERO, "0"))),
        ("NaN", "magenta, sign", mul(
            sockets=AMBER, gradient=line(GradientState.NONFINITE, "NaN"), badges=(Badge.NONFINITE,),
        )),
        ("Dimmed", "opaque under it", mul(sockets=AMBER, gradient=done("4"), emphasis=Emphasis.REST)),
        ("Blocked", "hatch and the cause", leaf("w", out=BLOCKED, gradient=detached)),
        ("Ghost", "dashed, “would be”", leaf("w", out=BLOCKED, gradient=ghost)),
        ("Selected", "2 px, close", mul(rings=rings(Ring.SELECTED))),
        ("Hovered", "edge and shadow stronger", mul(rings=rings(Ring.HOVERED))),
        ("Keyboard focus", "four corners", mul(rings=rings(Ring.FOCUSED))),
        ("Breakpoint", "dot; a ring when off", mul(name="", badges=(Badge.BREAKPOINT,))),
        ("Muted", "passes its input on", mul(muted=True)),
        ("Constant input", "a pill in the socket", mul(inputs=pill)),
    ]  # fmt: skip


def values() -> list[tuple[str, str, NodeLook]]:
    """Previews from a number to an averaged matrix with a NaN."""
    rng = np.random.default_rng(7)
    wave = np.sin(0.8 * np.arange(12)).astype(np.float32)
    slope = np.cos(0.8 * np.arange(12)).astype(np.float32)
    small = np.array([[0.6, -0.7, -0.1], [1.0, 0.5, -0.8]], np.float32)
    incoming = np.array([[0.5, 0.3, 1.0], [0.12, 0.6, 0.24]], np.float32)
    large = rng.normal(size=(64, 96)).astype(np.float32) ** 3
    broken = rng.normal(size=(64, 96)).astype(np.float32)
    broken[21, 60] = np.nan
    gates = np.array([True, False, True])
    none_here = line(GradientState.NO_GRAD_FN, text="no grad_fn")
    return [
        ("Scalar", "4 digits, 120 wide", mul(value="−1.2e−8", sockets=AMBER, gradient=done("0.3333"))),
        ("Vector up to 4", "numbers, 152 wide", card(
            "s_curve", "tanh", "t", value=preview(np.tanh([-1.0, 0.0, 1.0])), category="elementwise",
            inputs=1, sockets=AMBER, gradient=_filled(preview(1 - np.tanh([-1.0, 0.0, 1.0]) ** 2)),
        )),
        ("Vector", "one row of cells", _heat_card("sin", "", "s", wave, slope, "elementwise", 1)),
        ("Matrix", "cells 6 to 14 px", replace(
            _heat_card("+", "add", "u", small, incoming, "arithmetic", 2),
            size=card_size(heat_map(small), label="f32 [2, 3]", largest_cell=14),
        )),
        ("Large matrix", "averaged to 8 × 12; NaN always shows", replace(
            _heat_card("@", "matmul", "h", large, broken, "linalg", 2),
            gradient=GradientLine(GradientState.NONFINITE, heat_map(broken)), badges=(Badge.NONFINITE,),
        )),
        ("Not differentiable", "bool or integer", card(
            ">", "gt", "k", value=preview(gates), label=type_label(gates), category="compare",
            sockets=HOLLOW, tracked=False, gradient=none_here,
        )),
    ]  # fmt: skip


def _filled(held) -> GradientLine:
    return GradientLine(GradientState.DONE, held)


def _heat_card(sign, title, name, value, gradient, category, inputs) -> NodeLook:
    return card(
        sign, title, name, value=heat_map(value), label=type_label(value), category=category, inputs=inputs,
        sockets=AMBER, gradient=_filled(heat_map(gradient)),
    )  # fmt: skip


def zoom_levels(theme: Theme) -> list[tuple[float, Frame]]:
    """The main example after backward, at the zooms where the level of detail changes."""
    figure = exported_figure(theme)
    nodes = tuple(replace(node, look=replace(node.look, order=0)) for node in figure.nodes)
    plain = replace(figure, nodes=nodes, overlays=(), seeds=())
    return [(zoom, plain) for zoom in (0.5, 0.35, 0.2, 0.1, 0.04)]


def scenes(theme: Theme) -> dict[str, Frame]:
    """Every picture by name."""
    return {
        "states": sheet(theme, states()),
        "values": sheet(theme, values(), 6, 250),
        "main": main_example(theme),
        "no-grad-on": region_example(theme, on=True),
        "no-grad-off": region_example(theme, on=False),
        "detach": detach_example(theme),
        "regions": every_region(theme),
        "figure": exported_figure(theme),
        "nan": nan_example(theme),
        "backward": backward_example(theme),
    }


def sheet(theme: Theme, cards: list[tuple[str, str, NodeLook]], columns: int = 8, pitch: float = 191) -> Frame:
    """Cards in a grid, each with its caption."""
    nodes, words = [], []
    for index, (name, remark, look) in enumerate(cards):
        x, y = 40.0 + pitch * (index % columns), 40.0 + 150 * (index // columns)
        nodes.append(PlacedNode(f"n{index}", x, y, look))
        foot = y + card_box(look).height
        words.append(PlacedWords(x, foot + 21, (name, remark), strong=True))
    rows = -(-len(cards) // columns)
    tallest = max(card_box(look).height for _, _, look in cards)
    width = 40 + pitch * min(columns, len(cards)) + 60
    return Frame(theme, Rect(0, 0, width, 40 + 150 * (rows - 1) + tallest + 60), tuple(nodes), words=tuple(words))


def wire(nodes: dict[str, PlacedNode], source: str, target: str, slot: int = 0, **more) -> PlacedWire:
    """A wire between two placed cards."""
    start, end = nodes[source], nodes[target]
    out, into = card_box(start.look).outputs[0], card_box(end.look).inputs[slot]
    side = start.look.output_side
    points = curve((start.x + out[0], start.y + out[1]), (end.x + into[0], end.y + into[1]), side)
    return PlacedWire(f"{source}-{target}-{slot}", points, WireLook(**more), source, target)


def amber(norm: float, label: str = "", **more) -> dict:
    return {"state": WireState.GRADIENT, "norm": norm, "label": number(label) if label else None, **more}


def placed(*nodes: tuple[str, float, float, NodeLook]) -> dict[str, PlacedNode]:
    return {name: PlacedNode(name, x, y, look) for name, x, y, look in nodes}


def expression():
    style = Style(gathered=True)
    return equation(Symbol("y", Kind.STRONG), parse_formula("2*x[0]*x[0] + 4*x[1]*x[1]", style))


def main_example(theme: Theme) -> Frame:
    """The learn layout at step 7 of 8: the second contribution to x arrives."""
    rest, before, last = Emphasis.REST, Emphasis.STEP_BEFORE, Emphasis.LAST_STEP

    def times(name, value, gradient, emphasis, constant=""):
        ins = (Socket(AMBER, constant), Socket(AMBER))
        return mul(name, value=value, inputs=ins, out=AMBER, gradient=done(gradient), emphasis=emphasis)

    def select(title, value, gradient, **more):
        return card("cell", title, value=value, category="indexing", inputs=1, sockets=AMBER,
                    gradient=gradient, **more)  # fmt: skip

    x = leaf("x", "[1, 2]", "f32 [2]", AMBER, gradient=line(GradientState.PENDING, "[4, 16]"),
             rings=rings(Ring.READY), queue=1)  # fmt: skip
    nodes = placed(
        ("x", 210, 388, x),
        ("x0", 420, 284, select("x[0]", "1", line(GradientState.CURRENT, "4"), rings=rings(Ring.CURRENT))),
        ("x1", 420, 516, select("x[1]", "2", done("16"), emphasis=rest)),
        ("m1", 594, 212, times("m1", "2", "1", last, "2")),
        ("m3", 594, 444, times("m3", "8", "2", rest, "4")),
        ("m2", 768, 276, times("m2", "2", "1", before)),
        ("m4", 768, 508, times("m4", "16", "1", rest)),
        ("y", 942, 380, root("+", "add", "y", "18", sockets=AMBER, gradient=done("1"), emphasis=rest)),
    )
    wires = (
        wire(nodes, "x", "x0", **amber(4, trail=True)),
        wire(nodes, "x", "x1", **amber(16, emphasis=before)),
        wire(nodes, "x0", "m1", 1, **amber(2, "2", emphasis=last)),
        wire(nodes, "x0", "m2", 1, **amber(2, "2", emphasis=before, label_at=0.6)),
        wire(nodes, "m1", "m2", **amber(1, "1", emphasis=before)),
        wire(nodes, "x1", "m3", 1, **amber(8, "8", emphasis=rest)),
        wire(nodes, "x1", "m4", 1, **amber(8, "8", emphasis=rest, label_at=0.6)),
        wire(nodes, "m3", "m4", **amber(2, "2", emphasis=rest)),
        wire(nodes, "m2", "y", **amber(1, "1", emphasis=rest)),
        wire(nodes, "m4", "y", 1, **amber(1, "1", emphasis=rest)),
    )
    dots = tuple(
        MapDot(Rect(node.x, node.y, 120, 80), "gradient.base" if name in ("x", "x0") else "", name == "x")
        for name, node in nodes.items()
    )
    view = Rect(192, 76, 936, 660)
    says = (
        Words("Next: ", Kind.QUIET), Words("AccumulateGrad", code=True), Words(" sets "),
        Words("x.grad", code=True), Words(": None → "), Words("[4, 16]", Kind.GRADIENT),
    )  # fmt: skip
    return Frame(
        theme,
        view,
        tuple(nodes.values()),
        wires,
        packets=(
            PlacedPacket(373, 401, PacketLook(number("[4, 0]"))),
            PlacedPacket(373, 477, PacketLook(number("[0, 16]"))),
        ),
        sums=((373, 439),),
        seeds=(PlacedSeed(1074, 420, SeedLook("1", emphasis=before)),),
        overlays=(
            Headline(expression(), "with x = [1, 2]"),
            Moment("Backward, after step 7 of 8"),
            Legend(tuple(LegendEntry)[:5]),
            Invitation("Right →", says),
            MiniMap(dots, Rect(192, 76, 936, 660)),
        ),
        grid=True,
    )


def region_example(theme: Theme, *, on: bool) -> Frame:
    """t = a·w + 1 inside a no_grad frame, which is on or off; nothing moves."""
    unrecorded = line(GradientState.NO_GRAD_FN, text="no grad_fn")
    inside = {
        True: {"sockets": HOLLOW, "tracked": False, "gradient": unrecorded},
        False: {"sockets": AMBER, "gradient": done("1")},
    }[on]
    socket = HOLLOW if on else AMBER
    cut = BLOCKED if on else AMBER
    lost = line(GradientState.BLOCKED, text="no_grad") if on else done("3")
    ghost = line(GradientState.GHOST, text="would be 2") if on else done("2")
    nodes = placed(
        ("a", 44, 144, leaf("a", "2", out=cut, gradient=lost)),
        ("w", 44, 240, leaf("w", "3", out=cut, gradient=ghost, rings=rings(Ring.SELECTED) if on else rings())),
        ("b", 44, 344, leaf("b", "4", out=AMBER, gradient=done("5"))),
        ("u", 232, 192, mul("u", **inside)),
        ("t", 400, 192, card("+", "add", "t", "7", **{
            **inside, "inputs": (Socket(socket, "1"), Socket(socket)), "out": socket,
        })),
        ("s", 232, 344, mul("s", value="20", inputs=(Socket(AMBER, "5"), Socket(AMBER)), out=AMBER,
                            gradient=done("1"))),
        ("y", 584, 204, root("+", "add", "y", "27", inputs=(Socket(cut), Socket(AMBER)), out=AMBER,
                             gradient=done("1"))),
    )  # fmt: skip
    blocked = {"state": WireState.BLOCKED}
    wires = (
        wire(nodes, "a", "u", 0, **(blocked if on else amber(3, "3", label_at=0.38))),
        wire(nodes, "w", "u", 1, **(blocked if on else amber(2, "2", label_at=0.38))),
        wire(nodes, "u", "t", 1, **({"state": WireState.UNTRACKED} if on else amber(1, "1"))),
        wire(nodes, "t", "y", 0, **(
            {**blocked, "cut": Cut.WALL, "cut_at": 0.38} if on else amber(1, "1", label_at=0.7)
        )),
        wire(nodes, "b", "s", 1, **amber(5, "5")),
        wire(nodes, "s", "y", 1, **amber(1, "1")),
    )  # fmt: skip
    frame = PlacedRegion("r", 208, 148, RegionLook(RegionKind.NO_GRAD, 336, 148, on, "frozen branch"))
    return Frame(theme, Rect(24, 124, 700, 320), tuple(nodes.values()), wires, (frame,), grid=True)


def detach_example(theme: Theme) -> Frame:
    """c·c.detach(), and a detach frame whose every leaving wire is cut."""
    nodes = placed(
        ("c", 52, 648, leaf("c", "3", out=AMBER, gradient=done("3"))),
        ("z", 276, 648, root("×", "mul", "z", "9", inputs=(Socket(AMBER), Socket(HOLLOW)), out=AMBER,
                             gradient=done("1"))),
        ("h", 532, 652, card("s_curve", "tanh", "h", "0.9951", category="activation", inputs=1)),
    )  # fmt: skip
    detached = wire(nodes, "c", "z", 1, state=WireState.BLOCKED, cut=Cut.SCISSORS, ghost="would add 3")
    detached = replace(detached, points=((172, 699), (184, 800), (252, 800), (276, 711)))
    tracked = replace(wire(nodes, "c", "z", **amber(3, "3")), points=((172, 699), (206, 647), (242, 639), (276, 687)))
    leaving = PlacedWire(
        "h-out", ((652, 703), (672, 703), (700, 703), (724, 703)),
        WireLook(cut=Cut.SCISSORS, cut_at=0.4),
    )  # fmt: skip
    entering = PlacedWire("in-h", ((494, 703), (508, 703), (518, 703), (532, 703)), WireLook())
    words = (
        PlacedWords(52, 752, ("gets 3, not 6:", "one of two uses", "is cut"), strong=True),
        PlacedWords(488, 707, ("c",), italic=True, anchor=Anchor.END),
        PlacedWords(728, 707, ("out",)),
        PlacedWords(494, 776, (
            "Every wire that leaves it is detached.", "Inside, the graph is still recorded, but",
            "nothing outside asks h for a gradient.",
        ), strong=True),
    )  # fmt: skip
    region = PlacedRegion("d", 504, 612, RegionLook(RegionKind.DETACH, 176, 140))
    return Frame(
        theme, Rect(24, 600, 760, 240), tuple(nodes.values()), (detached, tracked, entering, leaving),
        (region,), words=words, grid=True,
    )  # fmt: skip


def every_region(theme: Theme) -> Frame:
    """The five kinds, on and off."""
    regions = tuple(
        PlacedRegion(f"{kind}-{on}", 24 + 304 * index, 24 + 136 * (not on),
                     RegionLook(kind, 280, 112, on, "Set up the inputs" if kind is RegionKind.COMMENT else "note"))
        for index, kind in enumerate(RegionKind)
        for on in (True, False)
    )  # fmt: skip
    return Frame(theme, Rect(0, 0, 24 + 304 * 5, 296), regions=regions, grid=True)


def exported_figure(theme: Theme) -> Frame:
    """The main example after backward, as a figure for paper."""
    live = main_example(theme)
    plain = {
        "x": "[4, 16]", "x0": "4", "x1": "16", "m1": "1", "m2": "1", "m3": "2", "m4": "1", "y": "1",
    }  # fmt: skip
    order = {"y": 1, "m4": 2, "m3": 3, "x1": 4, "m2": 5, "m1": 6, "x0": 7, "x": 8}
    nodes = {
        node.id: replace(node, look=replace(
            node.look, gradient=line(GradientState.PLAIN, plain[node.id]), rings=rings(), queue=0,
            order=order[node.id], emphasis=Emphasis.CURRENT, switch=None,
            name="leaf" if node.id == "x" else node.look.name,
        ))
        for node in live.nodes
    }  # fmt: skip
    labels = {"x-x0-0": "[4, 0]", "x-x1-0": "[0, 16]"}
    wires = tuple(
        replace(wire, look=replace(
            wire.look, trail=False, emphasis=Emphasis.CURRENT,
            label=number(labels[wire.id]) if wire.id in labels else wire.look.label,
        ))
        for wire in live.wires
    )  # fmt: skip
    footer = Footer(expression(), "After backward: step 8 of 8. Grad mode on.", tuple(FigureEntry)[:6], 900, "y")
    return Frame(
        theme, Rect(180, 182, 960, 508), tuple(nodes.values()), wires,
        seeds=(PlacedSeed(1074, 420, SeedLook("1")),), overlays=(footer,),
    )  # fmt: skip


def nan_example(theme: Theme) -> Frame:
    """Stopped at the first NaN: 0 times infinity behind a where."""
    none_here = line(GradientState.NO_GRAD_FN, text="no grad_fn")
    rest, before, last = Emphasis.REST, Emphasis.STEP_BEFORE, Emphasis.LAST_STEP
    vector = {"label": "f32 [3]"}
    nodes = placed(
        ("p", 32, 162, leaf("p", "[3, 1, 2]", "f32 [3]", emphasis=rest)),
        ("q", 32, 282, leaf("q", "[1, 1, 1]", "f32 [3]", emphasis=rest)),
        ("d", 214, 218, card("−", "sub", "d", "[2, 0, 1]", **vector, emphasis=rest,
                             badges=(Badge.BREAKPOINT_OFF,))),
        ("z", 396, 218, card("x²", "pow", "z", "[4, 0, 1]", **vector, category="elementwise", inputs=1)),
        ("k", 578, 80, card(">", "gt", "k", "[T, F, T]", "bool [3]", "compare",
                            inputs=(Socket(HOLLOW), Socket(HOLLOW, "0")), out=HOLLOW, tracked=False,
                            gradient=none_here, emphasis=last)),
        ("r", 578, 240, card("√", "pow 0.5", "r", "[2, 0, 1]", **vector, category="elementwise",
                             inputs=(Socket(SocketState.NONFINITE),), out=AMBER,
                             gradient=line(GradientState.CURRENT, "[1, 0, 1]"), rings=rings(Ring.CURRENT),
                             badges=(Badge.NONFINITE,))),
        ("w", 760, 212, card("?", "where", "w", "[2, 0, 1]", **vector, category="compare",
                             inputs=(Socket(BLOCKED), Socket(AMBER), Socket(HOLLOW, "0")), out=AMBER,
                             gradient=done("[1, 1, 1]"), emphasis=last)),
        ("y", 942, 212, root("Σ", "sum", "y", "3", category="reduction", inputs=1, sockets=AMBER,
                             gradient=done("1"), emphasis=before)),
    )  # fmt: skip
    broken = wire(nodes, "z", "r", state=WireState.NONFINITE)
    wires = (
        wire(nodes, "p", "d", 0, emphasis=rest),
        wire(nodes, "q", "d", 1, emphasis=rest),
        wire(nodes, "d", "z", emphasis=rest),
        wire(nodes, "z", "k", state=WireState.UNTRACKED),
        broken,
        wire(nodes, "k", "w", 0, state=WireState.BLOCKED, reason="bool: no gradient"),
        wire(nodes, "r", "w", 1, **amber(1.73, emphasis=last)),
        wire(nodes, "w", "y", **amber(1.73, "[1, 1, 1]", emphasis=before)),
    )
    packet = PacketLook(number("[0.25, NaN, 0.5]"), Side.TOP, nonfinite=True, caption="not delivered yet")
    meets = point_at(broken.points, 0.5)
    pair = parse_formula("y == sum(where(z > 0, z**0.5, 0))", Style(signs={"sum": "Σ"}))
    return Frame(
        theme, Rect(0, 0, 1128, 472), tuple(nodes.values()), wires,
        packets=(PlacedPacket(meets[0], meets[1] + 66, packet, meets),),
        overlays=(
            Moment("Stopped at the first NaN: step 3 of 7, event 17", Tone.NONFINITE, Corner.TOP_LEFT),
            Headline(pair, corner=Corner.TOP_RIGHT),
            Legend(tuple(LegendEntry)),
        ),
        grid=True,
    )  # fmt: skip


def backward_example(theme: Theme) -> Frame:
    """Part of a backward graph, top to bottom: rules, saved tensors and sums on the edges."""
    data = np.array([[0.4, -0.7, -0.1], [0.5, 0.3, -0.8]], np.float32)
    flow = np.array([[0.4, 0.3, 0.85], [0.15, 0.5, 0.25]], np.float32)
    size = rule_card_size()

    def node(title, parts, name=""):
        style = Style({"g": Symbol("g", Kind.GRADIENT)} | {v: Symbol(v, Kind.VALUE) for v in "tsu"}, stacked=False)
        rule = RuleLine(tuple((slot, parse_formula(text, style), "") for slot, text in parts))
        return NodeLook(
            size, Silhouette.OPERATION, "leaf", title=title, code_title=True, name=name,
            value=ValueLine("in", heat_map(flow, 1.0), Family.GRADIENT), gradient=rule,
            inputs=(Socket(AMBER),) * len(parts), outputs=(Socket(AMBER),), output_side=Side.TOP,
        )  # fmt: skip

    def accumulate(name, held):
        return NodeLook(
            size, Silhouette.LEAF, "leaf", title="AccumulateGrad", code_title=True, name=name,
            value=ValueLine("in", held, Family.GRADIENT),
            gradient=GradientLine(GradientState.DONE, held, label=".grad", code_label=True),
            outputs=(Socket(AMBER),), output_side=Side.TOP,
        )  # fmt: skip

    row = heat_map(np.array([0.6, 0.8, 1.0]), 1.0)
    nodes = placed(
        ("tanh", 122, 40, node("TanhBackward0", [("self", "g * (1 - t**2)")])),
        ("mul", 122, 192, node("MulBackward0", [("self", "g * s"), ("other", "g * u")])),
        ("m", 0, 344, accumulate("m", heat_map(flow, 1.0))),
        ("b", 276, 344, accumulate("b", row)),
    )
    nodes["mul"] = replace(nodes["mul"], look=replace(nodes["mul"].look, rings=rings(Ring.SELECTED)))
    label = {"label": heat_map(flow, 1.0), "state": WireState.GRADIENT, "norm": 1.5}
    wires = (
        wire(nodes, "mul", "tanh", **label),
        wire(nodes, "m", "mul", 0, **label),
        wire(nodes, "b", "mul", 1, state=WireState.GRADIENT, norm=1.0),
    )
    chips = (
        PlacedChip(322, 74, ChipLook("result", "t", heat_map(data))),
        PlacedChip(322, 226, ChipLook("self", "u", heat_map(data), selected=True)),
        PlacedChip(322, 260, ChipLook("other", "s", number("1.5"), selected=True)),
    )
    edges = (PlacedEdge(332, 318, EdgeLook("sum over axis 0", "[2, 3] → [3]")),)
    words = (PlacedWords(512, 92, ("kept: retain_graph=True",)),)
    return Frame(
        theme, Rect(-24, 16, 720, 452), tuple(nodes.values()), wires, chips=chips, edges=edges, words=words,
        overlays=(Scale(Family.GRADIENT, 0.3035, "gradient"),), grid=True,
    )  # fmt: skip


def paint_card(painter: QPainter, look: NodeLook, theme: Theme, x: float, y: float, zoom: float) -> None:
    """A card drawn directly, with its corner at a place in device pixels."""
    painter.save()
    painter.translate(x, y)
    painter.scale(zoom, zoom)
    paint(painter, node_marks(look, theme, zoom))
    painter.restore()
