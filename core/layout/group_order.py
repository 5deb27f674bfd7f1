"""One order of the groups for all layers, as near to the present one as possible."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

Path = tuple[int, ...]


def rank_groups(count: int, layers: Sequence[Sequence[int]], paths: Sequence[Path]) -> list[int]:
    """The rank of each group among all. `paths` gives the groups around each cell, the outermost first.

    Groups that stand in the same order in all the layers they share keep it. Where layers disagree, the mean
    place decides.
    """
    places: list[list[float]] = [[] for _ in range(count)]
    higher: list[set[int]] = [set() for _ in range(count)]
    for layer in layers:
        for sisters in _sisters(layer, paths):
            in_order = sorted(sisters, key=lambda group: (fmean(sisters[group]), group))
            for group in in_order:
                places[group] += [(place + 0.5) / len(layer) for place in sisters[group]]
            for one, other in pairwise(in_order):
                higher[one].add(other)
    return _ranked([fmean(each) if each else 0.0 for each in places], higher)


def _sisters(layer: Sequence[int], paths: Sequence[Path]) -> list[dict[int, list[int]]]:
    """The places of the groups in a layer, separately for each group around them."""
    found: dict[Path, dict[int, list[int]]] = {}
    for place, cell in enumerate(layer):
        for depth, group in enumerate(paths[cell]):
            found.setdefault(paths[cell][:depth], {}).setdefault(group, []).append(place)
    return list(found.values())


def _ranked(place: Sequence[float], higher: Sequence[set[int]]) -> list[int]:
    """Lowest first; a group waits for those that must stand lower, unless all of the rest wait."""
    lower = [0] * len(place)
    for groups in higher:
        for group in groups:
            lower[group] += 1
    waiting = sorted(range(len(place)), key=lambda group: (place[group], group))
    rank = [0] * len(place)
    for position in range(len(place)):
        chosen = next((group for group in waiting if lower[group] <= 0), waiting[0])
        waiting.remove(chosen)
        rank[chosen] = position
        for group in higher[chosen]:
            lower[group] -= 1
    return rank
