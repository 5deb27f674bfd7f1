"""Coordinates across the layers, after Brandes and Koepf (2001): straight chains, each box amid its neighbours.

Cells are joined to straight blocks four times: along the median link from above and from below, ties going
to the low and to the high side. Each time the blocks are packed as tightly as they can be. The result is the
mean of the two middle coordinates. Packing solves the constraints between neighbours directly, block by block
in topological order, and so has none of the faults of the original packing (see the erratum of 2020).

Three rules are added. A link may be straight only if it belongs to the *spine*, that is, if it comes from the
deepest producer and leads to the deepest consumer: a chain of operations stays straight, and the leaves that
feed it stand aside. Where links cross, frames' borders go before long wires, and these before other links. And
a dense graph, which straight chains would pull wide, has fewer of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.layout.rows import BORDER, LANE

if TYPE_CHECKING:
    from core.layout.flow import Floats, Ints
    from core.layout.rows import Rows

Flags: TypeAlias = NDArray[np.bool_]
WIDEST = 2.0
"""A drawing may become this many times as wide as its widest layer for the sake of straight chains,"""
NEVER_TOO_WIDE = 1000.0
"""and up to this width in px in any case."""


def place_across(rows: Rows) -> Floats:
    """The coordinate of each cell's spine, in px, with all neighbours far enough apart."""
    room = max(NEVER_TOO_WIDE, WIDEST * max(sum(rows.low[layer] + rows.high[layer]) for layer in rows.layers))
    straight = spine_links(rows)
    across = _balanced(rows, straight)
    for least in (LANE, BORDER):
        if np.ptp(across) <= room:
            break
        across = _balanced(rows, straight & (rows.link_kind >= least))
    return across


def _balanced(rows: Rows, straight: Flags) -> Floats:
    """The mean of the two middle coordinates, after moving each layout to a side of the narrowest one."""
    upper, lower = rows.links.upper[straight], rows.links.lower[straight]
    above, below = _middle_links(rows, lower, upper), _middle_links(rows, upper, lower)
    layouts = np.array(
        [
            _packed(rows, layers, medians, mirrored=mirrored)
            for layers, medians in ((rows.layers, above), (rows.layers[::-1], below))
            for mirrored in (False, True)
        ]
    )
    narrowest = layouts[np.argmin(np.ptp(layouts, axis=1))]
    low, high = narrowest.min(), narrowest.max()
    layouts[0::2] += (low - layouts[0::2].min(axis=1))[:, None]
    layouts[1::2] += (high - layouts[1::2].max(axis=1))[:, None]
    middle: Floats = np.sort(layouts, axis=0)[1:3].mean(axis=0)
    return middle


def _packed(rows: Rows, layers: list[list[int]], medians: tuple[Ints, Ints], *, mirrored: bool) -> Floats:
    """One of the four layouts; a mirrored one is made on the drawing seen from behind."""
    before, after, apart = rows.neighbours
    if not mirrored:
        root = _align(layers, medians, rows.place)
        return _pack(block_neighbours(root, before, after, apart), len(root))[root]
    root = _align([layer[::-1] for layer in layers], medians[::-1], -rows.place)
    return -_pack(block_neighbours(root, after, before, apart), len(root))[root]


def _align(layers: list[list[int]], medians: tuple[Ints, Ints], place: Ints) -> Ints:
    """The block of each cell: the first cell of the straight line it is on."""
    root = list(range(len(place)))
    first, second, places = medians[0].tolist(), medians[1].tolist(), place.tolist()
    for layer in layers:
        reached = -len(places)
        for cell in layer:
            for end in (first[cell], second[cell]):
                if end >= 0 and places[end] > reached:
                    root[cell], reached = root[end], places[end]
                    break
    return np.array(root)


def block_neighbours(block: Ints, before: Ints, after: Ints, apart: Floats) -> list[tuple[int, int, float]]:
    """Each pair of blocks with neighbouring cells once, with the greatest distance these must keep."""
    count = len(block)
    pairs, pair = np.unique(block[before] * count + block[after], return_inverse=True)
    distance = np.zeros(len(pairs))
    np.maximum.at(distance, pair, apart)
    return list(zip((pairs // count).tolist(), (pairs % count).tolist(), distance.tolist(), strict=True))


def _pack(pairs: list[tuple[int, int, float]], count: int) -> Floats:
    """Put each block as low as its lower neighbours allow, then as high as its higher neighbours allow."""
    higher: list[list[tuple[int, float]]] = [[] for _ in range(count)]
    waiting = [0] * count
    for low, high, apart in pairs:
        higher[low].append((high, apart))
        waiting[high] += 1
    at = [0.0] * count
    order = [block for block in range(count) if higher[block] and not waiting[block]]
    for block in order:
        for high, apart in higher[block]:
            at[high] = max(at[high], at[block] + apart)
            waiting[high] -= 1
            if not waiting[high]:
                order.append(high)
    for block in reversed(order):
        if higher[block]:
            at[block] = min([at[high] - apart for high, apart in higher[block]])
    return np.array(at)


def spine_links(rows: Rows) -> Flags:
    """Which links may be drawn straight."""
    importance = len(rows.kind) * 2 * rows.link_kind
    from_above = rows.depth_above[rows.links.upper] + importance
    from_below = rows.depth_below[rows.links.lower] + importance
    return _is_greatest(rows.links.lower, from_above) & _is_greatest(rows.links.upper, from_below) & ~_is_crossed(rows)


def _is_greatest(cell: Ints, value: Ints) -> Flags:
    """Which links have the greatest value among the links of their cell."""
    greatest = np.full(cell.max(initial=0) + 1, -1)
    np.maximum.at(greatest, cell, value)
    flags: Flags = value == greatest[cell]
    return flags


def _middle_links(rows: Rows, cell: Ints, end: Ints) -> tuple[Ints, Ints]:
    """The lower and the higher of the two middle neighbours of each cell, or -1."""
    order = np.lexsort((rows.place[end], cell))
    cell, end = cell[order], end[order]
    degree = np.bincount(cell, minlength=len(rows.kind))
    start = np.cumsum(degree) - degree
    owner = np.flatnonzero(degree)
    low, high = np.full(len(degree), -1), np.full(len(degree), -1)
    low[owner] = end[start[owner] + (degree[owner] - 1) // 2]
    high[owner] = end[start[owner] + degree[owner] // 2]
    return low, high


def _is_crossed(rows: Rows) -> Flags:
    """Which links cross a more important one."""
    importance = rows.link_kind
    crossed = np.zeros(len(importance), bool)
    for level in (BORDER, LANE):
        ruling, others = np.flatnonzero(importance == level), np.flatnonzero(importance < level)
        if len(ruling) and len(others):
            crossed[others] |= _crosses(rows, others, ruling)
    return crossed


def _crosses(rows: Rows, links: Ints, ruling: Ints) -> Flags:
    """Whether each link crosses one of the ruling links.

    Places grow from layer to layer. So the greatest lower end among all ruling links that begin before this
    one, in whatever layer, lies beyond its own lower end exactly if one of them crosses it.
    """
    top, bottom = rows.place[rows.links.upper], rows.place[rows.links.lower]
    ruling = ruling[np.argsort(top[ruling], kind="stable")]
    starts, ends = top[ruling], bottom[ruling]
    greatest = np.concatenate([[-1], np.maximum.accumulate(ends)])
    least = np.concatenate([np.minimum.accumulate(ends[::-1])[::-1], [len(rows.kind)]])
    from_low: Flags = greatest[np.searchsorted(starts, top[links], "left")] > bottom[links]
    from_high: Flags = least[np.searchsorted(starts, top[links], "right")] < bottom[links]
    return from_low | from_high
