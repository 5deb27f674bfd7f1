"""How well a word fits the name of an operation, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from core.ops.spec import Op


class Tier(IntEnum):
    """How a text was found, the best way first."""

    EXACT = 0  # the operator, or the whole name
    SYMBOL = 1
    START = 2  # the name begins with it
    WORD = 3  # a later word of the name begins with it
    OTHER_NAME = 4  # another name of the operation begins with it
    KEYWORD = 5
    INSIDE = 6
    LETTERS = 7  # its letters stand in the name in this order
    ANY = 8  # nothing was asked for


Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Where a text stands in the name, or in one of the `also` words; the spans are what to make bold."""

    tier: Tier
    spans: Spans = ()
    also: str = ""
    also_spans: Spans = ()


def match(text: str, op: Op) -> Match | None:
    """Compare a text with an operation; None when it has nothing to do with it."""
    wanted = text.strip().lower()
    if not wanted:
        return Match(Tier.ANY)
    if wanted == op.name:
        return Match(Tier.EXACT, ((0, len(wanted)),))
    if wanted.replace(" ", "") in (op.spelling.operator, op.spelling.reflected):
        return Match(Tier.EXACT)
    if wanted == op.symbol.lower():
        return Match(Tier.SYMBOL)
    return _in_name(wanted, op.name) or _in_words(wanted, op) or _letters(wanted, op.name)


def _in_name(wanted: str, name: str) -> Match | None:
    place = name.find(wanted)
    if place < 0:
        return None
    at_words = [found.start() for found in re.finditer(r"(?<![a-z0-9])[a-z0-9]", name)]
    best = next((start for start in at_words if name.startswith(wanted, start)), place)
    tier = Tier.START if best == 0 else Tier.WORD if best in at_words else Tier.INSIDE
    return Match(tier, ((best, best + len(wanted)),))


def _in_words(wanted: str, op: Op) -> Match | None:
    names = (*op.spelling.functions, *op.spelling.methods, *op.spelling.nn)
    for tier, words in ((Tier.OTHER_NAME, names), (Tier.KEYWORD, op.keywords)):
        for word in words:
            found = re.search(rf"(?<![a-z0-9]){re.escape(wanted)}", word.lower())
            if found is not None:
                return Match(tier, also=word, also_spans=(found.span(),))
    return None


def _letters(wanted: str, name: str) -> Match | None:
    """The letters one after the other, the first one at the beginning of a word: "lsm" for log_softmax."""
    if len(wanted) < 2 or not re.search(rf"(?<![a-z0-9]){re.escape(wanted[0])}", name):
        return None
    spans, place = [], 0
    for letter in wanted:
        place = name.find(letter, place)
        if place < 0:
            return None
        spans.append((place, place + 1))
        place += 1
    return Match(Tier.LETTERS, tuple(spans))
